"use strict";
// What changed in a link, word by word: the places of words deleted, added, replaced and moved, and a legend of them.
(() => {
  const { element, SIDES } = Vicinal;
  const OPERATIONS = { delete: "deleted", add: "added", replace: "replaced", move: "moved" };

  // One of each for all viewers on a page, as of the common words.
  const marks = {};
  if (globalThis.Highlight && CSS.highlights) {
    for (const operation of Object.keys(OPERATIONS)) {
      marks[operation] = new Highlight();
      CSS.highlights.set(`vicinal-${operation}`, marks[operation]);
    }
  }

  /** Return where each code point of a text begins, in UTF-16 units, and where the last one ends. */
  function offsets(text) {
    const found = [0];
    for (const character of text) found.push(found[found.length - 1] + character.length);
    return found;
  }

  /** Return the places that changed: {operation, side, index, start, end}, in UTF-16 units of the sentence `index`. */
  function changedPlaces(link, sides) {
    const known = { source: new Map(), target: new Map() };
    const places = [];
    for (const [operation, ...both] of link.changes) {
      SIDES.forEach((side, number) => {
        if (!both[number]) return;
        const [index, from, to] = both[number];
        if (!known[side].has(index)) known[side].set(index, offsets(sides[side].sentences[index]));
        const units = known[side].get(index);
        places.push({ operation, side, index, start: units[from], end: units[to] });
      });
    }
    return places;
  }

  /** Return how often each operation took place, in words; those that did not are left out. */
  function counted(link) {
    return Object.entries(OPERATIONS)
      .map(([operation, words]) => [operation, words, link.changes.filter(([name]) => name === operation).length])
      .filter(([, , number]) => number)
      .map(([operation, words, number]) => ({ operation, text: `${number.toLocaleString("en")} ${words}` }));
  }

  /** Return the changes of a link in a line, each in the colour and with the line that its words have in the texts. */
  function changesLegend(link) {
    const node = element("p", { class: "common changes" });
    const parts = counted(link);
    parts.forEach(({ operation, text }, number) =>
      node.append(number ? " · " : "", element("span", { "data-change": operation, text })),
    );
    if (!parts.length) node.append("no word changed");
    return node;
  }

  /** Return the same for a screen reader. */
  function changesSpoken(link) {
    return (
      counted(link)
        .map(({ text }) => text)
        .join(", ") || "no word changed"
    );
  }

  Object.assign(Vicinal, { changeMarks: marks, changedPlaces, changesLegend, changesSpoken });
})();
