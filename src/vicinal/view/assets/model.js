"use strict";
// What is shown, with everything looked up more than once kept at hand. Made from the data of vicinal.view.content.
(() => {
  const KINDS = ["1-1", "1-N", "N-1", "N-N"];
  const SIDES = ["source", "target"];
  const LEVELS = ["paragraph", "sentence"];
  const V1 = [
    [1, 1],
    [0, 1],
    [1, 0],
  ]; // the fixed vicinity of the sentence search

  const kindOf = (source, target) => [source, target].map((side) => (side.length === 1 ? "1" : "N")).join("-");
  const other = (side) => (side === "source" ? "target" : "source");
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

  /** Return the model of some data; `before`, an earlier model of the same texts, lends its documents. */
  function model(data, before) {
    const same = before && SIDES.every((name) => JSON.stringify(before.data[name]) === JSON.stringify(data[name]));
    const sides = same ? before.sides : { source: side(data.source), target: side(data.target) };
    const links = data.links.map(([source, target, score], index) => {
      return { index, source, target, score, kind: kindOf(source, target), cells: [], shown: true };
    });
    const linksOf = {};
    for (const name of SIDES) {
      linksOf[name] = sides[name].sentences.map(() => []);
      for (const link of links) for (const index of link[name]) linksOf[name][index].push(link);
    }
    const linkAt = ([x, y]) => linksOf.source[x]?.find((link) => link.target.includes(y));
    for (const cell of data.cells) linkAt(cell)?.cells.push(cell);
    for (const link of links) if (!link.cells.length) link.cells = link.source.map((x) => [x, link.target[0]]);
    const cells = data.cells.length ? data.cells : links.flatMap((link) => link.cells);
    const steps = data.steps.map(([level, stood, vicinity, cell, similarity, reason]) => {
      return { level: LEVELS[level], stood, vicinity, cell, similarity, reason: data.reasons[reason] };
    });
    return { data, same, sides, links, linksOf, linkAt, cells, steps };
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

  Object.assign(Vicinal, { KINDS, SIDES, model, looked, listed, other });
})();
