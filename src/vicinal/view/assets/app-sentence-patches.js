"use strict";
// Corrections of sentences as patches: split, join, edit, delete, begin a paragraph, mark a heading. Each is one change,
// so that one undo takes it back. A function returns null if there is nothing to change.

const SentencePatches = (() => {
  // White space as the server sees it: that of Python.
  const SPACE = new RegExp(
    `[${["\\t-\\r", "\\x1c-\\x20", "\\x85", "\\xa0", "\\u1680", "\\u2000-\\u200a"].join("")}\\u2028\\u2029\\u202f\\u205f\\u3000]+`,
  );

  /** Return a text without superfluous white space. @param {string} text */
  const tidy = (text) => text.split(SPACE).filter(Boolean).join(" ");

  /** Return two texts as one, with a space between them where the language uses spaces. @param {string} one @param {string} two */
  function joined(one, two) {
    const [left, right] = [[...one].at(-1) ?? "", [...two].at(0) ?? ""];
    return one + ([left, right].every((each) => SentenceCuts.UNSPACED.test(each)) ? "" : " ") + two;
  }

  /**
   * Return a patch that replaces sentences; null if they stay as they are.
   *
   * @param {SentenceChange[]} sentences
   * @returns {Patch | null}
   */
  function patch(sentences) {
    const real = sentences.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
    return real.length ? { remove: [], add: [], sentences: real } : null;
  }

  /**
   * Split a sentence.
   *
   * @param {DocumentData} document
   * @param {SentencePlace} place
   * @param {number} offset where the second part begins
   * @param {string} [text] the sentence as it was edited just now
   */
  function split(document, { side, index }, offset, text) {
    const old = SentenceChanges.pieces(document)[index];
    const whole = text ?? old[0];
    const parts = [tidy(whole.slice(0, offset)), tidy(whole.slice(offset))];
    if (!parts.every(Boolean)) return null;
    /** @type {SentencePiece[]} */
    const after = [
      [parts[0], old[1], old[2]],
      [parts[1], false, false],
    ];
    return patch([{ side, at: index, before: [old], after }]);
  }

  /**
   * Join a sentence with the next one, also across the end of a paragraph. The rest of the second paragraph then goes
   * on after it; the result is a heading if the first sentence was one and nothing else goes on.
   *
   * @param {DocumentData} document
   * @param {SentencePlace} place
   * @param {Partial<Record<number, string>>} [texts] sentences as they were edited just now
   */
  function join(document, { side, index }, texts = {}) {
    const all = SentenceChanges.pieces(document);
    const [one, two, next] = all.slice(index, index + 3);
    if (!one || !two) return null;
    const [left, right] = [texts[index] ?? one[0], texts[index + 1] ?? two[0]].map(tidy);
    const text = left && right ? joined(left, right) : left || right;
    const heading = one[2] && (!two[1] || two[2] || !next || next[1]);
    return text ? patch([{ side, at: index, before: [one, two], after: [[text, one[1], heading]] }]) : null;
  }

  /**
   * Give a sentence another text.
   *
   * @param {DocumentData} document
   * @param {SentencePlace} place
   * @param {string} text
   */
  function edit(document, { side, index }, text) {
    const old = SentenceChanges.pieces(document)[index];
    const now = tidy(text);
    if (!now || now === tidy(old[0])) return null;
    return patch([{ side, at: index, before: [old], after: [[now, old[1], old[2]]] }]);
  }

  /** Begin a paragraph with a sentence, or no longer. @param {DocumentData} document @param {SentencePlace} place */
  function paragraph(document, { side, index }) {
    const old = SentenceChanges.pieces(document)[index];
    if (!index) return null;
    return patch([{ side, at: index, before: [old], after: [[old[0], !old[1], false]] }]);
  }

  /**
   * Make a sentence a heading, a paragraph of its own; or make the heading that it is in a plain paragraph.
   *
   * @param {DocumentData} document
   * @param {SentencePlace} place
   */
  function heading(document, { side, index }) {
    const all = SentenceChanges.pieces(document);
    const first = opening(all, index);
    if (all[first][2]) return patch([{ side, at: first, before: [all[first]], after: [[all[first][0], true, false]] }]);
    const before = all.slice(index, index + 2);
    const [one, two] = before;
    /** @type {SentencePiece[]} */
    const after = [[one[0], true, true]];
    if (two) after.push([two[0], true, two[2]]);
    return patch([{ side, at: index, before, after }]);
  }

  /** Delete a sentence; the last one of a text stays. @param {DocumentData} document @param {SentencePlace} place */
  function remove(document, { side, index }) {
    const all = SentenceChanges.pieces(document);
    if (all.length < 2) return null;
    const [old, next] = all.slice(index, index + 2);
    /** @type {SentenceChange[]} */
    const changes = [{ side, at: index, before: [old], after: [] }];
    // What follows in the paragraph begins it then.
    if (old[1] && next && !next[1])
      changes.unshift({ side, at: index + 1, before: [next], after: [[next[0], true, old[2]]] });
    return patch(changes);
  }

  /** Return the first sentence of the paragraph that a sentence is in. @param {SentencePiece[]} all @param {number} index */
  function opening(all, index) {
    let first = index;
    while (first > 0 && !all[first][1]) first--;
    return first;
  }

  return { split, join, edit, paragraph, heading, remove, tidy };
})();
