"use strict";
// What is asked in a window of its own: the annotator's name, what to export, how far annotators agree.
(() => {
  const { element, button, ask, askFile, path } = Vicinal;
  const LONGEST_NAME = 100;

  /** Return a dialog with a heading and a way out. */
  function dialog(heading, ...content) {
    const node = element(
      "dialog",
      { "aria-label": heading },
      element(
        "div",
        { class: "dialog-head" },
        element("h2", { text: heading }),
        button("close", "Close", () => node.close()),
      ),
      ...content,
    );
    document.body.append(node);
    return node;
  }

  /** Ask for the annotator's name; the promise is the name, or "" if none was given. */
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
          text: "Corrections are kept under a name, so that several people can work on the same texts, each with links of their own.",
        }),
        element("div", { class: "row" }, field, element("button", { type: "submit", class: "primary", text: "Go on" })),
        element("datalist", { id: "annotators" }, ...known.map((value) => element("option", { value }))),
        element("p", { class: "quiet", text: "This browser remembers it; nobody checks it." }),
      );
      const node = dialog("Your name", form);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        given = field.value.normalize("NFC").trim();
        if (given) node.close();
        else field.focus();
      });
      node.addEventListener("close", () => {
        node.remove();
        answer(given);
      });
      node.showModal();
      field.select();
    });
  }

  /** Offer everything that can be exported. `app` has: info, annotator, notices; `key` is the pair that is open. */
  async function exporting(app, key) {
    const { annotators } = await ask("api/info").catch(() => app.info);
    const names = [...new Set([app.annotator, ...annotators])].filter(Boolean);
    const format = element(
      "select",
      {},
      ...app.info.formats.map(({ name, what }) => element("option", { value: name, text: `${name} – ${what}` })),
    );
    const who = element("select", {}, ...names.map((value) => element("option", { value, text: value })));
    who.value = app.annotator || names[0] || "";
    const which = element(
      "select",
      {},
      element("option", { value: "all", text: "all pairs that were corrected or marked as done" }),
      element("option", { value: "done", text: "only pairs that are marked as done" }),
      key ? element("option", { value: "one", text: "the pair that is open" }) : null,
    );
    if (!names.length && key) which.value = "one";
    const problem = element("p", { class: "problem", role: "alert" });
    const send = element("button", { type: "submit", class: "primary", text: "Download" });
    const field = (text, control) => element("label", { class: "field" }, element("span", { text }), control);
    const form = element(
      "form",
      { class: "fields" },
      field("Format", format),
      field("Links of", who),
      field("Pairs", which),
      element("div", { class: "row" }, send, problem),
    );
    const node = dialog("Export", form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      problem.textContent = "";
      send.disabled = true;
      try {
        const query = { format: format.value, annotator: who.value };
        if (which.value === "one") query.key = key;
        else query.only_done = which.value === "done" ? "true" : null;
        const file = await askFile(path("api/export", query));
        save(file);
        problem.textContent = file.leftOut
          ? `${Vicinal.count(file.leftOut, "link")} left out: this format cannot hold them.`
          : "";
        if (!file.leftOut) node.close();
        app.notices.say(`${file.name} was downloaded`);
      } catch (error) {
        problem.textContent = Vicinal.capital(error.message);
      }
      send.disabled = false;
    });
    node.addEventListener("close", () => node.remove());
    node.showModal();
  }

  function save({ blob, name }) {
    const href = URL.createObjectURL(blob);
    const link = element("a", { href, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  }

  /** Show how far every two annotators agree. */
  async function agreeing() {
    const place = element("div", { class: "wide" }, element("p", { class: "quiet", text: "Counting …" }));
    const node = dialog("Agreement between annotators", place);
    node.classList.add("broad");
    node.addEventListener("close", () => node.remove());
    node.showModal();
    try {
      const found = await ask("api/agreement");
      place.replaceChildren(...(found.length ? table(found) : [none()]));
    } catch (error) {
      place.replaceChildren(element("p", { class: "problem", role: "alert", text: Vicinal.capital(error.message) }));
    }
  }

  const none = () =>
    element("p", {
      class: "quiet",
      text: "No two annotators have corrected, or marked as done, the same pair yet. Agreement is shown here once they have.",
    });

  function table(found) {
    const share = (value) => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);
    const columns = [
      ["Pairs", "Pairs that both have corrected or marked as done", ({ pairs }) => pairs.toLocaleString("en")],
      [
        "First in second",
        "Share of the first one’s links that the second has, too",
        ({ precision }) => share(precision),
      ],
      ["Second in first", "Share of the second one’s links that the first has, too", ({ recall }) => share(recall)],
      ["F1, links", "Both ways together", ({ f1 }) => share(f1)],
      ["F1, sentence pairs", "The same over pairs of sentences inside links", ({ pair_f1 }) => share(pair_f1)],
      [
        "Kappa",
        "Agreement over all sentence pairs beyond what chance would give",
        ({ kappa }) => (kappa === null ? "–" : kappa.toFixed(3)),
      ],
    ];
    const head = columns.map(([text, title]) => element("th", { scope: "col", text, title }));
    const rows = found.map((each) => {
      const [one, two] = each.annotators.map((name) => element("bdi", { text: name }));
      const cells = columns.map(([, , value]) => element("td", { text: value(each) }));
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

  Vicinal.dialogs = { dialog, askName, exporting, agreeing };
})();
