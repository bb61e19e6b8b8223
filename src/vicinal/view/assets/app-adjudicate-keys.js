"use strict";
// The keys of the mode Adjudicate, and buttons that name theirs.

const AdjudicateKeys = (() => {
  const { element } = Dom;

  /** Return the keys of the mode, in groups. @param {AdjudicateMode} mode @returns {KeyGroup[]} */
  function groups(mode) {
    const key = (
      /** @type {string} */ shown,
      /** @type {string} */ what,
      /** @type {(event: KeyboardEvent) => void} */ run,
      keys = [shown.toLowerCase()],
    ) => ({
      keys,
      shown,
      what,
      // A key that is held down must not decide what nobody has seen.
      run: (/** @type {KeyboardEvent} */ event) => event.repeat || run(event),
    });
    const shortcuts = [
      key("U", "next difference (with Shift: the one before)", ({ shiftKey }) => mode.step(shiftKey ? -1 : 1)),
      key("A", "take the links of A", () => mode.decide("one")),
      key("B", "take the links of B", () => mode.decide("other")),
      key("Y", "make one link of all sentences of both", () => mode.decide("merged")),
      key("Delete", "decide that there is no link", () => mode.decide("none"), ["Delete", "Backspace"]),
      key("C", "correct by hand", () => mode.byHand()),
      key("Ctrl + Z", "undo", () => mode.back("undo"), ["Control+z"]),
      key("Ctrl + Shift + Z", "redo", () => mode.back("redo"), ["Control+Shift+z", "Control+y"]),
      key("D", "mark the set as done, or no longer", () => mode.toggleDone()),
      key("F", "finished: mark as done and open the next pair with differences", () => mode.finish()),
    ];
    return [{ title: "Adjudicate", shortcuts }];
  }

  /**
   * Return a button with its key; the focus stays in the texts.
   *
   * @param {Parameters<typeof Dom.button>[0]} icon
   * @param {string} label
   * @param {string} key
   * @param {() => void} run
   */
  function button(icon, label, key, run) {
    const node = Dom.button(icon, label, run, true);
    node.append(element("kbd", { text: key, "aria-hidden": "true" }));
    node.addEventListener("mousedown", (event) => event.preventDefault());
    return node;
  }

  return { groups, button };
})();
