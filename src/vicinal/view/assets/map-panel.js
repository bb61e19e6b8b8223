"use strict";
// The panel beside the texts: the similarity map and the replay of the search.

/** @typedef {InstanceType<typeof MapPanel>} MapPanel */

const MapPanel = (() => {
  const { element } = Dom;
  const SHARE = 0.4; // of the panel's height, for the map

  return class MapPanel {
    /** @type {TfIdf | null} */
    similarities = null;
    /** @type {Cell | null} */
    #pointed = null;
    /** @type {ModelLink | null} */
    #active = null;
    /** @type {Palette | null} */
    #colours = null;
    /** Stops the computation of similarities. @type {() => void} */
    #stop = () => {};

    /**
     * @param {AlignmentModel} model
     * @param {{
     *   point: (cell: Cell | null) => void,
     *   press: (cell: Cell | null) => void,
     *   step: (step: number | null) => void,
     * }} on
     */
    constructor(model, on) {
      this.model = model;
      const point = (/** @type {Cell | null} */ cell) => {
        this.#read(cell);
        on.point(cell);
      };
      this.map = new SimilarityMap(model, { point, press: on.press });
      this.replay = new Replay(model, on.step);
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

    /** @param {boolean} yes */
    open(yes) {
      this.node.hidden = !yes;
      if (!yes) this.replay.pause();
      this.#prepare();
    }

    /** @param {AlignmentModel} model */
    show(model) {
      // After a correction, the similarities of before stay until the new ones are known.
      const isLike = model.words === this.model.words && this.map.heat !== null;
      const isDrawn = isLike && model.data.paragraphs === this.model.data.paragraphs;
      this.model = model;
      if (!model.same) this.similarities = null;
      this.map.show(model, isLike);
      this.replay.show(model);
      this.#prepare();
      if (!isDrawn) this.#redraw();
    }

    /** Compute what the map shows once it is open: a page opens faster without. */
    #prepare() {
      this.#stop();
      if (!this.isOpen || this.similarities) return;
      this.#explain();
      this.replay.similarity = null;
      this.#stop = Schedule.inSlices(this.map.prepare(), (similarities) => {
        this.similarities = similarities;
        const { source, target } = this.model.sides;
        this.replay.similarity = (level, x, y) =>
          level === "sentence" ? similarities.pair(x, y) : similarities.best(source.spans[x], target.spans[y]);
        this.replay.paint();
        this.#redraw();
        this.node.dataset.ready = "yes";
      });
    }

    #explain() {
      const { source, target } = this.model.sides;
      const blocks = Math.max(source.sentences.length, target.sentences.length) > SimilarityMap.MOST;
      this.note.textContent =
        "The stronger a square, the more similar are the words of its two sentences (TF-IDF)" +
        (this.model.data.search.words ? ", as in the search." : "; the method may have compared them differently.") +
        (blocks ? " Each square shows the most similar pair of a block of sentences." : "");
    }

    /** @param {Cell | null} cell */
    #read(cell) {
      this.#pointed = cell;
      const value = cell && this.similarities ? ` · ${this.similarities.pair(...cell).toFixed(2)}` : "";
      this.readout.textContent = cell
        ? `source ${Wording.place(cell[0])} · target ${Wording.place(cell[1])}${value}`
        : "";
    }

    /** Draw the map in the size that there is room for. @param {Palette} colours */
    drawBase(colours) {
      this.#colours = colours;
      const { clientWidth } = this.map.node;
      if (!this.isOpen || !clientWidth) return;
      this.map.resize(clientWidth - 22, Math.min(Math.max(this.node.clientHeight * SHARE, 180), 420));
      this.map.drawBase(colours);
      this.draw(this.#active);
    }

    #redraw() {
      if (this.#colours) this.drawBase(this.#colours);
    }

    /** Draw the path and a link. @param {ModelLink | null} active */
    draw(active) {
      this.#active = active;
      if (!this.isOpen || !this.map.width || !this.#colours) return;
      this.map.drawTop({ colours: this.#colours, step: this.replay.step, pointed: this.#pointed, active });
    }
  };
})();
