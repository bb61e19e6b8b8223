"use strict";
// Corrections as patches: the links to remove and the links to add. No sentence is in two links.

/**
 * A change: sentences to replace, then links to remove and to add, notes about links, and differences that it settles.
 *
 * @typedef {{ remove: IndexLink[], add: IndexLink[], sentences?: SentenceChange[], notes?: LinkNote[], settled?: IndexLink[] }} Patch
 */
/** @typedef {(x: number, y: number) => number} SentenceSimilarity */
/** @typedef {{ side: Side, index: number }} SentencePlace One sentence of a pair. */

const Patches = (() => {
  const { SIDES } = AlignmentModel;

  /** @param {number[]} indices */
  const sorted = (indices) => (indices.length < 2 ? indices : [...new Set(indices)].sort((a, b) => a - b));

  /** The keys of links, which never change. @type {WeakMap<IndexLink | LinkData, string>} */
  const keys = new WeakMap();

  /** Return a text that is equal for equal links. @param {IndexLink | LinkData} link */
  function keyOf(link) {
    const known = keys.get(link);
    if (known !== undefined) return known;
    const [xs, ys] = link;
    const key = xs.length === 1 && ys.length === 1 ? `${xs[0]}|${ys[0]}` : `${sorted(xs).join()}|${sorted(ys).join()}`;
    keys.set(link, key);
    return key;
  }

  /** @param {IndexLink} link */
  const isLink = ([xs, ys]) => xs.length > 0 && ys.length > 0;

  /** @template {IndexLink | LinkData} T @param {T[]} links @returns {T[]} */
  const inOrder = (links) => [...links].sort((a, b) => a[0][0] - b[0][0] || a[1][0] - b[1][0]);

  /** Return whether two links share a sentence. @param {IndexLink} one @param {IndexLink} two */
  const overlap = (one, two) => SIDES.some((_, axis) => one[axis].some((index) => two[axis].includes(index)));

  /** @param {ChosenSentences} chosen @returns {IndexLink} */
  const linkOf = ({ source, target }) => [sorted(source), sorted(target)];

  /** Return the links with a chosen sentence. @param {IndexLink[]} links @param {ChosenSentences} chosen */
  const touched = (links, { source, target }) => links.filter((link) => overlap(link, [source, target]));

  /**
   * Return the chosen sentences of a link, or the others.
   *
   * @param {IndexLink} link
   * @param {ChosenSentences} chosen
   * @param {boolean} inside
   * @returns {IndexLink}
   */
  const part = ([xs, ys], chosen, inside) => [
    xs.filter((x) => chosen.source.includes(x) === inside),
    ys.filter((y) => chosen.target.includes(y) === inside),
  ];

  /** Return one link with the sentences of all. @param {(IndexLink | LinkData)[]} links @returns {IndexLink} */
  const union = (links) => [sorted(links.flatMap(([xs]) => xs)), sorted(links.flatMap(([, ys]) => ys))];

  /**
   * Return a patch without links that it both removes and adds; null if it is empty.
   *
   * @param {IndexLink[]} before
   * @param {IndexLink[]} after
   */
  function patch(before, after) {
    const [removed, added] = [before, after].map((links) => new Set(links.map(keyOf)));
    const clean = {
      remove: before.filter((each) => !added.has(keyOf(each))),
      add: inOrder(after.filter((each) => !removed.has(keyOf(each)))),
    };
    return clean.remove.length || clean.add.length ? clean : null;
  }

  // Each action returns a patch, or null if it would change nothing.

  /**
   * Make one link of the chosen sentences and all their links: it adds, and takes nothing away from any link.
   *
   * @param {IndexLink[]} links
   * @param {ChosenSentences} chosen
   */
  function add(links, chosen) {
    const before = touched(links, chosen);
    const all = union([linkOf(chosen), ...before]);
    return isLink(all) ? patch(before, [all]) : null;
  }

  /**
   * Link the chosen sentences, and only them. The rest of a link that loses some stays linked if both sides have any.
   *
   * @param {IndexLink[]} links
   * @param {ChosenSentences} chosen
   */
  function link(links, chosen) {
    if (!isLink(linkOf(chosen))) return null;
    const before = touched(links, chosen);
    const left = before.map((each) => part(each, chosen, false)).filter(isLink);
    return patch(before, [linkOf(chosen), ...left]);
  }

  /**
   * Move a sentence to the link of the nearest linked sentence before it (by = -1) or after it (by = 1) on its side.
   *
   * @param {IndexLink[]} links
   * @param {SentencePlace} place
   * @param {number} by
   */
  function attach(links, { side, index }, by) {
    const axis = side === "source" ? 0 : 1;
    const own = links.filter((each) => each[axis].includes(index));
    let least = Infinity;
    /** @type {IndexLink | null} */
    let nearest = null;
    for (const each of links) {
      for (const there of each[axis]) {
        const distance = (there - index) * by;
        if (distance <= 0 || distance >= least || own.includes(each)) continue;
        least = distance;
        nearest = each;
      }
    }
    if (!nearest) return null;
    const alone = { source: [], target: [], [side]: [index] };
    const left = own.map((each) => part(each, alone, false)).filter(isLink);
    return patch([nearest, ...own], [union([nearest, linkOf(alone)]), ...left]);
  }

  /** Remove the links of the chosen sentences. @param {IndexLink[]} links @param {ChosenSentences} chosen */
  function remove(links, chosen) {
    return patch(touched(links, chosen), []);
  }

  /**
   * Split a link in two: the chosen sentences, and the others. If only one side is chosen, its counterpart is what is most
   * similar to it; if the whole link is, the link is split where its sentences are most similar. A sentence that has no
   * counterpart leaves the link.
   *
   * @param {IndexLink[]} links
   * @param {ChosenSentences} chosen
   * @param {SentenceSimilarity} similarity
   */
  function split(links, chosen, similarity) {
    const before = touched(links, chosen);
    if (before.length !== 1) return null;
    const [inside, outside] = [part(before[0], chosen, true), part(before[0], chosen, false)];
    const isWhole = outside.every((side) => !side.length);
    const isOneSided = inside.some((side) => !side.length);
    const fitting = isWhole || isOneSided ? halves(before[0], inside, similarity) : [];
    const parts = fitting.length || isWhole ? fitting : [inside, outside].filter(isLink);
    return parts.length ? patch(before, parts) : null;
  }

  /**
   * Return the two parts of a link, both in text order, whose sentences are most similar; none if it has no two parts.
   *
   * @param {IndexLink} link
   * @param {IndexLink} chosen sentences that are not to be in one part with others
   * @param {SentenceSimilarity} similarity
   */
  function halves([xs, ys], chosen, similarity) {
    const most = (/** @type {number[]} */ values) => values.reduce((a, b) => Math.max(a, b), 0);
    const sum = (/** @type {number[]} */ values) => values.reduce((a, b) => a + b, 0);
    const fit = (/** @type {IndexLink} */ [as, bs]) =>
      sum(as.map((x) => most(bs.map((y) => similarity(x, y))))) +
      sum(bs.map((y) => most(as.map((x) => similarity(x, y)))));
    /** Return whether a part has all chosen sentences of a side, or none. @param {IndexLink} half */
    const isFair = (half) =>
      SIDES.every((_, axis) => {
        const number = half[axis].filter((index) => chosen[axis].includes(index)).length;
        return !number || number === half[axis].length;
      });
    /** @type {IndexLink[]} */
    let found = [];
    let best = -1;
    for (let i = 1; i < xs.length; i++) {
      for (let j = 1; j < ys.length; j++) {
        /** @type {IndexLink[]} */
        const parts = [
          [xs.slice(0, i), ys.slice(0, j)],
          [xs.slice(i), ys.slice(j)],
        ];
        if (!parts.every(isFair)) continue;
        const value = fit(parts[0]) + fit(parts[1]);
        if (value > best + 1e-9) [best, found] = [value, parts];
      }
    }
    return found;
  }

  /** Return links after a patch. @param {IndexLink[]} links @param {Patch} patch */
  function patched(links, { remove: removed, add: added, sentences = [] }) {
    const gone = new Set(removed.map(keyOf));
    const now = sentences.reduce(SentenceChanges.followed, links);
    return inOrder([...now.filter((each) => !gone.has(keyOf(each))), ...added]);
  }

  /**
   * Return whether links are as a patch of links leaves them: all added ones are there, and nothing is left of the removed ones.
   *
   * @param {IndexLink[]} links
   * @param {Patch} patch
   */
  function holds(links, { remove: removed, add: added }) {
    const there = new Set(links.map(keyOf));
    const addedKeys = new Set(added.map(keyOf));
    const others = links.filter((each) => !addedKeys.has(keyOf(each)));
    const isGone = (/** @type {IndexLink} */ each) => !others.some((other) => overlap(each, other));
    return added.every((each) => there.has(keyOf(each))) && removed.every(isGone);
  }

  /** Return a name for each sentence of a link. @param {IndexLink | LinkData} link */
  const namesOf = ([xs, ys]) => [...xs.map((x) => `source ${x}`), ...ys.map((y) => `target ${y}`)];

  /** Return whether no two links share a sentence. @param {(IndexLink | LinkData)[]} links */
  const areApart = (links) =>
    SIDES.every((_, axis) => {
      const all = links.flatMap((link) => link[axis]);
      return new Set(all).size === all.length;
    });

  /**
   * Return links of which no two share a sentence: those that do are merged. Each has the links that it was made of.
   *
   * @template {IndexLink | LinkData} T
   * @param {T[]} links
   */
  function grouped(links) {
    if (areApart(links)) return links.map((link) => ({ link: union([link]), from: [link] }));
    /** @type {Map<string, Set<T>>} */
    const groupOf = new Map();
    for (const link of links) {
      let group = new Set([link]);
      const names = namesOf(link);
      for (const before of new Set(names.map((name) => groupOf.get(name)))) {
        if (!before) continue;
        const [small, large] = before.size < group.size ? [before, group] : [group, before];
        for (const each of small) {
          large.add(each);
          for (const name of namesOf(each)) groupOf.set(name, large);
        }
        group = large;
      }
      for (const name of names) groupOf.set(name, group);
    }
    return [...new Set(groupOf.values())].map((group) => ({ link: union([...group]), from: [...group] }));
  }

  /** Return links of which no two share a sentence: those that do are merged. @param {(IndexLink | LinkData)[]} links */
  const disjoint = (links) => inOrder(grouped(links).map(({ link }) => link));

  /**
   * Return the word changes of each link that one of the views has, else null.
   *
   * @param {(IndexLink | LinkData)[]} links
   * @param {ViewData[]} views
   */
  function changesOf(links, views) {
    /** @type {Map<string, WordChange[] | null>} */
    const known = new Map();
    for (const view of views) {
      for (const [index, each] of view.links.entries()) known.set(keyOf(each), view.changes?.[index] ?? null);
    }
    return links.map((each) => known.get(keyOf(each)) ?? null);
  }

  /** Return a patch in words, removed links first. @param {Patch} patch */
  function inWords({ remove: removed, add: added, sentences = [], notes = [] }, between = "; ") {
    const words = (/** @type {IndexLink[]} */ links) => {
      const some = links.slice(0, 3).map(([xs, ys]) => `${Wording.indices(xs)} → ${Wording.indices(ys)}`);
      const more = links.length > 3 ? ` and ${Wording.number(links.length - 3)} more` : "";
      return some.join("; ") + more;
    };
    const parts = [
      ...sentences.slice(0, 3).map(({ side, at }) => `${side} sentence ${Wording.indices([at])} changed`),
      removed.length ? `− ${words(removed)}` : "",
      added.length ? `+ ${words(added)}` : "",
      notes.length ? `note on ${words(notes.map((note) => [note.source, note.target]))}` : "",
    ];
    return parts.filter(Boolean).join(between);
  }

  return {
    add,
    link,
    attach,
    remove,
    split,
    patch,
    patched,
    overlap,
    holds,
    grouped,
    union,
    disjoint,
    inOrder,
    keyOf,
    changesOf,
    inWords,
  };
})();
