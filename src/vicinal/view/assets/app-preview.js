"use strict";
// What an action would do, shown all the time while sentences are chosen: in a line, and as a picture in the viewer.

/** @typedef {InstanceType<typeof Preview>} Preview */
/** @typedef {{ key: string, patch: () => Patch | null }} OfferedAction An action, by its key, and what it would do now. */

const Preview = (() => {
  const { element } = Dom;

  return class Preview {
    /** The action whose button is pointed at, or has the focus. @type {OfferedAction | null} */
    #pointed = null;

    /** Say why an action does nothing. @param {Correction} name @param {ChosenSentences} chosen */
    static whyNot(name, { source, target }) {
      if (name === "split" || name === "remove") return `The chosen sentences have nothing to ${name}`;
      return source.length && target.length
        ? "These sentences are one link already"
        : "Choose sentences on both sides first";
    }

    /** @param {CorrectMode} mode */
    constructor(mode) {
      this.mode = mode;
      this.node = element("p", { class: "outcome", role: "status" });
    }

    /**
     * Make a button show what it would do, while it is pointed at or has the focus.
     *
     * @param {HTMLButtonElement} node
     * @param {string} key
     * @param {OfferedAction["patch"]} patch
     * @param {string} sign what stands for the key on the button
     */
    offer(node, key, patch, sign = key) {
      this.mode.withKey(node, sign);
      const point = (/** @type {OfferedAction | null} */ action) => {
        this.#pointed = action;
        if (this.mode.bench.viewer) this.paint();
      };
      for (const type of ["pointerenter", "focus"]) node.addEventListener(type, () => point({ key, patch }));
      for (const type of ["pointerleave", "blur"]) node.addEventListener(type, () => point(null));
    }

    /** Show what the action would do that is pointed at; else Enter; else the key that accepts the suggestion. */
    paint() {
      const enter = this.mode.patch("add");
      const { patch, words } = this.#pointed
        ? this.#offered(this.#pointed)
        : enter
          ? { patch: enter, words: this.#entering(enter) }
          : this.#without();
      // The same words again would be spoken again.
      if (this.node.textContent !== words) this.node.textContent = words;
      Outcome.draw(this.mode.bench.stage.viewer, patch);
    }

    /** @param {OfferedAction} action */
    #offered({ key, patch: would }) {
      const patch = would();
      return { patch, words: patch ? `${key}: ${Outcome.inWords(patch)}` : "" };
    }

    /** Return what Enter does in words, and Shift+Enter if that does something else. @param {Patch} patch */
    #entering(patch) {
      const [enter, exactly] = [patch, this.mode.patch("link")].map((each) => (each ? Outcome.inWords(each) : ""));
      return `Enter: ${enter}${exactly && exactly !== enter ? `\nShift + Enter: ${exactly}` : ""}`;
    }

    /** Return why Enter does nothing, and what Shift+Enter or Delete would do. @param {ChosenSentences} chosen */
    #nothing(chosen) {
      const why = Preview.whyNot("add", chosen);
      if (!chosen.source.length || !chosen.target.length) return why;
      const exactly = this.mode.patch("link");
      return exactly ? `${why}\nShift + Enter: ${Outcome.inWords(exactly)}` : `${why}. Delete removes it`;
    }

    /** Return what to show while Enter does nothing. @returns {{ patch: Patch | null, words: string }} */
    #without() {
      const { sentence, similarities, bench } = this.mode;
      const { isEmpty, value, subject } = bench.stage.selection;
      const { place, accepted, links } = sentence;
      const isChosenAlone =
        place && value[place.side].includes(place.index) && value.source.length + value.target.length === 1;
      if (accepted && (isEmpty || isChosenAlone))
        return { patch: accepted, words: `${sentence.inWords()} Y: ${Outcome.inWords(accepted)}` };
      if (!isEmpty) return { patch: null, words: this.#nothing(subject) };
      const isUnknown = place && !links.length && similarities.table;
      return { patch: null, words: isUnknown ? "No link, and no similar sentence to suggest." : "" };
    }
  };
})();
