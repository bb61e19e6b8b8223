"use strict";
// The corrections of one annotator to one pair: shown at once, sent in order, and never lost silently.

/** @typedef {InstanceType<typeof Corrections>} Corrections */
/** @typedef {{ key: string, annotator: string }} PairOfAnnotator */
/**
 * A change to send. `version` is the one that an undo or redo refers to; `tried` is true from the second try.
 *
 * @typedef {PairOfAnnotator & {
 *   action: EditAction,
 *   patch: Patch | null,
 *   body: { done?: boolean } & Partial<Patch>,
 *   version?: number,
 *   tried?: boolean,
 * }} EditJob
 */
/** @typedef {PairOfAnnotator & { begun: ViewData, scores: Map<string, number>, state: EditState }} OpenPair */

const Corrections = (() => {
  const RETRIES = [2000, 4000, 8000, 15000]; // milliseconds until the next try to send

  class Corrections {
    /** @type {EditJob[]} */
    queue = [];
    /** Whether changes are being sent. */
    working = false;
    /** The pair, with its links before any correction. @type {OpenPair | null} */
    #open = null;
    #failures = 0;
    /** The last known version of every pair and annotator. @type {Map<string, number>} */
    #versions = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {{
     *   changed: () => void,
     *   refused: (error: unknown, lost: EditJob[]) => void,
     *   waiting: (number: number, error: unknown) => void,
     * }} on `changed`: there is something else to show; `refused`: changes could not be saved; `waiting`: changes wait
     *   for the server, with error null once they no longer do
     */
    constructor(on) {
      this.on = on;
      // Tabs of one browser tell each other about changes. Others find out when they become visible again, or when they
      // change something that no longer exists.
      this.tabs = globalThis.BroadcastChannel ? new BroadcastChannel("vicinal-edits") : null;
      this.tabs?.addEventListener("message", ({ data }) => {
        if (this.#open && nameOf(data) === nameOf(this.#open) && data.version !== this.state?.version) this.refresh();
      });
      document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
      addEventListener("beforeunload", (event) => this.queue.length && event.preventDefault());
    }

    get key() {
      return this.#open?.key ?? null;
    }

    get annotator() {
      return this.#open?.annotator ?? null;
    }

    /** The annotator's work as the server has it; null before a pair is open. */
    get state() {
      return this.#open?.state ?? null;
    }

    get #pair() {
      if (!this.#open) throw new Error("no pair is open");
      return this.#open;
    }

    /**
     * Load a pair with the links of an annotator.
     *
     * @param {string} key
     * @param {string} annotator
     * @param {AbortSignal} signal
     */
    async open(key, annotator, signal) {
      const answer = await Server.pair(key, annotator, signal);
      // The original links show which ones were made by hand.
      const begun = answer.state.edited ? await Server.pair(key, null, signal) : answer;
      const { links } = begun.view;
      this.#open = { key, annotator, begun: begun.view, scores: scoresOf(links), state: answer.state };
      this.#take(this.#open, answer.state);
      return answer;
    }

    /** Check whether the links were changed elsewhere. */
    async refresh() {
      if (!this.#open || this.queue.length) return;
      const { key, annotator, state } = this.#open;
      try {
        const answer = await Server.pair(key, annotator);
        const isCurrent = state === this.state && !this.queue.length;
        if (isCurrent && answer.state.version !== state.version) this.#take(this.#open, answer.state);
      } catch {
        // The user asked for nothing; the next change will report it.
      }
    }

    /** @param {EditJob} job */
    #isOfThisPair(job) {
      return this.#open !== null && nameOf(job) === nameOf(this.#open);
    }

    /** The patches that are not saved yet. */
    get #unsaved() {
      return this.queue.flatMap((job) => (job.patch && this.#isOfThisPair(job) ? [job.patch] : []));
    }

    /** The links with all changes, saved or not. */
    get links() {
      return this.#unsaved.reduce(Patches.patched, this.#pair.state.links);
    }

    /** Whether the pair is marked as done, or will be. */
    get done() {
      const last = this.queue.findLast((job) => job.action === "done" && this.#isOfThisPair(job));
      return last?.body.done ?? this.#pair.state.done;
    }

    get canUndo() {
      return this.#pair.state.can_undo || this.#unsaved.length > 0;
    }

    get canRedo() {
      return this.#pair.state.can_redo && !this.#unsaved.length;
    }

    /** @param {Patch} patch */
    change(patch) {
      this.#add("change", { remove: patch.remove, add: patch.add }, patch);
    }

    undo() {
      this.#add("undo");
    }

    redo() {
      this.#add("redo");
    }

    /** @param {boolean} done */
    mark(done) {
      this.#add("done", { done });
    }

    /** @param {EditAction} action @param {EditJob["body"]} body @param {Patch | null} patch */
    #add(action, body = {}, patch = null) {
      const { key, annotator } = this.#pair;
      this.queue.push({ action, patch, body, key, annotator });
      this.on.changed();
      this.#work();
    }

    /** Try again to send what waits. */
    retry() {
      clearTimeout(this.#timer);
      this.#work();
    }

    async #work() {
      if (this.working) return;
      this.working = true;
      let problem = null;
      while (this.queue.length && !problem) {
        const [job] = this.queue;
        try {
          await this.#send(job);
          this.queue.shift();
          this.#failures = 0;
        } catch (error) {
          const isTemporary = error instanceof Server.Refused && error.isTemporary;
          if (error instanceof Server.Unreachable || isTemporary) problem = error;
          else this.#refuse(job, error);
        }
        if (!problem) this.on.changed();
      }
      this.working = false;
      this.on.waiting(this.queue.length, problem);
      if (!problem) return;
      this.#timer = setTimeout(() => this.retry(), RETRIES[Math.min(this.#failures++, RETRIES.length - 1)]);
    }

    /** @param {EditJob} job */
    async #send(job) {
      // Undo takes back what the user sees, not what another tab has changed since.
      if (job.action === "undo" || job.action === "redo") job.version ??= this.#versions.get(nameOf(job));
      const body = { ...job.body, annotator: job.annotator, version: job.version };
      try {
        const { state } = await Server.edit(job.key, job.action, body);
        this.#settle(job, state);
      } catch (error) {
        // The change may be there already: another tab made it too, or the answer to an earlier try was lost.
        const state = conflictOf(error);
        const wasTried = job.tried;
        job.tried = true;
        if (!state) throw error;
        const isThere = job.patch
          ? Patches.holds(state.links, job.patch)
          : wasTried && job.version !== undefined && job.version < state.version;
        if (!isThere) throw error;
        this.#settle(job, state);
      }
    }

    /** @param {EditJob} job @param {EditState} state */
    #settle(job, state) {
      this.#versions.set(nameOf(job), state.version);
      if (this.#open && this.#isOfThisPair(job)) this.#open.state = state;
      this.tabs?.postMessage({ key: job.key, annotator: job.annotator, version: state.version });
    }

    /**
     * Drop a change that the server refuses, and those after it, which build on it.
     *
     * @param {EditJob} job
     * @param {unknown} error
     */
    #refuse(job, error) {
      const lost = this.queue.filter((each) => nameOf(each) === nameOf(job));
      this.queue = this.queue.filter((each) => !lost.includes(each));
      const state = error instanceof Server.Refused ? error.body?.state : undefined;
      if (state) {
        this.#versions.set(nameOf(job), state.version);
        if (this.#open && this.#isOfThisPair(job)) this.#open.state = state;
      } else this.refresh();
      this.on.refused(error, lost);
    }

    /** @param {OpenPair} pair @param {EditState} state */
    #take(pair, state) {
      this.#versions.set(nameOf(pair), state.version);
      pair.state = state;
      this.on.changed();
    }

    /** What the viewer shows: the links with all changes, and the scores that they had. @returns {ViewData} */
    get view() {
      const { begun, scores } = this.#pair;
      const { links } = this;
      const keys = new Set(links.map(Patches.keyOf));
      if (keys.size === begun.links.length && begun.links.every((link) => keys.has(Patches.keyOf(link)))) return begun;
      // Cells are shown only in links as the method made them.
      const kept = begun.links.filter((link) => keys.has(Patches.keyOf(link)));
      const own = new Set(kept.flatMap(([xs, ys]) => xs.flatMap((x) => ys.map((y) => `${x} ${y}`))));
      return {
        ...begun,
        method: null,
        little: null,
        links: links.map((link) => [...link, scores.get(Patches.keyOf(link)) ?? null]),
        changes: Patches.changesOf(links, [begun]),
        cells: begun.cells.filter((cell) => own.has(cell.join(" "))),
        steps: [],
      };
    }
  }

  /** @param {PairOfAnnotator} pair */
  const nameOf = ({ key, annotator }) => JSON.stringify([key, annotator]);

  /** Return the state as it is now, if an error is a conflict with it. @param {unknown} error */
  const conflictOf = (error) =>
    (error instanceof Server.Refused && error.status === 409 ? error.body?.state : null) ?? null;

  /** Return the scores of the original links; links that share a sentence are merged. @param {LinkData[]} links */
  function scoresOf(links) {
    const best = (/** @type {IndexLink} */ one) => {
      const inside = links.filter(([xs, ys]) => xs.every((x) => one[0].includes(x)) && one[1].includes(ys[0]));
      return Math.max(...inside.map(([, , score]) => score ?? 0));
    };
    return new Map(Patches.disjoint(links).map((one) => [Patches.keyOf(one), best(one)]));
  }

  return Corrections;
})();
