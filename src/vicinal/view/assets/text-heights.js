"use strict";
// Where the sentences of a text are. Of a long text only what is seen is laid out: every other paragraph keeps the size
// that was measured once, so that a change of one paragraph costs no more than that paragraph.

/** @typedef {InstanceType<typeof TextHeights>} TextHeights */

const TextHeights = (() => {
  const LONG = 200; // sentences; shorter texts are always laid out whole
  const SLACK = 0.004; // pixels; browsers cut sizes off at a sixtieth of a pixel or so

  const FEW = 20; // paragraphs that are laid out one by one; of more, all are

  /** Return the top and the bottom of each sentence in a paragraph. @param {HTMLElement} paragraph */
  function inside(paragraph) {
    const { top } = paragraph.getBoundingClientRect();
    return Array.from(paragraph.children, (node) => {
      const box = node.getBoundingClientRect();
      return [box.top - top, box.bottom - top];
    });
  }

  /**
   * Return the first place in an ascending list with a value above `value`.
   *
   * @param {number[]} list
   * @param {number} value
   */
  function firstAbove(list, value) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] > value) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return class TextHeights {
    height = 0;
    whole = 0;
    /** The top of each sentence in the scrolled text. @type {number[]} */
    tops = [];
    /** @type {number[]} */
    bottoms = [];
    /** What was measured of each paragraph. @type {WeakMap<Element, number[][]>} */
    #known = new WeakMap();
    /** Where each paragraph begins. @type {{ paragraphs: HTMLElement[], starts: number[] }} */
    #placed = { paragraphs: [], starts: [] };
    /** What was measured last. @type {{ of: unknown, laid: number, width: number, high: number } | null} */
    #last = null;
    /** How far the text was scrolled when last looked. */
    #top = 0;
    /** Whether chips take up room; null if that is to be looked up. @type {boolean | null} */
    #chips = null;
    /** Whether a sentence may have another height than was measured. */
    #isStale = false;

    /** @param {HTMLElement} list the element that scrolls @param {HTMLElement} body the paragraphs */
    constructor(list, body) {
      this.list = list;
      this.body = body;
      list.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    }

    #scrolled() {
      this.#top = this.list.scrollTop;
    }

    /** Return the first and the last sentence seen at a height of the text. @param {number} top */
    between(top) {
      return [firstAbove(this.bottoms, top), firstAbove(this.tops, top + this.height) - 1];
    }

    /** Return the first and the last sentence that were seen lately; the browser need not lay out anything for that. */
    lately() {
      return this.between(this.#top);
    }

    /** Forget everything: another text is shown. */
    clear() {
      this.tops = [];
      this.bottoms = [];
      this.#forgetAll();
    }

    #forgetAll() {
      this.#known = new WeakMap();
      this.#placed = { paragraphs: [], starts: [] };
      this.#last = null;
    }

    /** A sentence may have another height now. @param {HTMLElement} sentence */
    forget(sentence) {
      if (sentence.parentElement && this.#known.delete(sentence.parentElement)) this.#isStale = true;
    }

    /** Whether the marks of sentences take up room, as on a narrow screen. */
    get hasChips() {
      this.#chips ??= getComputedStyle(this.list).getPropertyValue("--chips").trim() !== "";
      return this.#chips;
    }

    /** Return where a sentence is now, on the screen below the top of the text. @param {Element} node */
    seenAt(node) {
      return Math.round(node.getBoundingClientRect().top - this.list.getBoundingClientRect().top - this.list.clientTop);
    }

    /** Where the scrolled text begins in the window. */
    get #origin() {
      return this.list.getBoundingClientRect().top + this.list.clientTop - this.list.scrollTop;
    }

    /**
     * Read where all sentences are, unless that is known.
     *
     * @param {TextElements} elements
     * @param {number} laid sentences that are laid out; the others count as standing at the end
     */
    measure({ sentences, groups }, laid) {
      this.height = this.list.clientHeight;
      this.#scrolled();
      this.whole = this.list.scrollHeight;
      const last = this.#last;
      const width = this.body.offsetWidth;
      if (last?.width !== width) this.#chips = null;
      const isSame = !this.#isStale && last !== null && last.of === sentences && last.laid === laid;
      if (isSame && last.width === width && last.high === this.body.offsetHeight) return;
      // Another width, or other letters: every sentence may have another height.
      if (isSame || (last && last.width !== width)) this.#forgetAll();
      const there = groups.filter((group) => group.parentNode === this.body);
      const fresh = there.filter((group) => !this.#known.has(group));
      if (fresh.length > FEW) this.body.classList.remove("skips");
      for (const group of fresh) this.#known.set(group, inside(group));
      for (const group of fresh) {
        const high = this.#known.get(group)?.at(-1)?.[1] ?? 0;
        group.style.containIntrinsicBlockSize = `${high + SLACK}px`;
      }
      this.body.classList.toggle("skips", sentences.length > LONG);
      this.whole = this.list.scrollHeight;
      this.#place(there, new Set(fresh));
      this.#read(sentences.length);
      this.#last = { of: sentences, laid, width, high: this.body.offsetHeight };
      this.#isStale = false;
    }

    /**
     * Read where paragraphs begin: those from the first to the last that is new, or next to one that went. Those above are
     * where they were, and those below have all moved as far as the first of them.
     *
     * @param {HTMLElement[]} paragraphs
     * @param {Set<HTMLElement>} fresh
     */
    #place(paragraphs, fresh) {
      const { paragraphs: before, starts: old } = this.#placed;
      const shared = Math.min(paragraphs.length, before.length);
      const isKept = (/** @type {HTMLElement | undefined} */ one, /** @type {HTMLElement | undefined} */ two) =>
        one !== undefined && one === two && !fresh.has(one);
      let first = 0;
      while (first < shared && isKept(paragraphs[first], before[first])) first++;
      let last = 0;
      while (last < shared - first && isKept(paragraphs.at(-1 - last), before.at(-1 - last))) last++;
      const origin = this.#origin;
      const end = Math.min(paragraphs.length, paragraphs.length - last + 1);
      const read = paragraphs.slice(first, end).map((each) => each.getBoundingClientRect().top - origin);
      const below = old.slice(before.length - last);
      const shift = last ? (read.at(-1) ?? 0) - below[0] : 0;
      const starts = [...old.slice(0, first), ...read, ...below.slice(1).map((start) => start + shift)];
      this.#placed = { paragraphs, starts };
    }

    /** Work out where all sentences are. @param {number} number of them */
    #read(number) {
      const { paragraphs, starts } = this.#placed;
      const [tops, bottoms] = [new Array(number).fill(this.whole), new Array(number).fill(this.whole)];
      let index = 0;
      for (const [at, paragraph] of paragraphs.entries()) {
        const start = starts[at];
        for (const [top, bottom] of this.#known.get(paragraph) ?? []) {
          tops[index] = Math.round(start + top);
          bottoms[index++] = Math.round(start + bottom);
        }
      }
      [this.tops, this.bottoms] = [tops, bottoms];
    }
  };
})();
