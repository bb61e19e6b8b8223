"use strict";
// What the search examined in each of its steps.

const SearchSteps = (() => {
  const { range } = AlignmentModel;
  /** The fixed vicinity of the sentence search. @type {Cell[]} */
  const V1 = [
    [1, 1],
    [0, 1],
    [1, 0],
  ];

  /**
   * Return the rows and columns that a step searched: paragraphs, or the sentences of one paragraph link.
   *
   * @param {AlignmentModel} model
   * @param {ModelStep} step
   */
  function axes(model, step) {
    const { source, target } = model.sides;
    if (step.level === "paragraph") return [range(0, source.spans.length), range(0, target.spans.length)];
    const [p, q] = [source.paragraphOf[step.cell[0]], target.paragraphOf[step.cell[1]]];
    const group = model.data.paragraphs.find(([xs, ys]) => xs.includes(p) && ys.includes(q));
    if (!group) return [range(0, source.sentences.length), range(0, target.sentences.length)];
    return [group[0].flatMap((x) => source.spans[x]), group[1].flatMap((y) => target.spans[y])];
  }

  /**
   * Return what the search examined before it took the cell of a step.
   *
   * @param {AlignmentModel} model
   * @param {ModelStep} step
   * @returns {{ rows: number[], columns: number[], tried: Cell[], lit: Cell[], corner: Cell | null }} `tried`: cells of
   *   vicinities without a similar one; `lit`: cells of the vicinity with the one taken; `corner`: the first cell of
   *   the quadrant searched, if one was
   */
  function examined(model, step) {
    const [rows, columns] = axes(model, step);
    const [row, column] = step.stood ? [rows.indexOf(step.stood[0]), columns.indexOf(step.stood[1])] : [-1, -1];
    const around = (/** @type {Cell[]} */ offsets) =>
      offsets
        .map(([down, right]) => /** @type {Cell} */ ([rows[row + down], columns[column + right]]))
        .filter(([x, y]) => x !== undefined && y !== undefined);
    const fixed = step.level === "paragraph" ? model.data.search.vicinities : [V1];
    const number = Number(/^V(\d+)$/.exec(step.vicinity)?.[1] ?? 0);
    if (row < 0 || column < 0) {
      const first = step.level === "paragraph" && step.cell[0] === 0 && step.cell[1] === 0;
      const corner = step.vicinity === "start" && !first ? /** @type {Cell} */ ([rows[0], columns[0]]) : null;
      return { rows, columns, tried: [], lit: [step.cell], corner };
    }
    if (number && fixed[number - 1]) {
      const tried = fixed.slice(0, number - 1).flatMap(around);
      return { rows, columns, tried, lit: around(fixed[number - 1]), corner: null };
    }
    const quadrant = step.vicinity === "nearest";
    return {
      rows,
      columns,
      tried: quadrant ? fixed.flatMap(around) : [],
      lit: [step.cell],
      corner: quadrant ? step.stood : null,
    };
  }

  return { examined };
})();
