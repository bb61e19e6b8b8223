"use strict";
// Word similarity of sentences, as vicinal.similarity.tfidf computes it: term counts times idf, cosine.

/** @typedef {InstanceType<typeof TfIdf>} TfIdf */
/** @typedef {{ terms: number[], weights: number[] }} TermVector The terms ascend; the weights have length 1. */

const TfIdf = (() => {
  const LONGEST = 50000; // characters of a sentence that are used

  return class TfIdf {
    /**
     * Yield while the sentences are counted, which takes a moment for long documents; return their similarities.
     *
     * @param {string[]} source
     * @param {string[]} target
     * @param {Folds} folds
     */
    static *prepare(source, target, folds) {
      /** @type {Map<string, number>} */
      const termOf = new Map();
      /** @type {number[]} */
      const sentencesWith = [];
      /** @type {Map<number, number>[]} */
      const counted = [];
      for (const text of [...source, ...target]) {
        const counts = new Map();
        for (const { key } of Tokens.tokens(text.slice(0, LONGEST), folds)) {
          let term = termOf.get(key);
          if (term === undefined) {
            term = termOf.size;
            termOf.set(key, term);
          }
          counts.set(term, (counts.get(term) ?? 0) + 1);
        }
        for (const term of counts.keys()) sentencesWith[term] = (sentencesWith[term] ?? 0) + 1;
        counted.push(counts);
        yield;
      }
      const idf = sentencesWith.map((n) => Math.log(counted.length / n) + 1);
      const rows = counted.map((counts) => {
        const sorted = [...counts].sort(([a], [b]) => a - b);
        const weights = sorted.map(([term, count]) => count * idf[term]);
        const length = Math.sqrt(weights.reduce((total, weight) => total + weight * weight, 0));
        return { terms: sorted.map(([term]) => term), weights: weights.map((weight) => weight / (length || 1)) };
      });
      return new TfIdf(rows.slice(0, source.length), rows.slice(source.length));
    }

    /** @param {TermVector[]} source @param {TermVector[]} target */
    constructor(source, target) {
      this.source = source;
      this.target = target;
    }

    /** Return the cosine of source sentence x and target sentence y. @param {number} x @param {number} y */
    pair(x, y) {
      const a = this.source[x];
      const b = this.target[y];
      let dot = 0;
      for (let i = 0, j = 0; i < a.terms.length && j < b.terms.length; ) {
        if (a.terms[i] < b.terms[j]) i++;
        else if (a.terms[i] > b.terms[j]) j++;
        else dot += a.weights[i++] * b.weights[j++];
      }
      return dot;
    }

    /**
     * Return the similarity of two paragraphs, that of their most similar pair.
     *
     * @param {number[]} xs
     * @param {number[]} ys
     */
    best(xs, ys) {
      let best = 0;
      for (const x of xs) for (const y of ys) best = Math.max(best, this.pair(x, y));
      return best;
    }

    /**
     * Yield after each row; return all similarities, from 0 to 255. In a long document, each value is that of the most
     * similar pair in a block of `size` by `size` sentences.
     *
     * @param {number} most rows or columns of values
     */
    *heat(most) {
      const [height, width] = [this.source.length, this.target.length];
      const size = Math.max(1, Math.ceil(Math.max(height, width) / most));
      const rows = Math.ceil(height / size);
      const columns = Math.ceil(width / size);
      const values = new Uint8ClampedArray(rows * columns);
      /** The target sentences and weights of each term, in turn. @type {number[][]} */
      const postings = [];
      this.target.forEach(({ terms, weights }, y) => {
        terms.forEach((term, i) => {
          postings[term] ??= [];
          postings[term].push(y, weights[i]);
        });
      });
      const sums = new Float64Array(width);
      for (let x = 0; x < height; x++) {
        sums.fill(0);
        const { terms, weights } = this.source[x];
        for (let i = 0; i < terms.length; i++) {
          const list = postings[terms[i]] ?? [];
          for (let j = 0; j < list.length; j += 2) sums[list[j]] += weights[i] * list[j + 1];
        }
        const start = Math.floor(x / size) * columns;
        for (let y = 0; y < width; y++) {
          const at = start + Math.floor(y / size);
          const value = sums[y] * 255;
          if (value > values[at]) values[at] = value;
        }
        yield;
      }
      return { rows, columns, size, values };
    }
  };
})();
