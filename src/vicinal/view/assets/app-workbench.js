"use strict";
// One pair on the bench: the viewer, and beside it what is done with it: a method, a comparison, corrections.
(() => {
  const { element, button, address } = Vicinal;

  class Workbench {
    /** `app` has: info, notices, annotator, askName(), list (of pairs). */
    constructor(app) {
      this.app = app;
      this.info = app.info;
      this.notices = app.notices;
      this.corrections = new Vicinal.Corrections({
        changed: () => this.#corrected(),
        refused: (error, lost) => this.#refused(error, lost),
        waiting: (number, error) => this.#waiting(number, error),
      });
      this.modes = [new Vicinal.MethodMode(this), new Vicinal.CompareMode(this), new Vicinal.CorrectMode(this)];
      this.#build();
    }

    #build() {
      this.tabs = this.modes.map((mode) => {
        const tab = button(mode.icon, mode.label, () => this.turn(mode), true);
        tab.setAttribute("aria-pressed", "false");
        return tab;
      });
      this.back = button("previous", "Previous pair", () => this.step(-1));
      this.on = button("next", "Next pair", () => this.step(1));
      this.where = element("p", { class: "where-in-list" });
      this.progress = element("progress", { "aria-label": "Pairs that are done" });
      this.place = element("div", { class: "mode-place" });
      this.fold = button("next", "Controls", () => this.#fold(), true);
      this.fold.classList.add("fold");
      this.fold.setAttribute("aria-expanded", "true");
      this.side = element(
        "aside",
        { class: "side", "aria-label": "What to do with the pair" },
        element(
          "div",
          { class: "walk" },
          element("div", { class: "walk-words" }, this.where, this.progress),
          this.back,
          this.on,
        ),
        element("div", { class: "tabs", role: "group", "aria-label": "What to do" }, ...this.tabs, this.fold),
        this.place,
      );
      this.root = element("div", { class: "stage" });
      this.node = element("div", { class: "workbench" }, this.side, this.root);
    }

    get mode() {
      return this.modes.find((mode) => mode.node === this.place.firstChild) ?? null;
    }

    #fold() {
      const folded = this.node.classList.toggle("folded");
      this.fold.setAttribute("aria-expanded", String(!folded));
    }

    /** Open what the address names. */
    async open(params) {
      const key = params.get("pair");
      const { annotator } = this.app;
      this.opening?.abort();
      this.opening = new AbortController();
      const { signal } = this.opening;
      try {
        if (key !== this.key || annotator !== this.corrections.annotator) {
          this.mode?.leave();
          this.place.replaceChildren();
          this.key = null;
          const told = await this.corrections.open(key, annotator, signal);
          if (signal.aborted) return;
          this.key = key;
          this.pair = told.pair;
          this.title = told.pair.id ?? "Two texts";
          this.#seen();
        }
        this.app.entitle(this.title);
        this.#place(params.get("at"));
        const wanted = this.modes.find((mode) => mode.name === params.get("mode"));
        // An address with other settings, in the same place.
        if (wanted && wanted === this.mode && wanted !== this.modes[2]) wanted.enter();
        else this.turn(wanted ?? this.modes[2], false);
      } catch (error) {
        if (!signal.aborted) this.notices.trouble("open", error, () => this.open(params));
      }
    }

    /** The viewer is made when there is something to show: it reads the room that it has. */
    #seen() {
      const view = this.#titled(this.corrections.view);
      this.notices.clear("open");
      if (this.viewer) this.viewer.update(view);
      else {
        this.viewer = Vicinal.viewer(this.root, view);
        this.selection = new Vicinal.Selection(this.viewer, {
          changed: () => this.modes[2].paint(),
          enter: () => this.modes[2].act("link"),
        });
      }
    }

    /** Show links in the viewer. */
    show(view) {
      this.viewer.update(this.#titled(view));
    }

    /** Return a view with the name of the pair on top; where both texts have that name too, they go by their levels. */
    #titled(view) {
      const { source, target } = view;
      if (source.name !== target.name) return { ...view, title: this.title };
      const [one, two] = this.pair.levels;
      return { ...view, title: this.title, source: { ...source, name: one }, target: { ...target, name: two } };
    }

    /** Turn to a way of working; `noted` writes it into the address. */
    turn(mode, noted = true) {
      if (!this.key) return;
      if (noted) address.note({ mode: mode.name });
      if (mode === this.mode) return;
      this.mode?.leave();
      this.modes.forEach((each, number) => this.tabs[number].setAttribute("aria-pressed", String(each === mode)));
      this.side.dataset.mode = mode.name;
      this.place.replaceChildren(mode.node);
      mode.enter();
    }

    close() {
      this.opening?.abort();
      this.mode?.leave();
      this.place.replaceChildren();
    }

    // Corrections -------------------------------------------------------------------------------------------------

    #corrected() {
      if (this.key && this.key === this.corrections.key && this.mode === this.modes[2]) this.modes[2].refresh();
      this.#count();
      const { state, key } = this.corrections;
      const marked = state && this.marked?.key === key && this.marked.done !== state.done;
      this.marked = state && { key, done: state.done };
      if (!marked) return;
      this.app.list.stale();
      this.app.list.counted().then(() => this.#count());
    }

    /** Make sure that there is a name to keep corrections under; false if nobody gives one. */
    async named() {
      if (this.app.annotator) return true;
      const chosen = this.selection.value;
      if (!(await this.app.askName())) return false;
      await this.open(address.read());
      this.selection.take(chosen);
      return true;
    }

    /** Make these links the annotator's own, in place of those he has. */
    async take(links) {
      if (!(await this.named())) return;
      const patch = Vicinal.patches.patch(this.corrections.links, links);
      this.turn(this.modes[2]);
      if (patch) this.corrections.change(patch);
    }

    #refused(error, lost) {
      const words = lost.map(({ path, patch }) => (patch ? Vicinal.patches.inWords(patch) : path)).join(" · ");
      const others = error.status === 409 ? "The links below are as they are on the server now." : "";
      this.notices.show("refused", `Not saved: ${words}.`, {
        tone: "odd",
        detail: `${Vicinal.capital(error.message)}. ${others}`,
      });
      const first = lost.find(({ patch }) => patch);
      // What was chosen is chosen again, so that it can be done once more.
      if (first && this.mode === this.modes[2] && first.key === this.key) {
        const all = [...first.patch.remove, ...first.patch.add];
        this.modes[2].refresh();
        this.selection.take({ source: all.flatMap(([xs]) => xs), target: all.flatMap(([, ys]) => ys) });
      }
    }

    #waiting(number, error) {
      if (!error) this.notices.clear("waiting");
      else
        this.notices.show("waiting", `${Vicinal.count(number, "change")} not saved yet.`, {
          detail: `${error.message} What you do is kept here and sent by itself as soon as it can be; leave this tab open.`,
          actions: [["Try now", () => this.corrections.retry()]],
        });
      if (this.mode === this.modes[2]) this.modes[2].paint();
    }

    // The list ----------------------------------------------------------------------------------------------------

    async #place(at) {
      const number = at === null ? null : Number(at);
      this.at = Number.isInteger(number) && number >= 0 ? number : null;
      this.going = null;
      this.#count();
      await this.app.list.counted();
      if (this.at === null) {
        const { key } = this;
        const found = await this.app.list.position(key);
        if (key !== this.key || found === null) return;
        this.at = found;
        address.note({ at: found });
      }
      this.#count();
    }

    #count() {
      const { total, done } = this.app.list;
      const known = total !== undefined && this.at !== null && this.at !== undefined;
      this.where.textContent = known
        ? `Pair ${(this.at + 1).toLocaleString("en")} of ${total.toLocaleString("en")} · ${done.toLocaleString("en")} done`
        : "";
      this.progress.max = total || 1;
      this.progress.value = done ?? 0;
      this.back.disabled = !known || this.at <= 0;
      this.on.disabled = !known || this.at >= total - 1;
    }

    /** Go to another pair of the list; who is in a hurry goes several steps before the first one is there. */
    async step(by) {
      const at = (this.going ?? this.at) + by;
      if (this.where.textContent === "" || at < 0 || at >= this.app.list.total) return;
      this.going = at;
      try {
        const entry = await this.app.list.entry(at);
        if (!entry || this.going !== at) return;
        const { mode, order } = Object.fromEntries(address.read());
        const kept = Object.fromEntries([...address.read()].filter(([name]) => /^(m|a|b)(\.|$)/.test(name)));
        address.go({ pair: entry.key, at, mode, order, ...kept });
      } catch (error) {
        this.going = null;
        this.notices.trouble("open", error, () => this.step(by));
      }
    }
  }

  Object.assign(Vicinal, { Workbench });
})();
