"use strict";
// Corrected sentences: neighbouring sentences of a text are replaced by others, and links follow.
//
// It is the same as vicinal.app.corrected_texts does on the server, so that the change is shown at once. If as many
// sentences come as go, each takes the place of its counterpart. Otherwise all new ones take the place of all old ones.

const SentenceChanges = (() => {
  const { range } = AlignmentModel;

  /** Return the sentences of a text with their marks. @param {DocumentData} document @returns {SentencePiece[]} */
  function pieces({ paragraphs, headings }) {
    const isHeading = new Set(headings);
    return paragraphs.flatMap((paragraph, number) =>
      paragraph.map((text, i) => /** @type {SentencePiece} */ ([text, i === 0, i === 0 && isHeading.has(number)])),
    );
  }

  /** Return a text of such sentences. @param {SentencePiece[]} all @param {DocumentData} document @returns {DocumentData} */
  function documentOf(all, document) {
    /** @type {string[][]} */
    const paragraphs = [];
    /** @type {number[]} */
    const headings = [];
    for (const [text, opens, heading] of all) {
      if (opens || !paragraphs.length) {
        if (heading) headings.push(paragraphs.length);
        paragraphs.push([]);
      }
      paragraphs[paragraphs.length - 1].push(text);
    }
    return { ...document, paragraphs, headings };
  }

  /** Return the sentences that take the place of one. @param {SentenceChange} change @param {number} index */
  function places({ at, before, after }, index) {
    const shift = after.length - before.length;
    if (index < at) return [index];
    if (index >= at + before.length || !shift) return [index + shift];
    return range(at, at + after.length);
  }

  /**
   * Return whether a link has one of the sentences that a change replaces.
   *
   * @param {SentenceChange} change
   * @param {IndexLink | LinkData} link
   */
  const touches = ({ side, at, before }, [xs, ys]) =>
    (side === "source" ? xs : ys).some((index) => index >= at && index < at + before.length);

  /**
   * Return whether a change leaves a link with as many sentences as it has.
   *
   * @param {SentenceChange} change
   * @param {IndexLink | LinkData} link
   */
  const keeps = (change, link) => change.before.length === change.after.length || !touches(change, link);

  /**
   * Return a link with its sentences after a change; a side may be empty then.
   *
   * @param {SentenceChange} change
   * @param {IndexLink | LinkData} link
   * @returns {IndexLink}
   */
  function moved(change, [xs, ys]) {
    const { at, before, after } = change;
    const [end, shift] = [at + before.length, after.length - before.length];
    const there = (/** @type {number[]} */ indices) => {
      if (indices.every((index) => index < at)) return indices;
      if (indices.every((index) => index >= end)) return indices.map((index) => index + shift);
      return [...new Set(indices.flatMap((index) => places(change, index)))];
    };
    return change.side === "source" ? [there(xs), ys] : [xs, there(ys)];
  }

  /**
   * Return the links after a change of sentences, each with the links before that it comes from.
   *
   * @param {IndexLink[]} links
   * @param {SentenceChange} change
   */
  function traced(links, change) {
    const kept = links.filter((link) => keeps(change, link));
    const alone = kept.map((link) => ({ link: moved(change, link), from: [link] }));
    const others = links.filter((link) => !keeps(change, link));
    const there = others.map((link) => moved(change, link));
    // All that are left have all of the new sentences.
    if (change.after.length && others.length) return [...alone, { link: Patches.union(there), from: others }];
    const left = there.map((link, number) => ({ link, from: [others[number]] }));
    return [...alone, ...left.filter(({ link: [xs, ys] }) => xs.length && ys.length)];
  }

  /** Return the links after a change of sentences. @param {IndexLink[]} links @param {SentenceChange} change */
  const followed = (links, change) => Patches.inOrder(traced(links, change).map(({ link }) => link));

  /**
   * Return the changed words of a link, with the numbers of its sentences after a change that does not touch it.
   *
   * @param {SentenceChange} change
   * @param {WordChange[]} words
   */
  function movedWords(change, words) {
    const at = (/** @type {WordSpan | null} */ span, /** @type {Side} */ side) =>
      span && side === change.side ? /** @type {WordSpan} */ ([places(change, span[0])[0], span[1], span[2]]) : span;
    return words.map(
      ([operation, source, target]) =>
        /** @type {WordChange} */ ([operation, at(source, "source"), at(target, "target")]),
    );
  }

  /**
   * Return what the viewer shows after a change of sentences. Links that keep their sentences keep their score.
   *
   * @param {ViewData} view
   * @param {SentenceChange} change
   * @returns {ViewData}
   */
  function changed(view, change) {
    const { side, at, before, after } = change;
    const all = pieces(view[side]);
    all.splice(at, before.length, ...after);
    const document = documentOf(all, view[side]);
    const unsearched = { method: null, little: null, paragraphs: [], steps: [] };
    if (before.length === after.length) {
      const words = view.changes?.map((each, number) => (touches(change, view.links[number]) ? null : each)) ?? null;
      return { ...view, [side]: document, ...unsearched, changes: words };
    }
    /** @type {LinkData[]} */
    const links = [];
    /** @type {ViewData["changes"]} */
    const changes = [];
    view.links.forEach((link, number) => {
      if (!keeps(change, link)) return;
      links.push([...moved(change, link), link[2]]);
      const words = view.changes?.[number];
      changes.push(words && !touches(change, link) ? movedWords(change, words) : null);
    });
    const cells = view.cells.flatMap(([x, y]) => {
      if (!keeps(change, [[x], [y]])) return [];
      const [[i], [j]] = moved(change, [[x], [y]]);
      return [/** @type {Cell} */ ([i, j])];
    });
    return { ...view, [side]: document, ...unsearched, links, changes, cells };
  }

  /** Return whether two texts have the same sentences, paragraphs and headings. @param {DocumentData} one @param {DocumentData} two */
  const same = (one, two) =>
    JSON.stringify([one.paragraphs, one.headings]) === JSON.stringify([two.paragraphs, two.headings]);

  return { pieces, traced, followed, changed, same };
})();
