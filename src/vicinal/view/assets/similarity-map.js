"use strict";
// The similarity map: source sentences (down) against target sentences (across), with the path of the search on it.

/** @typedef {InstanceType<typeof SimilarityMap>} SimilarityMap */
/** @typedef {[left: number, top: number, width: number, height: number]} Rectangle */

const SimilarityMap = (() => {
  const { element } = Dom;
  const MOST = 400; // rows and columns of the heat map; longer documents are shown in blocks

  /** A canvas and its pen. */
  function layer() {
    const canvas = element("canvas");
    return { canvas, pen: /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")) };
  }

  class SimilarityMap {
    static MOST = MOST;
    /** @type {{ rows: number, columns: number, size: number, values: Uint8ClampedArray } | null} */
    heat = null;
    width = 0;
    height = 0;

    /**
     * @param {AlignmentModel} model
     * @param {{ point: (cell: Cell | null) => void, press: (cell: Cell | null) => void }} on
     */
    constructor(model, on) {
      this.model = model;
      this.base = layer();
      this.top = layer();
      this.axes = [element("span", { class: "axis down" }), element("span", { class: "axis across" })];
      const box = element("div", { class: "map-box" }, this.base.canvas, this.top.canvas);
      this.node = element("figure", { class: "map", role: "img" }, ...this.axes, box);
      this.top.canvas.addEventListener("pointermove", (event) => on.point(this.#cell(event)));
      this.top.canvas.addEventListener("pointerleave", () => on.point(null));
      this.top.canvas.addEventListener("click", (event) => on.press(this.#cell(event)));
    }

    /** @param {AlignmentModel} model @param {boolean} isLike whether its words are nearly those of the one before */
    show(model, isLike) {
      this.model = model;
      if (!isLike) this.heat = null;
      const { source, target } = model.sides;
      const [rows, columns] = this.#shape;
      this.axes[0].textContent = `${source.name ?? "source"} ↓`;
      this.axes[1].textContent = `${target.name ?? "target"} →`;
      this.node.setAttribute(
        "aria-label",
        `Similarity map: ${Wording.count(rows, "source sentence")} down, ` +
          `${Wording.count(columns, "target sentence")} across; ` +
          `${Wording.count(model.cells.length, "pair")} on the path.`,
      );
    }

    get #shape() {
      const { source, target } = this.model.sides;
      return [source.sentences.length, target.sentences.length];
    }

    /** Yield while the word similarities are computed, and return them. */
    *prepare() {
      const { source, target } = this.model.sides;
      const similarities = yield* TfIdf.prepare(source.sentences, target.sentences, this.model.data.folds);
      this.heat = yield* similarities.heat(MOST);
      return similarities;
    }

    /** Fit the map into the space available. @param {number} width @param {number} height */
    resize(width, height) {
      const [rows, columns] = this.#shape;
      const cell = Math.min(width / Math.max(columns, 1), height / Math.max(rows, 1), 26);
      this.width = Math.max(cell * columns, Math.min(width, 60));
      this.height = Math.max(cell * rows, Math.min(height, 60));
      const scale = devicePixelRatio || 1;
      for (const { canvas, pen } of [this.base, this.top]) {
        canvas.width = Math.round(this.width * scale);
        canvas.height = Math.round(this.height * scale);
        canvas.style.width = `${this.width}px`;
        canvas.style.height = `${this.height}px`;
        pen.setTransform(scale, 0, 0, scale, 0, 0);
      }
    }

    /** @param {number} column */
    #x(column) {
      return (column / this.#shape[1]) * this.width;
    }

    /** @param {number} row */
    #y(row) {
      return (row / this.#shape[0]) * this.height;
    }

    /** Return the rectangle of a cell. @param {Level} level @param {Cell} cell @returns {Rectangle} */
    #rectangle(level, [x, y]) {
      const { source, target } = this.model.sides;
      const rows = level === "sentence" ? [x] : (source.spans[x] ?? []);
      const columns = level === "sentence" ? [y] : (target.spans[y] ?? []);
      if (!rows.length || !columns.length) return [0, 0, 0, 0];
      const [left, top] = [this.#x(columns[0]), this.#y(rows[0])];
      return [left, top, this.#x(columns[columns.length - 1] + 1) - left, this.#y(rows[rows.length - 1] + 1) - top];
    }

    /** Draw the similarities, and the limits and links of paragraphs. @param {Palette} colours */
    drawBase(colours) {
      const { pen } = this.base;
      pen.clearRect(0, 0, this.width, this.height);
      if (this.heat?.values.length) this.#drawHeat(this.heat, colours);
      const { source, target } = this.model.sides;
      pen.strokeStyle = colours.ink;
      pen.globalAlpha = 0.14;
      pen.lineWidth = 1;
      const lines = new Path2D();
      for (const [first] of source.spans.slice(1)) line(lines, [0, this.#y(first)], [this.width, this.#y(first)]);
      for (const [first] of target.spans.slice(1)) line(lines, [this.#x(first), 0], [this.#x(first), this.height]);
      if (source.spans.length + target.spans.length < (this.width + this.height) / 6) pen.stroke(lines);
      pen.globalAlpha = 0.5;
      for (const [xs, ys] of this.model.data.paragraphs) {
        for (const x of xs) for (const y of ys) pen.strokeRect(...this.#rectangle("paragraph", [x, y]));
      }
      pen.globalAlpha = 1;
    }

    /** @param {NonNullable<SimilarityMap["heat"]>} heat @param {Palette} colours */
    #drawHeat({ rows, columns, size, values }, colours) {
      const [red, green, blue] = (colours.ink.match(/[\d.]+/g) ?? []).map(Number);
      const image = new ImageData(columns, rows);
      for (let i = 0, at = 0; i < values.length; i++) {
        image.data[at++] = red;
        image.data[at++] = green;
        image.data[at++] = blue;
        image.data[at++] = values[i] * 0.86;
      }
      const sheet = layer();
      sheet.canvas.width = columns;
      sheet.canvas.height = rows;
      sheet.pen.putImageData(image, 0, 0);
      this.base.pen.imageSmoothingEnabled = size > 1;
      this.base.pen.drawImage(sheet.canvas, 0, 0, this.#x(columns * size), this.#y(rows * size));
    }

    /**
     * Draw the path, whole or up to a step, what the search examined in that step, and a link.
     *
     * @param {{ colours: Palette, step: number | null, pointed: Cell | null, active: ModelLink | null }} what
     */
    drawTop({ colours, step, pointed, active }) {
      this.top.pen.clearRect(0, 0, this.width, this.height);
      const { steps, cells } = this.model;
      if (step === null) {
        const walked = steps.filter((each) => each.level === "sentence");
        this.#drawPath(colours, cells, walked);
      } else {
        const past = steps.slice(0, step + 1);
        const level = steps[step].level;
        for (const each of past) if (each.level === "paragraph") this.#drawParagraph(colours, each.cell);
        const walked = past.filter((each) => each.level === level);
        const reached = walked.map((each) => each.cell);
        if (level === "sentence") this.#drawPath(colours, reached, walked);
        else this.#drawLines(colours, walked);
        this.#drawExamined(colours, steps[step]);
      }
      if (active) this.#drawOutline(colours, active);
      if (pointed) this.#drawCross(colours, pointed);
    }

    /** @param {Palette} colours @param {Cell[]} cells @param {ModelStep[]} steps */
    #drawPath(colours, cells, steps) {
      const { pen } = this.top;
      this.#drawLines(colours, steps);
      for (const cell of cells) {
        const link = this.model.linkAt(cell);
        pen.globalAlpha = link && !link.shown ? 0.15 : 1;
        pen.fillStyle = link ? colours[this.model.groupAt(cell)] : colours.accent;
        pen.fillRect(...grown(this.#rectangle("sentence", cell), 3.5));
      }
      pen.globalAlpha = 1;
    }

    /** @param {Palette} colours @param {ModelStep[]} steps */
    #drawLines(colours, steps) {
      const { pen } = this.top;
      const lines = new Path2D();
      for (const { level, stood, cell } of steps) {
        if (stood) line(lines, centre(this.#rectangle(level, stood)), centre(this.#rectangle(level, cell)));
      }
      pen.strokeStyle = colours.paper;
      pen.lineWidth = 3;
      pen.stroke(lines);
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 1.2;
      pen.stroke(lines);
    }

    /** @param {Palette} colours @param {Cell} cell */
    #drawParagraph(colours, cell) {
      const { pen } = this.top;
      pen.fillStyle = colours["1-1"];
      pen.globalAlpha = 0.22;
      pen.fillRect(...this.#rectangle("paragraph", cell));
      pen.globalAlpha = 1;
    }

    /** @param {Palette} colours @param {ModelStep} step */
    #drawExamined(colours, step) {
      const { pen } = this.top;
      const { rows, columns, tried, lit, corner } = SearchSteps.examined(this.model, step);
      pen.fillStyle = colours.accent;
      pen.strokeStyle = colours.accent;
      if (corner) {
        const [left, top] = this.#rectangle(step.level, corner);
        const [x, y, w, h] = this.#rectangle(step.level, [rows[rows.length - 1], columns[columns.length - 1]]);
        pen.globalAlpha = 0.16;
        pen.fillRect(left, top, x + w - left, y + h - top);
      }
      pen.globalAlpha = 0.5;
      pen.lineWidth = 1;
      pen.setLineDash([2, 2]);
      for (const cell of tried) pen.strokeRect(...grown(this.#rectangle(step.level, cell), 4));
      pen.setLineDash([]);
      pen.globalAlpha = 0.4;
      for (const cell of lit) pen.fillRect(...grown(this.#rectangle(step.level, cell), 4));
      pen.globalAlpha = 1;
      if (step.stood) {
        pen.strokeStyle = colours.ink;
        pen.lineWidth = 1.5;
        pen.strokeRect(...grown(this.#rectangle(step.level, step.stood), 5));
      }
      pen.strokeStyle = colours.accent;
      pen.lineWidth = 2.5;
      pen.strokeRect(...grown(this.#rectangle(step.level, step.cell), 6));
    }

    /** @param {Palette} colours @param {ModelLink} link */
    #drawOutline(colours, link) {
      const { pen } = this.top;
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 2;
      for (const cell of link.cells) pen.strokeRect(...grown(this.#rectangle("sentence", cell), 7));
    }

    /** @param {Palette} colours @param {Cell} cell */
    #drawCross(colours, cell) {
      const { pen } = this.top;
      const [left, top, width, height] = this.#rectangle("sentence", cell);
      pen.fillStyle = colours.ink;
      pen.globalAlpha = 0.12;
      pen.fillRect(0, top, this.width, Math.max(height, 1));
      pen.fillRect(left, 0, Math.max(width, 1), this.height);
      pen.globalAlpha = 1;
    }

    /** @param {MouseEvent} event @returns {Cell | null} */
    #cell(event) {
      const [rows, columns] = this.#shape;
      const x = Math.floor((event.offsetY / this.height) * rows);
      const y = Math.floor((event.offsetX / this.width) * columns);
      return x >= 0 && y >= 0 && x < rows && y < columns ? [x, y] : null;
    }
  }

  /** @param {Rectangle} rectangle */
  const centre = ([left, top, width, height]) => [left + width / 2, top + height / 2];

  /**
   * Return a rectangle with the same centre that is at least `least` wide and high.
   *
   * @param {Rectangle} rectangle
   * @param {number} least
   * @returns {Rectangle}
   */
  function grown([left, top, width, height], least) {
    const [w, h] = [Math.max(width, least), Math.max(height, least)];
    return [left - (w - width) / 2, top - (h - height) / 2, w, h];
  }

  /** @param {Path2D} path @param {number[]} from @param {number[]} to */
  function line(path, [x0, y0], [x1, y1]) {
    path.moveTo(x0, y0);
    path.lineTo(x1, y1);
  }

  return SimilarityMap;
})();
