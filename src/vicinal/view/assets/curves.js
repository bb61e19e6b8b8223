"use strict";
// Links as curves between the two texts. Only what can be seen is drawn: long documents cost no more than short ones.
(() => {
  const { element } = Vicinal;
  // The second cue, beside colour; of kinds, and of the groups of a comparison.
  const DASHES = {
    "1-1": [],
    "1-N": [7, 4],
    "N-1": [0.5, 5],
    "N-N": [9, 4, 0.5, 4],
    both: [],
    a: [7, 4],
    b: [0.5, 5],
  };
  const INSET = 3; // pixels between the bands of neighbouring sentences

  class Curves {
    /** `on` is told: point(link or null), press(link). */
    constructor(texts, on) {
      this.texts = texts;
      this.canvas = element("canvas", { class: "curves", "aria-hidden": "true" });
      this.pill = element("div", { class: "pill", "aria-hidden": "true", hidden: true });
      this.node = element("div", { class: "between" }, this.canvas, this.pill);
      this.canvas.addEventListener("pointermove", (event) => on.point(this.#under(event)));
      this.canvas.addEventListener("pointerleave", () => on.point(null));
      this.canvas.addEventListener("click", (event) => on.press(this.#under(event)));
      this.drawn = [];
    }

    /** Return the links with a sentence in sight. */
    #inSight(model) {
      const found = new Set();
      for (const side of Vicinal.SIDES) {
        const [from, to] = this.texts[side].visible();
        for (let index = from; index <= to; index++) {
          for (const link of model.linksOf[side][index]) if (link.shown) found.add(link);
        }
      }
      return [...found].sort((a, b) => a.index - b.index);
    }

    draw(model, { active, pinned, ghost, colours }) {
      const { clientWidth: width, clientHeight: height } = this.canvas;
      this.drawn = [];
      this.pill.hidden = true;
      if (!width || !height) return; // on a narrow screen chips stand for the curves
      const scale = devicePixelRatio || 1;
      if (this.canvas.width !== Math.round(width * scale) || this.canvas.height !== Math.round(height * scale)) {
        this.canvas.width = Math.round(width * scale);
        this.canvas.height = Math.round(height * scale);
      }
      const pen = this.canvas.getContext("2d");
      pen.setTransform(scale, 0, 0, scale, 0, 0);
      pen.clearRect(0, 0, width, height);
      pen.lineCap = "round";
      const links = this.#inSight(model);
      for (const link of links) {
        if (link !== active && link !== pinned)
          this.#link(pen, link, width, colours, active || pinned ? 0.5 : 1, false);
      }
      for (const link of new Set([pinned, active])) {
        if (link && links.includes(link)) this.#link(pen, link, width, colours, 1, true);
      }
      if (ghost?.source.length && ghost.target.length) this.#ghost(pen, ghost, width, colours);
      if (active && links.includes(active)) this.#label(active, height);
    }

    /** Draw the link that chosen sentences would make. */
    #ghost(pen, ghost, width, colours) {
      const [left, right] = Vicinal.SIDES.map((side) => this.#runs(side, ghost[side]));
      const bands = new Path2D();
      for (const [a, b] of left) for (const [c, d] of right) band(bands, width, a, b, c, d);
      pen.fillStyle = pen.strokeStyle = colours.accent;
      pen.globalAlpha = 0.13;
      pen.fill(bands);
      pen.globalAlpha = 0.85;
      pen.lineWidth = 1.2;
      pen.setLineDash([3, 3]);
      pen.stroke(bands);
    }

    #link(pen, link, width, colours, strength, strong) {
      const [left, right] = Vicinal.SIDES.map((side) => this.#runs(side, link[side]));
      const bands = new Path2D();
      for (const [a, b] of left) for (const [c, d] of right) band(bands, width, a, b, c, d);
      pen.fillStyle = pen.strokeStyle = colours[link.group];
      pen.globalAlpha = (strong ? 0.24 : 0.1) * strength;
      pen.fill(bands);
      pen.globalAlpha = (strong ? 1 : 0.8) * strength;
      pen.lineWidth = strong ? 2.4 : 1.5;
      pen.setLineDash(DASHES[link.group]);
      const [from, to] = Vicinal.SIDES.map((side) => this.texts[side]);
      const lines = new Path2D();
      for (const [x, y] of link.cells) curve(lines, width, this.#middle(from, x), this.#middle(to, y));
      pen.stroke(lines);
      this.drawn.push({ link, bands });
    }

    #middle(text, index) {
      return (text.tops[index] + text.bottoms[index]) / 2 - text.list.scrollTop;
    }

    /** Return top and bottom of each run of neighbouring sentences. */
    #runs(side, indices) {
      const { tops, bottoms, list } = this.texts[side];
      const runs = [];
      let last = null;
      for (const index of [...indices].sort((a, b) => a - b)) {
        if (last !== null && index === last + 1) runs[runs.length - 1][1] = bottoms[index] - list.scrollTop - INSET;
        else runs.push([tops[index] - list.scrollTop + INSET, bottoms[index] - list.scrollTop - INSET]);
        last = index;
      }
      return runs;
    }

    /** Write kind and score on the curve. */
    #label(link, height) {
      const middles = Vicinal.SIDES.map((side) => {
        const [top, bottom] = this.texts[side].span(link[side]);
        return (top + bottom) / 2 - this.texts[side].list.scrollTop;
      });
      this.pill.textContent = `${link.kind}  ${Vicinal.scored(link)}`;
      this.pill.dataset.kind = link.group;
      this.pill.style.top = `${Math.min(Math.max((middles[0] + middles[1]) / 2, 16), height - 16)}px`;
      this.pill.hidden = false;
    }

    #under(event) {
      const pen = this.canvas.getContext("2d");
      const scale = devicePixelRatio || 1;
      const hit = this.drawn.findLast(({ bands }) =>
        pen.isPointInPath(bands, event.offsetX * scale, event.offsetY * scale),
      );
      return hit ? hit.link : null;
    }
  }

  function curve(path, width, from, to) {
    path.moveTo(0, from);
    path.bezierCurveTo(width / 2, from, width / 2, to, width, to);
  }

  function band(path, width, a, b, c, d) {
    path.moveTo(0, a);
    path.bezierCurveTo(width / 2, a, width / 2, c, width, c);
    path.lineTo(width, d);
    path.bezierCurveTo(width / 2, d, width / 2, b, 0, b);
    path.closePath();
  }

  /** Return a short sample of a group's line, for the legend. */
  function sample(group) {
    const line = Vicinal.drawing("path", { d: "M2 5h24", "stroke-dasharray": DASHES[group].join(" ") || "none" });
    return Vicinal.drawing(
      "svg",
      { viewBox: "0 0 28 10", width: 28, height: 10, class: "sample", "aria-hidden": "true" },
      line,
    );
  }

  Object.assign(Vicinal, { Curves, sample });
})();
