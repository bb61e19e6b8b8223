"use strict";
// Keyboard shortcuts, and the list of them for the help.

/** @typedef {InstanceType<typeof Keys>} Keys */
/** @typedef {{ keys: string[], shown: string, what: string, run: (event: KeyboardEvent) => void }} Shortcut */

const Keys = (() => {
  const { element } = Dom;
  const IN_TEXTS = [
    ["↑ ↓ Home End", "move through the sentences of a text"],
    ["→ ←", "go to the other side"],
    ["Space", "choose a sentence (in Correct), or pin its link"],
    ["Shift + ↑ ↓", "choose several, as with Shift + click"],
  ];

  /** Return whether keys pressed in an element are text, or choose there. @param {EventTarget | null} node */
  function isTyping(node) {
    if (!(node instanceof Element)) return false;
    if (node.closest("textarea, select, [contenteditable]")) return true;
    return node instanceof HTMLInputElement && !["range", "checkbox", "radio", "button"].includes(node.type);
  }

  return class Keys {
    /** @param {App} app */
    constructor(app) {
      this.app = app;
      this.shortcuts = this.#shortcuts();
      document.addEventListener("keydown", (event) => this.#pressed(event));
    }

    /** The workbench, if a pair is open. */
    get #bench() {
      return this.app.view === "pair" && this.app.bench.key ? this.app.bench : null;
    }

    /** The mode Correct, if it is on. */
    get #correct() {
      const bench = this.#bench;
      return bench && bench.mode === bench.correct ? bench.correct : null;
    }

    /** @returns {Shortcut[]} */
    #shortcuts() {
      const act = (/** @type {Correction} */ name) => () => this.#correct?.act(name);
      /** Leave Enter on a button to the button. @type {Shortcut["run"]} */
      const enter = ({ target }) => target instanceof Element && !target.closest("button, a, summary") && act("link")();
      const modes = ["Method", "Compare", "Correct"].map((label, number) => ({
        keys: [String(number + 1)],
        shown: String(number + 1),
        what: `go to ${label}`,
        run: () => this.#bench?.turn(this.#bench.modes[number]),
      }));
      return [
        { keys: ["Enter"], shown: "Enter", what: "link the chosen sentences", run: enter },
        { keys: ["j"], shown: "J", what: "join the links of the chosen sentences", run: act("join") },
        { keys: ["s"], shown: "S", what: "split a link", run: act("split") },
        {
          keys: ["Delete", "Backspace"],
          shown: "Delete",
          what: "remove the links of the chosen sentences",
          run: act("remove"),
        },
        { keys: ["Control+z"], shown: "Ctrl + Z", what: "undo", run: () => this.#correct?.step("undo") },
        {
          keys: ["Control+Shift+z", "Control+y"],
          shown: "Ctrl + Shift + Z",
          what: "redo",
          run: () => this.#correct?.step("redo"),
        },
        { keys: ["d"], shown: "D", what: "mark the pair as done", run: () => this.#correct?.toggleDone() },
        {
          keys: ["Escape"],
          shown: "Esc",
          what: "choose nothing, unpin",
          run: () => this.#correct && this.app.bench.stage.selection.clear(),
        },
        { keys: ["w"], shown: "W", what: "why are two sentences not linked?", run: () => this.#bench?.why.open() },
        { keys: ["n"], shown: "N", what: "next pair", run: () => this.#bench?.step(1) },
        { keys: ["p"], shown: "P", what: "previous pair", run: () => this.#bench?.step(-1) },
        { keys: ["]"], shown: "]", what: "next link", run: () => this.#bench?.viewer?.move(1) },
        { keys: ["["], shown: "[", what: "previous link", run: () => this.#bench?.viewer?.move(-1) },
        ...modes,
        { keys: ["?"], shown: "?", what: "this help", run: () => Help.open(this.app, true) },
      ];
    }

    get #lettersOff() {
      return Preferences.get("letters") === "off";
    }

    /** @param {KeyboardEvent} event */
    #pressed(event) {
      if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
      if (event.altKey || isTyping(event.target)) return;
      const control = event.ctrlKey || event.metaKey;
      const isLetter = event.key.length === 1;
      if (isLetter && !control && this.#lettersOff) return;
      const name = isLetter ? event.key.toLowerCase() : event.key;
      const pressed = `${control ? "Control+" : ""}${control && event.shiftKey ? "Shift+" : ""}${name}`;
      const found = this.shortcuts.find(({ keys }) => keys.includes(pressed));
      if (!found) return;
      if (control || isLetter) event.preventDefault();
      found.run(event);
    }

    /** Return the list of shortcuts, for the help. */
    content() {
      const row = (/** @type {string} */ key, /** @type {string} */ what) =>
        element("div", {}, element("dt", {}, element("kbd", { text: key })), element("dd", { text: what }));
      const change = () => Preferences.set("letters", box.checked ? null : "off");
      const box = element("input", { type: "checkbox", on: { change } });
      box.checked = !this.#lettersOff;
      return [
        element("h4", { text: "In the texts" }),
        element("dl", {}, ...IN_TEXTS.map(([key, what]) => row(key, what))),
        element("h4", { text: "Everywhere" }),
        element("dl", { class: "two" }, ...this.shortcuts.map(({ shown, what }) => row(shown, what))),
        element("label", { class: "check" }, box, "Use single letters as shortcuts"),
      ];
    }
  };
})();
