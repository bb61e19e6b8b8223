"use strict";
// What one annotator makes of one pair: shown at once, sent in order, and never lost without a word.
(() => {
  const { ask, path, patches, Refused, Unreachable } = Vicinal;
  const AGAIN = [2000, 4000, 8000, 15000]; // milliseconds until what could not be sent is sent again

  class Corrections {
    /**
     * `on` is told: changed() when there is something else to show, refused(message, lost) when changes could not be
     * kept, waiting(number, error) when changes wait for the server, error null once they no longer do.
     */
    constructor(on) {
      this.on = on;
      this.queue = [];
      this.failures = 0;
      this.versions = new Map(); // the last that is known, of every pair and annotator
      // Tabs of the same browser tell each other; the others notice when they are looked at again, or when they change
      // something that is no longer there.
      this.tabs = globalThis.BroadcastChannel ? new BroadcastChannel("vicinal-edits") : null;
      this.tabs?.addEventListener("message", ({ data }) => {
        const ours = data?.key === this.key && data.annotator === this.annotator;
        if (ours && data.version !== this.state?.version) this.refresh();
      });
      document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
      addEventListener("beforeunload", (event) => this.queue.length && event.preventDefault());
    }

    /** Load a pair, with the links of an annotator; return what the server says of it. */
    async open(key, annotator, signal) {
      const told = await ask(path(`api/pairs/${encodeURIComponent(key)}`, { annotator }), { signal });
      // Only with the links that the pair began with can be told which ones were made by hand.
      const begun = told.state.edited ? await ask(`api/pairs/${encodeURIComponent(key)}`, { signal }) : told;
      this.key = key;
      this.annotator = annotator;
      this.begun = begun.view;
      this.scores = scores(begun.view.links);
      this.#take(told.state);
      return told;
    }

    /** Look whether the links were changed elsewhere. */
    async refresh() {
      if (!this.key || this.queue.length) return;
      const { key, annotator, state } = this;
      try {
        const told = await ask(path(`api/pairs/${encodeURIComponent(key)}`, { annotator }));
        const current = key === this.key && annotator === this.annotator && state === this.state && !this.queue.length;
        if (current && told.state.version !== state.version) this.#take(told.state);
      } catch {
        // Nothing was asked for; the next change will tell.
      }
    }

    /** The links as they are to be: those of the server, with the changes that are on their way. */
    get links() {
      return this.#ahead.reduce((links, { patch }) => patches.patched(links, patch), this.state.links);
    }

    get #ahead() {
      return this.queue.filter((job) => job.patch && nameOf(job) === nameOf(this));
    }

    /** Whether the pair is marked as done, or will be. */
    get done() {
      const marks = this.queue.filter((job) => job.path === "done" && nameOf(job) === nameOf(this));
      return marks.length ? marks[marks.length - 1].body.done : this.state.done;
    }

    get canUndo() {
      return this.state.can_undo || this.#ahead.length > 0;
    }

    get canRedo() {
      return this.state.can_redo && !this.#ahead.length;
    }

    change(patch) {
      this.#add({ path: "change", patch, body: { remove: patch.remove, add: patch.add } });
    }

    undo() {
      this.#add({ path: "undo", body: {} });
    }

    redo() {
      this.#add({ path: "redo", body: {} });
    }

    mark(done) {
      this.#add({ path: "done", body: { done } });
    }

    #add(job) {
      this.queue.push({ ...job, key: this.key, annotator: this.annotator });
      this.on.changed();
      this.#work();
    }

    /** Send again what could not be sent. */
    retry() {
      clearTimeout(this.timer);
      this.#work();
    }

    async #work() {
      if (this.working) return;
      this.working = true;
      let error = null;
      while (this.queue.length && !error) {
        const [job] = this.queue;
        try {
          await this.#send(job);
          this.queue.shift();
          this.failures = 0;
        } catch (caught) {
          if (caught instanceof Unreachable || caught.passes) error = caught;
          else this.#refuse(job, caught);
        }
        if (!error) this.on.changed();
      }
      this.working = false;
      this.on.waiting(this.queue.length, error);
      if (!error) return;
      this.timer = setTimeout(() => this.retry(), AGAIN[Math.min(this.failures++, AGAIN.length - 1)]);
    }

    async #send(job) {
      const body = { ...job.body, annotator: job.annotator };
      // Who goes back wants to take back what he sees, not what another tab has done since.
      if (job.path === "undo" || job.path === "redo") body.version = job.version ??= this.versions.get(nameOf(job));
      try {
        const { state } = await ask(`api/pairs/${encodeURIComponent(job.key)}/${job.path}`, { body });
        this.#settle(job, state);
      } catch (error) {
        // What we want may be there already: another tab did the same, or the answer to an earlier try was lost.
        const state = error instanceof Refused && error.status === 409 ? error.body.state : null;
        const again = job.tried;
        job.tried = true;
        if (!state || !(job.patch ? patches.holds(state.links, job.patch) : again && job.version < state.version))
          throw error;
        this.#settle(job, state);
      }
    }

    #settle(job, state) {
      this.versions.set(nameOf(job), state.version);
      if (nameOf(job) === nameOf(this)) this.state = state;
      this.tabs?.postMessage({ key: job.key, annotator: job.annotator, version: state.version });
    }

    /** Drop what the server does not take, and what came after it: that was done to links that are not there. */
    #refuse(job, error) {
      const mine = (each) => nameOf(each) === nameOf(job);
      const lost = this.queue.filter(mine);
      this.queue = this.queue.filter((each) => !mine(each));
      const state = error.body?.state;
      if (state) this.versions.set(nameOf(job), state.version);
      if (state && mine(this)) this.state = state;
      else if (!state) this.refresh();
      this.on.refused(error, lost);
    }

    #take(state) {
      this.versions.set(nameOf(this), state.version);
      this.state = state;
      this.on.changed();
    }

    /** What the viewer shows: the links as they are to be, with the scores that they began with. */
    get view() {
      const { links, begun, scores } = this;
      const keys = new Set(links.map(patches.keyOf));
      if (keys.size === begun.links.length && begun.links.every((link) => keys.has(patches.keyOf(link)))) return begun;
      // The path of the search goes only with links that are as the search made them.
      const stays = begun.links.filter((link) => keys.has(patches.keyOf(link)));
      const own = new Set(stays.flatMap(([xs, ys]) => xs.flatMap((x) => ys.map((y) => `${x} ${y}`))));
      return {
        ...begun,
        links: links.map((link) => [...link, scores.get(patches.keyOf(link)) ?? null]),
        changes: patches.changesOf(links, [begun]),
        cells: begun.cells.filter((cell) => own.has(cell.join(" "))),
        steps: [],
      };
    }
  }

  const nameOf = ({ key, annotator }) => JSON.stringify([key, annotator]);

  /** Return the scores of links as they are before corrections, where no sentence is in two. */
  function scores(links) {
    const best = (one) => {
      const inside = links.filter(([xs, ys]) => xs.every((x) => one[0].includes(x)) && one[1].includes(ys[0]));
      return Math.max(...inside.map((link) => link[2]));
    };
    return new Map(patches.apart(links).map((one) => [patches.keyOf(one), best(one)]));
  }

  Object.assign(Vicinal, { Corrections });
})();
