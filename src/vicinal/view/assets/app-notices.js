"use strict";
// What the app has to say: one line that stays until it is dealt with, and words for screen readers.
(() => {
  const { element, button } = Vicinal;

  class Notices {
    constructor() {
      this.said = element("p", { class: "unseen", role: "status" });
      this.place = element("div", { class: "notices", role: "alert" });
      this.node = element("div", {}, this.place, this.said);
      this.shown = new Map();
    }

    /** Say something that needs no answer. */
    say(text) {
      this.said.textContent = text;
    }

    /**
     * Show a line; one with the same name is replaced. `tone` is "bad", "odd" or "good"; `actions` are [label, function].
     */
    show(name, text, { tone = "bad", actions = [], detail = "" } = {}) {
      this.clear(name);
      const node = element(
        "div",
        { class: "notice", "data-tone": tone },
        element("p", {}, element("b", { text }), detail ? ` ${detail}` : null),
        element(
          "div",
          { class: "actions" },
          ...actions.map(([label, run]) => element("button", { type: "button", text: label, on: { click: run } })),
          button("close", "Dismiss", () => this.clear(name)),
        ),
      );
      this.shown.set(name, node);
      this.place.append(node);
    }

    clear(name) {
      this.shown.get(name)?.remove();
      this.shown.delete(name);
    }

    /** Show what went wrong; `again` tries once more. */
    trouble(name, error, again) {
      const actions = again ? [["Try again", () => (this.clear(name), again())]] : [];
      this.show(name, capital(error.message), { actions });
    }
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  Object.assign(Vicinal, { Notices, capital });
})();
