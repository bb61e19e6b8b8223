"use strict";
// How rare a word is in two documents: the idf of TF-IDF on a scale from 0 to 1, so that "the" counts less than "volcano".

const WordWeights = (() => {
  const LONGEST = 2000; // characters of a sentence that are counted
  const SAMPLE = 400; // sentences that are counted, so that long documents take no longer
  /** From how rare a word is on its mark is strong, and from when on it is one at all but faint. */
  const STRONG = 0.75;
  const SOME = 0.45;
  /** What was counted, by what stands for the words of the texts. @type {WeakMap<object, (key: string) => number>} */
  const known = new WeakMap();

  /**
   * Return a function from a token to its rarity: 1 if only one sentence on each side has it, 0 if all have it, or if it
   * is an article, a preposition or the like. It is counted once for two documents, and not again when a few of their
   * sentences are corrected.
   *
   * @param {AlignmentModel} model
   */
  function rarity({ sides, data, words }) {
    const found = known.get(words) ?? counted([sides.source, sides.target], data);
    known.set(words, found);
    return found;
  }

  /** @param {ModelDocument[]} documents @param {ViewData} data */
  function counted(documents, { folds, function_words }) {
    const plain = new Set(function_words);
    const all = documents.flatMap(({ sentences }) => sentences);
    const step = Math.ceil(all.length / SAMPLE);
    /** @type {Map<string, number>} */
    const sentencesWith = new Map();
    let total = 0;
    for (let i = 0; i < all.length; i += step, total++) {
      const keys = new Set(Tokens.tokens(all[i].slice(0, LONGEST), folds).map(({ key }) => key));
      for (const key of keys) sentencesWith.set(key, (sentencesWith.get(key) ?? 0) + 1);
    }
    const most = Math.log(total / 2); // of a word in two sentences
    return (/** @type {string} */ key) =>
      plain.has(key)
        ? 0
        : most > 0
          ? Math.min(1, Math.max(0, Math.log(total / (sentencesWith.get(key) ?? 1)) / most))
          : 1;
  }

  /** Return how strongly a word is marked. @param {number} weight @returns {"rare" | "some" | "often"} */
  const strength = (weight) => (weight >= STRONG ? "rare" : weight >= SOME ? "some" : "often");

  return { rarity, strength };
})();
