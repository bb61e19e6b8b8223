"use strict";
// Why are two sentences not linked? Choose one on each side; the server says how the method, with its settings, saw them.

/** @typedef {InstanceType<typeof WhyPanel>} WhyPanel */

const WhyPanel = (() => {
  const { element, button } = Dom;
  const { SIDES, other } = AlignmentModel;
  const HINT = "Choose one sentence on each side: click it, or go to it and press W.";

  return class WhyPanel {
    /** The sentences asked about, outside of Correct, where the selection has them. @type {Record<Side, number | null>} */
    #asked = { source: null, target: null };

    /** @param {Workbench} bench */
    constructor(bench) {
      this.bench = bench;
      this.about = element("p", { class: "quiet", role: "status" });
      this.lines = element("div", { class: "why-lines", role: "status" });
      this.node = element(
        "section",
        { class: "why", "aria-label": "Why are they not linked?", hidden: true },
        element(
          "div",
          { class: "why-head" },
          element("h2", { text: "Why not linked?" }),
          button("close", "Close the reasons", () => this.close()),
        ),
        this.about,
        this.lines,
      );
      this.button = button("help", "Why not linked?", () => this.open(), true);
      this.button.title = "Choose one sentence on each side, and see why they are not linked (W)";
      this.button.classList.add("ask-why");
      this.request = new LatestRequest(Server.why, {
        show: (/** @type {WhyAnswer} */ { lines }) => this.#tell(lines),
        fail: (error) => this.#tell([Notices.text(error)]),
      });
    }

    get isOpen() {
      return !this.node.hidden;
    }

    get #isCorrecting() {
      return this.bench.mode === this.bench.correct;
    }

    /** Begin to ask; a sentence that has the focus counts as chosen. */
    open() {
      const { viewer } = this.bench;
      if (!viewer) return;
      if (!this.isOpen) {
        this.node.hidden = false;
        this.button.hidden = true;
        if (!this.#isCorrecting) viewer.guest = this;
        viewer.root.classList.add("choosing");
        viewer.detail.selecting = true;
      }
      const node = document.activeElement;
      const side = SIDES.find((each) => viewer.texts[each].list.contains(node));
      const index = side ? viewer.texts[side].indexOf(node) : null;
      if (side && index !== null) this.#choose(side, index);
      this.refresh();
      this.node.scrollIntoView({ block: "nearest" });
    }

    /** Choose the sentence that has the focus; in Correct, several that are chosen on its side stay so. @param {Side} side @param {number} index */
    #choose(side, index) {
      if (!this.#isCorrecting) {
        this.#asked[side] = index;
        return;
      }
      const { selection } = this.bench.stage;
      const { value } = selection;
      if (value[side].length < 2 && !value[side].includes(index)) selection.take({ ...value, [side]: [index] });
    }

    close() {
      if (!this.isOpen) return;
      const { viewer } = this.bench;
      this.request.stop();
      this.node.hidden = true;
      this.button.hidden = false;
      this.lines.replaceChildren();
      this.#asked = { source: null, target: null };
      if (!viewer || viewer.guest !== this) return;
      viewer.guest = null;
      viewer.outcome = null;
      viewer.detail.selecting = false;
      viewer.root.classList.remove("choosing");
      for (const side of SIDES) viewer.texts[side].mark("chosen", []);
      viewer.refresh();
    }

    /** The chosen sentences of a side. @param {Side} side */
    #chosen(side) {
      if (this.#isCorrecting) return this.bench.stage.selection.value[side];
      const index = this.#asked[side];
      return index === null ? [] : [index];
    }

    /** Ask again, if both sentences are chosen: other sentences, other settings, or other links. */
    refresh() {
      const { viewer, mode, key } = this.bench;
      if (!this.isOpen || !viewer || !mode || !key) return;
      const [source, target] = SIDES.map((side) => this.#chosen(side));
      const isPair = source.length === 1 && target.length === 1;
      this.about.textContent = isPair
        ? `source ${Wording.indices(source)} and target ${Wording.indices(target)}`
        : HINT;
      if (!this.#isCorrecting) {
        viewer.texts.source.mark("chosen", source);
        viewer.texts.target.mark("chosen", target);
        viewer.outcome = isPair ? { coming: [{ source, target }], going: new Set() } : null;
        viewer.refresh();
      }
      if (!isPair) {
        this.request.stop();
        this.lines.replaceChildren();
        return;
      }
      const from = mode.exported[0]?.from;
      const { annotator } = this.bench.pairAsked;
      this.request.ask({ key, body: { source: source[0], target: target[0], annotator, ...from } }, true);
    }

    /** @param {string[]} lines */
    #tell(lines) {
      this.lines.replaceChildren(...lines.map((text) => element("p", { text })));
      this.node.scrollIntoView({ block: "nearest" });
    }

    // Called by the viewer ----------------------------------------------------------------------------------------

    /** @param {Side} side @param {number} index */
    press(side, index) {
      this.#asked[side] = index;
      this.refresh();
      return true;
    }

    /** @param {Side} side @param {number} index @param {KeyboardEvent} event */
    key(side, index, event) {
      if (event.key === "Enter" || event.key === " ") return this.press(side, index);
      if (event.key === "Escape") {
        this.close();
        return true;
      }
      if (event.key !== (side === "source" ? "ArrowRight" : "ArrowLeft")) return false;
      this.bench.viewer?.goTo(other(side), this.bench.viewer.beside(side, index));
      return true;
    }
  };
})();
