"use strict";
// Messages to the user: lines that stay until they are dismissed, and a short message about what was just done.

/** @typedef {InstanceType<typeof Notices>} Notices */

const Notices = (() => {
  const { element, button } = Dom;
  const STAYS = 12000; // milliseconds that a message is shown, and longer while it is pointed at or has the focus

  /** @param {Record<string, () => void>} actions what buttons do, by their labels */
  const buttonsOf = (actions) =>
    Object.entries(actions).map(([label, click]) => element("button", { type: "button", text: label, on: { click } }));

  return class Notices {
    /** @type {Map<string, HTMLElement>} */
    #shown = new Map();

    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    constructor() {
      this.status = element("p", { role: "status" });
      this.offers = element("div", { class: "actions" });
      this.message = element("div", { class: "message" }, this.status, this.offers);
      this.alerts = element("div", { class: "notices", role: "alert" });
      this.notes = element("div", { class: "notices", role: "status" });
      this.node = element("div", {}, this.alerts, this.notes, this.message);
    }

    /**
     * Say what was just done, for eyes and screen readers, in place of the message before.
     *
     * @param {string} text
     * @param {Record<string, () => void>} actions what buttons beside it do, by their labels
     */
    say(text, actions = {}) {
      clearTimeout(this.#timer);
      this.status.textContent = text;
      this.offers.replaceChildren(...buttonsOf(actions));
      if (text) this.#timer = setTimeout(() => this.#fade(), STAYS);
    }

    /** Take the message back from where it was put. */
    bringHome() {
      this.say("");
      this.node.append(this.message);
    }

    #fade() {
      if (this.message.matches(":hover, :focus-within")) this.#timer = setTimeout(() => this.#fade(), STAYS);
      else this.say("");
    }

    /**
     * Show a line in place of the one with the same name.
     *
     * @param {string} name
     * @param {string} text
     * @param {{ tone?: "bad" | "calm", detail?: string, actions?: Record<string, () => void> }} options `actions`: what
     *   buttons do, by their labels
     */
    show(name, text, { tone = "bad", detail = "", actions = {} } = {}) {
      this.clear(name);
      const dismiss = button("close", "Dismiss", () => this.clear(name));
      const node = element(
        "div",
        { class: "notice", "data-tone": tone },
        element("p", {}, element("b", { text }), detail ? ` ${detail}` : null),
        element("div", { class: "actions" }, ...buttonsOf(actions), dismiss),
      );
      this.#shown.set(name, node);
      (tone === "calm" ? this.notes : this.alerts).append(node);
    }

    /** @param {string} name */
    clear(name) {
      this.#shown.get(name)?.remove();
      this.#shown.delete(name);
    }

    /** Show what went wrong. @param {string} name @param {unknown} error @param {() => void} [retry] */
    error(name, error, retry) {
      const again = () => {
        this.clear(name);
        retry?.();
      };
      this.show(name, Notices.text(error), { actions: retry ? { "Try again": again } : {} });
    }

    /** Return the message of an error. @param {unknown} error */
    static text(error) {
      return Wording.capital(error instanceof Error ? error.message : String(error));
    }
  };
})();
