"use strict";
// Keyboard shortcuts, and the list of them for the help. Each part of the app contributes its own.

/** @typedef {InstanceType<typeof Keys>} Keys */
/** @typedef {{ keys: string[], shown: string, what: string, run: (event: KeyboardEvent) => void }} Shortcut */
/**
 * Shortcuts that are listed together, and that work while the part that they belong to is on. A letter may stand in
 * several groups that are never on together.
 *
 * @typedef {{ title: string, shortcuts: Shortcut[], isOn?: () => boolean }} KeyGroup
 */

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
    /** @type {KeyGroup[]} */
    groups = [];

    /** @param {App} app */
    constructor(app) {
      this.app = app;
      for (const mode of app.bench.modes) {
        // The keys of a mode work in that mode.
        const isOn = () => this.#bench?.mode === mode;
        if ("keyGroups" in mode) for (const group of mode.keyGroups) this.add({ isOn, ...group });
      }
      for (const group of this.#general()) this.add(group);
      document.addEventListener("keydown", (event) => this.#pressed(event));
    }

    /** Add shortcuts of a part of the app; of two for the same key, the first that is on wins. @param {KeyGroup} group */
    add(group) {
      this.groups.push(group);
    }

    /** The workbench, if a pair is open. */
    get #bench() {
      return this.app.view === "pair" && this.app.bench.key ? this.app.bench : null;
    }

    /** @returns {KeyGroup[]} */
    #general() {
      const { modes } = this.app.bench;
      const isOn = () => this.#bench !== null;
      return [
        {
          title: "Links and pairs",
          isOn: () => this.app.view === "pair", // also while a pair is loading: no step is lost
          shortcuts: [
            { keys: ["]"], shown: "]", what: "next link", run: () => this.#bench?.viewer?.move(1) },
            { keys: ["["], shown: "[", what: "previous link", run: () => this.#bench?.viewer?.move(-1) },
            { keys: ["w"], shown: "W", what: "why are two sentences not linked?", run: () => this.#bench?.why.open() },
            { keys: ["n"], shown: "N", what: "next pair", run: () => this.app.bench.walk.step(1) },
            { keys: ["p"], shown: "P", what: "previous pair", run: () => this.app.bench.walk.step(-1) },
          ],
        },
        {
          title: "Modes",
          isOn,
          shortcuts: modes.map((mode, number) => ({
            keys: [String(number + 1)],
            shown: String(number + 1),
            what: `go to ${mode.label}`,
            run: () => this.#bench?.turn(mode),
          })),
        },
        {
          title: "Everywhere",
          shortcuts: [{ keys: ["?"], shown: "?", what: "this help", run: () => Help.open(this.app, true) }],
        },
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
      const shift = event.shiftKey && (control || !isLetter);
      const pressed = `${control ? "Control+" : ""}${shift ? "Shift+" : ""}${name}`;
      const on = this.groups.filter(({ isOn }) => !isOn || isOn());
      const found = on.flatMap(({ shortcuts }) => shortcuts).find(({ keys }) => keys.includes(pressed));
      if (!found) return;
      if (control || isLetter) event.preventDefault();
      found.run(event);
    }

    /** Return the list of all shortcuts, for the help: a heading and a list for each group. */
    content() {
      const row = (/** @type {string} */ key, /** @type {string} */ what) =>
        element("div", {}, element("dt", {}, element("kbd", { text: key })), element("dd", { text: what }));
      const group = (/** @type {string} */ title, /** @type {string[][]} */ rows) =>
        element(
          "section",
          { class: "key-group" },
          element("h4", { text: title }),
          element("dl", { class: "two" }, ...rows.map(([key, what]) => row(key, what))),
        );
      const change = () => Preferences.set("letters", box.checked ? null : "off");
      const box = element("input", { type: "checkbox", on: { change } });
      box.checked = !this.#lettersOff;
      return [
        group("In the texts", IN_TEXTS),
        ...this.groups.map(({ title, shortcuts }) =>
          group(
            title,
            shortcuts.map(({ shown, what }) => [shown, what]),
          ),
        ),
        element("label", { class: "check" }, box, "Use single letters as shortcuts"),
      ];
    }
  };
})();
