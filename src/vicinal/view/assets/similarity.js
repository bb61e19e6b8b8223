"use strict";
// Word similarity of sentences, as vicinal.similarity.TfIdf has it: term counts times idf, cosine.
(() => {
  const LONGEST = 50000; // characters of a sentence that are looked at; nobody writes longer ones in good faith

  /** Prepare the similarities of two lists of sentences; a generator, since long documents take a moment. */
  function* similarities(source, target, folds) {
    const number = new Map();
    const inSentences = [];
    const counted = [];
    for (const text of [...source, ...target]) {
      const counts = new Map();
      for (const { key } of Vicinal.tokens(text.slice(0, LONGEST), folds)) {
        let term = number.get(key);
        if (term === undefined) number.set(key, (term = number.size));
        counts.set(term, (counts.get(term) ?? 0) + 1);
      }
      for (const term of counts.keys()) inSentences[term] = (inSentences[term] ?? 0) + 1;
      counted.push(counts);
      yield;
    }
    const idf = inSentences.map((n) => Math.log(counted.length / n) + 1);
    const rows = counted.map((counts) => {
      const terms = [...counts.keys()].sort((a, b) => a - b);
      const weights = terms.map((term) => counts.get(term) * idf[term]);
      const length = Math.sqrt(weights.reduce((total, weight) => total + weight * weight, 0));
      return { terms, weights: weights.map((weight) => weight / (length || 1)) };
    });
    return new Similarities(rows.slice(0, source.length), rows.slice(source.length));
  }

  class Similarities {
    constructor(source, target) {
      this.source = source;
      this.target = target;
      this.shape = [source.length, target.length];
    }

    /** The cosine of source sentence x and target sentence y. */
    pair(x, y) {
      const a = this.source[x];
      const b = this.target[y];
      let dot = 0;
      for (let i = 0, j = 0; i < a.terms.length && j < b.terms.length;) {
        if (a.terms[i] < b.terms[j]) i++;
        else if (a.terms[i] > b.terms[j]) j++;
        else dot += a.weights[i++] * b.weights[j++];
      }
      return dot;
    }

    /** The most similar pair of two lists of sentences: how similar paragraphs are. */
    best(xs, ys) {
      let best = 0;
      for (const x of xs) for (const y of ys) best = Math.max(best, this.pair(x, y));
      return best;
    }

    /**
     * Return all similarities as {rows, columns, values}, values from 0 to 255. In a long document one value stands
     * for a block of sentences: the best pair in it. A generator, one row at a time.
     */
    *heat(most) {
      const [height, width] = this.shape;
      const size = Math.max(1, Math.ceil(Math.max(height, width) / most));
      const rows = Math.ceil(height / size);
      const columns = Math.ceil(width / size);
      const values = new Uint8ClampedArray(rows * columns);
      const postings = [];
      this.target.forEach(({ terms, weights }, y) =>
        terms.forEach((term, i) => (postings[term] ??= []).push(y, weights[i])),
      );
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
  }

  Object.assign(Vicinal, { similarities });
})();
