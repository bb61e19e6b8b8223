"use strict";
// Links as curves between the two texts. Only visible links are drawn: long documents cost no more than short ones.

/** @typedef {InstanceType<typeof Curves>} Curves */
/** @typedef {{ source: number[], target: number[] }} ChosenSentences */
/** @typedef {{ coming: ChosenSentences[], going: Set<ModelLink> }} DrawnOutcome Links to come, and links that will lose sentences. */

const Curves = (() => {
  const { element, drawing } = Dom;
  const { SIDES } = AlignmentModel;
  /** The line style of each kind of link, and of each group of a comparison: a second cue beside colour. */
  const DASHES = /** @type {Record<string, number[]>} */ ({
    "1-1": [],
    "1-N": [7, 4],
    "N-1": [0.5, 5],
    "N-N": [9, 4, 0.5, 4],
    both: [],
    a: [7, 4],
    b: [0.5, 5],
  });
  const INSET = 3; // pixels between the bands of neighbouring sentences

  class Curves {
    /** Return the line style of a group, for a drawing. @param {string} group */
    static dashes(group) {
      return DASHES[group].join(" ") || "none";
    }

    /** Return a short sample of a group's line, for the legend. @param {string} group */
    static sample(group) {
      const line = drawing("path", { d: "M2 5h24", "stroke-dasharray": Curves.dashes(group) });
      const size = { viewBox: "0 0 28 10", width: 28, height: 10 };
      return drawing("svg", { ...size, class: "sample", "aria-hidden": "true" }, line);
    }

    /**
     * @param {TextPanes} texts
     * @param {{ point: (link: ModelLink | null) => void, press: (link: ModelLink | null) => void }} on
     */
    constructor(texts, on) {
      this.texts = texts;
      this.canvas = element("canvas", { class: "curves", "aria-hidden": "true" });
      this.pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
      this.pill = element("div", { class: "pill", "aria-hidden": "true", hidden: true });
      this.node = element("div", { class: "between" }, this.canvas, this.pill);
      this.canvas.addEventListener("pointermove", (event) => on.point(this.#under(event)));
      this.canvas.addEventListener("pointerleave", () => on.point(null));
      this.canvas.addEventListener("click", (event) => on.press(this.#under(event)));
      /** @type {{ link: ModelLink, bands: Path2D }[]} */
      this.drawn = [];
    }

    /** Return the links with a visible sentence. @param {AlignmentModel} model */
    #visible(model) {
      /** @type {Set<ModelLink>} */
      const found = new Set();
      for (const side of SIDES) {
        const [from, to] = this.texts[side].visible();
        for (let index = from; index <= to; index++) {
          for (const link of model.linksOf[side][index]) if (link.shown) found.add(link);
        }
      }
      return [...found].sort((a, b) => a.index - b.index);
    }

    /**
     * @param {AlignmentModel} model
     * @param {{
     *   active: ModelLink | null,
     *   pinned: ModelLink | null,
     *   outcome: DrawnOutcome | null,
     *   colours: Palette,
     * }} what `outcome`: what an action would do
     */
    draw(model, { active, pinned, outcome, colours }) {
      const { clientWidth: width, clientHeight: height } = this.canvas;
      this.drawn = [];
      this.pill.hidden = true;
      if (!width || !height) return; // on a narrow screen chips replace the curves
      const scale = devicePixelRatio || 1;
      if (this.canvas.width !== Math.round(width * scale) || this.canvas.height !== Math.round(height * scale)) {
        this.canvas.width = Math.round(width * scale);
        this.canvas.height = Math.round(height * scale);
      }
      this.pen.setTransform(scale, 0, 0, scale, 0, 0);
      this.pen.clearRect(0, 0, width, height);
      this.pen.lineCap = "round";
      const links = this.#visible(model);
      const strength = active || pinned ? 0.5 : 1;
      for (const link of links) {
        const faded = outcome?.going.has(link) ? 0.4 : strength;
        if (link !== active && link !== pinned) this.#link(link, width, colours, faded, false);
      }
      for (const link of new Set([pinned, active])) {
        const isGoing = link && outcome?.going.has(link);
        if (link && links.includes(link)) this.#link(link, width, colours, isGoing ? 0.4 : 1, !isGoing);
      }
      for (const link of links) if (outcome?.going.has(link)) this.#strike(link, width, colours);
      for (const ghost of outcome?.coming ?? []) this.#ghost(ghost, width, colours);
      if (active && links.includes(active)) this.#label(active, height);
    }

    /** Cross out a link that an action would break. @param {ModelLink} link @param {number} width @param {Palette} colours */
    #strike(link, width, colours) {
      const [from, to] = SIDES.map((side) => {
        const [top, bottom] = this.texts[side].span(link[side]);
        return (top + bottom) / 2 - this.texts[side].list.scrollTop;
      });
      const [x, y, arm] = [width / 2, (from + to) / 2, 6];
      this.pen.strokeStyle = colours.ink;
      this.pen.globalAlpha = 0.9;
      this.pen.lineWidth = 2;
      this.pen.setLineDash([]);
      this.pen.stroke(new Path2D(`M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`));
    }

    /**
     * Draw a link that an action would make.
     *
     * @param {ChosenSentences} ghost
     * @param {number} width
     * @param {Palette} colours
     */
    #ghost(ghost, width, colours) {
      const bands = this.#bands(ghost, width);
      this.pen.fillStyle = colours.accent;
      this.pen.strokeStyle = colours.accent;
      this.pen.globalAlpha = 0.13;
      this.pen.fill(bands);
      this.pen.globalAlpha = 0.85;
      this.pen.lineWidth = 1.2;
      this.pen.setLineDash([3, 3]);
      this.pen.stroke(bands);
    }

    /**
     * @param {ModelLink} link
     * @param {number} width
     * @param {Palette} colours
     * @param {number} strength from 0 to 1
     * @param {boolean} strong
     */
    #link(link, width, colours, strength, strong) {
      const bands = this.#bands(link, width);
      this.pen.fillStyle = colours[link.group];
      this.pen.strokeStyle = colours[link.group];
      this.pen.globalAlpha = (strong ? 0.24 : 0.1) * strength;
      this.pen.fill(bands);
      this.pen.globalAlpha = (strong ? 1 : 0.8) * strength;
      this.pen.lineWidth = strong ? 2.4 : 1.5;
      this.pen.setLineDash(DASHES[link.group]);
      const lines = new Path2D();
      for (const [x, y] of link.cells) {
        const [from, to] = [this.#middle("source", x), this.#middle("target", y)];
        lines.moveTo(0, from);
        lines.bezierCurveTo(width / 2, from, width / 2, to, width, to);
      }
      this.pen.stroke(lines);
      this.drawn.push({ link, bands });
    }

    /** @param {Side} side @param {number} index */
    #middle(side, index) {
      const { tops, bottoms, list } = this.texts[side];
      return (tops[index] + bottoms[index]) / 2 - list.scrollTop;
    }

    /**
     * Return the bands between the runs of neighbouring sentences of both sides.
     *
     * @param {ChosenSentences} link
     * @param {number} width
     */
    #bands(link, width) {
      const path = new Path2D();
      for (const [a, b] of this.#runs("source", link.source)) {
        for (const [c, d] of this.#runs("target", link.target)) {
          path.moveTo(0, a);
          path.bezierCurveTo(width / 2, a, width / 2, c, width, c);
          path.lineTo(width, d);
          path.bezierCurveTo(width / 2, d, width / 2, b, 0, b);
          path.closePath();
        }
      }
      return path;
    }

    /** Return top and bottom of each run of neighbouring sentences. @param {Side} side @param {number[]} indices */
    #runs(side, indices) {
      const { tops, bottoms, list } = this.texts[side];
      /** @type {[number, number][]} */
      const runs = [];
      let last = Number.NaN;
      for (const index of [...indices].sort((a, b) => a - b)) {
        const bottom = bottoms[index] - list.scrollTop - INSET;
        if (index === last + 1) runs[runs.length - 1][1] = bottom;
        else runs.push([tops[index] - list.scrollTop + INSET, bottom]);
        last = index;
      }
      return runs;
    }

    /** Write kind and score on the curve. @param {ModelLink} link @param {number} height */
    #label(link, height) {
      const [source, target] = SIDES.map((side) => {
        const [top, bottom] = this.texts[side].span(link[side]);
        return (top + bottom) / 2 - this.texts[side].list.scrollTop;
      });
      this.pill.textContent = `${link.kind}  ${Wording.score(link)}${link.notes.includes("unsure") ? " ?" : ""}`;
      this.pill.dataset.kind = link.group;
      this.pill.style.top = `${Math.min(Math.max((source + target) / 2, 16), height - 16)}px`;
      this.pill.hidden = false;
    }

    /** @param {MouseEvent} event */
    #under(event) {
      const scale = devicePixelRatio || 1;
      const [x, y] = [event.offsetX * scale, event.offsetY * scale];
      return this.drawn.findLast(({ bands }) => this.pen.isPointInPath(bands, x, y))?.link ?? null;
    }
  }

  return Curves;
})();
