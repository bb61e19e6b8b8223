"use strict";
// Choosing sentences in the viewer, with the mouse or the keyboard, to correct their links.

/** @typedef {InstanceType<typeof SentenceSelection>} SentenceSelection */

const SentenceSelection = (() => {
  const { SIDES, other } = AlignmentModel;

  /** @param {number[]} one @param {number[]} two */
  const sameIndices = (one, two) => one.length === two.length && one.every((index) => two.includes(index));

  /** @param {ChosenSentences} link @param {ChosenSentences} chosen */
  const same = (link, chosen) => SIDES.every((side) => sameIndices(link[side], chosen[side]));

  return class SentenceSelection {
    /** @type {Record<Side, Set<number>>} */
    #chosen = { source: new Set(), target: new Set() };
    /** Where a range begins. @type {SentencePlace | null} */
    #anchor = null;
    /** The sentence that last had the focus. @type {SentencePlace | null} */
    #current = null;

    /**
     * @param {Viewer} viewer
     * @param {{ changed: () => void, moved: () => void, enter: (event: KeyboardEvent) => void }} on `changed`: others
     *   are chosen; `moved`: another sentence has the focus; `enter`: Enter on a sentence
     */
    constructor(viewer, on) {
      this.viewer = viewer;
      this.on = on;
      for (const side of SIDES) {
        const { list } = viewer.texts[side];
        list.addEventListener("focusin", ({ target }) => this.#focused(side, target));
        list.addEventListener("focusout", () => this.isOn && on.moved());
      }
      viewer.root.addEventListener("vicinal:pin", (event) => {
        const pinned = event instanceof CustomEvent ? event.detail : null;
        if (this.isOn && pinned) this.take(viewer.model.links[pinned.index]);
      });
    }

    get isOn() {
      return this.viewer.guest === this;
    }

    /** Let presses and keys choose sentences instead of pinning links, or stop that. @param {boolean} on */
    turn(on) {
      this.clear();
      this.viewer.guest = on ? this : null;
      this.viewer.root.classList.toggle("choosing", on);
      this.viewer.detail.selecting = on;
      for (const side of SIDES) this.viewer.texts[side].selected = on ? "chosen" : "pinned";
      this.viewer.refresh();
    }

    /** The chosen sentences of both sides, in order. @returns {ChosenSentences} */
    get value() {
      const inOrder = (/** @type {Side} */ side) => [...this.#chosen[side]].sort((a, b) => a - b);
      return { source: inOrder("source"), target: inOrder("target") };
    }

    /** The sentence that has the focus, or last had it; null if it is not there any more. */
    get current() {
      if (!this.#current) return null;
      const { side, index } = this.#current;
      return index < this.viewer.texts[side].sentences.length ? this.#current : null;
    }

    /** @param {Side} side @param {EventTarget | null} target */
    #focused(side, target) {
      const index = this.viewer.texts[side].indexOf(target);
      if (index === null) return;
      this.#current = { side, index };
      if (this.isOn) this.on.moved();
    }

    /**
     * What an action is about: the chosen sentences, and the one that the keyboard has reached if nothing is chosen on
     * its side.
     *
     * @returns {ChosenSentences}
     */
    get subject() {
      const { value, current } = this;
      const reached = document.activeElement?.matches(".sentence:focus-visible");
      if (reached && current && !value[current.side].length) value[current.side] = [current.index];
      return value;
    }

    get isEmpty() {
      return SIDES.every((side) => !this.#chosen[side].size);
    }

    /** Choose these sentences, and no others. @param {ChosenSentences} sentences */
    take({ source, target }) {
      this.#chosen = { source: new Set(source), target: new Set(target) };
      this.#anchor = null;
      this.#paint();
    }

    clear() {
      if (this.isEmpty && !this.viewer.pinned) this.#anchor = null;
      else this.take({ source: [], target: [] });
    }

    /** Move the focus to a sentence and scroll it into view. @param {SentencePlace} place */
    go({ side, index }) {
      this.viewer.texts[side].focus(index);
      this.viewer.scrolling.ensure(side, [index]);
    }

    /** Begin at the top of the texts, with the focus on the first sentence: another pair is open. */
    begin() {
      this.#current = null;
      this.viewer.scrolling.toTop();
      const side = SIDES.find((each) => this.viewer.texts[each].sentences.length);
      if (side) this.viewer.texts[side].focus(0);
    }

    /** @param {Side} side @param {number} index */
    #toggle(side, index) {
      if (!this.#chosen[side].delete(index)) this.#chosen[side].add(index);
      this.#anchor = { side, index };
      this.#paint();
    }

    /** Choose everything from the last choice to a sentence. @param {Side} side @param {number} index */
    #extend(side, index) {
      const from = this.#anchor?.side === side ? this.#anchor.index : index;
      for (let i = Math.min(from, index); i <= Math.max(from, index); i++) this.#chosen[side].add(i);
      this.#anchor ??= { side, index };
      this.#paint();
    }

    #paint() {
      const { viewer, value } = this;
      for (const side of SIDES) viewer.texts[side].mark("chosen", value[side]);
      if (viewer.pinned && this.isOn && !same(viewer.pinned, value)) viewer.pinned = null;
      viewer.refresh();
      this.on.changed();
    }

    /** Drop sentences that the texts no longer have, and mark the rest. */
    refresh() {
      for (const side of SIDES) {
        const size = this.viewer.model.sides[side].sentences.length;
        for (const index of this.#chosen[side]) if (index >= size) this.#chosen[side].delete(index);
      }
      this.#paint();
    }

    // Called by the viewer ----------------------------------------------------------------------------------------

    /** @param {Side} side @param {number} index @param {MouseEvent | KeyboardEvent} event */
    press(side, index, event) {
      if (event.shiftKey) this.#extend(side, index);
      else this.#toggle(side, index);
      return true;
    }

    /** @param {Side} side @param {number} index @param {KeyboardEvent} event */
    key(side, index, event) {
      if (event.key === "Enter") this.on.enter(event);
      else if (event.key === " ") this.press(side, index, event);
      else if (event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        const last = this.viewer.texts[side].sentences.length - 1;
        const next = Math.min(Math.max(index + (event.key === "ArrowDown" ? 1 : -1), 0), last);
        if (this.#anchor?.side !== side) this.#extend(side, index);
        this.#extend(side, next);
        this.go({ side, index: next });
      } else if (event.key === (side === "source" ? "ArrowRight" : "ArrowLeft")) return this.#cross(side, index);
      else return false;
      return true;
    }

    /**
     * Go from an unaligned sentence to the one beside it; links are left to the viewer.
     *
     * @param {Side} side
     * @param {number} index
     */
    #cross(side, index) {
      if (this.viewer.model.linksOf[side][index].some((link) => link.shown)) return false;
      this.go({ side: other(side), index: this.viewer.beside(side, index) });
      return true;
    }
  };
})();
