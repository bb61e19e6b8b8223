"use strict";
// Splitting a sentence: a mark shows where, the keyboard and the mouse move it, Enter splits there.

/** @typedef {InstanceType<typeof SentenceCutter>} SentenceCutter */

const SentenceCutter = (() => {
  const { element, button } = Dom;
  const SAID = 24; // characters of each part that are said
  const marks = WordChanges.highlight("cut");

  return class SentenceCutter {
    /** @type {{ place: SentencePlace, sentence: SentenceElement, cuts: Cut[], at: number } | null} */
    #open = null;
    /** @type {AbortController | null} */
    #listening = null;
    /** @type {StaticRange | null} */
    #range = null;

    /**
     * @param {Workbench} bench
     * @param {(place: SentencePlace, offset: number) => void} done called with the place where to split
     */
    constructor(bench, done) {
      this.bench = bench;
      this.done = done;
      this.here = button("split", "Split here", () => this.#finish(), true);
      this.bar = element("i", { class: "cut-bar" });
      this.node = element("div", { class: "cut" }, this.bar, this.here);
      // The focus stays on the sentence.
      this.node.addEventListener("mousedown", (event) => event.preventDefault());
    }

    get isOpen() {
      return this.#open !== null;
    }

    /** Propose a place where to split a sentence; return whether there is one. @param {SentencePlace} place */
    open(place) {
      this.close();
      const { texts, model } = this.bench.stage.viewer;
      const { language } = model.sides[place.side];
      const sentence = texts[place.side].sentences[place.index];
      const cuts = SentenceCuts.all(sentence.text, language);
      const best = SentenceCuts.best(SentenceCuts.likely(cuts), sentence.text);
      if (!best) return false;
      this.#open = { place, sentence, cuts, at: cuts.indexOf(best) };
      sentence.node.classList.add("cutting");
      texts[place.side].list.parentElement?.append(this.node);
      this.#listen();
      this.bench.stage.selection.go(place);
      this.#show();
      return true;
    }

    #listen() {
      const { root, texts } = this.bench.stage.viewer;
      this.#listening = new AbortController();
      const { signal } = this.#listening;
      // Before the text and the shortcuts get the key or the click.
      root.addEventListener("keydown", (event) => this.#key(event), { capture: true, signal });
      root.addEventListener("click", (event) => this.#click(event), { capture: true, signal });
      for (const { list } of Object.values(texts)) {
        list.addEventListener("scroll", () => this.#put(), { passive: true, signal });
        list.addEventListener("focusin", ({ target }) => target !== this.#open?.sentence.node && this.close(), {
          signal,
        });
      }
      addEventListener("resize", () => this.#put(), { signal });
    }

    /** Take the mark away. */
    close() {
      if (!this.#open) return;
      this.#listening?.abort();
      this.#open.sentence.node.classList.remove("cutting");
      this.#open = null;
      this.node.remove();
      this.#highlight(null);
    }

    /** Close if the sentence is not there any more. */
    refresh() {
      if (!this.#open) return;
      if (this.#open.sentence.node.isConnected) this.#put();
      else this.close();
    }

    #finish() {
      if (!this.#open) return;
      const { place, cuts, at } = this.#open;
      this.close();
      this.done(place, cuts[at].at);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
      if (!this.#open || event.altKey || event.ctrlKey || event.metaKey) return;
      const { node, words } = this.#open.sentence;
      if (event.target !== node) return;
      const isRightToLeft = words.parentElement !== null && getComputedStyle(words.parentElement).direction === "rtl";
      const by = { ArrowLeft: isRightToLeft ? 1 : -1, ArrowRight: isRightToLeft ? -1 : 1 }[event.key];
      if (by) this.#move(by, event.shiftKey);
      else if (event.key === "Enter") this.#finish();
      else if (event.key === "Escape") {
        this.close();
        this.bench.notices.say("Not split");
      } else {
        if (event.key !== "Shift") this.close();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    }

    /** Go to the next likely place; with Shift, to the next word. @param {number} by 1 or -1 @param {boolean} anywhere */
    #move(by, anywhere) {
      if (!this.#open) return;
      const { cuts, at } = this.#open;
      const places = anywhere ? cuts : SentenceCuts.likely(cuts);
      const next = (by > 0 ? places : [...places].reverse()).find((cut) => (cuts.indexOf(cut) - at) * by > 0);
      if (next) this.#open.at = cuts.indexOf(next);
      this.#show();
    }

    /** Move the mark to where the sentence was clicked. @param {MouseEvent} event */
    #click(event) {
      if (!this.#open || !(event.target instanceof Node)) return;
      const { sentence, cuts } = this.#open;
      if (!sentence.node.contains(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      const found = document.caretPositionFromPoint?.(event.clientX, event.clientY);
      if (found?.offsetNode !== sentence.words) return;
      const distance = (/** @type {Cut} */ { at }) => Math.abs(at - found.offset);
      const nearest = cuts.reduce((one, two) => (distance(two) < distance(one) ? two : one));
      this.#open.at = cuts.indexOf(nearest);
      this.#show();
    }

    /** Show the mark, and say what the two parts are. */
    #show() {
      if (!this.#open) return;
      const { sentence, cuts, at } = this.#open;
      const [left, right] = [sentence.text.slice(0, cuts[at].at).trim(), sentence.text.slice(cuts[at].at)];
      this.#highlight(cuts[at].at);
      this.#put();
      const [before, after] = [left.length > SAID ? "…" : "", right.length > SAID ? "…" : ""];
      const around = `“${before}${left.slice(-SAID)}” | “${right.slice(0, SAID)}${after}”`;
      const others = cuts.length > 1 ? " ← → choose another place, with Shift any word." : "";
      this.bench.notices.say(`Split here? ${around} Enter splits, Esc cancels.${others}`);
    }

    /** Mark the second part. @param {number | null} offset */
    #highlight(offset) {
      if (this.#range) marks?.delete(this.#range);
      this.#range = null;
      if (!this.#open || offset === null) return;
      const { words, text } = this.#open.sentence;
      this.#range = new StaticRange({
        startContainer: words,
        startOffset: offset,
        endContainer: words,
        endOffset: text.length,
      });
      marks?.add(this.#range);
    }

    /** Put the mark between the two parts. */
    #put() {
      if (!this.#open) return;
      const { place, sentence, cuts, at } = this.#open;
      const { list } = this.bench.stage.viewer.texts[place.side];
      const range = document.createRange();
      range.setStart(sentence.words, cuts[at].at);
      range.setEnd(sentence.words, Math.min(cuts[at].at + 1, sentence.text.length));
      const spot = range.getClientRects()[0];
      const [pane, parent] = [list.getBoundingClientRect(), list.parentElement?.getBoundingClientRect()];
      if (!spot || !parent) return;
      const isRightToLeft = getComputedStyle(sentence.words.parentElement ?? list).direction === "rtl";
      this.node.hidden = spot.top < pane.top || spot.bottom > pane.bottom;
      this.node.style.left = `${(isRightToLeft ? spot.right : spot.left) - parent.left - 3}px`;
      this.node.style.top = `${spot.top - parent.top}px`;
      this.bar.style.height = `${spot.height}px`;
      this.node.classList.toggle("flipped", spot.left - pane.left > pane.width - 130);
    }
  };
})();
