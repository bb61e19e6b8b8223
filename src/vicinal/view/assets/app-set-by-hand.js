"use strict";
// The adjudicated set in the mode Correct: the address names it, and a line says whose links these are.

/** @typedef {InstanceType<typeof SetByHand>} SetByHand */

const SetByHand = (() => {
  return class SetByHand {
    /** @param {Workbench} bench */
    constructor(bench) {
      this.bench = bench;
    }

    /** The set that is corrected; null if these are the annotator's own links. */
    get name() {
      return Address.read().get("as");
    }

    /** Correct a set, at a difference. @param {string} set @param {DifferenceData} difference */
    async correct(set, { source, target }) {
      Address.note({ as: set, mode: "correct" });
      await this.bench.open(Address.read());
      const { selection, viewer } = this.bench.stage;
      selection.take({ source, target });
      viewer.texts.source.focus(source[0]);
    }

    /** Go back to the annotator's own links, in the mode that is on. */
    async leave() {
      Address.note({ as: null });
      await this.bench.open(Address.read());
    }

    /** Say whose links these are, as long as they are not the annotator's own. @param {string | null} set */
    tell(set) {
      const { notices, adjudicate } = this.bench;
      if (!set) return notices.clear("set");
      notices.show("set", `You are correcting the set “${set}”.`, {
        tone: "calm",
        actions: { "Back to Adjudicate": () => this.bench.turn(adjudicate), "My own links": () => this.leave() },
      });
    }
  };
})();
