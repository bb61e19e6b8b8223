"use strict";
// A question before something is replaced. Without a clear yes, nothing happens.

const Question = (() => {
  const { element } = Dom;

  /**
   * Ask; return whether the user wants it. The answer that changes nothing has the focus.
   *
   * @param {string} heading
   * @param {string} text
   * @param {{ yes: string, no: string }} answers
   * @returns {Promise<boolean>}
   */
  function ask(heading, text, { yes, no }) {
    return new Promise((answered) => {
      let wanted = false;
      const agree = () => {
        wanted = true;
        node.close();
      };
      const keep = element("button", { type: "button", class: "primary", text: no, on: { click: () => node.close() } });
      const node = Dialogs.dialog(
        heading,
        element("p", { text }),
        element(
          "div",
          { class: "row answers" },
          keep,
          element("button", { type: "button", text: yes, on: { click: agree } }),
        ),
      );
      node.addEventListener("close", () => answered(wanted));
      node.showModal();
      keep.focus();
    });
  }

  return { ask };
})();
