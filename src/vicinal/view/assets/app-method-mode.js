"use strict";
// A pair with a method: the links change while a slider moves.

/** @typedef {InstanceType<typeof MethodMode>} MethodMode */

const MethodMode = (() => {
  const { element } = Dom;

  return class MethodMode {
    name = "method";
    label = "Method";
    icon = /** @type {const} */ ("settings");
    /** @type {ViewData | null} */
    #view = null;
    /** Whether the saved links are shown, because the pair is too long to align now. */
    #isSaved = false;

    /** @param {Workbench} bench */
    constructor(bench) {
      this.bench = bench;
      this.settings = new MethodSettings(bench.info.methods, "m", bench.info.default_method, () => this.#ask());
      this.limit = new LiveLimit(bench);
      this.took = element("p", { class: "quiet took", title: "Time that the server took" });
      this.take = Dom.button("pen", "Correct these links", () => this.#correct(), true);
      this.node = element(
        "div",
        { class: "mode" },
        element("label", { class: "chooser" }, element("span", { text: "Method" }), this.settings.chooser),
        this.settings.summary,
        this.limit.node,
        this.settings.controls,
        element("div", { class: "row" }, this.settings.reset, this.took),
        element("div", { class: "row" }, this.take),
      );
      this.request = new LatestRequest(Server.align, {
        show: (/** @type {AlignAnswer} */ answer) => this.#show(answer),
        fail: (error) => bench.notices.error("align", error, () => this.#ask(true)),
        busy: (yes) => this.node.setAttribute("aria-busy", String(yes)),
      });
    }

    enter() {
      this.settings.read();
      this.#isSaved = false;
      this.#ask(true);
    }

    leave() {
      this.request.stop();
      this.#view = null;
    }

    /** The links on the screen, to export. @returns {ShownLinks[]} */
    get exported() {
      if (this.#isSaved) return this.bench.correct.exported;
      if (!this.#view) return [];
      return [{ title: this.settings.title, links: this.#view.links, from: this.settings.value }];
    }

    /** Ask for the links; a pair that is too long for that keeps its saved links, and the command is shown. */
    #ask(now = false) {
      if (!this.bench.key) return;
      const isLong = this.limit.check(this.settings);
      this.take.disabled = isLong;
      if (!isLong) this.request.ask({ ...this.bench.pairAsked, ...this.settings.value }, now);
      else if (!this.#isSaved) {
        this.request.stop();
        this.#view = null;
        this.took.textContent = "";
        this.bench.show(this.bench.corrections.view);
      }
      this.#isSaved = isLong;
    }

    /** @param {AlignAnswer} answer */
    #show({ view, seconds }) {
      this.bench.notices.clear("align");
      this.#view = view;
      this.bench.show(view);
      this.took.textContent = `${Math.max(1, Math.round(1000 * seconds))} ms`;
      this.bench.notices.say(`${Wording.count(view.links.length, "link")} found`);
    }

    /** Make the links shown the annotator's own, as one change that can be undone. */
    #correct() {
      if (this.#view) this.bench.take(Patches.disjoint(this.#view.links), Wording.capital(this.settings.title));
    }
  };
})();
