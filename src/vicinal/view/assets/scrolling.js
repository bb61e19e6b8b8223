"use strict";
// Two texts that scroll together: what is linked stays side by side.
(() => {
  const GLIDE = 260; // milliseconds

  class Scrolling {
    /** `texts` are the two Texts by side; `moved` is called after every scroll; `whole` lays out what is not yet. */
    constructor(texts, moved, whole) {
      this.texts = texts;
      this.moved = moved;
      this.whole = whole;
      this.together = true;
      this.points = { source: [[0, 0]], target: [[0, 0]] };
      this.placed = {}; // where we put a text ourselves, so that its scroll event moves nothing else
      this.before = { source: 0, target: 0 };
      this.running = {};
      for (const side of Vicinal.SIDES) {
        const { list } = texts[side];
        list.addEventListener("scroll", () => this.#scrolled(side), { passive: true });
        for (const type of ["wheel", "touchstart", "pointerdown"]) {
          list.addEventListener(type, () => this.#stop(), { passive: true });
        }
      }
    }

    /** Take note of which heights of the two texts belong together: those of links that do not cross each other. */
    measure(links) {
      const { source, target } = this.texts;
      const middle = (text, indices) => {
        const [top, bottom] = text.span(indices);
        return (top + bottom) / 2;
      };
      const shown = links.filter((link) => link.shown);
      const pairs = shown.map((link) => [middle(source, link.source), middle(target, link.target)]);
      pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const points = [[0, 0], ...rising(pairs), [source.whole, target.whole]];
      this.points = { source: points, target: points.map(([x, y]) => [y, x]) };
    }

    #scrolled(side) {
      const { list } = this.texts[side];
      const ours = this.placed[side] !== undefined && Math.abs(list.scrollTop - this.placed[side]) < 2;
      if (!ours) {
        delete this.placed[side];
        if (this.together) this.#follow(side);
      }
      this.before[side] = list.scrollTop;
      this.moved();
    }

    /** Return where the other text belongs when this one is scrolled to `top`. */
    #beside(side, top) {
      const here = this.texts[side];
      const there = this.texts[Vicinal.other(side)];
      // The line that is compared moves down the window with the text, so that both texts begin and end together.
      const share = top / Math.max(1, here.whole - here.height);
      return across(this.points[side], top + share * here.height) - share * there.height;
    }

    /** Bring the other text to where it belongs beside this one: little by little, if it was elsewhere. */
    #follow(side) {
      const there = Vicinal.other(side);
      const top = this.texts[side].list.scrollTop;
      const drift = this.texts[there].list.scrollTop - this.#clamped(there, this.#beside(side, this.before[side]));
      const less = Math.max(0, Math.abs(drift) - 2 - 0.7 * Math.abs(top - this.before[side]));
      this.#place(there, this.#clamped(there, this.#beside(side, top)) + Math.sign(drift) * less);
    }

    #clamped(side, top) {
      const { whole, height } = this.texts[side];
      return Math.round(Math.min(Math.max(top, 0), Math.max(0, whole - height)));
    }

    #place(side, top, leads = false) {
      const to = this.#clamped(side, top);
      if (!leads) this.placed[side] = to;
      else delete this.placed[side];
      this.texts[side].list.scrollTop = to;
    }

    /** Scroll a text, gently where that is welcome, so that the sentences stand at height y of the window. */
    bring(side, indices, y, leads = false) {
      const text = this.texts[side];
      this.whole();
      if (!leads) this.#settle();
      const [top, bottom] = text.span(indices);
      const wanted = y === undefined ? Math.max(0, (text.height - (bottom - top)) / 2) : y;
      this.#glide(side, top - Math.min(wanted, Math.max(8, text.height - (bottom - top) - 8)), leads);
    }

    /** Take both texts as they stand: a scroll event still on its way must not move what is about to be placed. */
    #settle() {
      for (const side of Vicinal.SIDES) this.placed[side] = this.before[side] = this.texts[side].list.scrollTop;
    }

    /** Scroll a text only if the sentences cannot be seen in full; the other text comes along. */
    ensure(side, indices) {
      this.whole();
      const text = this.texts[side];
      const [top, bottom] = text.span(indices);
      const seen = text.list.scrollTop;
      if (top < seen || bottom > seen + text.height) this.bring(side, indices, undefined, true);
    }

    #glide(side, top, leads) {
      cancelAnimationFrame(this.running[side]);
      const { list } = this.texts[side];
      const from = list.scrollTop;
      const far = Math.abs(top - from) > 4 * list.clientHeight;
      if (Vicinal.calm() || far) {
        this.#place(side, top, leads);
        this.moved();
        return;
      }
      const start = performance.now();
      const frame = (now) => {
        const part = Math.min(1, Math.max(0, (now - start) / GLIDE));
        this.#place(side, from + (top - from) * (1 - (1 - part) ** 3), leads);
        if (part < 1) this.running[side] = requestAnimationFrame(frame);
        this.moved();
      };
      this.running[side] = requestAnimationFrame(frame);
    }

    #stop() {
      for (const side of Vicinal.SIDES) cancelAnimationFrame(this.running[side]);
    }
  }

  /** Return the longest list of pairs, sorted by the first number, in which the second rises too. */
  function rising(pairs) {
    const ends = []; // ends[n]: the pair that a rising list of n + 1 pairs ends with, as low as can be
    const before = pairs.map(() => -1);
    pairs.forEach((pair, index) => {
      let low = 0;
      for (let high = ends.length; low < high;) {
        const middle = (low + high) >> 1;
        if (pairs[ends[middle]][1] < pair[1]) low = middle + 1;
        else high = middle;
      }
      if (low > 0) before[index] = ends[low - 1];
      ends[low] = index;
    });
    const found = [];
    for (let index = ends.length ? ends[ends.length - 1] : -1; index >= 0; index = before[index])
      found.push(pairs[index]);
    return found.reverse();
  }

  /** Return the number that stands across from `value` in a list of pairs, on the line between its neighbours. */
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

  Object.assign(Vicinal, { Scrolling });
})();
