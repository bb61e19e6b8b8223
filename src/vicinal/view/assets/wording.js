"use strict";
// Numbers, indices and scores in words.

const Wording = (() => {
  const number = (/** @type {number} */ value) => value.toLocaleString("en");

  /** Return a number with its noun. @param {number} value @param {string} one */
  const count = (value, one, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

  /** Return a text that begins with a capital letter. @param {string} text */
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  /** Return the number that people read for an index: they count from 1. @param {number} index */
  const place = (index) => String(index + 1);

  /** Return indices as people count, with runs in short: 2, 3, 4, 7 become "3–5, 8". @param {number[]} list */
  function indices(list) {
    if (list.length === 1) return place(list[0]);
    /** @type {[number, number][]} */
    const runs = [];
    for (const index of [...list].sort((a, b) => a - b)) {
      const last = runs.at(-1);
      if (last && index === last[1] + 1) last[1] = index;
      else runs.push([index, index]);
    }
    return runs
      .map(([from, to]) => (from === to ? place(from) : `${place(from)}${to === from + 1 ? ", " : "–"}${place(to)}`))
      .join(", ");
  }

  /** Return the score of a link; a link without one was made by hand. @param {{ score: number | null }} link */
  const score = (link) => (link.score === null ? "by hand" : link.score.toFixed(2));

  return { number, count, capital, place, indices, score };
})();
