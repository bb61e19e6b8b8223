"use strict";
// The sentence that has the focus: attach it to the link above or below, or accept what is suggested for it.

/** @typedef {InstanceType<typeof CurrentSentence>} CurrentSentence */

const CurrentSentence = (() => {
  const { element, button } = Dom;
  const { other } = AlignmentModel;

  return class CurrentSentence {
    /** @type {{ of: AlignmentModel, place: SentencePlace, found: Suggestion | null } | null} */
    #known = null;

    /** @param {CorrectMode} mode */
    constructor(mode) {
      this.mode = mode;
      this.words = element("p", { class: "current-words" });
      this.above = button("attachUp", "Above", () => this.attach(-1), true);
      this.below = button("attachDown", "Below", () => this.attach(1), true);
      this.take = button("tick", "Accept", () => this.accept(), true);
      this.above.title = "Attach the sentence to the link above";
      this.below.title = "Attach the sentence to the link below";
      this.take.title = "Link the sentence as suggested";
      mode.preview.offer(this.above, "A", () => this.#attached(-1));
      mode.preview.offer(this.below, "B", () => this.#attached(1));
      mode.preview.offer(this.take, "Y", () => this.accepted);
      this.outcomes = element("p", { class: "quiet outcomes" });
      const group = { class: "acts three", role: "group", "aria-label": "The sentence" };
      this.node = element(
        "div",
        { class: "current" },
        this.words,
        element("div", group, this.above, this.below, this.take),
        this.outcomes,
      );
    }

    /** The sentence; null if none had the focus yet. */
    get place() {
      return this.mode.bench.stage.selection.current;
    }

    /** The links of the sentence. */
    get links() {
      const { place } = this;
      return place ? this.mode.bench.stage.viewer.model.linksOf[place.side][place.index] : [];
    }

    /** What is suggested for the sentence; null if it has a link, or nothing is similar. */
    get suggestion() {
      const { place } = this;
      const { table } = this.mode.similarities;
      if (!place || !table || this.links.length) return null;
      const { model } = this.mode.bench.stage.viewer;
      if (this.#known?.of !== model || this.#known.place !== place)
        this.#known = { of: model, place, found: Suggestions.best(place, model.linksOf, table) };
      return this.#known.found;
    }

    /** What accepting the suggestion does; null without one. */
    get accepted() {
      const { place, suggestion } = this;
      if (!place || !suggestion) return null;
      const ends = { [place.side]: [place.index], [other(place.side)]: [suggestion.index] };
      return Patches.add(this.mode.links, /** @type {ChosenSentences} */ (ends));
    }

    /** @param {number} by -1: to the link above, 1: to the link below */
    #attached(by) {
      return this.place && Patches.attach(this.mode.links, this.place, by);
    }

    /** Attach the sentence to the link above or below. @param {number} by -1 or 1 */
    async attach(by) {
      const where = by < 0 ? "above" : "below";
      await this.mode.change(() => this.#attached(by), "Attached", `There is no link ${where} to attach it to`);
    }

    /** Link the sentence as suggested. */
    async accept() {
      await this.mode.change(() => this.accepted, "Linked", "There is no suggestion for this sentence");
    }

    /** Scroll the other side so that what is suggested stands beside the sentence, if it cannot be seen. */
    showSuggested() {
      const { place, suggestion } = this;
      if (!place || !suggestion) return;
      const { texts, scrolling } = this.mode.bench.stage.viewer;
      const { tops, list } = texts[place.side];
      const [first, last] = texts[other(place.side)].visible();
      if (suggestion.index > first && suggestion.index < last) return;
      scrolling.bring(other(place.side), [suggestion.index], tops[place.index] - list.scrollTop);
    }

    /** Return the suggestion in words. */
    inWords() {
      const { place, suggestion } = this;
      if (!place || !suggestion) return "";
      const name = `${other(place.side)} ${Wording.indices([suggestion.index])}`;
      return `Suggestion: ${name} (${suggestion.similarity.toFixed(2)}).`;
    }

    /** Show the sentence, and what the keys would do with it. */
    paint() {
      const { place, links } = this;
      const name = place ? `${Wording.capital(place.side)} ${Wording.indices([place.index])}` : "No sentence";
      const there = place ? other(place.side) : "target";
      const linked = links.map((link) => `${there} ${Wording.indices(link[there])}`).join("; ");
      this.words.replaceChildren(
        element("b", { text: name }),
        element("span", { class: "quiet", text: place ? ` → ${linked || "no link"}` : " has the focus" }),
      );
      const [above, below, accepted] = [this.#attached(-1), this.#attached(1), this.accepted];
      this.above.disabled = !above;
      this.below.disabled = !below;
      this.take.disabled = !accepted;
      const each = [above && `A: ${Outcome.inWords(above)}`, below && `B: ${Outcome.inWords(below)}`];
      this.outcomes.textContent = each.filter(Boolean).join("\n");
    }
  };
})();
