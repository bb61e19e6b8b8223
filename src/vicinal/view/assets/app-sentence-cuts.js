"use strict";
// Where a sentence can be split: between its words; and where that is likely: after punctuation, before a conjunction.

/** @typedef {{ at: number, strength: number }} Cut A place in a text, and how likely the sentence ends there. */

const SentenceCuts = (() => {
  const CLOSING = "[\"'”’»›)\\]」』）】》]*";
  const ENDS = new RegExp(`[.!?…؟।。！？｡]${CLOSING}\\s*$`, "u");
  const PARTS = new RegExp(`[;:；：—–]${CLOSING}\\s*$`, "u");
  const COMMAS = new RegExp(`[,،、，､]${CLOSING}\\s*$`, "u");
  // Characters of languages that are written without spaces between words.
  const UNSPACED =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
  const LOOKED_AT = 12; // characters before a place in which its punctuation stands
  /** Words that often begin a part of a sentence, by language. @type {Record<string, string>} */
  const CONJUNCTIONS = {
    en: "and but or so because although though while whereas when which who after before since if",
    de: "und aber oder denn doch sondern weil dass obwohl während wenn als damit nachdem bevor",
    fr: "et mais ou car donc or parce puisque quand lorsque que qui si tandis pendant",
    es: "y e pero o u porque aunque cuando mientras que si sino pues",
    it: "e ed ma o perché poiché quando mentre che se però sebbene",
    pt: "e mas ou porque pois quando enquanto que se porém embora",
    nl: "en maar of want omdat terwijl toen dat als hoewel",
    sv: "och men eller för eftersom när medan att om",
    pl: "i a ale lub oraz bo ponieważ gdy kiedy że jeśli",
    ru: "и а но или потому что когда если хотя",
  };

  /** Return the places of a text between its words. @param {string} text @param {string | null} language @returns {Cut[]} */
  function all(text, language) {
    const words = new Intl.Segmenter(language ?? undefined, { granularity: "word" });
    const conjunctions = new Set((CONJUNCTIONS[(language ?? "en").slice(0, 2)] ?? "").split(" "));
    /** @type {Cut[]} */
    const found = [];
    for (const { index, segment, isWordLike } of words.segment(text)) {
      const begins = isWordLike || /^[\p{Ps}\p{Pi}"'¿¡]/u.test(segment);
      const left = text.slice(Math.max(0, index - LOOKED_AT), index);
      if (!begins || !left.trim() || /[\p{Ps}\p{Pi}¿¡]$/u.test(left)) continue;
      const isApart = /\s$|[—–]$/u.test(left) || UNSPACED.test(segment) || UNSPACED.test(left.slice(-1));
      if (!isApart) continue;
      const isConjunction = conjunctions.has(segment.toLowerCase());
      const strength = ENDS.test(left) ? 3 : PARTS.test(left) ? 2 : COMMAS.test(left) || isConjunction ? 1 : 0;
      found.push({ at: index, strength });
    }
    return found;
  }

  /** Return the places that are likely; if none is, all of them. @param {Cut[]} cuts */
  function likely(cuts) {
    const some = cuts.filter(({ strength }) => strength > 0);
    return some.length ? some : cuts;
  }

  /** Return the likeliest place: strong, and near the middle. @param {Cut[]} cuts @param {string} text */
  function best(cuts, text) {
    const rank = (/** @type {Cut} */ { at, strength }) => strength - 2 * Math.abs(at / text.length - 0.5);
    return cuts.reduce((/** @type {Cut | null} */ most, cut) => (most && rank(most) >= rank(cut) ? most : cut), null);
  }

  return { all, likely, best, UNSPACED };
})();
