"use strict";
// The keyboard: what each key does, and a page that says so.
(() => {
  const { element } = Vicinal;
  const IN_TEXTS = [
    ["↑ ↓ Home End", "walk through the sentences of a text"],
    ["→ ←", "go over to the other side"],
    ["Space", "choose a sentence (in Correct), or pin its link"],
    ["Shift + ↑ ↓, Shift + click", "choose several"],
  ];

  const typing = (node) =>
    node.closest?.("textarea, select, [contenteditable]") ||
    (node.matches?.("input") && !["range", "checkbox", "radio", "button"].includes(node.type));

  class Keys {
    /** `app` has bench and go(view); keys are heard on the whole page. */
    constructor(app) {
      this.app = app;
      const bench = () => (app.view === "pair" && app.bench.key ? app.bench : null);
      const correct = () => (bench()?.mode?.name === "correct" ? bench().mode : null);
      const act = (name) => () => correct()?.act(name);
      // [keys, as shown, what they do, what to run, whether a single letter that can be turned off]
      this.map = [
        [
          ["Enter"],
          "Enter",
          "link the chosen sentences",
          (event) => event.target.closest("button, a, summary") || act("link")(),
        ],
        [["j"], "J", "join the links of the chosen sentences", act("join")],
        [["s"], "S", "split a link", act("split")],
        [["Delete", "Backspace"], "Delete", "remove the links of the chosen sentences", act("remove")],
        [["Control+z"], "Ctrl + Z", "undo", () => correct()?.step("undo")],
        [["Control+Shift+z", "Control+y"], "Ctrl + Shift + Z", "redo", () => correct()?.step("redo")],
        [["d"], "D", "mark the pair as done", () => correct()?.toggleDone()],
        [["Escape"], "Esc", "choose nothing, unpin", () => correct() && app.bench.selection.clear()],
        [["n"], "N", "next pair", () => bench()?.step(1)],
        [["p"], "P", "previous pair", () => bench()?.step(-1)],
        [["]"], "]", "next link", () => bench()?.viewer.move(1)],
        [["["], "[", "previous link", () => bench()?.viewer.move(-1)],
        ...["Method", "Compare", "Correct"].map((label, number) => [
          [String(number + 1)],
          String(number + 1),
          `turn to ${label}`,
          () => bench()?.turn(bench().modes[number]),
        ]),
        [["?"], "?", "this list", () => this.show()],
      ];
      document.addEventListener("keydown", (event) => this.#pressed(event));
    }

    get lettersOff() {
      return Vicinal.remembered("letters") === "off";
    }

    #pressed(event) {
      if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
      if (event.altKey || typing(event.target)) return;
      const control = event.ctrlKey || event.metaKey;
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const plain = event.key.length === 1 && !control;
      if (plain && this.lettersOff) return;
      const pressed = `${control ? "Control+" : ""}${control && event.shiftKey ? "Shift+" : ""}${name}`;
      const found = this.map.find(([keys]) => keys.includes(pressed));
      if (!found) return;
      if (control || plain) event.preventDefault();
      found[3](event);
    }

    /** Show what the keys do. */
    show() {
      const row = ([key, what]) =>
        element("div", {}, element("dt", {}, element("kbd", { text: key })), element("dd", { text: what }));
      const box = element("input", {
        type: "checkbox",
        on: { change: () => Vicinal.remembered("letters", box.checked ? null : "off") },
      });
      box.checked = !this.lettersOff;
      const node = Vicinal.dialogs.dialog(
        "Keys",
        element("h3", { text: "In the texts" }),
        element("dl", {}, ...IN_TEXTS.map(row)),
        element("h3", { text: "Everywhere" }),
        element("dl", { class: "two" }, ...this.map.map(([, key, what]) => row([key, what]))),
        element("label", { class: "check" }, box, "Single letters are keys"),
        element("p", {
          class: "quiet",
          text: "Sentences are counted from 0, as in the files. Corrections are saved at once; another tab, or another day, goes on where you stopped.",
        }),
      );
      node.classList.add("broad");
      node.addEventListener("close", () => node.remove());
      node.showModal();
    }
  }

  Object.assign(Vicinal, { Keys });
})();
