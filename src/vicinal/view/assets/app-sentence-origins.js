"use strict";
// Which sentences of a text were corrected, and what stood there before.

const SentenceOrigins = (() => {
  /** Return the places of texts that occur once. @param {string[]} texts */
  function single(texts) {
    /** @type {Map<string, number>} */
    const found = new Map();
    texts.forEach((text, index) => {
      found.set(text, found.has(text) ? -1 : index);
    });
    return found;
  }

  /**
   * Return the corrected sentences of a text, each with what stood there before. Sentences keep their order, so those
   * that are the same in both texts, and occur once in each, say what belongs to what.
   *
   * @param {string[]} before
   * @param {string[]} now
   * @returns {Map<number, string>}
   */
  function corrected(before, now) {
    /** @type {Map<number, string>} */
    const found = new Map();
    if (before.length === now.length && before.every((text, index) => text === now[index])) return found;
    const [once, onceNow] = [single(before), single(now)];
    let [from, fromNow] = [0, 0];
    const close = (/** @type {number} */ to, /** @type {number} */ toNow) => {
      while (from < to && fromNow < toNow && before[from] === now[fromNow]) [from, fromNow] = [from + 1, fromNow + 1];
      let [end, endNow] = [to, toNow];
      while (end > from && endNow > fromNow && before[end - 1] === now[endNow - 1])
        [end, endNow] = [end - 1, endNow - 1];
      for (let index = fromNow; index < endNow; index++) found.set(index, before.slice(from, end).join(" "));
      [from, fromNow] = [to + 1, toNow + 1];
    };
    now.forEach((text, index) => {
      const there = onceNow.get(text) === index ? once.get(text) : undefined;
      if (there !== undefined && there >= from) close(there, index);
    });
    close(before.length, now.length);
    return found;
  }

  return { corrected };
})();
