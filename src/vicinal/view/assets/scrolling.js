"use strict";
// Two texts that scroll together, so that linked sentences stay side by side.

/** @typedef {InstanceType<typeof Scrolling>} Scrolling */

const Scrolling = (() => {
  const { SIDES, other } = AlignmentModel;
  const GLIDE = 260; // milliseconds

  class Scrolling {
    /** Heights of the two texts that belong together, the own one first. @type {Record<Side, number[][]>} */
    #points = { source: [[0, 0]], target: [[0, 0]] };
    /**
     * Where a text was put by this class: its scroll event moves nothing else.
     *
     * @type {Partial<Record<Side, number>>}
     */
    #placed = {};
    /** Where each text was at its last scroll event. @type {Record<Side, number>} */
    #before = { source: 0, target: 0 };
    /** Animation frames that were requested. @type {Record<Side, number>} */
    #running = { source: 0, target: 0 };

    /**
     * @param {TextPanes} texts
     * @param {() => void} moved called after every scroll
     * @param {() => void} layOutAll called before a sentence is brought into view
     */
    constructor(texts, moved, layOutAll) {
      this.texts = texts;
      this.moved = moved;
      this.layOutAll = layOutAll;
      this.together = true;
      for (const side of SIDES) {
        const { list } = texts[side];
        list.addEventListener("scroll", () => this.#scrolled(side), { passive: true });
        // In a small window the page scrolls too. A click must not move what is clicked.
        list.addEventListener("focusin", ({ target }) => {
          if (target instanceof Element && target.matches(":focus-visible")) list.scrollIntoView({ block: "nearest" });
        });
        for (const type of ["wheel", "touchstart", "pointerdown"]) {
          list.addEventListener(type, () => this.#stop(), { passive: true });
        }
      }
    }

    /**
     * Find the heights of the two texts that belong together: those of links that do not cross.
     *
     * @param {ModelLink[]} links
     */
    measure(links) {
      const { source, target } = this.texts;
      const middle = (/** @type {TextPane} */ text, /** @type {number[]} */ indices) => {
        const [top, bottom] = text.span(indices);
        return (top + bottom) / 2;
      };
      const shown = links.filter((link) => link.shown);
      const pairs = shown.map((link) => [middle(source, link.source), middle(target, link.target)]);
      pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const points = [[0, 0], ...rising(pairs), [source.whole, target.whole]];
      this.#points = { source: points, target: points.map(([x, y]) => [y, x]) };
    }

    /** @param {Side} side */
    #scrolled(side) {
      const { list } = this.texts[side];
      const placed = this.#placed[side];
      if (placed === undefined || Math.abs(list.scrollTop - placed) >= 2) {
        delete this.#placed[side];
        if (this.together) this.#follow(side);
      }
      this.#before[side] = list.scrollTop;
      this.moved();
    }

    /**
     * Return where the other text belongs when this one is scrolled to `top`.
     *
     * @param {Side} side
     * @param {number} top
     */
    #beside(side, top) {
      const here = this.texts[side];
      const there = this.texts[other(side)];
      // The line that is compared moves down the window with the text, so that both texts begin and end together.
      const share = top / Math.max(1, here.whole - here.height);
      return across(this.#points[side], top + share * here.height) - share * there.height;
    }

    /** Scroll the other text to where it belongs beside this one, gradually if it was elsewhere. @param {Side} side */
    #follow(side) {
      const there = other(side);
      const top = this.texts[side].list.scrollTop;
      const drift = this.texts[there].list.scrollTop - this.#clamped(there, this.#beside(side, this.#before[side]));
      const less = Math.max(0, Math.abs(drift) - 2 - 0.7 * Math.abs(top - this.#before[side]));
      this.#place(there, this.#clamped(there, this.#beside(side, top)) + Math.sign(drift) * less);
    }

    /** @param {Side} side @param {number} top */
    #clamped(side, top) {
      const { whole, height } = this.texts[side];
      return Math.round(Math.min(Math.max(top, 0), Math.max(0, whole - height)));
    }

    /** @param {Side} side @param {number} top @param {boolean} leads whether the other text follows */
    #place(side, top, leads = false) {
      const to = this.#clamped(side, top);
      if (!leads) this.#placed[side] = to;
      else delete this.#placed[side];
      this.texts[side].list.scrollTop = to;
    }

    /**
     * Scroll a text so that some sentences are at a height of the window, by default in the middle.
     *
     * @param {Side} side
     * @param {number[]} indices
     * @param {number} [y]
     * @param {boolean} leads whether the other text follows
     */
    bring(side, indices, y, leads = false) {
      const text = this.texts[side];
      this.layOutAll();
      if (!leads) this.settle();
      const [top, bottom] = text.span(indices);
      const wanted = y === undefined ? Math.max(0, (text.height - (bottom - top)) / 2) : y;
      this.#glide(side, top - Math.min(wanted, Math.max(8, text.height - (bottom - top) - 8)), leads);
    }

    /** Accept both texts where they are: a scroll event still to come must not move what is about to be placed. */
    settle() {
      for (const side of SIDES) {
        const { scrollTop } = this.texts[side].list;
        this.#placed[side] = scrollTop;
        this.#before[side] = scrollTop;
      }
    }

    /** Scroll both texts if these sentences are not fully visible. @param {Side} side @param {number[]} indices */
    ensure(side, indices) {
      this.layOutAll();
      const text = this.texts[side];
      const [top, bottom] = text.span(indices);
      const seen = text.list.scrollTop;
      if (top < seen || bottom > seen + text.height) this.bring(side, indices, undefined, true);
    }

    /** @param {Side} side @param {number} top @param {boolean} leads */
    #glide(side, top, leads) {
      cancelAnimationFrame(this.#running[side]);
      const { list } = this.texts[side];
      const from = list.scrollTop;
      const far = Math.abs(top - from) > 4 * list.clientHeight;
      if (far || matchMedia("(prefers-reduced-motion: reduce)").matches) {
        this.#place(side, top, leads);
        this.moved();
        return;
      }
      const start = performance.now();
      const frame = (/** @type {number} */ now) => {
        const part = Math.min(1, Math.max(0, (now - start) / GLIDE));
        this.#place(side, from + (top - from) * (1 - (1 - part) ** 3), leads);
        if (part < 1) this.#running[side] = requestAnimationFrame(frame);
        this.moved();
      };
      this.#running[side] = requestAnimationFrame(frame);
    }

    /** Show the beginning of both texts, at once. */
    toTop() {
      this.#stop();
      for (const side of SIDES) this.#place(side, 0);
    }

    #stop() {
      for (const side of SIDES) cancelAnimationFrame(this.#running[side]);
    }
  }

  /**
   * Return the longest list of pairs, sorted by the first number, in which the second rises too.
   *
   * @param {number[][]} pairs
   */
  function rising(pairs) {
    /** ends[n]: the pair with the lowest end among rising lists of n + 1 pairs. @type {number[]} */
    const ends = [];
    const before = pairs.map(() => -1);
    pairs.forEach((pair, index) => {
      let low = 0;
      for (let high = ends.length; low < high; ) {
        const middle = (low + high) >> 1;
        if (pairs[ends[middle]][1] < pair[1]) low = middle + 1;
        else high = middle;
      }
      if (low > 0) before[index] = ends[low - 1];
      ends[low] = index;
    });
    const found = [];
    for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]) found.push(pairs[index]);
    return found.reverse();
  }

  /**
   * Return the number paired with `value`, interpolated between its neighbours.
   *
   * @param {number[][]} points
   * @param {number} value
   */
  function across(points, value) {
    let low = 0;
    let high = points.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (points[middle][0] <= value) low = middle;
      else high = middle;
    }
    const [x0, y0] = points[low];
    const [x1, y1] = points[high];
    return x1 > x0 ? y0 + ((y1 - y0) * (value - x0)) / (x1 - x0) : y0;
  }

  return Scrolling;
})();
