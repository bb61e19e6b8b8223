"use strict";
// Notes about links: that the annotator is unsure, and comments. They follow the links.

const Notes = (() => {
  const { SIDES } = AlignmentModel;
  const { keyOf } = Patches;

  /** Return whether two links have a sentence in common on each side. @param {IndexLink} one @param {IndexLink} two */
  const share = (one, two) => SIDES.every((_, axis) => one[axis].some((index) => two[axis].includes(index)));

  /**
   * Return the links after changes of sentences, each with the notes on the links that it comes from.
   *
   * @param {LinkNote[]} notes
   * @param {IndexLink[]} links
   * @param {SentenceChange[]} sentences
   */
  function followed(notes, links, sentences) {
    const noted = new Map(notes.map((note) => [keyOf([note.source, note.target]), note]));
    let now = links.map((link) => ({ link, some: [noted.get(keyOf(link)) ?? []].flat() }));
    for (const change of sentences) {
      const before = new Map(now.map(({ link, some }) => [link, some]));
      now = SentenceChanges.traced([...before.keys()], change).map(({ link, from }) => ({
        link,
        some: from.flatMap((each) => before.get(each) ?? []),
      }));
    }
    return now.map(({ link, some }) => /** @type {const} */ ([link, some]));
  }

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
    if (!notes.length && !given.length) return [];
    const gone = new Set(remove.map(keyOf));
    for (const [link, some] of followed(notes, links, sentences)) {
      const places = gone.has(keyOf(link)) ? add.filter((other) => share(other, link)) : [link];
      for (const place of places) for (const each of some) note(place, each);
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
