"use strict";
// What stands beside the texts: the similarity map and the replay of the search.
(() => {
  const { element, SIDES } = Vicinal;
  const SHARE = 0.4; // of the panel's height, for the map

  class Panel {
    /** `on` is told: point(cell or null), press(cell), step(number of a step or null). */
    constructor(on) {
      this.pointed = null;
      this.map = new Vicinal.SimilarityMap({
        point: (cell) => {
          this.#read(cell);
          on.point(cell);
        },
        press: on.press,
      });
      this.replay = new Vicinal.Replay(on.step);
      this.readout = element("p", { class: "readout" });
      this.note = element("p", { class: "note" });
      this.node = element(
        "aside",
        { class: "panel", "aria-label": "Similarity map and replay", hidden: true },
        element("div", { class: "panel-head" }, element("h2", { text: "Similarity map" }), this.readout),
        this.map.node,
        this.note,
        this.replay.node,
      );
    }

    get isOpen() {
      return !this.node.hidden;
    }

    open(yes) {
      this.node.hidden = !yes;
      if (!yes) this.replay.pause();
      if (this.model) this.#prepare();
    }

    show(model) {
      this.model = model;
      if (!model.same) this.similarities = null;
      this.map.show(model);
      this.replay.show(model);
      this.#prepare();
      this.drawBase();
    }

    /** Compute what the map shows, when it is seen and not before: a page opens sooner without. */
    #prepare() {
      this.stop?.();
      if (!this.isOpen || this.similarities) return;
      this.#explain();
      this.replay.similarity = null;
      this.stop = Vicinal.inSlices(this.map.prepare(), (similarities) => {
        this.similarities = similarities;
        const { source, target } = this.model.sides;
        this.replay.similarity = (level, x, y) =>
          level === "sentence" ? similarities.pair(x, y) : similarities.best(source.spans[x], target.spans[y]);
        this.replay.paint();
        this.drawBase();
        this.node.dataset.ready = "yes";
      });
    }

    #explain() {
      const blocks = SIDES.some((side) => this.model.sides[side].sentences.length > this.map.most);
      this.note.textContent =
        "The stronger a square, the more similar two sentences are by their words (TF-IDF)" +
        (this.model.data.search.words ? ", as the search saw them." : "; the search may have seen them otherwise.") +
        (blocks ? " A square is the best pair of a block of sentences." : "");
    }

    #read(cell) {
      this.pointed = cell;
      const value = cell && this.similarities ? ` · ${this.similarities.pair(...cell).toFixed(2)}` : "";
      this.readout.textContent = cell ? `source ${cell[0]} · target ${cell[1]}${value}` : "";
    }

    /** Draw the heat, at the size there is room for. */
    drawBase(colours = this.colours) {
      const { clientWidth } = this.map.node;
      this.colours = colours;
      if (!this.isOpen || !this.model || !clientWidth || !colours) return;
      this.map.resize(clientWidth - 22, Math.min(Math.max(this.node.clientHeight * SHARE, 180), 420));
      this.map.drawBase(colours);
      this.draw(this.active);
    }

    /** Draw the path and the link in question. */
    draw(active) {
      this.active = active;
      if (!this.isOpen || !this.map.width) return;
      this.map.drawTop({ colours: this.colours, step: this.replay.step, pointed: this.pointed, active });
    }
  }

  Object.assign(Vicinal, { Panel });
})();
