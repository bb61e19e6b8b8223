"use strict";
// From pair to pair through the list: the one before, the one after, and the next that is not done.

/** @typedef {InstanceType<typeof Walk>} Walk */

const Walk = (() => {
  const { element, button } = Dom;
  const LONGEST = 60; // characters of a pair's name in a message

  return class Walk {
    /** Where the user wants to go: so many steps from a pair. @type {{ key: string, steps: number } | null} */
    #going = null;
    /** What to say when the next pair is open. */
    #news = "";

    /** @param {Workbench} bench */
    constructor(bench) {
      this.bench = bench;
      this.previous = button("previous", "Previous pair", () => this.step(-1));
      this.next = button("next", "Next pair", () => this.step(1));
      this.where = element("p", { class: "where-in-list" });
      this.progress = element("progress", { "aria-label": "Pairs done" });
      const words = element("div", { class: "walk-words" }, this.where, this.progress);
      this.node = element("div", { class: "walk" }, words, this.previous, this.next);
    }

    get #list() {
      return this.bench.app.list;
    }

    /**
     * Find the place of a pair in the list. Without it there are no steps from pair to pair, but the pair can be read and
     * corrected.
     *
     * @param {string} key
     */
    find(key) {
      return this.#list.place(key).catch(() => null);
    }

    /** Show the place of a pair, and how many pairs are done. @param {PairPlace | null} placed */
    show(placed) {
      const { at, found, listed, total, done } = placed ?? { at: 0, found: 0, listed: false, total: 0, done: 0 };
      this.where.textContent = placed ? PairSelection.where(PairSelection.of(Address.read()), placed) : "";
      this.progress.max = total || 1;
      this.progress.value = done;
      this.previous.disabled = !at;
      this.next.disabled = (at ?? 0) + Number(listed) >= found;
    }

    /** Show the place of the pair that was asked for. @param {PairPlace | null} placed */
    arrive(placed) {
      this.show(placed);
      if (!this.#going?.steps) this.#going = null; // unless more steps were asked for
    }

    /** Go to another pair of the list; several steps can be taken before the first one is there. @param {number} by */
    async step(by) {
      const { key } = this.bench;
      const from = this.#going ?? (key ? { key, steps: 0 } : null);
      if (!from) return;
      const going = { key: from.key, steps: from.steps + by };
      this.#going = going;
      try {
        const pair = await this.#list.beside(going.key, going.steps);
        if (this.#going !== going) return;
        this.#going = pair ? { key: pair.key, steps: 0 } : from;
        if (pair) Address.go(this.#list.addressOf(pair));
      } catch (error) {
        this.#going = null;
        this.bench.notices.error("open", error, () => this.step(by));
      }
    }

    /** Open the next pair of the list that is not done; say so if there is none. */
    async toUnfinished() {
      const { key, notices, title } = this.bench;
      if (!key) return;
      try {
        const next = await this.#list.nextUnfinished(key);
        if (key !== this.bench.key) return;
        if (!next || next.key === key) {
          notices.say("Marked as done. No unfinished pair is left");
          return;
        }
        this.#news = `Done: ${title.slice(0, LONGEST)}. This is the next unfinished pair`;
        Address.go(this.#list.addressOf(next));
      } catch (error) {
        notices.error("open", error, () => this.toUnfinished());
      }
    }

    /** Say what led to the pair that was just opened. */
    tell() {
      if (this.#news) this.bench.notices.say(this.#news);
      this.#news = "";
    }
  };
})();
