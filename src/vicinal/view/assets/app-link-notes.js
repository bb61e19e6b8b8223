"use strict";
// Notes about a link: that the annotator is unsure, and a comment. The link is that of the focused sentence, else the
// pinned one.

/** @typedef {InstanceType<typeof LinkNotes>} LinkNotes */

const LinkNotes = (() => {
  const { element, button } = Dom;
  const LONGEST = 1000; // characters of a comment

  return class LinkNotes {
    /** The link that is being commented on. @type {ModelLink | null} */
    #commented = null;

    /** @param {CorrectMode} mode */
    constructor(mode) {
      this.mode = mode;
      this.unsure = button("help", "Unsure", () => this.toggle(), true);
      this.comment = button("speech", "Comment", () => this.write(), true);
      this.next = button("next", "Next unsure link", () => this.toNext(), true);
      this.unsure.title = "Mark the link as unsure, or no longer";
      this.comment.title = "Write a comment on the link";
      mode.withKey(this.unsure, "Q");
      mode.withKey(this.comment, "C");
      this.words = element("p", { class: "note-words" });
      this.field = element("input", { maxlength: LONGEST, autocomplete: "off", "aria-label": "Comment", dir: "auto" });
      this.form = element(
        "form",
        { class: "comment-form", hidden: true },
        this.field,
        element("button", { type: "submit", text: "Save" }),
      );
      this.form.addEventListener("submit", (event) => this.#save(event));
      this.field.addEventListener("keydown", (event) => {
        if (event.key === "Escape") this.#close();
      });
      const group = { class: "acts", role: "group", "aria-label": "Notes" };
      this.node = element(
        "div",
        { class: "link-notes" },
        element("div", group, this.unsure, this.comment),
        this.form,
        this.words,
      );
    }

    /** The link that notes are about: that of the focused sentence, else the pinned one. */
    get link() {
      const { sentence, bench } = this.mode;
      return sentence.links.at(0) ?? bench.stage.viewer.pinned;
    }

    /** Return what is noted about a link. @param {ModelLink} link @returns {LinkNote} */
    #noteOf({ source, target }) {
      const key = Patches.keyOf([source, target]);
      const found = this.mode.bench.corrections.notes.find((note) => Patches.keyOf([note.source, note.target]) === key);
      return found ?? { source, target, unsure: false, comment: "" };
    }

    /** Mark the link as unsure, or take the mark away. */
    async toggle() {
      const link = await this.#wanted();
      if (!link) return;
      const note = this.#noteOf(link);
      this.mode.note({ ...note, unsure: !note.unsure }, note.unsure ? "No longer unsure" : "Unsure");
    }

    /** Return the link to note something about, once the annotator has a name; null, and say so, if there is none. */
    async #wanted() {
      if (!(await this.mode.bench.named())) return null;
      if (!this.link) this.mode.bench.notices.say("This sentence has no link to note something about");
      return this.link;
    }

    /** Open the field for a comment. */
    async write() {
      this.#commented = await this.#wanted();
      if (!this.#commented) return;
      this.field.value = this.#noteOf(this.#commented).comment;
      this.form.hidden = false;
      if (!this.form.offsetParent) this.mode.bench.fold.click(); // the controls are folded
      this.field.focus();
      this.field.select();
    }

    /** @param {SubmitEvent} event */
    #save(event) {
      event.preventDefault();
      const link = this.#commented;
      const comment = this.field.value.trim();
      this.#close();
      if (!link) return;
      const note = this.#noteOf(link);
      if (comment !== note.comment) this.mode.note({ ...note, comment }, comment ? "Commented" : "Comment removed");
    }

    /** Leave the field, and go back to the sentence. */
    #close() {
      this.form.hidden = true;
      this.#commented = null;
      const { place } = this.mode.sentence;
      if (place) this.mode.bench.stage.selection.go(place);
    }

    /** The links that are unsure. */
    get #doubtful() {
      return this.mode.bench.stage.viewer.model.links.filter(({ notes }) => notes.includes("unsure"));
    }

    /** Go to the next unsure link. */
    toNext() {
      const links = this.#doubtful;
      const at = this.link ? this.link.index : -1;
      const next = links.find(({ index }) => index > at) ?? links.at(0);
      if (next) this.mode.jumps.goTo(next);
    }

    /** Show what is noted about the link, and how many are unsure. */
    paint() {
      const { link } = this;
      const note = link && this.#noteOf(link);
      this.unsure.disabled = !link;
      this.comment.disabled = !link;
      this.unsure.setAttribute("aria-pressed", String(note?.unsure ?? false));
      this.words.textContent = note?.comment ? `“${note.comment}”` : "";
      const number = this.#doubtful.length;
      this.next.hidden = !number;
      const words = `${Wording.number(number)} unsure`;
      const label = this.next.querySelector("span");
      if (label) label.textContent = words;
      this.next.setAttribute("aria-label", `Next of ${words}`);
    }

    /** Mark the sentences of noted links. */
    mark() {
      const { links } = this.mode.bench.stage.viewer.model;
      this.#marked(
        "unsure",
        links.filter(({ notes }) => notes.includes("unsure")),
      );
      this.#marked(
        "noted",
        links.filter(({ notes }) => notes.some((words) => words !== "unsure")),
      );
    }

    /** Take the marks away. */
    unmark() {
      for (const name of ["unsure", "noted"]) this.#marked(name, []);
    }

    /** @param {string} name @param {ModelLink[]} links */
    #marked(name, links) {
      const { texts } = this.mode.bench.stage.viewer;
      for (const side of AlignmentModel.SIDES) {
        texts[side].mark(
          name,
          links.flatMap((link) => link[side]),
        );
      }
    }
  };
})();
