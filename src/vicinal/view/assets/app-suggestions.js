"use strict";
// For a sentence without a link: the sentence of the other side that it most probably belongs to.

/** @typedef {{ index: number, similarity: number }} Suggestion A sentence of the other side, and its word similarity. */
/**
 * How candidates are weighed. Similarities are multiplied by `outside` where the order of the links speaks against a
 * place, and by `linked` for sentences that have a link already; below `least` nothing is suggested.
 *
 * @typedef {{ least: number, outside: number, linked: number }} SuggestionRule
 */

const Suggestions = (() => {
  const { other, range } = AlignmentModel;
  /** Chosen by benchmarks/suggestions.py. @type {SuggestionRule} */
  const RULE = { least: 0.1, outside: 0.5, linked: 0.6 };

  /**
   * Return the places on the other side between the links of a sentence's neighbours, with the sentences of these links.
   *
   * @param {SentencePlace} place
   * @param {Record<Side, ChosenSentences[][]>} linksOf the links of each sentence
   */
  function between({ side, index }, linksOf) {
    const there = other(side);
    const links = linksOf[side];
    let before = index - 1;
    while (before >= 0 && !links[before].length) before--;
    let after = index + 1;
    while (after < links.length && !links[after].length) after++;
    const first = before < 0 ? 0 : Math.min(...links[before].flatMap((link) => link[there]));
    const last =
      after >= links.length ? linksOf[there].length - 1 : Math.max(...links[after].flatMap((link) => link[there]));
    return [first, last];
  }

  /**
   * Return the best candidate for a sentence; null if no sentence of the other side is similar enough.
   *
   * @param {SentencePlace} place
   * @param {Record<Side, ChosenSentences[][]>} linksOf the links of each sentence
   * @param {TfIdf} table
   * @returns {Suggestion | null}
   */
  function best(place, linksOf, table, { least, outside, linked } = RULE) {
    const there = other(place.side);
    const [first, last] = between(place, linksOf);
    let most = least;
    /** @type {Suggestion | null} */
    let found = null;
    for (const index of range(0, linksOf[there].length)) {
      const similarity = place.side === "source" ? table.pair(place.index, index) : table.pair(index, place.index);
      const inOrder = index >= first && index <= last ? 1 : outside;
      const weight = similarity * inOrder * (linksOf[there][index].length ? linked : 1);
      if (weight > most) [most, found] = [weight, { index, similarity }];
    }
    return found;
  }

  return { best };
})();
