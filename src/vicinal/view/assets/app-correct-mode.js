"use strict";
// Correcting the links of a pair: choose sentences, then link, split or remove; undo, redo; mark as done. What an action
// would do is shown before it is done.

/** @typedef {InstanceType<typeof CorrectMode>} CorrectMode */
/** @typedef {"add" | "link" | "split" | "remove"} Correction */

const CorrectMode = (() => {
  const { element, button } = Dom;
  const { SIDES } = AlignmentModel;
  const ACTIONS = /** @type {const} */ ([
    ["add", "link", "Link", ["↵", "Enter"], "Make one link of the chosen sentences and the links that they are in"],
    ["link", "only", "Only these", ["⇧↵", "Shift + Enter"], "Make one link of exactly the chosen sentences"],
    [
      "split",
      "split",
      "Split link",
      ["S", "S"],
      "Split the chosen sentences of a link from its others; a whole link is split in two",
    ],
    ["remove", "minus", "Remove", ["Del", "Delete"], "Remove the links of the chosen sentences"],
  ]);
  const DONE = { add: "Linked", link: "Linked", split: "Split", remove: "Removed" };

  return class CorrectMode {
    name = "correct";
    label = "Correct";
    icon = /** @type {const} */ ("pen");
    /** The links as they are now. @type {IndexLink[]} */
    links = [];

    /** @param {Workbench} bench */
    constructor(bench) {
      this.bench = bench;
      /** Show what depends on the focus. */
      this.moved = Schedule.beforePaint(() => bench.mode === this && this.paint());
      this.similarities = new WordSimilarities(this.moved);
      this.preview = new Preview(this);
      /** @type {[Correction, HTMLButtonElement][]} */
      this.buttons = ACTIONS.map(([name, icon, label, [sign, key], title]) => {
        const node = button(icon, label, () => this.act(name), true);
        node.title = title;
        this.preview.offer(node, key, () => this.patch(name), sign);
        return [name, node];
      });
      this.sentence = new CurrentSentence(this);
      this.sentences = new SentenceTools(this);
      this.notes = new LinkNotes(this);
      this.jumps = new Jumps(this);
      this.undo = button("undo", "Undo", () => this.step("undo"));
      this.redo = button("redo", "Redo", () => this.step("redo"));
      this.undo.title = "Undo (Ctrl+Z)";
      this.redo.title = "Redo (Ctrl+Shift+Z)";
      this.doneWords = element("span", { text: "Mark as done" });
      const toggle = { click: () => void this.toggleDone() };
      this.done = element("button", { type: "button", class: "done", on: toggle }, Dom.icon("tick"), this.doneWords);
      this.finishing = button("next", "Finish, next pair", () => this.finish(), true);
      this.finishing.title = "Mark as done and open the next unfinished pair";
      this.finishing.classList.add("finish");
      this.withKey(this.finishing, "F");
      this.withKey(this.done, "D");
      this.chosen = element("p", { class: "chosen-words" });
      this.status = element("p", { class: "quiet saved" });
      const acts = this.buttons.map(([, node]) => node);
      const group = (/** @type {string} */ name, /** @type {string} */ label, /** @type {HTMLElement[]} */ nodes) =>
        element("div", { class: name, role: "group", "aria-label": label }, ...nodes);
      this.node = element(
        "div",
        { class: "mode correct" },
        element(
          "div",
          { class: "correct-work" },
          this.chosen,
          this.preview.node,
          group("acts", "Correct", acts),
          this.sentence.node,
          this.sentences.node,
          this.notes.node,
          this.jumps.node,
          this.status,
        ),
        group("steps", "History", [this.undo, this.redo, this.done, this.finishing]),
      );
    }

    /** The keys of this mode. */
    get keyGroups() {
      return [...CorrectKeys.groups(this), this.sentences.keyGroup];
    }

    /** Write the key of a button on it; the focus stays in the texts. @param {HTMLButtonElement} node @param {string} key */
    withKey(node, key) {
      node.append(element("kbd", { text: key, "aria-hidden": "true" }));
      node.addEventListener("mousedown", (event) => event.preventDefault());
    }

    enter() {
      this.bench.stage.selection.turn(true);
      this.refresh();
    }

    leave() {
      if (!this.bench.viewer) return;
      this.bench.stage.selection.turn(false);
      Outcome.draw(this.bench.stage.viewer, null);
      this.notes.unmark();
      this.sentences.leave();
    }

    /** The links on the screen, to export. @returns {ShownLinks[]} */
    get exported() {
      const { annotator, state, view } = this.bench.corrections;
      if (!state) return [];
      const title = annotator ? `the links of ${annotator}` : "the saved links";
      return [{ title, links: view.links, from: { annotator: annotator || null } }];
    }

    /** Show the links as they are now. */
    refresh() {
      const { corrections, stage } = this.bench;
      if (!corrections.state) return;
      this.bench.show({ ...corrections.view, notes: corrections.notes });
      this.similarities.prepare(stage.viewer.model);
      this.notes.mark();
      this.sentences.refresh();
      stage.selection.refresh();
    }

    /** Return what an action would do now; null if nothing. @param {Correction} name */
    patch(name) {
      const similarity = (/** @type {number} */ x, /** @type {number} */ y) =>
        this.similarities.whole(this.bench.stage.viewer.model).pair(x, y);
      return Patches[name](this.links, this.bench.stage.selection.subject, similarity);
    }

    /** Show what is chosen, and what can be done with it. */
    paint() {
      const { corrections, stage } = this.bench;
      if (!corrections.state) return;
      this.links = corrections.links;
      const { value, subject, isEmpty } = stage.selection;
      for (const [name, node] of this.buttons) node.disabled = isEmpty || !this.patch(name);
      const hint = "Choose sentences on both sides, or click a curve to choose a link.";
      const tags = SIDES.map((side) =>
        element(
          "span",
          { class: value[side].length === subject[side].length ? "tag" : "tag reached" },
          `${side} `,
          element("b", { text: Wording.indices(subject[side]) || "–" }),
        ),
      );
      this.chosen.replaceChildren(...(isEmpty ? [element("span", { class: "quiet", text: hint })] : tags));
      this.sentence.paint();
      this.sentences.paint();
      this.notes.paint();
      this.preview.paint();
      const { done } = corrections;
      this.undo.disabled = !corrections.canUndo;
      this.redo.disabled = !corrections.canRedo;
      this.done.setAttribute("aria-pressed", String(done));
      this.done.title = done ? "Remove the mark (D)" : "Mark this pair as done (D)";
      this.doneWords.textContent = done ? "Done" : "Mark as done";
      this.status.textContent = this.#saved(corrections.state);
    }

    /** @param {EditState} state */
    #saved({ version, edited }) {
      const { queue, working } = this.bench.corrections;
      if (queue.length) return working ? "Saving …" : `${Wording.count(queue.length, "change")} not saved yet`;
      if (!version) return "No corrections yet";
      return edited ? "Saved" : "Saved; the links are the original ones";
    }

    // Changes -----------------------------------------------------------------------------------------------------

    /** Do an action with the chosen sentences. @param {Correction} name */
    async act(name) {
      const { selection } = this.bench.stage;
      await this.change(
        () => this.patch(name),
        DONE[name],
        () => Preview.whyNot(name, selection.subject),
      );
    }

    /**
     * Make a change, once the annotator has a name, and say what it did or why there is none.
     *
     * @param {() => Patch | null} patched
     * @param {string} did
     * @param {string | (() => string)} otherwise
     */
    async change(patched, did, otherwise) {
      if (!(await this.bench.named())) return;
      const patch = patched();
      if (!patch) {
        this.bench.notices.say(typeof otherwise === "string" ? otherwise : otherwise());
        return;
      }
      this.bench.stage.selection.clear();
      this.bench.corrections.change(patch);
      this.said(`${did}: ${Outcome.inWords(patch, "")}`);
    }

    /** Note something about a link. @param {LinkNote} note @param {string} did */
    note(note, did) {
      this.bench.corrections.change({ remove: [], add: [], notes: [note] });
      this.said(`${did}: ${Wording.indices(note.source)} → ${Wording.indices(note.target)}`);
    }

    /** Say what was changed, with a way back while the pair is open. @param {string} text */
    said(text) {
      const { key } = this.bench;
      this.bench.notices.say(text, { "Undo this": () => this.bench.key === key && this.step("undo") });
    }

    /** @param {"undo" | "redo"} which */
    step(which) {
      const { corrections, notices, stage } = this.bench;
      if (!(which === "undo" ? corrections.canUndo : corrections.canRedo)) {
        notices.say(`There is nothing to ${which}`);
        return;
      }
      stage.selection.clear();
      corrections[which]();
      notices.say(which === "undo" ? "Undone" : "Redone");
    }

    async toggleDone() {
      if (!(await this.bench.named())) return;
      const done = !this.bench.corrections.done;
      this.bench.corrections.mark(done);
      this.bench.notices.say(done ? "Marked as done" : "No longer marked as done");
    }

    /** Mark the pair as done and open the next one that is not. */
    async finish() {
      if (!(await this.bench.named())) return;
      if (!this.bench.corrections.done) this.bench.corrections.mark(true);
      await this.bench.walk.toUnfinished();
    }
  };
})();
