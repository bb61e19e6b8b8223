"use strict";
// Dialogs: the annotator's name.

const Dialogs = (() => {
  const { element, dialog } = Dom;
  const LONGEST_NAME = 100;

  /**
   * Ask for the annotator's name; "" if none was given.
   *
   * @param {string} before
   * @param {string[]} known
   * @returns {Promise<string>}
   */
  function askName(before, known) {
    return new Promise((answer) => {
      let given = "";
      const field = element("input", {
        value: before,
        maxlength: LONGEST_NAME,
        autocomplete: "off",
        spellcheck: "false",
        list: "annotators",
        "aria-label": "Your name",
      });
      const form = element(
        "form",
        { class: "fields" },
        element("p", {
          text: "Corrections are saved under a name, so that several people can work on the same texts.",
        }),
        element(
          "div",
          { class: "row" },
          field,
          element("button", { type: "submit", class: "primary", text: "Continue" }),
        ),
        element("datalist", { id: "annotators" }, ...known.map((value) => element("option", { value }))),
        element("p", { class: "quiet", text: "This browser remembers the name; there is no password." }),
      );
      const node = dialog("Your name", form);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        given = field.value.normalize("NFC").trim();
        if (given) node.close();
        else field.focus();
      });
      node.addEventListener("close", () => answer(given));
      node.showModal();
      field.select();
    });
  }

  return { dialog, askName };
})();
