"use strict";
// The word similarities of the open pair, computed in slices so that a long pair can be corrected meanwhile.

/** @typedef {InstanceType<typeof WordSimilarities>} WordSimilarities */

const WordSimilarities = (() => {
  return class WordSimilarities {
    /** The text that the table is of. @type {ModelDocument[]} */
    #of = [];
    /** @type {TfIdf | null} */
    #table = null;
    #steps = TfIdf.prepare([], [], {});
    #stop = () => {};

    /** @param {() => void} ready called when the table can be read without waiting */
    constructor(ready) {
      this.ready = ready;
    }

    /** Begin with the sentences of a model, unless that was done. @param {AlignmentModel} model */
    prepare({ sides: { source, target }, data }) {
      if (this.#of[0] === source && this.#of[1] === target) return;
      this.#stop();
      this.#of = [source, target];
      this.#table = null;
      this.#steps = TfIdf.prepare(source.sentences, target.sentences, data.folds);
      this.#stop = Schedule.inSlices(this.#steps, (table) => {
        this.#table = table;
        this.ready();
      });
    }

    /** The table; null while it is being computed. */
    get table() {
      return this.#table;
    }

    /** Return the table of a model, now. @param {AlignmentModel} model */
    whole(model) {
      this.prepare(model);
      if (this.#table) return this.#table;
      this.#stop();
      let step = this.#steps.next();
      while (!step.done) step = this.#steps.next();
      this.#table = step.value;
      return this.#table;
    }
  };
})();
