"use strict";
// Messages to the user: lines that stay until they are dismissed, and announcements for screen readers.

/** @typedef {InstanceType<typeof Notices>} Notices */

const Notices = (() => {
  const { element, button } = Dom;

  return class Notices {
    /** @type {Map<string, HTMLElement>} */
    #shown = new Map();

    constructor() {
      this.status = element("p", { class: "unseen", role: "status" });
      this.alerts = element("div", { class: "notices", role: "alert" });
      this.notes = element("div", { class: "notices", role: "status" });
      this.node = element("div", {}, this.alerts, this.notes, this.status);
    }

    /** Announce something to screen readers. @param {string} text */
    say(text) {
      this.status.textContent = text;
    }

    /**
     * Show a line in place of the one with the same name.
     *
     * @param {string} name
     * @param {string} text
     * @param {{ tone?: "bad" | "odd" | "calm", detail?: string, actions?: Record<string, () => void> }} options `actions`: what
     *   buttons do, by their labels
     */
    show(name, text, { tone = "bad", detail = "", actions = {} } = {}) {
      this.clear(name);
      const buttons = Object.entries(actions).map(([label, click]) =>
        element("button", { type: "button", text: label, on: { click } }),
      );
      const dismiss = button("close", "Dismiss", () => this.clear(name));
      const node = element(
        "div",
        { class: "notice", "data-tone": tone },
        element("p", {}, element("b", { text }), detail ? ` ${detail}` : null),
        element("div", { class: "actions" }, ...buttons, dismiss),
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
