"use strict";
// Correcting the sentence that has the focus: edit, split, join, begin a paragraph, mark a heading, delete.

/** @typedef {InstanceType<typeof SentenceTools>} SentenceTools */
/** @typedef {"edit" | "split" | "join" | "paragraph" | "heading" | "remove"} SentenceAction */

const SentenceTools = (() => {
  const { element, icon } = Dom;
  const { SIDES } = AlignmentModel;
  const ACTIONS = /** @type {const} */ ([
    ["edit", "pen", "Edit", "sentence", "E", "Edit the text of the sentence"],
    ["split", "cut", "Split", "sentence", "X", "Split the sentence in two; both keep its link"],
    ["join", "merge", "Join", "with the next sentence", "M", "Join the sentence with the next one"],
    ["paragraph", "paragraph", "Paragraph", "begins here", "K", "Begin a paragraph with the sentence, or no longer"],
    ["heading", "heading", "Heading", "", "H", "Make the sentence a heading, or plain text again"],
    ["remove", "bin", "Delete", "sentence", "", "Delete the sentence and its link"],
  ]);
  const WHAT = {
    edit: "edit the sentence",
    split: "split the sentence",
    join: "join the sentence with the next one",
    paragraph: "a paragraph begins here, or no longer",
    heading: "heading, or plain text again",
  };

  return class SentenceTools {
    /** The corrected sentences, which tell what they were. @type {HTMLElement[]} */
    #titled = [];

    /** @param {CorrectMode} mode */
    constructor(mode) {
      this.mode = mode;
      const { bench } = mode;
      this.cutter = new SentenceCutter(bench, (place, offset) => this.#split(place, offset));
      this.editor = new SentenceEditor(bench, {
        save: (place, text) => this.#edit(place, text),
        split: (place, text, offset) => this.#split(place, offset, text),
        join: (place, text, by) => this.#joinEdited(place, text, by),
        close: (place) => bench.stage.selection.go(place),
      });
      this.buttons = ACTIONS.map(([name, drawn, label, more, key, title]) => {
        const rest = more ? element("span", { class: "unseen", text: ` ${more}` }) : null;
        const words = element("span", {}, label, rest);
        const node = element(
          "button",
          { type: "button", title, on: { click: () => this.act(name) } },
          icon(drawn),
          words,
        );
        if (key) mode.withKey(node, key);
        return { name, node };
      });
      this.outcomes = element("p", { class: "quiet outcomes" });
      const acts = { class: "acts sentence-acts", role: "group", "aria-label": "Correct the sentence" };
      const nodes = this.buttons.map(({ node }) => node);
      this.node = element("div", { class: "sentence-tools" }, element("div", acts, ...nodes), this.outcomes);
    }

    /** The keys for sentences. @returns {KeyGroup} */
    get keyGroup() {
      const shortcuts = ACTIONS.flatMap(([name, , , , key]) =>
        name === "remove"
          ? []
          : [{ keys: [key.toLowerCase()], shown: key, what: WHAT[name], run: () => void this.act(name) }],
      );
      return { title: "Correct sentences", shortcuts };
    }

    get #stage() {
      return this.mode.bench.stage;
    }

    /** The sentence to correct: the one that has the focus, else the only chosen one. @returns {SentencePlace | null} */
    get place() {
      const { current, value } = this.#stage.selection;
      if (current) return current;
      const chosen = SIDES.flatMap((side) => value[side].map((index) => ({ side, index })));
      return chosen.length === 1 ? chosen[0] : null;
    }

    /** The text that a sentence is in. @param {SentencePlace} place */
    #document({ side }) {
      return this.mode.bench.corrections.view[side];
    }

    /** Do something with the sentence. @param {SentenceAction} name */
    async act(name) {
      const { bench } = this.mode;
      if (!(await bench.named())) return;
      const { place } = this;
      if (!place) return bench.notices.say("Go to a sentence first");
      if (name === "edit") return this.editor.open(place);
      if (name === "split") {
        if (!this.cutter.open(place)) bench.notices.say("The sentence is one word; there is nothing to split");
        return;
      }
      const { [name]: find } = SentencePatches;
      const said = this.#words(name, place);
      const patch = find(this.#document(place), place);
      if (patch) this.#change(patch, said.done);
      else bench.notices.say(said.otherwise);
    }

    /** Return what is said after an action, or instead. @param {Exclude<SentenceAction, "edit" | "split">} name @param {SentencePlace} place */
    #words(name, place) {
      const { opens, heading } = this.#marks(place);
      const links = this.#linksOf(place, [place.index]).length;
      return {
        join: { done: this.#joined(place, "Joined"), otherwise: "There is no next sentence to join with" },
        paragraph: {
          done: opens ? "The paragraph goes on here" : "A paragraph begins here",
          otherwise: "The first sentence always begins a paragraph",
        },
        heading: { done: heading ? "No longer a heading" : "Marked as a heading", otherwise: "" },
        remove: {
          done: links ? "Deleted, and its link changed or removed" : "Deleted",
          otherwise: "The last sentence of a text cannot be deleted",
        },
      }[name];
    }

    /** Return whether a sentence begins a paragraph, and whether it is in a heading. @param {SentencePlace} place */
    #marks({ side, index }) {
      const { node, opens } = this.#stage.viewer.texts[side].sentences[index];
      return { opens, heading: node.parentElement?.classList.contains("heading") ?? false };
    }

    /** Return the links that some sentences are in. @param {SentencePlace} place @param {number[]} indices */
    #linksOf({ side }, indices) {
      const { linksOf } = this.#stage.viewer.model;
      return [...new Set(indices.flatMap((index) => linksOf[side][index] ?? []))];
    }

    /** Return what joining a sentence with the next one does to links and paragraphs. @param {SentencePlace} place @param {string} did */
    #joined(place, did) {
      const links = this.#linksOf(place, [place.index, place.index + 1]).length;
      const next = this.#stage.viewer.texts[place.side].sentences[place.index + 1];
      const tense = did === "Joined" ? "became" : "become";
      const parts = [
        links > 1 ? `${links} links ${tense} one` : "",
        next?.opens ? `two paragraphs ${tense} one` : "",
      ].filter(Boolean);
      return parts.length ? `${did}: ${parts.join(", ")}` : did;
    }

    /** @param {Patch} patch @param {string} did */
    #change(patch, did) {
      const { bench } = this.mode;
      this.leave(); // the elements of changed sentences are replaced
      this.#stage.selection.clear();
      bench.corrections.change(patch);
      this.mode.said(did);
    }

    /** @param {SentencePlace} place @param {string} text */
    #edit(place, text) {
      const patch = SentencePatches.edit(this.#document(place), place, text);
      if (patch) this.#change(patch, `Changed: ${place.side} ${Wording.indices([place.index])}`);
      else this.mode.bench.notices.say("Not changed");
    }

    /** Split a sentence; return whether both parts have words. @param {SentencePlace} place @param {number} offset @param {string} [text] */
    #split(place, offset, text) {
      const patch = SentencePatches.split(this.#document(place), place, offset, text);
      if (!patch) {
        this.mode.bench.notices.say("Both parts need words; go to a place between words first");
        return false;
      }
      const { index, side } = place;
      const both = this.#linksOf(place, [index]).length ? "; both are in its link" : "";
      this.#change(patch, `Split: ${side} ${Wording.indices([index, index + 1])}${both}`);
      return true;
    }

    /**
     * Join a sentence that is being edited with the one before or after it.
     *
     * @param {SentencePlace} place
     * @param {string} text
     * @param {number} by -1 or 1
     */
    #joinEdited({ side, index }, text, by) {
      const first = { side, index: by < 0 ? index - 1 : index };
      const said = this.#joined(first, "Joined");
      const patch = SentencePatches.join(this.#document(first), first, { [index]: text });
      if (!patch) {
        this.mode.bench.notices.say("There is no next sentence to join with");
        return false;
      }
      this.#change(patch, said);
      return true;
    }

    /** Close what is open. */
    leave() {
      this.editor.close();
      this.cutter.close();
    }

    /** Follow the texts to where they are now, and mark the corrected sentences. */
    refresh() {
      this.editor.refresh();
      this.cutter.refresh();
      const { original } = this.mode.bench.corrections;
      const { texts, model } = this.#stage.viewer;
      for (const node of this.#titled) node.title = "";
      this.#titled = [];
      for (const side of SIDES) {
        const found = SentenceOrigins.corrected(original[side], model.sides[side].sentences);
        texts[side].mark("corrected", [...found.keys()]);
        for (const [index, before] of found) {
          const { node } = texts[side].sentences[index];
          node.title = before ? `Corrected; it was: ${before}` : "Added";
          this.#titled.push(node);
        }
      }
    }

    /** Show what can be done with the sentence, and what joining would do. */
    paint() {
      const { place } = this;
      const size = place ? this.#stage.viewer.texts[place.side].sentences.length : 0;
      const marks = place && this.#marks(place);
      const isLast = place !== null && place.index + 1 >= size;
      const off = {
        edit: false,
        split: false,
        join: isLast,
        paragraph: !place?.index,
        heading: false,
        remove: size < 2,
      };
      for (const { name, node } of this.buttons) {
        node.disabled = !place || off[name];
        if (name === "paragraph") node.setAttribute("aria-pressed", String(marks?.opens ?? false));
        if (name === "heading") node.setAttribute("aria-pressed", String(marks?.heading ?? false));
      }
      const joined = place && !isLast ? this.#joined(place, "M") : "";
      this.outcomes.textContent = joined === "M" ? "" : joined;
    }
  };
})();
