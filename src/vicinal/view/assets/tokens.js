"use strict";
// Words as vicinal.text.tokens finds them, with the place of each in its text, so that it can be marked.

/**
 *
 *
 * @typedef {{ key: string, start: number, end: number }} Token Equal words have equal keys; places are UTF-16 units.
 */
/** @typedef {Record<string, string>} Folds */

const Tokens = (() => {
  // Letters with a soft hyphen or middle dot between them are one word: "Bundes·tag".
  const WORD = /[\p{L}\p{N}\p{M}]+(?:[\u00ad\u00b7\u0387\u2027]+[\p{L}\p{N}\p{M}]+)*/gu;
  const JOINERS = /[\u00ad\u00b7\u0387\u2027]+/gu;
  const BEFORE_JOINERS = /([\p{L}\p{Nl}\p{No}])\p{M}*$/u;
  const MOST_MARKS = 40; // that a letter has, so that a long word takes no long time
  const AFTER_JOINERS = /^([\p{L}\p{Nl}\p{No}])/u;
  const LETTER = /[\p{L}\p{N}]/u;
  const MARK = /\p{M}/u;
  const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;
  const ASCII = /^\p{ASCII}*$/u;
  // Scripts that put no spaces between words: Han, Hiragana, Katakana, Thai, Lao, Burmese, Khmer.
  const NO_SPACE =
    /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\u{1aff0}-\u{1b16f}\u{20000}-\u{3ffff}]/u;

  /**
   * Fold case as Unicode's caseless matching does.
   *
   * @param {string} text
   * @param {Folds} folds the characters whose folding is not their lower case
   */
  function fold(text, folds) {
    let folded = "";
    for (const character of text.normalize("NFD")) folded += folds[character] ?? character.toLowerCase();
    return folded.normalize("NFC");
  }

  /** Return the tokens of a text, in order. @param {string} text @param {Folds} folds @returns {Token[]} */
  function tokens(text, folds) {
    /** @type {Token[]} */
    const found = [];
    for (const { word, index } of runs(text)) {
      const key = ASCII.test(word) ? word.toLowerCase() : fold(word.replace(JOINERS, ""), folds);
      if (!LETTER.test(key)) continue; // the variation selector of an emoji is no word
      if (NO_SPACE.test(key)) for (const pair of pairs(word, index, folds)) found.push(pair);
      else found.push({ key, start: index, end: index + word.length });
    }
    return found;
  }

  /** Yield the runs of letters and digits of a text; joiners do not join digits. @param {string} text */
  function* runs(text) {
    for (const { 0: whole, index } of text.matchAll(WORD)) {
      let start = 0;
      for (const { 0: joiners, index: at } of whole.matchAll(JOINERS)) {
        const end = at + joiners.length;
        const before = whole.slice(Math.max(start, at - MOST_MARKS), at);
        if (joins(before, BEFORE_JOINERS) && joins(whole.slice(end), AFTER_JOINERS)) continue;
        yield { word: whole.slice(start, at), index: index + start };
        start = end;
      }
      yield { word: whole.slice(start), index: index + start };
    }
  }

  /** Tell whether there is a letter beside joiners that they can join. @param {string} text @param {RegExp} letter */
  function joins(text, letter) {
    const found = letter.exec(text);
    return found !== null && !NO_SPACE.test(found[1]);
  }

  /**
   * Return the tokens of a word with characters of a script without spaces: overlapping pairs of those characters.
   *
   * @param {string} word
   * @param {number} offset
   * @param {Folds} folds
   */
  function pairs(word, offset, folds) {
    /** @type {Token[]} */
    const units = [];
    for (const { 0: cluster, index } of word.matchAll(CLUSTER)) {
      const place = { start: offset + index, end: offset + index + cluster.length };
      for (const key of fold(cluster, folds)) units.push({ key, ...place });
    }
    /** @type {Token[]} */
    const found = [];
    const add = (/** @type {number} */ from, /** @type {number} */ to) => {
      const part = units.slice(from, to);
      found.push({ key: part.map(({ key }) => key).join(""), start: units[from].start, end: units[to - 1].end });
    };
    for (let from = 0, to = 0; from < units.length; from = to) {
      const noSpace = NO_SPACE.test(units[from].key);
      const belongs = (/** @type {Token} */ { key }) => (NO_SPACE.test(key) ? noSpace : !noSpace || MARK.test(key));
      to = from + 1;
      while (to < units.length && belongs(units[to])) to++;
      if (!noSpace || to === from + 1) add(from, to);
      else for (let at = from; at + 1 < to; at++) add(at, at + 2);
    }
    return found;
  }

  /**
   * Return the words that two lists of texts have in common.
   *
   * @param {string[]} source
   * @param {string[]} target
   * @param {Folds} folds
   * @param {(key: string) => number} weigh returns how much a word counts
   * @returns the words as the first list has them, the weightiest first, and their places in each text with their
   *   weight; places that touch are merged
   */
  function common(source, target, folds, weigh) {
    const found = [source, target].map((texts) => texts.map((text) => tokens(text, folds)));
    const keys = found.map((texts) => new Set(texts.flat().map((token) => token.key)));
    const places = found.map((texts, side) =>
      texts.map((list) =>
        merged(
          list.filter((token) => keys[1 - side].has(token.key)),
          weigh,
        ),
      ),
    );
    /** @type {Map<string, { word: string, weight: number }>} */
    const words = new Map();
    places[0].forEach((list, number) => {
      for (const [start, end, weight] of list) {
        const word = source[number].slice(start, end);
        const key = fold(word, folds);
        if (!words.has(key)) words.set(key, { word, weight });
      }
    });
    const listed = [...words.values()].sort((one, two) => two.weight - one.weight);
    return { words: listed, source: places[0], target: places[1] };
  }

  /**
   * Return the places of tokens with their weights; those that overlap or touch become one, with the greater weight.
   *
   * @param {Token[]} list
   * @param {(key: string) => number} weigh
   */
  function merged(list, weigh) {
    /** @type {[start: number, end: number, weight: number][]} */
    const places = [];
    for (const { key, start, end } of list) {
      const last = places.at(-1);
      const weight = weigh(key);
      if (last && start <= last[1]) {
        last[1] = Math.max(last[1], end);
        last[2] = Math.max(last[2], weight);
      } else places.push([start, end, weight]);
    }
    return places;
  }

  return { tokens, common };
})();
