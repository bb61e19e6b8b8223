"use strict";
// One document: a list of its sentences that the keyboard moves through, each marked by the kind of its link.

/** @typedef {InstanceType<typeof TextPane>} TextPane */
/** @typedef {{ source: TextPane, target: TextPane }} TextPanes */
/**
 * What a text reports. An index is that of a sentence; null means that none is pointed at any more.
 *
 * @typedef {{
 *   point: (index: number | null) => void,
 *   press: (index: number, event: MouseEvent | KeyboardEvent) => void,
 *   key: (index: number, event: KeyboardEvent) => boolean,
 *   cross: (index: number) => void,
 *   reached: (index: number) => void,
 * }} TextEvents `key` gets every key first; if it returns true, the text does nothing more with it
 */

const TextPane = (() => {
  const { element } = Dom;
  const FIRST = 120; // sentences that are laid out at once
  const PORTION = 400; // sentences of a long text that are laid out at a time after that
  const MARKED = 60; // sentences around those seen that are marked at once

  class TextPane {
    /** Yield after each portion of long texts that was laid out. @param {TextPanes} texts */
    static *layOutBitByBit({ source, target }) {
      while (source.waiting.length || target.waiting.length) {
        source.#layOut(PORTION);
        target.#layOut(PORTION);
        void document.body.offsetHeight; // lay out now, not after the slice
        yield;
      }
    }

    /** Lay out both texts to the end; return whether anything was missing. @param {TextPanes} texts */
    static layOutAll({ source, target }) {
      const missing = source.waiting.length + target.waiting.length > 0;
      source.#layOut(Infinity);
      target.#layOut(Infinity);
      return missing;
    }

    /** The sentence that the tab key reaches. @type {HTMLElement | null} */
    #stop = null;
    /** Stops marking sentences far from those that are seen. */
    #stopPainting = () => {};

    /** @param {Side} side @param {TextEvents} on */
    constructor(side, on) {
      this.side = side;
      this.on = on;
      this.elements = new TextElements();
      /** Sentences by the class that they were given. @type {Record<string, HTMLElement[]>} */
      this.marked = {};
      this.selected = "pinned"; // the class of the sentences that count as selected
      /** Paragraphs that are not laid out yet. @type {HTMLElement[]} */
      this.waiting = [];
      this.laid = 0; // sentences that are laid out
      this.name = element("h2");
      this.counts = element("p");
      this.head = element("div", { class: `head head-${side}` }, this.name, this.counts);
      this.body = element("div", { class: "body" });
      this.list = element(
        "div",
        { class: `text text-${side}`, role: "listbox", "aria-multiselectable": "true", "data-side": side },
        this.body,
      );
      this.heights = new TextHeights(this.list, this.body);
      this.list.addEventListener("pointerover", (event) => {
        if (event.pointerType !== "touch") on.point(this.indexOf(event.target));
      });
      this.list.addEventListener("pointerleave", () => on.point(null));
      this.list.addEventListener("focusin", (event) => this.#focused(event.target));
      this.list.addEventListener("focusout", () => on.point(null));
      this.list.addEventListener("keydown", (event) => this.#key(event));
      this.list.addEventListener("click", (event) => {
        const index = this.indexOf(event.target);
        // Dragging over a text selects it for copying.
        if (index !== null && (event.shiftKey || getSelection()?.isCollapsed)) on.press(index, event);
      });
    }

    /** @param {EventTarget | null} node */
    indexOf(node) {
      const sentence = node instanceof Element ? node.closest(".sentence") : null;
      return sentence instanceof HTMLElement ? Number(sentence.dataset.index) : null;
    }

    /** The height of what is seen of the text. */
    get height() {
      return this.heights.height;
    }

    /** The height of the whole text. */
    get whole() {
      return this.heights.whole;
    }

    get tops() {
      return this.heights.tops;
    }

    get bottoms() {
      return this.heights.bottoms;
    }

    /** The elements of all sentences. */
    get sentences() {
      return this.elements.sentences;
    }

    /**
     * Show a text. If it is the text from before with a few other sentences, only these are made anew; the focus, and
     * what the reader sees, stay where they are.
     *
     * @param {DocumentData} document
     */
    show(document) {
      const name = document.name ?? this.side;
      if (this.name.title !== name || this.name.textContent !== name) {
        this.name.textContent = name;
        this.name.title = name;
        this.list.setAttribute("aria-label", `Sentences of ${name}`);
      }
      const reader = this.#reader();
      const placed = this.elements.show(document);
      if (placed) this.#keep(reader, placed);
      else this.#begin();
    }

    /** Lay out the beginning of a text. */
    #begin() {
      this.marked = {};
      this.heights.clear();
      this.waiting = [...this.elements.groups];
      this.body.replaceChildren();
      this.laid = 0;
      this.#layOut(FIRST);
      this.#stopAt(this.sentences.at(0)?.node);
    }

    /** Let the tab key reach a sentence, and no other. @param {HTMLElement | undefined} node */
    #stopAt(node) {
      if (this.#stop) this.#stop.tabIndex = -1;
      if (node) node.tabIndex = 0;
      this.#stop = node ?? null;
    }

    /** Return where the reader is: which sentence has the focus, or stands at the top, and how far down. */
    #reader() {
      const index = this.indexOf(this.#stop) ?? 0;
      const [first, last] = this.visible();
      const seen = index >= first && index <= last ? index : first;
      const y = (this.tops[seen] ?? 0) - this.list.scrollTop;
      return { index, hasFocus: this.list.contains(document.activeElement), seen, y };
    }

    /**
     * Keep the focus and what is seen, after some sentences have changed.
     *
     * @param {{ index: number, hasFocus: boolean, seen: number, y: number }} reader
     * @param {(index: number) => number} placed
     */
    #keep({ index, hasFocus, seen, y }, placed) {
      this.waiting = this.elements.groups.filter((group) => group.parentNode !== this.body);
      this.laid = this.waiting.reduce((left, group) => left - group.childElementCount, this.sentences.length);
      const stop = this.sentences[placed(index)]?.node;
      this.#stopAt(stop);
      this.measure();
      const top = this.tops[placed(seen)] ?? y;
      if (y !== top - this.list.scrollTop) this.list.scrollTop = top - y;
      if (hasFocus && !this.list.contains(document.activeElement)) stop?.focus({ preventScroll: true });
    }

    /** Lay out paragraphs with at least that many more sentences. @param {number} sentences */
    #layOut(sentences) {
      const end = this.laid + sentences;
      let count = 0;
      for (; count < this.waiting.length && this.laid < end; count++)
        this.laid += this.waiting[count].childElementCount;
      this.body.append(...this.waiting.splice(0, count));
    }

    /**
     * Mark each sentence by its links: in a long text those that are seen and their neighbours at once, the others after
     * the next picture.
     *
     * @param {ModelLink[][]} linksOf the links of each sentence
     * @param {(link: ModelLink) => string} label the text of the chip that leads to the other side
     */
    paint(linksOf, label) {
      this.#stopPainting();
      const { sentences, heights } = this;
      const hasChips = heights.hasChips;
      const paint = (/** @type {number} */ index) => {
        const isNew = TextElements.paint(sentences[index], linksOf[index], label);
        if (isNew && hasChips) heights.forget(sentences[index].node);
      };
      const [first, last] = heights.lately();
      const isLong = sentences.length > MARKED && !hasChips;
      const from = isLong ? Math.max(0, first - MARKED) : 0;
      const to = isLong ? Math.min(last + MARKED, sentences.length - 1) : sentences.length - 1;
      for (let index = from; index <= to; index++) paint(index);
      if (isLong) this.#stopPainting = Schedule.inSlices(one(sentences.length, paint), () => {});
      const linked = linksOf.filter((links) => links.length).length;
      const all = Wording.count(sentences.length, "sentence");
      Dom.write(this.counts, `${Wording.number(linked)} of ${all} aligned`);
    }

    /** Give these sentences, and no others, a class. @param {string} name @param {number[]} indices */
    mark(name, indices) {
      for (const node of this.marked[name] ?? []) {
        node.classList.remove(name);
        if (name === this.selected) node.removeAttribute("aria-selected");
      }
      this.marked[name] = indices.map((index) => this.sentences[index].node);
      for (const node of this.marked[name]) {
        node.classList.add(name);
        if (name === this.selected) node.setAttribute("aria-selected", "true");
      }
    }

    /** Read where all sentences are in the scrolled text, unless that is known. */
    measure() {
      this.heights.measure(this.elements, this.laid);
    }

    /** Return the top of the first and the bottom of the last of some sentences. @param {number[]} indices */
    span(indices) {
      let [low, high] = [Infinity, -Infinity];
      for (const index of indices) {
        low = Math.min(low, index);
        high = Math.max(high, index);
      }
      return [this.tops[low], this.bottoms[high]];
    }

    /** Return the first and the last visible sentence. */
    visible() {
      return this.heights.between(this.list.scrollTop);
    }

    /** @param {number} index */
    focus(index) {
      if (index >= this.laid) this.#layOut(Infinity);
      this.sentences[index]?.node.focus({ preventScroll: true });
    }

    /** @param {EventTarget | null} target */
    #focused(target) {
      const index = this.indexOf(target);
      if (index === null) return;
      this.#stopAt(this.sentences[index].node);
      if (target instanceof Element && target.matches(":focus-visible")) this.on.point(index);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
      const index = this.indexOf(event.target);
      if (index === null || event.altKey || event.ctrlKey || event.metaKey) return;
      if (this.on.key(index, event)) {
        event.preventDefault();
        return;
      }
      const last = this.sentences.length - 1;
      const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[event.key];
      if (to !== undefined) {
        const next = Math.min(Math.max(to, 0), last);
        this.focus(next);
        this.on.reached(next);
      } else if (event.key === (this.side === "source" ? "ArrowRight" : "ArrowLeft")) this.on.cross(index);
      else if (event.key === "Enter" || event.key === " ") this.on.press(index, event);
      else return;
      event.preventDefault();
    }
  }

  /**
   * Do something with each of so many numbers, one at a time.
   *
   * @param {number} number
   * @param {(index: number) => void} run
   */
  function* one(number, run) {
    for (let index = 0; index < number; index++) yield run(index);
  }

  return TextPane;
})();
