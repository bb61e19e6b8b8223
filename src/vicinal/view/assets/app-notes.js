"use strict";
// Notes about links: that the annotator is unsure, and comments. They follow the links.

const Notes = (() => {
  const { SIDES } = AlignmentModel;
  const { keyOf } = Patches;

  /** Return whether two links have a sentence in common on each side. @param {IndexLink} one @param {IndexLink} two */
  const share = (one, two) => SIDES.every((_, axis) => one[axis].some((index) => two[axis].includes(index)));

  /**
   * Return the notes after a patch, given the links before it. A link that takes the place of others has their notes.
   *
   * @param {LinkNote[]} notes
   * @param {IndexLink[]} links
   * @param {Patch} patch
   * @returns {LinkNote[]}
   */
  function after(notes, links, patch) {
    const { sentences = [], remove, add, notes: given = [] } = patch;
    /** @type {Map<string, { unsure: boolean, comments: Set<string>, link: IndexLink }>} */
    const found = new Map();
    const note = (/** @type {IndexLink} */ link, /** @type {LinkNote} */ { unsure, comment }) => {
      const before = found.get(keyOf(link)) ?? { unsure: false, comments: new Set(), link };
      if (comment) before.comments.add(comment);
      found.set(keyOf(link), { ...before, unsure: before.unsure || unsure });
    };
    const now = sentences.reduce(SentenceChanges.followed, links);
    const gone = new Set(remove.map(keyOf));
    for (const each of notes) {
      const [place] = sentences.reduce(SentenceChanges.followed, [[each.source, each.target]]);
      const link = place && now.find((one) => share(one, place));
      if (!link) continue;
      if (!gone.has(keyOf(link))) note(link, each);
      else for (const other of add) if (share(other, link)) note(other, each);
    }
    for (const each of given) {
      found.delete(keyOf([each.source, each.target]));
      note([each.source, each.target], each);
    }
    return [...found.values()]
      .map(({ unsure, comments, link: [source, target] }) => ({
        source,
        target,
        unsure,
        comment: [...comments].join("; "),
      }))
      .filter(({ unsure, comment }) => unsure || comment);
  }

  return { after };
})();
