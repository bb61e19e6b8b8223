"use strict";
// Who is adjudicated: the choice of two annotators, the name of the third set, and whose sentences it has.

/** @typedef {InstanceType<typeof AdjudicatedPeople>} AdjudicatedPeople */

const AdjudicatedPeople = (() => {
  const { element } = Dom;
  const USUAL = "adjudicated"; // the name of the third set, unless there is another
  const LONGEST_NAME = 100;

  return class AdjudicatedPeople {
    /** Those who worked on the pair. @type {PairAnnotator[]} */
    #known = [];
    /** Whether the pair was not shown yet. */
    #isNew = true;

    /** @param {() => void} changed called when others are chosen */
    constructor(changed) {
      this.changed = changed;
      const chooser = (/** @type {string} */ label) =>
        element("select", { "aria-label": label, on: { change: () => this.#chosen() } });
      this.one = chooser("Annotator A");
      this.other = chooser("Annotator B");
      this.third = element("input", {
        maxlength: LONGEST_NAME,
        autocomplete: "off",
        spellcheck: "false",
        "aria-label": "Name of the adjudicated set",
        on: { change: () => this.changed() },
      });
      const row = (/** @type {string} */ letter, /** @type {HTMLElement} */ control) =>
        element(
          "div",
          { class: "chooser", "data-kind": letter },
          element("b", { class: "letter", text: letter.toUpperCase(), "aria-hidden": "true" }),
          control,
        );
      const choice = (/** @type {string} */ value) =>
        element("input", { type: "radio", name: "whose-sentences", value, on: { change: () => this.changed() } });
      this.ofOne = choice("one");
      this.ofOne.checked = true;
      this.ofOther = choice("other");
      this.oneName = element("bdi");
      this.otherName = element("bdi");
      this.apart = element("p", { class: "quiet small" });
      this.whose = element(
        "fieldset",
        { class: "whose", hidden: true },
        element("legend", { text: "Whose sentences?" }),
        element("label", {}, this.ofOne, " ", this.oneName),
        element("label", {}, this.ofOther, " ", this.otherName),
      );
      this.who = element("span");
      this.choices = element(
        "details",
        { open: true },
        element("summary", {}, this.who),
        element(
          "div",
          { class: "people" },
          row("a", this.one),
          row("b", this.other),
          element("label", { class: "chooser" }, element("span", { class: "quiet", text: "Saved as" }), this.third),
          this.whose,
        ),
      );
      this.node = element("section", { "aria-label": "Annotators" }, this.choices, this.apart);
    }

    /** Offer those who worked on a pair; the address, or else what is usual, chooses. @param {PairAnnotator[]} known @param {string} own */
    offer(known, own) {
      this.#known = known;
      this.#isNew = true;
      const params = Address.read();
      const people = known.filter(({ adjudicated }) => !adjudicated).map(({ name }) => name);
      const first = people.includes(own) ? own : people[0];
      const second = people.find((name) => name !== first);
      const [one, other] = [params.get("one") ?? first ?? "", params.get("other") ?? second ?? ""];
      for (const [chooser, name] of /** @type {const} */ ([
        [this.one, one],
        [this.other, other],
      ])) {
        const names = [...new Set([...known.map((each) => each.name), name])].filter(Boolean);
        chooser.replaceChildren(...names.map((value) => element("option", { value, text: this.#about(value) })));
        chooser.value = name;
        chooser.disabled = !names.length;
      }
      this.third.value = params.get("third") ?? this.#setOf(one, other) ?? USUAL;
      this.who.textContent = "Annotators";
      this.changed();
    }

    /** @param {string} name */
    #about(name) {
      const known = this.#known.find((each) => each.name === name);
      if (!known) return `${name} (not yet)`;
      const state = known.adjudicated ? "adjudicated" : known.done ? "done" : "begun";
      return `${name} · ${state}, ${Wording.count(known.links, "link")}`;
    }

    /** Return the name of the set that was made out of two annotators. @param {string} one @param {string} other */
    #setOf(one, other) {
      const isTheirs = (/** @type {PairAnnotator} */ { adjudicated }) =>
        adjudicated?.includes(one) && adjudicated.includes(other);
      return this.#known.find(isTheirs)?.name ?? null;
    }

    #chosen() {
      const set = this.#setOf(this.one.value, this.other.value);
      if (set) this.third.value = set;
      this.changed();
    }

    /** @returns {AdjudicatedNames} */
    get names() {
      const third = this.third.value.normalize("NFC").trim();
      return { one: this.one.value, other: this.other.value, third: third || USUAL };
    }

    /** @returns {"one" | "other"} */
    get sentences() {
      return this.ofOther.checked ? "other" : "one";
    }

    /** What is lacking; "" if nothing is. */
    get lacking() {
      const names = this.#known.filter(({ adjudicated }) => !adjudicated).map(({ name }) => name);
      if (names.length >= 2 || (this.one.value && this.other.value)) return "";
      const so = names.length ? `So far only ${names[0]} has.` : "So far nobody has.";
      return `Two annotators are needed who have corrected this pair or marked it as done. ${so}`;
    }

    /** Show whether the two have different sentences. @param {Adjudication} work */
    show({ answer, isBegun, names }) {
      const places = answer?.sentences_differ ?? 0;
      this.who.textContent = `${names.one} and ${names.other} → ${names.third}`;
      // Once the set is begun, the choice is made, and the room is for the work.
      if (this.#isNew && answer) this.choices.open = !isBegun;
      this.#isNew = false;
      this.oneName.textContent = names.one;
      this.otherName.textContent = names.other;
      this.whose.hidden = !places || isBegun;
      const where = `The two have different sentences in ${Wording.count(places, "place")}`;
      this.apart.textContent = places ? `${where}. Links are carried over by the original sentences.` : "";
    }
  };
})();
