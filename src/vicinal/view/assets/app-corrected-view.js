"use strict";
// What the viewer shows of corrections: a view of the server, with other links.

/** @typedef {{ base: ViewData, begun: ViewData }} CorrectedViews */

const CorrectedView = (() => {
  const FAR = 2 ** 26; // more than there are sentences
  /** The scores of the links of views. @type {WeakMap<ViewData, Map<string, number | null>>} */
  const scores = new WeakMap();

  /**
   * Return a view with other links, and the scores that they had.
   *
   * @param {ViewData} base
   * @param {IndexLink[]} links
   * @returns {ViewData}
   */
  function withLinks(base, links) {
    const keys = new Set(links.map(Patches.keyOf));
    if (keys.size === base.links.length && base.links.every((link) => keys.has(Patches.keyOf(link)))) return base;
    const scoreOf = scoresOf(base);
    // Cells are shown only in links as the method made them.
    const kept = base.links.filter((link) => keys.has(Patches.keyOf(link)));
    const numberOf = (/** @type {number} */ x, /** @type {number} */ y) => x * FAR + y;
    const own = new Set(kept.flatMap(([xs, ys]) => xs.flatMap((x) => ys.map((y) => numberOf(x, y)))));
    return {
      ...base,
      method: null,
      little: null,
      links: links.map((link) => [...link, scoreOf.get(Patches.keyOf(link)) ?? null]),
      changes: Patches.changesOf(links, [base]),
      cells: base.cells.filter((cell) => own.has(numberOf(...cell))),
      steps: [],
    };
  }

  /**
   * Return the pair as it was, and the view that corrections are shown on: the same, or if sentences were corrected, the
   * one with them.
   *
   * @param {string} key
   * @param {PairAnswer} answer
   * @param {AbortSignal} [signal]
   * @returns {Promise<CorrectedViews>}
   */
  async function viewsOf(key, { view, state }, signal) {
    if (!state.edited) return { base: view, begun: view };
    // The original links show which ones were made by hand.
    const { view: begun } = await Server.pair(key, null, signal);
    if (SentenceChanges.same(begun.source, view.source) && SentenceChanges.same(begun.target, view.target))
      return { base: begun, begun };
    const byHand = new Set(state.by_hand);
    const links = view.links.map(
      ([xs, ys, score], i) => /** @type {LinkData} */ ([xs, ys, byHand.has(i) ? null : score]),
    );
    return { base: { ...view, cells: [], links }, begun };
  }

  /** Return whether the server has the sentences as a change leaves them. @param {EditJob} job */
  async function isOnServer({ key, annotator, expected }) {
    if (!expected) return false;
    const { view } = await Server.pair(key, annotator);
    return SentenceChanges.same(view.source, expected.source) && SentenceChanges.same(view.target, expected.target);
  }

  /**
   * Return the best score of each link of a view; links that share a sentence are merged. Links made by hand have none.
   *
   * @param {ViewData} view
   */
  function scoresOf(view) {
    const known = scores.get(view);
    if (known) return known;
    const best = (/** @type {LinkData[]} */ from) =>
      from.reduce(
        (/** @type {number | null} */ most, [, , score]) => (score === null ? most : Math.max(score, most ?? 0)),
        null,
      );
    const found = new Map(Patches.grouped(view.links).map(({ link, from }) => [Patches.keyOf(link), best(from)]));
    scores.set(view, found);
    return found;
  }

  return { withLinks, viewsOf, isOnServer };
})();
