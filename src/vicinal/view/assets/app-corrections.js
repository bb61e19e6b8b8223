"use strict";
// The corrections of one annotator to one pair: shown at once, sent in order, and never lost silently.

/** @typedef {InstanceType<typeof Corrections>} Corrections */
/** @typedef {{ key: string, annotator: string }} PairOfAnnotator */
/**
 * A change to send. `version` is the one that an undo or redo refers to; `tried` is true from the second try;
 * `expected` is what there is after a change of sentences.
 *
 * @typedef {PairOfAnnotator & {
 *   action: EditAction,
 *   patch: Patch | null,
 *   body: { done?: boolean } & Partial<Patch>,
 *   expected?: ViewData,
 *   version?: number,
 *   tried?: boolean,
 * }} EditJob
 */
/**
 * A pair as the server has it. `base` has the sentences of the annotator, with the links as they were before any
 * correction, or, once sentences were corrected, as they were when the pair was loaded. `begun` is the pair itself.
 *
 * @typedef {PairOfAnnotator & CorrectedViews & { state: EditState }} OpenPair
 */

const Corrections = (() => {
  const RETRIES = [2000, 4000, 8000, 15000]; // milliseconds until the next try to send

  class Corrections {
    /** @type {EditJob[]} */
    queue = [];
    /** Whether changes are being sent. */
    working = false;
    /** @type {OpenPair | null} */
    #open = null;
    #failures = 0;
    /** The last known state of every pair and annotator. @type {Map<string, EditState>} */
    #known = new Map();
    /** What links and view were made of, and these. @type {{ of: unknown[], links: IndexLink[], notes: LinkNote[], view: ViewData } | null} */
    #shown = null;
    /** What the sentences of each patch made of a view. @type {WeakMap<Patch, { from: ViewData, view: ViewData }>} */
    #made = new WeakMap();
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
      const views = await CorrectedView.viewsOf(key, answer, signal);
      this.#take({ key, annotator, ...views, state: answer.state });
      return answer;
    }

    /** Check whether the links were changed elsewhere. */
    async refresh() {
      if (!this.#open || this.queue.length) return;
      const { key, annotator, state } = this.#open;
      try {
        const answer = await Server.pair(key, annotator);
        if (answer.state.version === state.version) return;
        const isSame = answer.state.text_version === state.text_version;
        const views = isSame ? this.#open : await CorrectedView.viewsOf(key, answer);
        if (state === this.state && !this.queue.length)
          this.#take({ key, annotator, base: views.base, begun: views.begun, state: answer.state });
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

    /** The sentences of both texts before any correction. */
    get original() {
      const { source, target } = this.#pair.begun;
      return { source: source.paragraphs.flat(), target: target.paragraphs.flat() };
    }

    /** The links with all changes, saved or not. */
    get links() {
      return this.#current.links;
    }

    /** What is noted about links, with all changes, saved or not. @returns {LinkNote[]} */
    get notes() {
      return this.#current.notes;
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
      this.#add("change", patch, patch);
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
          else await this.#refuse(job, error);
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
      const known = this.#known.get(nameOf(job));
      if (job.action === "undo" || job.action === "redo") job.version ??= known?.version;
      // The numbers of sentences are those that the user sees.
      const text_version = job.patch ? known?.text_version : undefined;
      if (job.patch?.sentences && this.#isOfThisPair(job)) job.expected ??= this.#after([job.patch]);
      const body = { ...job.body, annotator: job.annotator, version: job.version, text_version };
      try {
        const { state } = await Server.edit(job.key, job.action, body);
        await this.#settle(job, state);
      } catch (error) {
        // The change may be there already: another tab made it too, or the answer to an earlier try was lost.
        const state = conflictOf(error);
        const wasTried = job.tried;
        job.tried = true;
        if (!state) throw error;
        const isThere = job.patch?.sentences
          ? wasTried && (await CorrectedView.isOnServer(job))
          : job.patch
            ? state.text_version === text_version && Patches.holds(state.links, job.patch)
            : wasTried && job.version !== undefined && job.version < state.version;
        if (!isThere) throw error;
        await this.#settle(job, state);
      }
    }

    /** Take over the state after a change. @param {EditJob} job @param {EditState} state */
    async #settle(job, state) {
      this.#known.set(nameOf(job), state);
      if (this.#open && this.#isOfThisPair(job)) {
        const { key, annotator, begun, state: before } = this.#open;
        const isOwn = Boolean(job.patch?.sentences) && state.text_version === before.text_version + 1;
        if (isOwn && job.expected) this.#open = { key, annotator, base: job.expected, begun, state };
        else if (state.text_version === before.text_version) this.#open.state = state;
        else await this.#reload();
      }
      this.tabs?.postMessage({ key: job.key, annotator: job.annotator, version: state.version });
    }

    /**
     * Drop a change that the server refuses, and those after it, which build on it.
     *
     * @param {EditJob} job
     * @param {unknown} error
     */
    async #refuse(job, error) {
      const lost = this.queue.filter((each) => nameOf(each) === nameOf(job));
      this.queue = this.queue.filter((each) => !lost.includes(each));
      const state = error instanceof Server.Refused ? error.body?.state : undefined;
      const isOpen = this.#open !== null && this.#isOfThisPair(job);
      if (state && isOpen && state.text_version === this.#open?.state.text_version) this.#open.state = state;
      else if (isOpen) await this.#reload().catch(() => null);
      if (state) this.#known.set(nameOf(job), state);
      this.on.refused(error, lost);
    }

    /** Load the pair again: its sentences are others than those shown. */
    async #reload() {
      const { key, annotator } = this.#pair;
      const answer = await Server.pair(key, annotator);
      const views = await CorrectedView.viewsOf(key, answer);
      if (this.key === key && this.annotator === annotator)
        this.#take({ key, annotator, ...views, state: answer.state });
    }

    /** @param {OpenPair} pair */
    #take(pair) {
      this.#known.set(nameOf(pair), pair.state);
      this.#open = pair;
      this.on.changed();
    }

    /** Return the base with the sentences after patches. @param {Patch[]} patches */
    #after(patches) {
      return patches.reduce((view, patch) => {
        const { sentences } = patch;
        if (!sentences) return view;
        const known = this.#made.get(patch);
        if (known?.from === view) return known.view;
        const made = { from: view, view: sentences.reduce(SentenceChanges.changed, view) };
        this.#made.set(patch, made);
        return made.view;
      }, this.#pair.base);
    }

    /** What the viewer shows: sentences and links with all changes, and the scores that they had. @returns {ViewData} */
    get view() {
      return this.#current.view;
    }

    /** Links, notes and view with all changes; made once for each change. */
    get #current() {
      const { base, state } = this.#pair;
      const unsaved = this.#unsaved;
      const of = [base, state, ...unsaved];
      if (this.#shown?.of.length !== of.length || of.some((each, i) => each !== this.#shown?.of[i])) {
        let { links, notes } = state;
        for (const patch of unsaved) {
          notes = Notes.after(notes, links, patch);
          links = Patches.patched(links, patch);
        }
        this.#shown = { of, links, notes, view: CorrectedView.withLinks(this.#after(unsaved), links) };
      }
      return this.#shown;
    }
  }

  /** @param {PairOfAnnotator} pair */
  const nameOf = ({ key, annotator }) => JSON.stringify([key, annotator]);

  /** Return the state as it is now, if an error is a conflict with it. @param {unknown} error */
  const conflictOf = (error) =>
    (error instanceof Server.Refused && error.status === 409 ? error.body?.state : null) ?? null;

  return Corrections;
})();
