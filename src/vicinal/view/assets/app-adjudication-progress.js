"use strict";
// How far the adjudication of all pairs is, and the way to the next one.

/** @typedef {InstanceType<typeof AdjudicationProgress>} AdjudicationProgress */

const AdjudicationProgress = (() => {
  const { element } = Dom;

  return class AdjudicationProgress {
    /** @param {Workbench} bench @param {() => AdjudicatedNames} names */
    constructor(bench, names) {
      this.bench = bench;
      this.names = names;
      this.words = element("p", { class: "small" });
      const plain = (/** @type {string} */ text, /** @type {() => void} */ click) =>
        element("button", { type: "button", text, on: { click } });
      this.next = plain("Next pair with differences", () => this.toNext());
      this.take = plain("", () => this.takeOver());
      this.node = element(
        "section",
        { class: "all-pairs", "aria-label": "All pairs" },
        this.words,
        this.next,
        this.take,
      );
    }

    /** @param {string} key of the open pair */
    async #ask(key) {
      const { one, other, third } = this.names();
      return await Server.adjudication({ one, other, annotator: third, after: key });
    }

    /** Count the pairs. @param {string} key of the open pair */
    async show(key) {
      try {
        const { pairs, differing, adjudicated, alike_left, next } = await this.#ask(key);
        if (key !== this.bench.key) return;
        const { one, other } = this.names();
        const both = `${one} and ${other} have both done ${Wording.count(pairs, "pair")}`;
        const differ = differing
          ? `they differ in ${Wording.number(differing)}, of which ${Wording.number(adjudicated)} ${adjudicated === 1 ? "is" : "are"} adjudicated`
          : "they do not differ";
        this.words.textContent = pairs ? `${both}; ${differ}.` : `${both}.`;
        this.next.hidden = !next;
        this.take.hidden = !alike_left;
        this.take.textContent = `Take over ${Wording.count(alike_left, "pair")} without differences`;
      } catch (error) {
        this.words.textContent = Notices.text(error);
      }
    }

    /** Open the next pair with differences; say so if there is none. */
    async toNext() {
      const { key, notices } = this.bench;
      if (!key) return;
      try {
        const { next } = await this.#ask(key);
        if (key !== this.bench.key) return;
        if (next) Address.go({ ...this.bench.app.list.addressOf({ key: next }), ...this.names(), mode: "adjudicate" });
        else {
          notices.say("No other pair with differences is left that both have done");
          await this.show(key);
        }
      } catch (error) {
        notices.error("open", error, () => this.toNext());
      }
    }

    /** Take over the pairs without differences, some at a time. */
    async takeOver() {
      const { key, notices } = this.bench;
      const { one, other, third } = this.names();
      this.take.disabled = true;
      let taken = 0;
      try {
        for (let more = true; more; ) {
          const answer = await Server.takeOver({ one, other, annotator: third });
          taken += answer.taken;
          more = answer.left > 0 && answer.taken > 0;
        }
        notices.say(`${Wording.count(taken, "pair")} taken over into “${third}”, marked as done`);
      } catch (error) {
        notices.error("take-over", error);
      }
      this.take.disabled = false;
      if (key && key === this.bench.key) await this.show(key);
    }
  };
})();
