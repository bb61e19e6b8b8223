"use strict";
// What the viewer shows of corrections: a view of the server, with other links.

const CorrectedView = (() => {
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
    const scores = scoresOf(base.links);
    // Cells are shown only in links as the method made them.
    const kept = base.links.filter((link) => keys.has(Patches.keyOf(link)));
    const own = new Set(kept.flatMap(([xs, ys]) => xs.flatMap((x) => ys.map((y) => `${x} ${y}`))));
    return {
      ...base,
      method: null,
      little: null,
      links: links.map((link) => [...link, scores.get(Patches.keyOf(link)) ?? null]),
      changes: Patches.changesOf(links, [base]),
      cells: base.cells.filter((cell) => own.has(cell.join(" "))),
      steps: [],
    };
  }

  /**
   * Return the view that corrections are shown on: the original one, or the corrected one if sentences were corrected.
   *
   * @param {string} key
   * @param {PairAnswer} answer
   * @param {AbortSignal} [signal]
   * @returns {Promise<ViewData>}
   */
  async function baseOf(key, { view, state }, signal) {
    if (!state.edited) return view;
    // The original links show which ones were made by hand.
    const { view: begun } = await Server.pair(key, null, signal);
    if (SentenceChanges.same(begun.source, view.source) && SentenceChanges.same(begun.target, view.target))
      return begun;
    const byHand = new Set(state.by_hand);
    return {
      ...view,
      cells: [],
      links: view.links.map(([xs, ys, score], i) => [xs, ys, byHand.has(i) ? null : score]),
    };
  }

  /** Return whether the server has the sentences as a change leaves them. @param {EditJob} job */
  async function isOnServer({ key, annotator, expected }) {
    if (!expected) return false;
    const { view } = await Server.pair(key, annotator);
    return SentenceChanges.same(view.source, expected.source) && SentenceChanges.same(view.target, expected.target);
  }

  /**
   * Return the best score of each link; links that share a sentence are merged. Links made by hand have none.
   *
   * @param {LinkData[]} links
   */
  function scoresOf(links) {
    const best = (/** @type {LinkData[]} */ from) =>
      from.reduce(
        (/** @type {number | null} */ most, [, , score]) => (score === null ? most : Math.max(score, most ?? 0)),
        null,
      );
    return new Map(Patches.grouped(links).map(({ link, from }) => [Patches.keyOf(link), best(from)]));
  }

  return { withLinks, baseOf, isOnServer };
})();
