"use strict";
// The alignment that a viewer shows, made from the data of vicinal.view.content, with all that is looked up often.

/** @typedef {InstanceType<typeof AlignmentModel>} AlignmentModel */
/** @typedef {AlignmentModel["links"][number]} ModelLink */
/** @typedef {AlignmentModel["steps"][number]} ModelStep */
/** @typedef {DocumentData & { sentences: string[], spans: number[][], paragraphOf: number[] }} ModelDocument */

const AlignmentModel = (() => {
  /** @type {Side[]} */
  const SIDES = ["source", "target"];
  const LIKE = 0.9; // the part of the sentences of texts with nearly the same words
  /** @type {Level[]} */
  const LEVELS = ["paragraph", "sentence"];

  /** @param {number[]} source @param {number[]} target */
  const kindOf = (source, target) => [source, target].map((side) => (side.length === 1 ? "1" : "N")).join("-");

  /** Return the numbers from `from` to below `to`. @param {number} from @param {number} to */
  const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

  /**
   * Return cells for a link that came without any: one for each of its sentences, so that no two curves cross.
   *
   * @param {number[]} source
   * @param {number[]} target
   */
  function spread(source, target) {
    const size = Math.max(source.length, target.length);
    const at = (/** @type {number[]} */ side, /** @type {number} */ i) => side[Math.floor((i * side.length) / size)];
    return range(0, size).map((i) => /** @type {Cell} */ ([at(source, i), at(target, i)]));
  }

  /**
   * Return a document with the sentences of each paragraph, and the paragraph of each sentence.
   *
   * @param {DocumentData} data
   * @returns {ModelDocument}
   */
  function indexed(data) {
    /** @type {number[][]} */
    const spans = [];
    /** @type {number[]} */
    const paragraphOf = [];
    data.paragraphs.forEach((paragraph, number) => {
      spans.push(range(paragraphOf.length, paragraphOf.length + paragraph.length));
      for (let i = 0; i < paragraph.length; i++) paragraphOf.push(number);
    });
    return { ...data, sentences: data.paragraphs.flat(), spans, paragraphOf };
  }

  /** @param {unknown[]} one @param {unknown[]} two */
  const sameList = (one, two) =>
    one === two || (one.length === two.length && one.every((each, index) => each === two[index]));

  /**
   * Return whether two documents are the same. Most often they share their lists, so that nothing is compared.
   *
   * @param {DocumentData} one
   * @param {DocumentData} two
   */
  const sameDocument = (one, two) =>
    one.name === two.name &&
    one.language === two.language &&
    sameList(one.headings, two.headings) &&
    (one.paragraphs === two.paragraphs ||
      (one.paragraphs.length === two.paragraphs.length &&
        one.paragraphs.every((paragraph, number) => sameList(paragraph, two.paragraphs[number]))));

  /**
   * Return whether nearly all sentences of two texts are the same.
   *
   * @param {ModelDocument} one
   * @param {ModelDocument} two
   */
  function isLike({ sentences: one, language }, { sentences: two, language: other }) {
    const most = Math.max(one.length, two.length);
    let [first, last] = [0, 0];
    while (first < most && one[first] === two[first]) first++;
    while (last < most - first && one.at(-1 - last) === two.at(-1 - last)) last++;
    return language === other && first + last >= most * LIKE;
  }

  /**
   * Return a link with what the viewer adds to it.
   *
   * @param {LinkData} data
   * @param {number} index
   * @param {ViewData} view
   */
  function linkOf([source, target, score, group], index, view) {
    const kind = kindOf(source, target);
    return {
      index,
      source,
      target,
      score,
      kind,
      group: group ?? kind, // links differ by kind, or in a comparison by group
      changes: view.changes?.[index] ?? null,
      cells: /** @type {Cell[]} */ ([]),
      notes: /** @type {string[]} */ ([]), // what an annotator noted, in words
      shown: true, // whether the filter lets it through
      common: /** @type {ReturnType<typeof Tokens.common> | null} */ (null), // worked out when it is first needed
    };
  }

  return class AlignmentModel {
    static SIDES = SIDES;
    static range = range;
    static spread = spread;

    /** Return the other side. @param {Side} side @returns {Side} */
    static other(side) {
      return side === "source" ? "target" : "source";
    }

    /** Stands for the words of both texts, also after a few corrections. @type {object} */
    words = {};

    /**
     * @param {ViewData} data
     * @param {AlignmentModel | null} before an earlier model; of the texts that are the same, its documents are used again
     */
    constructor(data, before = null) {
      this.data = data;
      const document = (/** @type {Side} */ side) =>
        before && sameDocument(before.data[side], data[side]) ? before.sides[side] : indexed(data[side]);
      /** @type {Record<Side, ModelDocument>} */
      this.sides = { source: document("source"), target: document("target") };
      this.same = SIDES.every((side) => this.sides[side] === before?.sides[side]); // whether the texts are as before
      const isLikeBefore = before !== null && SIDES.every((side) => isLike(before.sides[side], this.sides[side]));
      if (isLikeBefore) this.words = before.words;
      this.links = data.links.map((link, index) => linkOf(link, index, data));
      /** The links of each sentence. */
      this.linksOf = { source: this.#linksOf("source"), target: this.#linksOf("target") };
      for (const cell of data.cells) for (const link of this.#linksAt(cell)) link.cells.push(cell);
      for (const { source, target, unsure, comment } of data.notes ?? []) {
        const noted = this.linkAt([source[0], target[0]]);
        noted?.notes.push(...(unsure ? ["unsure"] : []), ...(comment ? [`“${comment}”`] : []));
      }
      const bare = this.links.filter((link) => !link.cells.length);
      for (const link of bare) link.cells = spread(link.source, link.target);
      this.cells = bare.length ? this.links.flatMap((link) => link.cells) : data.cells;
      this.steps = data.steps.map(([level, stood, vicinity, cell, similarity, reason]) => {
        return { level: LEVELS[level], stood, vicinity, cell, similarity, reason: data.reasons[reason] };
      });
    }

    /** @param {Side} side */
    #linksOf(side) {
      /** @type {ReturnType<typeof linkOf>[][]} */
      const found = this.sides[side].sentences.map(() => []);
      for (const link of this.links) for (const index of link[side]) found[index].push(link);
      return found;
    }

    /** @param {Cell} cell */
    #linksAt([x, y]) {
      return (this.linksOf.source[x] ?? []).filter((link) => link.target.includes(y));
    }

    /** Return the first link that holds both sentences of a cell. @param {Cell} cell */
    linkAt(cell) {
      return this.#linksAt(cell).at(0) ?? null;
    }

    /**
     * Return the group of a cell. In a comparison, two methods can put the same two sentences into different links;
     * such a cell is in the first group, that of both.
     *
     * @param {Cell} cell
     */
    groupAt(cell) {
      const groups = new Set(this.#linksAt(cell).map((link) => link.group));
      return this.data.groups && groups.size > 1 ? this.data.groups[0].name : [...groups][0];
    }
  };
})();
