"use strict";
// Dialogs: the annotator's name, and the agreement between annotators.

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

  /** Show the agreement between every two annotators. */
  async function agreement() {
    const place = element("div", { class: "wide" }, element("p", { class: "quiet", text: "Counting …" }));
    const node = dialog("Agreement between annotators", place);
    node.classList.add("broad");
    node.showModal();
    const none = "No two annotators have corrected, or marked as done, the same pair yet.";
    try {
      const found = await Server.agreement();
      place.replaceChildren(...(found.length ? agreementTable(found) : [element("p", { class: "quiet", text: none })]));
    } catch (error) {
      place.replaceChildren(element("p", { class: "problem", role: "alert", text: Notices.text(error) }));
    }
  }

  /** @param {AgreementEntry[]} entries */
  function agreementTable(entries) {
    const percent = (/** @type {number | null} */ value) => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);
    /** @type {[heading: string, explanation: string, text: (entry: AgreementEntry) => string][]} */
    const columns = [
      ["Pairs", "Pairs that both have corrected or marked as done", ({ pairs }) => Wording.number(pairs)],
      ["First in second", "Share of the first one’s links that the second has", ({ precision }) => percent(precision)],
      ["Second in first", "Share of the second one’s links that the first has", ({ recall }) => percent(recall)],
      ["F1, links", "Harmonic mean of the two shares", ({ f1 }) => percent(f1)],
      ["F1, sentence pairs", "The same for pairs of sentences within links", ({ pair_f1 }) => percent(pair_f1)],
      [
        "Kappa",
        "Cohen’s kappa over all sentence pairs: agreement beyond chance",
        ({ kappa }) => (kappa === null ? "–" : kappa.toFixed(3)),
      ],
    ];
    const head = columns.map(([text, title]) => element("th", { scope: "col", text, title }));
    const rows = entries.map((entry) => {
      const [one, two] = entry.annotators.map((name) => element("bdi", { text: name }));
      const cells = columns.map(([, , text]) => element("td", { text: text(entry) }));
      return element("tr", {}, element("th", { scope: "row" }, one, " and ", two), ...cells);
    });
    const legend = columns.map(([text, title]) =>
      element("div", {}, element("dt", { text }), element("dd", { text: title })),
    );
    return [
      element(
        "table",
        { class: "agreement" },
        element("thead", {}, element("tr", {}, element("th", { scope: "col", text: "Annotators" }), ...head)),
        element("tbody", {}, ...rows),
      ),
      element("dl", { class: "legend" }, ...legend),
    ];
  }

  return { dialog, askName, agreement };
})();
