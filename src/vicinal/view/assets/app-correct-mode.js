"use strict";
// Correcting the links of a pair: choose sentences, then link, join, split or remove; undo, redo; mark as done.

/** @typedef {InstanceType<typeof CorrectMode>} CorrectMode */
/** @typedef {"link" | "join" | "split" | "remove"} Correction */

const CorrectMode = (() => {
  const { element, button } = Dom;
  const { SIDES } = AlignmentModel;
  const ACTIONS = /** @type {const} */ ([
    ["link", "link", "Link", "Enter", "Make one link of exactly the chosen sentences"],
    ["join", "join", "Join", "J", "Make one link of the chosen sentences and all their links"],
    [
      "split",
      "split",
      "Split",
      "S",
      "Split the chosen sentences of a link from its others; a whole link is split in two",
    ],
    ["remove", "minus", "Remove", "Del", "Remove the links of the chosen sentences"],
  ]);
  const DONE = { link: "Linked", join: "Joined", split: "Split", remove: "Removed" };

  /** @param {Correction} name @param {ChosenSentences} chosen */
  const whyNot = (name, { source, target }) =>
    name === "link" && !(source.length && target.length)
      ? "Choose sentences on both sides first"
      : `The chosen sentences have nothing to ${name}`;

  return class CorrectMode {
    name = "correct";
    label = "Correct";
    icon = /** @type {const} */ ("pen");
    /** Word similarities, and the document that they are of. @type {{ of: ModelDocument, table: TfIdf } | null} */
    #similarities = null;

    /** @param {Workbench} bench */
    constructor(bench) {
      this.bench = bench;
      /** @type {[Correction, HTMLButtonElement][]} */
      this.buttons = ACTIONS.map(([name, icon, label, key, title]) => {
        const node = button(icon, label, () => this.act(name), true);
        node.title = title;
        node.append(element("kbd", { text: key, "aria-hidden": "true" }));
        for (const type of ["pointerenter", "focus"]) node.addEventListener(type, () => this.#preview(name));
        for (const type of ["pointerleave", "blur"]) node.addEventListener(type, () => this.#preview(null));
        return [name, node];
      });
      this.undo = button("undo", "Undo", () => this.step("undo"), true);
      this.redo = button("redo", "Redo", () => this.step("redo"), true);
      this.undo.title = "Undo (Ctrl+Z)";
      this.redo.title = "Redo (Ctrl+Shift+Z)";
      this.done = button("tick", "Mark as done", () => this.toggleDone());
      this.doneWords = element("span", { text: "Mark as done" });
      this.done.append(this.doneWords);
      this.done.classList.add("done");
      this.chosen = element("p", { class: "chosen-words" });
      this.outcome = element("p", { class: "outcome quiet" });
      this.status = element("p", { class: "quiet saved", role: "status" });
      const acts = this.buttons.map(([, node]) => node);
      this.node = element(
        "div",
        { class: "mode correct" },
        this.chosen,
        element("div", { class: "acts", role: "group", "aria-label": "Correct" }, ...acts),
        this.outcome,
        element("div", { class: "steps", role: "group", "aria-label": "History" }, this.undo, this.redo, this.done),
        this.status,
      );
    }

    /** The keys of this mode. @returns {KeyGroup[]} */
    get keyGroups() {
      const act = (/** @type {Correction} */ name) => () => this.act(name);
      /** Leave Enter on a button to the button. @type {Shortcut["run"]} */
      const enter = ({ target }) => target instanceof Element && !target.closest("button, a, summary") && act("link")();
      return [
        {
          title: "Correct links",
          shortcuts: [
            { keys: ["Enter"], shown: "Enter", what: "link the chosen sentences", run: enter },
            { keys: ["j"], shown: "J", what: "join the links of the chosen sentences", run: act("join") },
            { keys: ["s"], shown: "S", what: "split a link", run: act("split") },
            {
              keys: ["Delete", "Backspace"],
              shown: "Delete",
              what: "remove the links of the chosen sentences",
              run: act("remove"),
            },
            { keys: ["Control+z"], shown: "Ctrl + Z", what: "undo", run: () => this.step("undo") },
            {
              keys: ["Control+Shift+z", "Control+y"],
              shown: "Ctrl + Shift + Z",
              what: "redo",
              run: () => this.step("redo"),
            },
            { keys: ["d"], shown: "D", what: "mark the pair as done", run: () => this.toggleDone() },
            {
              keys: ["Escape"],
              shown: "Esc",
              what: "choose nothing, unpin",
              run: () => this.bench.stage.selection.clear(),
            },
          ],
        },
      ];
    }

    enter() {
      this.bench.stage.selection.turn(true);
      this.refresh();
    }

    leave() {
      this.bench.stage.selection.turn(false);
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
      this.bench.show(corrections.view);
      stage.selection.refresh();
      this.paint();
    }

    /** Return what an action would do now; null if nothing. @param {Correction} name */
    #patch(name) {
      const { corrections, stage } = this.bench;
      return Patches[name](corrections.links, stage.selection.value, (x, y) => this.#similarity(x, y));
    }

    /**
     * Return the word similarity of two sentences; computed once for a pair, when it is needed.
     *
     * @param {number} x
     * @param {number} y
     */
    #similarity(x, y) {
      const { sides, data } = this.bench.stage.viewer.model;
      if (this.#similarities?.of !== sides.source) {
        const steps = TfIdf.prepare(sides.source.sentences, sides.target.sentences, data.folds);
        let step = steps.next();
        while (!step.done) step = steps.next();
        this.#similarities = { of: sides.source, table: step.value };
      }
      return this.#similarities.table.pair(x, y);
    }

    /** Show what is chosen, and what can be done with it. */
    paint() {
      const { corrections, stage } = this.bench;
      if (!corrections.state) return;
      const { value, isEmpty } = stage.selection;
      for (const [name, node] of this.buttons) node.disabled = !this.#patch(name);
      const hint = "Choose sentences on both sides, or click a curve to choose a link.";
      const tags = SIDES.map((side) =>
        element("span", { class: "tag" }, `${side} `, element("b", { text: Wording.indices(value[side]) || "–" })),
      );
      this.chosen.replaceChildren(...(isEmpty ? [element("span", { class: "quiet", text: hint })] : tags));
      this.#preview(null);
      const { done } = corrections;
      this.undo.disabled = !corrections.canUndo;
      this.redo.disabled = !corrections.canRedo;
      this.done.setAttribute("aria-pressed", String(done));
      this.done.title = done ? "Remove the mark (D)" : "Mark this pair as done (D)";
      this.doneWords.textContent = done ? "Done" : "Mark as done";
      this.done.setAttribute("aria-label", this.doneWords.textContent);
      this.status.textContent = this.#saved(corrections.state);
    }

    /** @param {EditState} state */
    #saved({ version, edited }) {
      const { queue, working } = this.bench.corrections;
      if (queue.length) return working ? "Saving …" : `${Wording.count(queue.length, "change")} not saved yet`;
      if (!version) return "No corrections yet";
      return edited ? "Saved" : "Saved; the links are the original ones";
    }

    /** Show what an action would do. @param {Correction | null} name */
    #preview(name) {
      const patch = name && this.#patch(name);
      this.outcome.textContent = patch ? Patches.inWords(patch, "\n") : "";
    }

    /** Do an action with the chosen sentences. @param {Correction} name */
    async act(name) {
      const { corrections, notices } = this.bench;
      if (!(await this.bench.named())) return;
      const { selection } = this.bench.stage;
      const patch = this.#patch(name);
      if (!patch) {
        notices.say(whyNot(name, selection.value));
        return;
      }
      corrections.change(patch);
      selection.clear();
      notices.say(`${DONE[name]}: ${Patches.inWords(patch)}`);
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
  };
})();
