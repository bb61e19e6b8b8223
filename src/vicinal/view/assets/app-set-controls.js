"use strict";
// Undo, redo and the mark of the adjudicated set, and whether it is saved.

/** @typedef {InstanceType<typeof SetControls>} SetControls */

const SetControls = (() => {
  const { element, button } = Dom;

  return class SetControls {
    /** @param {AdjudicateMode} mode */
    constructor(mode) {
      this.undo = button("undo", "Undo", () => mode.back("undo"));
      this.redo = button("redo", "Redo", () => mode.back("redo"));
      this.undo.title = "Undo (Ctrl+Z)";
      this.redo.title = "Redo (Ctrl+Shift+Z)";
      this.done = AdjudicateKeys.button("tick", "Mark as done", "D", () => mode.toggleDone());
      this.done.classList.add("done");
      this.finishing = AdjudicateKeys.button("next", "Finish, next pair", "F", () => mode.finish());
      this.finishing.title = "Mark as done and open the next pair with differences";
      this.finishing.classList.add("finish");
      this.status = element("p", { class: "quiet saved" });
      const steps = [this.undo, this.redo, this.done, this.finishing];
      this.node = element("div", { class: "steps", role: "group", "aria-label": "History" }, ...steps);
    }

    /** Show what can be done with the set now. @param {Adjudication} work */
    show(work) {
      const { corrections, isBegun } = work;
      const isDone = isBegun && corrections.done;
      this.undo.disabled = !isBegun || !corrections.canUndo;
      this.redo.disabled = !isBegun || !corrections.canRedo;
      this.done.setAttribute("aria-pressed", String(isDone));
      const words = isDone ? "Done" : "Mark as done";
      const label = this.done.querySelector("span");
      if (label) label.textContent = words;
      this.done.title = isDone ? "Remove the mark" : "Mark the set of this pair as done";
      this.status.textContent = this.#saved(work);
    }

    /** @param {Adjudication} work */
    #saved({ isBegun, corrections, answer, names, left }) {
      if (corrections.queue.length) return corrections.working ? "Saving …" : "Not saved yet";
      const both = answer?.both_done ? "" : " Not both have marked this pair as done.";
      if (!isBegun) return `The first decision begins the set “${names.third}” with what both have.${both}`;
      return `${left ? "Saved" : "Saved; all differences are decided"}.${both}`;
    }
  };
})();
