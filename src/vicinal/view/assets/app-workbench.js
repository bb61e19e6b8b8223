"use strict";
// The page of one pair: the viewer, and beside it four modes of work: a method, a comparison, corrections, adjudication.

/** @typedef {InstanceType<typeof Workbench>} Workbench */
/** @typedef {MethodMode | CompareMode | CorrectMode | AdjudicateMode} WorkMode */

const Workbench = (() => {
  const { element, button } = Dom;

  return class Workbench {
    /** The key of the pair that is open. @type {string | null} */
    key = null;
    /** @type {PairEntry | null} */
    #pair = null;
    /** @type {{ viewer: Viewer, selection: SentenceSelection } | null} */
    #stage = null;
    /** @type {AbortController | null} */
    #opening = null;
    /** Whether the pair was done when last seen. @type {{ key: string, done: boolean } | null} */
    #lastDone = null;

    /** @param {App} app */
    constructor(app) {
      this.app = app;
      this.info = app.info;
      this.notices = app.notices;
      this.corrections = new Corrections({
        changed: () => this.#corrected(),
        refused: (error, lost) => this.#refused(error, lost),
        waiting: (number, error) => this.#waiting(number, error),
      });
      this.method = new MethodMode(this);
      this.correct = new CorrectMode(this);
      this.adjudicate = new AdjudicateMode(this);
      /** @type {WorkMode[]} */
      this.modes = [this.method, new CompareMode(this), this.correct, this.adjudicate];
      this.tabs = this.modes.map((mode) => {
        const tab = button(mode.icon, mode.label, () => this.turn(mode), true);
        tab.setAttribute("aria-pressed", "false");
        return tab;
      });
      this.walk = new Walk(this);
      this.place = element("div", { class: "mode-place" });
      this.why = new WhyPanel(this);
      this.fold = button("side", "Controls", () => {}, true);
      this.fold.classList.add("fold");
      this.walk.node.append(this.fold);
      this.side = element(
        "aside",
        { class: "side", "aria-label": "Work on the pair" },
        this.walk.node,
        element("div", { class: "tabs", role: "group", "aria-label": "Mode" }, ...this.tabs),
        this.place,
      );
      this.root = element("div", { class: "stage" });
      this.node = element("div", { class: "workbench" }, this.side, this.root);
      const show = (/** @type {boolean} */ open) => void this.node.classList.toggle("folded", !open);
      Folding.part(
        this.fold,
        "controls",
        show,
        () => !matchMedia("(max-width: 799px) and (max-height: 640px)").matches,
      );
    }

    /** The viewer and the selection in it. */
    get stage() {
      if (!this.#stage) throw new Error("no pair is open");
      return this.#stage;
    }

    get viewer() {
      return this.#stage?.viewer ?? null;
    }

    /** The open pair, with the sentences as the annotator corrected them, for a request. */
    get pairAsked() {
      return { key: this.key ?? "", annotator: this.corrections.annotator || null };
    }

    get mode() {
      return this.modes.find((mode) => mode.node === this.place.firstChild) ?? null;
    }

    get title() {
      return this.#pair?.id ?? "Two texts";
    }

    /** Open the pair that the address names. @param {URLSearchParams} params */
    async open(params) {
      const key = params.get("pair") ?? "";
      const annotator = params.get("as") || this.app.annotator; // a set that is corrected by hand has its own name
      this.#opening?.abort();
      this.#opening = new AbortController();
      const { signal } = this.#opening;
      const place = this.walk.find(key);
      try {
        const isOther = key !== this.#pair?.key;
        let pair = null;
        if (key !== this.key || annotator !== this.corrections.annotator) {
          this.#leave();
          if (isOther) this.notices.say("");
          this.key = null;
          ({ pair } = await this.corrections.open(key, annotator, signal));
        }
        const placed = await place;
        if (signal.aborted) return;
        if (pair) {
          this.key = key;
          this.#pair = pair;
          this.#showPair();
        }
        this.walk.arrive(placed);
        this.adjudicate.set.tell(params.get("as"));
        this.app.start.tell(key);
        this.app.entitle(this.title);
        const wanted = this.modes.find((mode) => mode.name === params.get("mode")) ?? this.correct;
        // The address may name other settings in the same mode.
        if (wanted === this.mode && wanted !== this.correct) wanted.enter();
        else this.turn(wanted, false);
        if (isOther) this.#arrive();
      } catch (error) {
        if (!signal.aborted) this.notices.error("open", error, () => this.open(params));
      }
    }

    /** Begin at the top of a pair that was just opened. */
    #arrive() {
      this.side.append(this.notices.message); // near the work
      this.stage.selection.begin();
      scrollTo(0, 0);
      this.walk.tell();
    }

    /** Show the pair. The viewer is made once its element is in the page, because it reads the size of that. */
    #showPair() {
      this.notices.clear("open");
      if (this.#stage) return this.show(this.corrections.view);
      const viewer = new Viewer(this.root, this.#titled(this.corrections.view));
      const selection = new SentenceSelection(viewer, {
        changed: () => {
          this.correct.paint();
          this.why.refresh();
        },
        moved: () => this.correct.moved(),
        enter: ({ shiftKey }) => this.correct.act(shiftKey ? "link" : "add"),
      });
      this.#stage = { viewer, selection };
      this.#offerWays(this.corrections.view);
    }

    /** Show links in the viewer. @param {ViewData} view */
    show(view) {
      this.stage.viewer.update(this.#titled(view));
      this.why.refresh();
      this.#offerWays(view);
    }

    /** Offer what to try where little was found. @param {ViewData} view */
    #offerWays(view) {
      this.stage.viewer.controls.waysOn.replaceChildren(...(view.little ? WaysOn.buttons(this, view) : []));
    }

    /** Go to Method with a method and settings. @param {MethodChoice} choice */
    tryMethod(choice) {
      this.turn(this.method);
      this.method.settings.take(choice);
    }

    /**
     * Return a view with the pair's name as its title; texts that both have that name are called by their levels.
     *
     * @param {ViewData} view
     */
    #titled(view) {
      const { source, target } = view;
      if (source.name !== target.name) return { ...view, title: this.title };
      const [one = null, two = null] = this.#pair?.levels ?? [];
      return { ...view, title: this.title, source: { ...source, name: one }, target: { ...target, name: two } };
    }

    /** Turn to a mode. @param {WorkMode} mode @param {boolean} noted whether to write it into the address */
    turn(mode, noted = true) {
      if (!this.key) return;
      if (noted) Address.note({ mode: mode.name });
      if (mode === this.mode) return;
      if (noted) this.notices.say(""); // what was said is about the mode before
      this.why.close();
      this.mode?.leave();
      for (const [number, tab] of this.tabs.entries())
        tab.setAttribute("aria-pressed", String(this.modes[number] === mode));
      this.side.dataset.mode = mode.name;
      this.place.replaceChildren(mode.node, this.why.button, this.why.node);
      mode.enter();
    }

    #leave() {
      this.why.close();
      this.mode?.leave();
      this.place.replaceChildren();
    }

    close() {
      this.notices.bringHome();
      this.adjudicate.set.tell(null);
      this.#opening?.abort();
      this.app.start.tell(null);
      this.#leave();
    }

    // Corrections -------------------------------------------------------------------------------------------------

    #corrected() {
      if (this.key && this.key === this.corrections.key && this.mode === this.correct) this.correct.refresh();
      const { state, key } = this.corrections;
      if (!state || !key) return;
      const changed = this.#lastDone?.key === key && this.#lastDone.done !== state.done;
      this.#lastDone = { key, done: state.done };
      if (!changed) return;
      this.walk.find(key).then((placed) => this.key === key && this.walk.show(placed));
    }

    /** Ask for a name if there is none yet; return whether there is one. */
    async named() {
      if (this.corrections.annotator) return true;
      const chosen = this.stage.selection.value;
      if (!(await this.app.askName())) return false;
      await this.open(Address.read());
      this.stage.selection.take(chosen);
      return true;
    }

    /**
     * Replace the annotator's links. If there is work in them, ask first.
     *
     * @param {IndexLink[]} links
     * @param {string} whose the name of the method that found them
     */
    async take(links, whose) {
      if (!(await this.named())) return;
      const { corrections } = this;
      const patch = Patches.patch(corrections.links, links);
      const isWork = corrections.done || (corrections.state?.edited ?? false);
      if (patch && isWork && !(await this.#mayReplace(links.length, whose))) return;
      this.turn(this.correct);
      if (!patch) return;
      corrections.change(patch);
      this.correct.said(`${Wording.count(links.length, "link")} of ${whose} taken over`);
    }

    /** Ask whether the annotator's links may be replaced. @param {number} number @param {string} whose */
    #mayReplace(number, whose) {
      const { links, done } = this.corrections;
      const yours = `Your ${Wording.count(links.length, "link")}, ${done ? "marked as done" : "which you corrected"},`;
      const verb = links.length === 1 ? "is" : "are";
      const text = `${yours} ${verb} replaced by ${Wording.count(number, "link")} of ${whose}. You can undo that.`;
      return Question.ask("Replace your links?", text, { yes: "Replace them", no: "Keep my links" });
    }

    /** @param {unknown} error @param {EditJob[]} lost */
    #refused(error, lost) {
      const words = lost.map(({ action, patch }) => (patch ? Patches.inWords(patch) : action)).join(" · ");
      const isConflict = error instanceof Server.Refused && error.status === 409;
      const others = isConflict ? "The links below are those on the server." : "";
      this.notices.show("refused", `Not saved: ${words}.`, {
        detail: `${Notices.text(error)}. ${others}`,
      });
      const first = lost.find(({ patch }) => patch);
      if (!first?.patch || this.mode !== this.correct || first.key !== this.key) return;
      // Choose the same sentences again, so that the change can be repeated.
      const all = [...first.patch.remove, ...first.patch.add];
      this.correct.refresh();
      this.stage.selection.take({ source: all.flatMap(([xs]) => xs), target: all.flatMap(([, ys]) => ys) });
    }

    /** @param {number} number @param {unknown} error */
    #waiting(number, error) {
      if (!error) this.notices.clear("waiting");
      else
        this.notices.show("waiting", `${Wording.count(number, "change")} not saved yet.`, {
          detail: `${Notices.text(error)} Changes are kept in this tab and sent as soon as possible; leave it open.`,
          actions: { "Try now": () => this.corrections.retry() },
        });
      if (this.mode === this.correct) this.correct.paint();
    }
  };
})();
