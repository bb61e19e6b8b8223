"use strict";
// The similarity map: every source sentence (down) against every target sentence (across), with the path on it.
(() => {
  const { element } = Vicinal;
  const MOST = 400; // rows and columns of the heat; longer documents are shown in blocks

  class SimilarityMap {
    /** `on` is told: point(cell or null), press(cell). */
    constructor(on) {
      this.base = element("canvas");
      this.top = element("canvas");
      this.box = element("div", { class: "map-box" }, this.base, this.top);
      this.axis = [element("span", { class: "axis down" }), element("span", { class: "axis across" })];
      this.node = element("figure", { class: "map", role: "img" }, ...this.axis, this.box);
      this.top.addEventListener("pointermove", (event) => on.point(this.#cell(event)));
      this.top.addEventListener("pointerleave", () => on.point(null));
      this.top.addEventListener("click", (event) => on.press(this.#cell(event)));
      this.heat = null;
      this.most = MOST;
    }

    show(model) {
      this.model = model;
      if (!model.same) this.heat = null;
      const { source, target } = model.sides;
      const [rows, columns] = [source.sentences.length, target.sentences.length];
      this.shape = [rows, columns];
      this.axis[0].textContent = `${source.name ?? "source"} ↓`;
      this.axis[1].textContent = `${target.name ?? "target"} →`;
      this.node.setAttribute(
        "aria-label",
        `Similarity map: ${Vicinal.count(rows, "source sentence")} down, ` +
          `${Vicinal.count(columns, "target sentence")} across; ` +
          `${Vicinal.count(model.cells.length, "pair")} on the path.`,
      );
    }

    /** Compute the word similarities, a slice at a time; `done` gets them. */
    *prepare() {
      const { source, target } = this.model.sides;
      const similarities = yield* Vicinal.similarities(source.sentences, target.sentences, this.model.data.folds);
      this.heat = yield* similarities.heat(MOST);
      return similarities;
    }

    /** Fit the map into the room there is. */
    resize(width, height) {
      const [rows, columns] = this.shape;
      const cell = Math.min(width / Math.max(columns, 1), height / Math.max(rows, 1), 26);
      this.width = Math.max(cell * columns, Math.min(width, 60));
      this.height = Math.max(cell * rows, Math.min(height, 60));
      const scale = devicePixelRatio || 1;
      for (const canvas of [this.base, this.top]) {
        canvas.width = Math.round(this.width * scale);
        canvas.height = Math.round(this.height * scale);
        canvas.style.width = `${this.width}px`;
        canvas.style.height = `${this.height}px`;
        canvas.getContext("2d").setTransform(scale, 0, 0, scale, 0, 0);
      }
    }

    #x(column) {
      return (column / this.shape[1]) * this.width;
    }

    #y(row) {
      return (row / this.shape[0]) * this.height;
    }

    /** Return the rectangle of a cell, of sentences or of paragraphs. */
    #rectangle(level, [x, y]) {
      const { source, target } = this.model.sides;
      const rows = level === "sentence" ? [x] : source.spans[x];
      const columns = level === "sentence" ? [y] : target.spans[y];
      if (!rows?.length || !columns?.length) return [0, 0, 0, 0];
      const [left, top] = [this.#x(columns[0]), this.#y(rows[0])];
      return [left, top, this.#x(columns[columns.length - 1] + 1) - left, this.#y(rows[rows.length - 1] + 1) - top];
    }

    drawBase(colours) {
      const pen = this.base.getContext("2d");
      pen.clearRect(0, 0, this.width, this.height);
      if (this.heat && this.heat.values.length) this.#drawHeat(pen, colours);
      const { source, target } = this.model.sides;
      pen.strokeStyle = colours.ink;
      pen.globalAlpha = 0.14;
      pen.lineWidth = 1;
      const lines = new Path2D();
      for (const [first] of source.spans.slice(1)) line(lines, 0, this.#y(first), this.width, this.#y(first));
      for (const [first] of target.spans.slice(1)) line(lines, this.#x(first), 0, this.#x(first), this.height);
      if (source.spans.length + target.spans.length < (this.width + this.height) / 6) pen.stroke(lines);
      pen.globalAlpha = 0.5;
      for (const [xs, ys] of this.model.data.paragraphs) {
        for (const x of xs) for (const y of ys) pen.strokeRect(...this.#rectangle("paragraph", [x, y]));
      }
      pen.globalAlpha = 1;
    }

    #drawHeat(pen, colours) {
      const { rows, columns, size, values } = this.heat;
      const [red, green, blue] = colours.ink.match(/[\d.]+/g).map(Number);
      const image = new ImageData(columns, rows);
      for (let i = 0, at = 0; i < values.length; i++) {
        image.data[at++] = red;
        image.data[at++] = green;
        image.data[at++] = blue;
        image.data[at++] = values[i] * 0.86;
      }
      const sheet = document.createElement("canvas");
      sheet.width = columns;
      sheet.height = rows;
      sheet.getContext("2d").putImageData(image, 0, 0);
      pen.imageSmoothingEnabled = size > 1;
      pen.drawImage(sheet, 0, 0, this.#x(columns * size), this.#y(rows * size));
    }

    /** Draw the path, whole or up to a step, what the search looked at in that step, and the link in question. */
    drawTop({ colours, step, pointed, active }) {
      const pen = this.top.getContext("2d");
      pen.clearRect(0, 0, this.width, this.height);
      const { steps } = this.model;
      if (step === null) {
        this.#path(
          pen,
          colours,
          this.model.cells,
          steps.filter((each) => each.level === "sentence"),
        );
      } else {
        const past = steps.slice(0, step + 1);
        const level = steps[step].level;
        for (const each of past) if (each.level === "paragraph") this.#paragraph(pen, colours, each.cell);
        const walked = past.filter((each) => each.level === level);
        if (level === "sentence")
          this.#path(
            pen,
            colours,
            walked.map((each) => each.cell),
            walked,
          );
        else this.#lines(pen, colours, walked);
        this.#looked(pen, colours, steps[step]);
      }
      if (active) this.#outline(pen, colours, active);
      if (pointed) this.#cross(pen, colours, pointed);
    }

    #path(pen, colours, cells, steps) {
      this.#lines(pen, colours, steps);
      for (const cell of cells) {
        const link = this.model.linkAt(cell);
        pen.globalAlpha = link && !link.shown ? 0.15 : 1;
        pen.fillStyle = link ? colours[this.model.groupAt(cell)] : colours.accent;
        pen.fillRect(...grown(this.#rectangle("sentence", cell), 3.5));
      }
      pen.globalAlpha = 1;
    }

    #lines(pen, colours, steps) {
      const lines = new Path2D();
      for (const { level, stood, cell } of steps) {
        if (stood) line(lines, ...centre(this.#rectangle(level, stood)), ...centre(this.#rectangle(level, cell)));
      }
      pen.strokeStyle = colours.paper;
      pen.lineWidth = 3;
      pen.stroke(lines);
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 1.2;
      pen.stroke(lines);
    }

    #paragraph(pen, colours, cell) {
      pen.fillStyle = colours["1-1"];
      pen.globalAlpha = 0.22;
      pen.fillRect(...this.#rectangle("paragraph", cell));
      pen.globalAlpha = 1;
    }

    #looked(pen, colours, step) {
      const { rows, columns, tried, lit, corner } = Vicinal.looked(this.model, step);
      pen.fillStyle = pen.strokeStyle = colours.accent;
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

    #outline(pen, colours, link) {
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 2;
      for (const cell of link.cells) pen.strokeRect(...grown(this.#rectangle("sentence", cell), 7));
    }

    #cross(pen, colours, [x, y]) {
      const [left, top, width, height] = this.#rectangle("sentence", [x, y]);
      pen.fillStyle = colours.ink;
      pen.globalAlpha = 0.12;
      pen.fillRect(0, top, this.width, Math.max(height, 1));
      pen.fillRect(left, 0, Math.max(width, 1), this.height);
      pen.globalAlpha = 1;
    }

    #cell(event) {
      const [rows, columns] = this.shape;
      const x = Math.floor((event.offsetY / this.height) * rows);
      const y = Math.floor((event.offsetX / this.width) * columns);
      return x >= 0 && y >= 0 && x < rows && y < columns ? [x, y] : null;
    }
  }

  const centre = ([left, top, width, height]) => [left + width / 2, top + height / 2];

  /** Return a rectangle about the same centre that is at least `least` wide and high. */
  function grown([left, top, width, height], least) {
    const [w, h] = [Math.max(width, least), Math.max(height, least)];
    return [left - (w - width) / 2, top - (h - height) / 2, w, h];
  }

  function line(path, x0, y0, x1, y1) {
    path.moveTo(x0, y0);
    path.lineTo(x1, y1);
  }

  Object.assign(Vicinal, { SimilarityMap });
})();
