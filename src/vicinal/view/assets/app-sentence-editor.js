"use strict";
// Editing a sentence where it stands. The field lies over the list of sentences, because a list can hold no fields.

/** @typedef {InstanceType<typeof SentenceEditor>} SentenceEditor */
/**
 * What the editor asks for: to save a text, to split it at a place, to join it with the sentence before or after.
 *
 * @typedef {{
 *   save: (place: SentencePlace, text: string) => void,
 *   split: (place: SentencePlace, text: string, offset: number) => boolean,
 *   join: (place: SentencePlace, text: string, by: number) => boolean,
 *   close: (place: SentencePlace) => void,
 * }} EditorEvents `split` and `join` return whether they could
 */

const SentenceEditor = (() => {
  const { element } = Dom;
  const LONGEST = 100000; // characters, as on the server

  return class SentenceEditor {
    /** @type {{ place: SentencePlace, sentence: SentenceElement } | null} */
    #open = null;
    /** @type {AbortController | null} */
    #listening = null;

    /** @param {Workbench} bench @param {EditorEvents} on */
    constructor(bench, on) {
      this.bench = bench;
      this.on = on;
      this.field = element("textarea", { class: "sentence-field", rows: 1, dir: "auto", spellcheck: "true" });
      this.hint = element("p", { class: "quiet editor-hint", id: "editor-hint" });
      this.hint.textContent = "Enter saves · Shift + Enter splits here · Backspace at the start joins · Esc cancels";
      this.field.setAttribute("aria-describedby", this.hint.id);
      this.node = element("div", { class: "editor-place" }, this.field, this.hint);
      this.field.addEventListener("input", () => this.#put());
      this.field.addEventListener("keydown", (event) => this.#key(event));
      this.field.addEventListener("blur", () => document.hasFocus() && this.#leave());
    }

    get isOpen() {
      return this.#open !== null;
    }

    /** Open a sentence. @param {SentencePlace} place */
    open(place) {
      this.close();
      const { texts, model } = this.bench.stage.viewer;
      const { list, sentences } = texts[place.side];
      const sentence = sentences[place.index];
      this.#open = { place, sentence };
      this.field.value = sentence.text;
      this.field.maxLength = Math.max(LONGEST, sentence.text.length);
      this.field.lang = model.sides[place.side].language ?? "";
      this.field.setAttribute("aria-label", `Text of ${place.side} sentence ${Wording.indices([place.index])}`);
      sentence.node.classList.add("editing");
      this.node.classList.toggle("in-heading", sentence.node.parentElement?.classList.contains("heading") ?? false);
      list.parentElement?.append(this.node);
      this.#listening = new AbortController();
      const { signal } = this.#listening;
      list.addEventListener("scroll", () => this.#put(), { passive: true, signal });
      const sizes = new ResizeObserver(() => this.#put());
      sizes.observe(list);
      signal.addEventListener("abort", () => sizes.disconnect());
      this.#put();
      this.field.focus({ preventScroll: true });
      this.field.setSelectionRange(sentence.text.length, sentence.text.length);
    }

    /** Close the field without saving. */
    close() {
      if (!this.#open) return;
      const { place, sentence } = this.#open;
      this.#open = null;
      this.#listening?.abort();
      sentence.node.classList.remove("editing");
      sentence.node.style.minHeight = "";
      this.bench.stage.viewer.texts[place.side].heights.forget(sentence.node);
      this.node.remove();
    }

    /** Follow the sentence to where it is now. If it is not there any more, show what was typed. */
    refresh() {
      if (!this.#open) return;
      if (this.#open.sentence.node.isConnected) return this.#put();
      const typed = this.field.value;
      this.close();
      this.bench.notices.show("edited", "The sentence was changed elsewhere; your text was not saved.", {
        detail: typed,
      });
    }

    /** Close the field, and go back to the sentence. */
    #back() {
      if (!this.#open) return;
      const { place } = this.#open;
      this.close();
      this.on.close(place);
    }

    /** Save what was typed, if anything was. */
    #leave() {
      if (!this.#open) return;
      const { place, sentence } = this.#open;
      const text = this.field.value;
      const isChanged = SentencePatches.tidy(text) !== SentencePatches.tidy(sentence.text);
      this.close();
      if (isChanged && SentencePatches.tidy(text)) this.on.save(place, text);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
      if (!this.#open || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      const { place } = this.#open;
      const { value, selectionStart: start, selectionEnd: end } = this.field;
      if (event.key === "Enter" && event.shiftKey) {
        if (this.on.split(place, value, end)) this.on.close(place);
      } else if (event.key === "Enter") this.#save();
      else if (event.key === "Escape") {
        this.#back();
        this.bench.notices.say("Not changed");
      } else if (event.key === "Backspace" && !start && !end && place.index) {
        if (this.on.join(place, value, -1)) this.on.close({ ...place, index: place.index - 1 });
      } else if (event.key === "Delete" && start === value.length) {
        if (this.on.join(place, value, 1)) this.on.close(place);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    }

    #save() {
      if (!this.#open) return;
      if (!SentencePatches.tidy(this.field.value)) {
        this.bench.notices.say("A sentence cannot be empty. Esc keeps it as it was; the button Delete removes it.");
        return;
      }
      const { place } = this.#open;
      const text = this.field.value;
      this.close();
      this.on.save(place, text);
      this.on.close(place);
    }

    /** Put the field over its sentence, as high as its text. */
    #put() {
      if (!this.#open) return;
      const { place, sentence } = this.#open;
      const { list, heights } = this.bench.stage.viewer.texts[place.side];
      for (const [name, size] of [
        ["left", list.offsetLeft + list.clientLeft],
        ["top", list.offsetTop + list.clientTop],
        ["width", list.clientWidth],
        ["height", list.clientHeight],
      ])
        this.node.style.setProperty(String(name), `${size}px`);
      this.field.style.height = "auto";
      this.field.style.height = `${this.field.scrollHeight + 2}px`;
      const high = `${this.field.offsetHeight + this.hint.offsetHeight + 10}px`;
      if (sentence.node.style.minHeight !== high) {
        sentence.node.style.minHeight = high;
        heights.forget(sentence.node);
      }
      const top = heights.seenAt(sentence.node);
      this.field.style.top = `${top}px`;
      this.hint.style.top = `${top + this.field.offsetHeight + 6}px`;
    }
  };
})();
