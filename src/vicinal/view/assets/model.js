"use strict";
// What is shown, with everything looked up more than once kept at hand. Made from the data of vicinal.view.content.
(() => {
  const SIDES = ["source", "target"];
  const LEVELS = ["paragraph", "sentence"];
  const V1 = [
    [1, 1],
    [0, 1],
    [1, 0],
  ]; // the fixed vicinity of the sentence search

  const kindOf = (source, target) => [source, target].map((side) => (side.length === 1 ? "1" : "N")).join("-");
  const other = (side) => (side === "source" ? "target" : "source");
  /** Return the score of a link in words; a link without one was made by hand. */
  const scored = (link) => (link.score === null ? "by hand" : link.score.toFixed(2));
  const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

  /** Return indices in words, runs in short: "3–5, 8". */
  function listed(indices) {
    const parts = [];
    for (const index of [...indices].sort((a, b) => a - b)) {
      const last = parts[parts.length - 1];
      if (last && index === last[1] + 1) last[1] = index;
      else parts.push([index, index]);
    }
    return parts
      .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`))
      .join(", ");
  }

  /** Return the cells of a link that came without any: a line to each of its sentences, none of them crossing. */
  function spread(source, target) {
    const size = Math.max(source.length, target.length);
    return range(0, size).map((i) => [source, target].map((side) => side[Math.floor((i * side.length) / size)]));
  }

  function side(document) {
    const sentences = document.paragraphs.flat();
    const spans = [];
    const paragraphOf = [];
    document.paragraphs.forEach((paragraph, number) => {
      spans.push(range(paragraphOf.length, paragraphOf.length + paragraph.length));
      for (let i = 0; i < paragraph.length; i++) paragraphOf.push(number);
    });
    return { ...document, sentences, spans, paragraphOf };
  }

  /**
   * Return the model of some data; `before`, an earlier model of the same texts, lends its documents.
   *
   * Links are told apart by their kind, or, where the data names groups (a comparison), by the group they came with.
   */
  function model(data, before) {
    const same = before && SIDES.every((name) => JSON.stringify(before.data[name]) === JSON.stringify(data[name]));
    const sides = same ? before.sides : { source: side(data.source), target: side(data.target) };
    const links = data.links.map(([source, target, score, group], index) => {
      const kind = kindOf(source, target);
      const changes = data.changes?.[index] ?? null;
      return { index, source, target, score, kind, group: group ?? kind, changes, cells: [], shown: true };
    });
    const linksOf = {};
    for (const name of SIDES) {
      linksOf[name] = sides[name].sentences.map(() => []);
      for (const link of links) for (const index of link[name]) linksOf[name][index].push(link);
    }
    const linksAt = ([x, y]) => (linksOf.source[x] ?? []).filter((link) => link.target.includes(y));
    const linkAt = (cell) => linksAt(cell)[0];
    // Two methods can put the same two sentences into different links: these they have in common, which comes first.
    const groupAt = (cell) => {
      const groups = new Set(linksAt(cell).map((link) => link.group));
      return data.groups && groups.size > 1 ? data.groups[0].name : [...groups][0];
    };
    for (const cell of data.cells) for (const link of linksAt(cell)) link.cells.push(cell);
    const bare = links.filter((link) => !link.cells.length);
    for (const link of bare) link.cells = spread(link.source, link.target);
    const cells = bare.length ? links.flatMap((link) => link.cells) : data.cells;
    const steps = data.steps.map(([level, stood, vicinity, cell, similarity, reason]) => {
      return { level: LEVELS[level], stood, vicinity, cell, similarity, reason: data.reasons[reason] };
    });
    return { data, same, sides, links, linksOf, linkAt, groupAt, cells, steps };
  }

  /** Return the rows and columns a step's search went over: paragraphs, or the sentences of one paragraph link. */
  function axes(model, step) {
    const { source, target } = model.sides;
    if (step.level === "paragraph") return [range(0, source.spans.length), range(0, target.spans.length)];
    const [p, q] = [source.paragraphOf[step.cell[0]], target.paragraphOf[step.cell[1]]];
    const group = model.data.paragraphs.find(([xs, ys]) => xs.includes(p) && ys.includes(q));
    if (!group) return [range(0, source.sentences.length), range(0, target.sentences.length)];
    return [group[0].flatMap((x) => source.spans[x]), group[1].flatMap((y) => target.spans[y])];
  }

  /**
   * Return what the search looked at before it took the cell of a step.
   *
   * tried: the cells of vicinities that held nothing similar enough; lit: those of the vicinity that gave the cell;
   * corner: the first cell of the quadrant that was searched, if one was.
   */
  function looked(model, step) {
    const [rows, columns] = axes(model, step);
    const at = step.stood && [rows.indexOf(step.stood[0]), columns.indexOf(step.stood[1])];
    const around = (offsets) =>
      offsets
        .map(([down, right]) => [rows[at[0] + down], columns[at[1] + right]])
        .filter(([x, y]) => x !== undefined && y !== undefined);
    const fixed = step.level === "paragraph" ? model.data.search.vicinities : [V1];
    const found = { rows, columns, tried: [], lit: [step.cell], corner: null };
    const number = /^V(\d+)$/.exec(step.vicinity)?.[1];
    if (!at || at.includes(-1)) {
      const first = step.level === "paragraph" && step.cell[0] === 0 && step.cell[1] === 0;
      if (step.vicinity === "start" && !first) found.corner = [rows[0], columns[0]];
    } else if (number && fixed[number - 1]) {
      found.tried = fixed.slice(0, number - 1).flatMap(around);
      found.lit = around(fixed[number - 1]);
    } else if (step.vicinity === "nearest") {
      found.tried = fixed.flatMap(around);
      found.corner = step.stood;
    }
    return found;
  }

  Object.assign(Vicinal, { SIDES, model, looked, listed, scored, other });
})();
