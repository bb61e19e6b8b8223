"use strict";
// The keys of the mode Correct.

const CorrectKeys = (() => {
  /** Return whether an element does something itself on Enter. @param {EventTarget | null} node */
  const takesEnter = (node) => node instanceof Element && node.closest("button, a, summary") !== null;

  /** Return the keys of the mode, in groups. @param {CorrectMode} mode @returns {KeyGroup[]} */
  function groups(mode) {
    const act = (/** @type {Correction} */ name) => () => mode.act(name);
    const enter =
      (/** @type {Correction} */ name) =>
      (/** @type {KeyboardEvent} */ { target }) => {
        if (!takesEnter(target)) mode.act(name);
      };
    const key = (/** @type {string} */ letter, /** @type {string} */ what, /** @type {Shortcut["run"]} */ run) => ({
      keys: [letter.toLowerCase()],
      shown: letter,
      what,
      run,
    });
    return [
      {
        title: "Correct links",
        shortcuts: [
          {
            keys: ["Enter", "j"],
            shown: "Enter, J",
            what: "link the chosen sentences, together with the links that they are in",
            run: enter("add"),
          },
          {
            keys: ["Shift+Enter"],
            shown: "Shift + Enter",
            what: "link exactly the chosen sentences",
            run: enter("link"),
          },
          key("S", "split a link", act("split")),
          { keys: ["Delete", "Backspace"], shown: "Delete", what: "remove links", run: act("remove") },
          key("A", "attach the sentence to the link above", () => mode.sentence.attach(-1)),
          key("B", "attach the sentence to the link below", () => mode.sentence.attach(1)),
          key("Y", "accept the suggestion", () => mode.sentence.accept()),
          key("Q", "unsure about the link, or no longer", () => mode.notes.toggle()),
          key("C", "comment on the link", () => mode.notes.write()),
          { keys: ["Control+z"], shown: "Ctrl + Z", what: "undo", run: () => mode.step("undo") },
          {
            keys: ["Control+Shift+z", "Control+y"],
            shown: "Ctrl + Shift + Z",
            what: "redo",
            run: () => mode.step("redo"),
          },
          {
            keys: ["Escape"],
            shown: "Esc",
            what: "choose nothing, unpin",
            run: () => {
              mode.bench.why.close();
              mode.bench.stage.selection.clear();
            },
          },
        ],
      },
      {
        title: "Find what to correct",
        shortcuts: [
          key("U", "next sentence without a link", () => mode.jumps.toUnlinked()),
          key("L", "next weakest link", () => mode.jumps.toWeakest()),
          key("D", "mark the pair as done, or no longer", () => mode.toggleDone()),
          key("F", "finished: mark as done and open the next unfinished pair", () => mode.finish()),
        ],
      },
    ];
  }

  return { groups };
})();
