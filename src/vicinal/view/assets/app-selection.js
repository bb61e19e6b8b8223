"use strict";
// Choosing sentences in the viewer, with the mouse or the keyboard: what corrections are about.
(() => {
  const { SIDES, other } = Vicinal;

  class Selection {
    /** `on` is told: changed(), and enter() when Enter is pressed on a sentence. */
    constructor(viewer, on) {
      this.viewer = viewer;
      this.on = on;
      this.chosen = { source: new Set(), target: new Set() };
      this.from = null; // where a range begins: [side, index]
      viewer.root.addEventListener("vicinal:pin", ({ detail }) => {
        if (this.isOn && detail && !this.quiet) this.take(viewer.model.links[detail.index]);
      });
    }

    get isOn() {
      return this.viewer.guest === this;
    }

    /** Let presses and keys choose sentences, and no longer pin links; or the other way round. */
    turn(on) {
      this.clear();
      this.viewer.guest = on ? this : null;
      this.viewer.root.classList.toggle("choosing", on);
      this.viewer.detail.selecting = on;
      for (const side of SIDES) this.viewer.texts[side].selected = on ? "chosen" : "pinned";
      this.viewer.refresh();
    }

    /** The chosen sentences of both sides, in order. */
    get value() {
      const inOrder = (side) => [...this.chosen[side]].sort((a, b) => a - b);
      return { source: inOrder("source"), target: inOrder("target") };
    }

    get isEmpty() {
      return SIDES.every((side) => !this.chosen[side].size);
    }

    /** Choose the sentences of a link, and no others. */
    take({ source, target }) {
      this.chosen = { source: new Set(source), target: new Set(target) };
      this.from = null;
      this.#paint();
    }

    clear() {
      this.take({ source: [], target: [] });
    }

    toggle(side, index) {
      if (!this.chosen[side].delete(index)) this.chosen[side].add(index);
      this.from = [side, index];
      this.#paint();
    }

    /** Choose everything from where the last choice was made. */
    #reach(side, index) {
      const from = this.from?.[0] === side ? this.from[1] : index;
      for (let i = Math.min(from, index); i <= Math.max(from, index); i++) this.chosen[side].add(i);
      this.from ??= [side, index];
      this.#paint();
    }

    /** Mark what is chosen; called again after the viewer has got other texts. */
    #paint() {
      const { viewer, value } = this;
      for (const side of SIDES) viewer.texts[side].mark("chosen", value[side]);
      const linked = value.source.length && value.target.length;
      const known = linked && viewer.model?.links.some((link) => same(link, value));
      viewer.ghost = linked && !known ? value : null;
      const pinned = viewer.pinned;
      if (pinned && this.isOn && !same(pinned, value)) viewer.pinned = null;
      viewer.refresh();
      this.on.changed();
    }

    /** Take away what the texts no longer have, and mark the rest. */
    refresh() {
      for (const side of SIDES) {
        const size = this.viewer.model.sides[side].sentences.length;
        for (const index of this.chosen[side]) if (index >= size) this.chosen[side].delete(index);
      }
      this.#paint();
    }

    // What the viewer asks its guest ------------------------------------------------------------------------------

    press(side, index, event) {
      if (event.shiftKey) this.#reach(side, index);
      else this.toggle(side, index);
      return true;
    }

    key(side, index, event) {
      if (event.key === "Enter") this.on.enter();
      else if (event.key === " ") this.press(side, index, event);
      else if (event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        const last = this.viewer.texts[side].sentences.length - 1;
        const next = Math.min(Math.max(index + (event.key === "ArrowDown" ? 1 : -1), 0), last);
        if (this.from?.[0] !== side) this.#reach(side, index);
        this.#reach(side, next);
        this.#go(side, next);
      } else if (event.key === (side === "source" ? "ArrowRight" : "ArrowLeft")) return this.#cross(side, index);
      else return false;
      return true;
    }

    #go(side, index) {
      this.viewer.texts[side].focus(index);
      this.viewer.scrolling.ensure(side, [index]);
    }

    /** From a sentence without a link, go to what stands beside it; the viewer follows links by itself. */
    #cross(side, index) {
      const { texts, model } = this.viewer;
      if (model.linksOf[side][index].some((link) => link.shown)) return false;
      const there = texts[other(side)];
      const height = texts[side].tops[index] - texts[side].list.scrollTop + there.list.scrollTop;
      const beside = there.bottoms.findIndex((bottom) => bottom > height);
      if (there.sentences.length) this.#go(other(side), beside < 0 ? there.sentences.length - 1 : beside);
      return true;
    }
  }

  const same = (link, { source, target }) =>
    link.source.length === source.length &&
    link.target.length === target.length &&
    link.source.every((index) => source.includes(index)) &&
    link.target.every((index) => target.includes(index));

  Object.assign(Vicinal, { Selection });
})();
