"use strict";
// What changed in a link, word by word: the places of words deleted, added, replaced and moved, and a legend of them.

const WordChanges = (() => {
  const { element } = Dom;
  const { SIDES } = AlignmentModel;
  /** @type {[WordOperation, string][]} */
  const OPERATIONS = [
    ["delete", "deleted"],
    ["add", "added"],
    ["replace", "replaced"],
    ["move", "moved"],
  ];

  /**
   * Register a highlight that the style sheet refers to by name; null in browsers without highlights. All viewers of a
   * page share it.
   *
   * @param {string} name
   */
  function highlight(name) {
    if (!globalThis.Highlight || !CSS.highlights) return null;
    const found = new Highlight();
    CSS.highlights.set(`vicinal-${name}`, found);
    return found;
  }

  const highlights = Object.fromEntries(OPERATIONS.map(([operation]) => [operation, highlight(operation)]));

  /**
   * Return where each code point of a text begins, in UTF-16 units, and where the last one ends.
   *
   * @param {string} text
   */
  function offsets(text) {
    const found = [0];
    for (const character of text) found.push(found[found.length - 1] + character.length);
    return found;
  }

  /**
   * Return the changed places of a link, in UTF-16 units of its sentences.
   *
   * @param {WordChange[]} changes
   * @param {AlignmentModel} model
   */
  function places(changes, model) {
    const units = { source: new Map(), target: new Map() };
    return changes.flatMap(([operation, ...both]) =>
      SIDES.flatMap((side, number) => {
        const span = both[number];
        if (!span) return [];
        const [index, from, to] = span;
        if (!units[side].has(index)) units[side].set(index, offsets(model.sides[side].sentences[index]));
        const at = units[side].get(index);
        return [{ operation, side, index, start: at[from], end: at[to] }];
      }),
    );
  }

  /** Return the number of changes by each operation that occurs, in words. @param {WordChange[]} changes */
  function counted(changes) {
    return OPERATIONS.flatMap(([operation, words]) => {
      const number = changes.filter(([name]) => name === operation).length;
      return number ? [{ operation, text: `${Wording.number(number)} ${words}` }] : [];
    });
  }

  /**
   * Return a line with the changes of a link, each marked as its words are in the texts.
   *
   * @param {WordChange[]} changes
   */
  function legend(changes) {
    const parts = counted(changes).flatMap(({ operation, text }, number) => [
      number ? " · " : "",
      element("span", { "data-change": operation, text }),
    ]);
    return element("p", { class: "common changes" }, ...(parts.length ? parts : ["no word changed"]));
  }

  /** Return the same for a screen reader. @param {WordChange[]} changes */
  function spoken(changes) {
    const parts = counted(changes).map(({ text }) => text);
    return parts.join(", ") || "no word changed";
  }

  return { highlight, highlights, places, legend, spoken };
})();
