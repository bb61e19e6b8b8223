"use strict";
// Where the sentences of a text are. Of a long text only what is seen is laid out: every other paragraph keeps the size
// that was measured once, so that a change of one paragraph costs no more than that paragraph.

/** @typedef {InstanceType<typeof TextHeights>} TextHeights */

const TextHeights = (() => {
  const LONG = 200; // sentences; shorter texts are always laid out whole
  const SLACK = 0.004; // pixels; browsers cut sizes off at a sixtieth of a pixel or so

  /** Return the top and the bottom of each sentence of a paragraph, and its height last. @param {HTMLElement} paragraph */
  function inside(paragraph) {
    const { top, height } = paragraph.getBoundingClientRect();
    const sentences = Array.from(paragraph.children, (node) => {
      const box = node.getBoundingClientRect();
      return [box.top - top, box.bottom - top];
    });
    return { sentences, height };
  }

  return class TextHeights {
    height = 0;
    whole = 0;
    /** The top of each sentence in the scrolled text. @type {number[]} */
    tops = [];
    /** @type {number[]} */
    bottoms = [];
    /** What was measured of each paragraph. @type {WeakMap<Element, ReturnType<typeof inside>>} */
    #known = new WeakMap();
    /** What was measured last. @type {{ of: unknown, laid: number, size: string, high: number } | null} */
    #last = null;

    /** @param {HTMLElement} list the element that scrolls @param {HTMLElement} body the paragraphs */
    constructor(list, body) {
      this.list = list;
      this.body = body;
    }

    /** Forget everything: another text is shown. */
    clear() {
      this.tops = [];
      this.bottoms = [];
      this.#forgetAll();
    }

    #forgetAll() {
      this.#known = new WeakMap();
      this.#last = null;
    }

    /** A sentence may have another height now. @param {HTMLElement} sentence */
    forget(sentence) {
      if (!sentence.parentElement || !this.#known.delete(sentence.parentElement)) return;
      sentence.parentElement.style.contentVisibility = "";
      this.#last = null;
    }

    /** Whether the marks of sentences take up room, as on a narrow screen. */
    get hasChips() {
      return getComputedStyle(this.list).getPropertyValue("--chips").trim() !== "";
    }

    /** Return where an element of the text is now. @param {Element} node */
    topOf(node) {
      return Math.round(node.getBoundingClientRect().top - this.#origin);
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
      this.whole = this.list.scrollHeight;
      const last = this.#last;
      const size = `${this.body.offsetWidth} ${this.hasChips}`;
      const high = this.body.offsetHeight;
      const isSame = last !== null && last.of === sentences && last.laid === laid;
      if (isSame && last.size === size && last.high === high) return;
      // Another width, or other letters: every sentence may have another height.
      if (isSame || (last && last.size !== size)) this.#forgetAll();
      const there = groups.filter((group) => group.parentNode === this.body);
      const fresh = there.filter((group) => !this.#known.has(group));
      for (const group of fresh) group.style.contentVisibility = "";
      for (const group of fresh) this.#known.set(group, inside(group));
      this.#read(there, sentences.length);
      this.#last = { of: sentences, laid, size, high: this.body.offsetHeight };
      if (sentences.length <= LONG) return;
      for (const group of fresh) {
        group.style.containIntrinsicBlockSize = `${(this.#known.get(group)?.height ?? 0) + SLACK}px`;
        group.style.contentVisibility = "auto";
      }
    }

    /** @param {HTMLElement[]} paragraphs @param {number} number of all sentences */
    #read(paragraphs, number) {
      this.whole = this.list.scrollHeight;
      const origin = this.#origin;
      const [tops, bottoms] = [new Array(number).fill(this.whole), new Array(number).fill(this.whole)];
      let index = 0;
      for (const paragraph of paragraphs) {
        const start = paragraph.getBoundingClientRect().top - origin;
        for (const [top, bottom] of this.#known.get(paragraph)?.sentences ?? []) {
          tops[index] = Math.round(start + top);
          bottoms[index++] = Math.round(start + bottom);
        }
      }
      [this.tops, this.bottoms] = [tops, bottoms];
    }
  };
})();
