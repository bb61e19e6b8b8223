"use strict";
// Correcting the links of a pair: choose sentences, then link, join, split or remove; undo, redo; done.
(() => {
  const { element, patches, SIDES } = Vicinal;
  const ACTIONS = [
    ["link", "link", "Link", "Enter", "Make one link of the chosen sentences, and of no others"],
    ["join", "join", "Join", "J", "Make one link of the chosen sentences and of all links they are in"],
    ["split", "split", "Split", "S", "Part the chosen sentences of a link from its others; a whole link is cut in two"],
    ["remove", "minus", "Remove", "Del", "Remove the links that the chosen sentences are in"],
  ];

  class CorrectMode {
    name = "correct";
    label = "Correct";
    icon = "pen";

    /** `bench` is the workbench: corrections, selection, named(), show(view), notices. */
    constructor(bench) {
      this.bench = bench;
      this.buttons = {};
      for (const [name, icon, label, key, title] of ACTIONS) {
        const node = Vicinal.button(icon, label, () => this.act(name), true);
        node.title = title;
        node.append(element("kbd", { text: key, "aria-hidden": "true" }));
        this.buttons[name] = node;
      }
      this.undo = Vicinal.button("undo", "Undo", () => this.step("undo"), true);
      this.redo = Vicinal.button("redo", "Redo", () => this.step("redo"), true);
      this.undo.title = "Undo (Ctrl+Z)";
      this.redo.title = "Redo (Ctrl+Shift+Z)";
      this.done = Vicinal.button("tick", "Mark as done", () => this.toggleDone(), true);
      this.done.classList.add("done");
      this.doneWords = this.done.querySelector("span");
      this.chosen = element("p", { class: "chosen-words" });
      this.outcome = element("p", { class: "outcome quiet" });
      this.status = element("p", { class: "quiet saved", role: "status" });
      this.node = element(
        "div",
        { class: "mode correct" },
        this.chosen,
        element("div", { class: "acts", role: "group", "aria-label": "Correct" }, ...Object.values(this.buttons)),
        this.outcome,
        element("div", { class: "steps", role: "group", "aria-label": "History" }, this.undo, this.redo, this.done),
        this.status,
      );
      for (const [name, node] of Object.entries(this.buttons)) {
        node.addEventListener("pointerenter", () => this.#foretell(name));
        node.addEventListener("focus", () => this.#foretell(name));
        for (const type of ["pointerleave", "blur"]) node.addEventListener(type, () => this.#foretell(null));
      }
    }

    enter() {
      this.bench.selection.turn(true);
      this.refresh();
    }

    leave() {
      this.bench.selection.turn(false);
    }

    /** Show the links as they are now. */
    refresh() {
      const { corrections, selection } = this.bench;
      if (!corrections.state) return;
      this.bench.show(corrections.view);
      selection.refresh();
      this.paint();
    }

    /** Return what an action would do now; null if nothing. */
    #patch(name) {
      const { corrections, selection } = this.bench;
      return patches[name](corrections.links, selection.value, (x, y) => this.#similarity(x, y));
    }

    /** The word similarity of two sentences, as the map has it; worked out once for a pair, when it is needed. */
    #similarity(x, y) {
      const { source, target } = this.bench.viewer.model.sides;
      if (this.similar?.of !== source) {
        const steps = Vicinal.similarities(source.sentences, target.sentences, this.bench.viewer.model.data.folds);
        let step = steps.next();
        while (!step.done) step = steps.next();
        this.similar = { of: source, pair: (a, b) => step.value.pair(a, b) };
      }
      return this.similar.pair(x, y);
    }

    /** Say what can be done, and what is chosen. */
    paint() {
      const { corrections, selection } = this.bench;
      if (!corrections.state) return;
      const { value } = selection;
      for (const [name, node] of Object.entries(this.buttons)) node.disabled = !this.#patch(name);
      this.chosen.replaceChildren(
        ...(selection.isEmpty
          ? [
              element("span", {
                class: "quiet",
                text: "Choose sentences on both sides, or click a curve to choose a link.",
              }),
            ]
          : SIDES.map((side) =>
              element("span", { class: "tag" }, `${side} `, element("b", { text: Vicinal.listed(value[side]) || "–" })),
            )),
      );
      this.#foretell(null);
      const { done } = corrections;
      this.undo.disabled = !corrections.canUndo;
      this.redo.disabled = !corrections.canRedo;
      this.done.setAttribute("aria-pressed", String(done));
      this.done.title = done ? "Take the mark away (D)" : "Mark this pair as done (D)";
      this.doneWords.textContent = done ? "Done" : "Mark as done";
      this.done.setAttribute("aria-label", this.doneWords.textContent);
      this.#tell();
    }

    #tell() {
      const { corrections } = this.bench;
      const waiting = corrections.queue.length;
      const { edited, version } = corrections.state;
      if (waiting)
        this.status.textContent = corrections.working
          ? "Saving …"
          : `${Vicinal.count(waiting, "change")} not saved yet`;
      else if (!version) this.status.textContent = "No corrections yet";
      else this.status.textContent = `Saved${edited ? "" : "; the links are as they were at first"}`;
    }

    /** Say what an action would do, before it is done. */
    #foretell(name) {
      const patch = name && this.#patch(name);
      this.outcome.textContent = patch ? patches.inWords(patch, "\n") : "";
    }

    /** Do an action with the chosen sentences. */
    async act(name) {
      const { selection, notices } = this.bench;
      if (!(await this.bench.named())) return;
      const patch = this.#patch(name);
      if (!patch) {
        notices.say(hint(name, selection.value));
        return;
      }
      this.bench.corrections.change(patch);
      selection.clear();
      notices.say(
        `${{ link: "Linked", join: "Joined", split: "Split", remove: "Removed" }[name]}: ${patches.inWords(patch)}`,
      );
    }

    async step(which) {
      const { corrections, notices, selection } = this.bench;
      if (!(which === "undo" ? corrections.canUndo : corrections.canRedo)) {
        notices.say(`There is nothing to ${which}`);
        return;
      }
      selection.clear();
      corrections[which]();
      notices.say(which === "undo" ? "Undone" : "Redone");
    }

    async toggleDone() {
      if (!(await this.bench.named())) return;
      const done = !this.bench.corrections.done;
      this.bench.corrections.mark(done);
      this.bench.notices.say(done ? "Marked as done" : "No longer marked as done");
    }
  }

  const hint = (name, { source, target }) =>
    name === "link" && !(source.length && target.length)
      ? "Choose sentences on both sides first"
      : "There is nothing to do with what is chosen";

  Object.assign(Vicinal, { CorrectMode });
})();
