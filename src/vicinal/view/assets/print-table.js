"use strict";
// What is printed: a table with a row for each link, in reading order, and for each sentence without one. It is made
// when the browser prints, and gone after that.

/** @typedef {{ source: number[], target: number[], link: ModelLink | null }} PrintedRow */

const PrintTable = (() => {
  const { element } = Dom;
  const { SIDES } = AlignmentModel;

  /**
   * Print a table instead of what the screen shows.
   *
   * @param {HTMLElement} place where it goes
   * @param {() => AlignmentModel} model what to print
   */
  function attach(place, model) {
    addEventListener("beforeprint", () => place.replaceChildren(table(model()), note(model())));
    addEventListener("afterprint", () => place.replaceChildren());
  }

  /**
   * Return the rows, ordered by source. A target sentence without a link follows the sentence before it; sentences whose
   * links are filtered out are left out with them.
   *
   * @param {AlignmentModel} model
   */
  function rows({ links, linksOf }) {
    /** @type {PrintedRow[]} */
    const linked = links
      .filter(({ shown }) => shown)
      .map((link) => ({ source: link.source, target: link.target, link }));
    const alone = (/** @type {Side} */ side) => linksOf[side].flatMap((found, index) => (found.length ? [] : [index]));
    const ordered = [...linked, ...alone("source").map((index) => ({ source: [index], target: [], link: null }))];
    ordered.sort((a, b) => a.source[0] - b.source[0] || (a.target[0] ?? -1) - (b.target[0] ?? -1));
    /** The last row with each target sentence. @type {Map<number, PrintedRow>} */
    const rowOf = new Map();
    for (const row of ordered) for (const index of row.target) rowOf.set(index, row);
    /** The target sentences without a link that follow a row, or stand at the beginning. */
    const followers = new Map([null, ...ordered].map((row) => [row, /** @type {PrintedRow[]} */ ([])]));
    const lonely = new Set(alone("target"));
    let before = /** @type {PrintedRow | null} */ (null);
    linksOf.target.forEach((_, index) => {
      if (lonely.has(index)) followers.get(before)?.push({ source: [], target: [index], link: null });
      else before = rowOf.get(index) ?? before;
    });
    return [null, ...ordered].flatMap((row) => [...(row ? [row] : []), ...(followers.get(row) ?? [])]);
  }

  /** @param {AlignmentModel} model */
  function table(model) {
    const names = SIDES.map((side) =>
      element("th", { scope: "col", dir: "auto", text: model.sides[side].name ?? side }),
    );
    let number = 0;
    const body = rows(model).map((row) => {
      if (row.link) number += 1;
      const head = row.link
        ? [element("b", { text: number }), about(row.link, model)]
        : [element("i", { text: "no link" })];
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, ...head),
        ...SIDES.map((side) => cell(model, side, row)),
      );
    });
    return element(
      "table",
      {},
      element("thead", {}, element("tr", {}, element("th", { scope: "col", text: "Link" }), ...names)),
      element("tbody", {}, ...body),
    );
  }

  /** Return the kind and score of a link; in a comparison, who has it. @param {ModelLink} link @param {AlignmentModel} model */
  function about(link, { data }) {
    const group = data.groups?.find(({ name }) => name === link.group)?.words;
    return element("span", { text: group ?? `${link.kind} ${Wording.score(link)}` });
  }

  /** @param {AlignmentModel} model @param {Side} side @param {PrintedRow} row */
  function cell(model, side, row) {
    const { sentences, headings, paragraphOf, language } = model.sides[side];
    const lines = row[side].map((index) =>
      element(
        "p",
        { class: headings.includes(paragraphOf[index]) ? "printed-heading" : null },
        element("span", { class: "printed-number", text: index + 1 }),
        element("span", { dir: "auto", lang: language, text: sentences[index] }),
      ),
    );
    return element("td", {}, ...lines);
  }

  /** Return what the reader should know. @param {AlignmentModel} model */
  function note({ links }) {
    const shown = links.filter((link) => link.shown).length;
    const filtered = `The filter shows ${Wording.number(shown)} of ${Wording.count(links.length, "link")}; the others are left out. `;
    const text = `${shown < links.length ? filtered : ""}Links and sentences are numbered from 1.`;
    return element("p", { class: "printed-note", text });
  }

  return { attach };
})();
