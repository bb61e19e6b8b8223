"use strict";
// The export dialog. What is on the screen comes first, and a line says for every choice what will be written.

/**
 * Links that a mode shows, and who made them; the server writes exactly these.
 *
 * @typedef {{
 *   title: string,
 *   links: (IndexLink | LinkData)[],
 *   from: MethodChoice | { annotator: string | null },
 * }} ShownLinks `title`: whose links they are, in words
 */
/** @typedef {{ value: string, label: string, shown?: ShownLinks }} ExportChoice */

const ExportDialog = (() => {
  const { element } = Dom;

  const linksOf = (/** @type {number} */ number) => Wording.count(number, "link");

  /** Return a select element. @param {string[][]} options values and texts */
  const select = (options) =>
    element("select", {}, ...options.map(([value, text]) => element("option", { value, text })));

  /**
   * Return the choices for the links that a pair shows now: those that the filter lets through, then all.
   *
   * @param {Workbench} bench
   * @returns {ExportChoice[]}
   */
  function onScreen(bench) {
    const hidden = new Set(
      (bench.viewer?.model.links ?? [])
        .filter((link) => !link.shown)
        .map((link) => Patches.keyOf([link.source, link.target])),
    );
    return (bench.mode?.exported ?? []).flatMap((all, number) => {
      const links = all.links.filter((link) => !hidden.has(Patches.keyOf(link)));
      const value = `screen-${number}`;
      const where = number ? "Also on the screen" : "What is on the screen";
      if (links.length === all.links.length)
        return [{ value, label: `${where}: ${all.title}, ${linksOf(links.length)}`, shown: all }];
      const some = `${all.title}, only the ${linksOf(links.length)} shown`;
      return [
        { value, label: `${where}: ${some}`, shown: { ...all, title: some, links } },
        {
          value: `${value}-all`,
          label: `${all.title}, all ${linksOf(all.links.length)}, also those that the filter hides`,
          shown: all,
        },
      ];
    });
  }

  /**
   * Return what a choice will write, in words.
   *
   * @param {ExportChoice} choice
   * @param {string} name of the annotator
   * @param {string | null} key of the open pair
   */
  async function written({ value, shown }, name, key) {
    if (shown) return `Writes ${linksOf(shown.links.length)} of the open pair: ${shown.title}.`;
    if (!name) return "Nobody has corrected a pair, or marked one as done, yet.";
    if (value === "one" && key) {
      const { view } = await Server.pair(key, name);
      return `Writes ${linksOf(view.links.length)} of the open pair: the links of ${name}.`;
    }
    const { pairs, done } = await Server.exportable(name);
    const number = value === "done" ? done : pairs;
    const which = value === "done" ? "marked as done" : "corrected or marked as done";
    return number
      ? `Writes the links of ${name} in ${Wording.count(number, "pair")} ${which}.`
      : `${name} has no pair ${which} yet.`;
  }

  /** Ask what to export, and download it. @param {App} app */
  async function open(app) {
    const bench = app.view === "pair" && app.bench.key ? app.bench : null;
    const key = bench?.key ?? null;
    const shown = bench ? onScreen(bench) : [];
    const { annotators } = await Server.info().catch(() => app.info);
    const names = [...new Set([app.annotator, ...annotators])].filter(Boolean);
    /** @type {ExportChoice[]} */
    const choices = [
      ...shown,
      ...(key && names.length ? [{ value: "one", label: "This pair, the links of an annotator" }] : []),
      { value: "all", label: "All pairs that an annotator corrected or marked as done" },
      { value: "done", label: "Only the pairs that an annotator marked as done" },
    ];
    const what = select(choices.map(({ value, label }) => [value, label]));
    const who = select(names.map((name) => [name, name]));
    who.value = app.annotator || names[0] || "";
    const format = select(app.info.formats.map(({ name, what }) => [name, `${name} – ${what}`]));
    const outcome = element("p", { class: "quiet written", role: "status" });
    const problem = element("p", { class: "problem", role: "alert" });
    const send = element("button", { type: "submit", class: "primary", text: "Download" });
    const field = (/** @type {string} */ text, /** @type {HTMLElement} */ control) =>
      element("label", { class: "field" }, element("span", { text }), control);
    const whose = field("Links of", who);
    const form = element(
      "form",
      { class: "fields" },
      field("What", what),
      whose,
      field("Format", format),
      outcome,
      element("div", { class: "row" }, send, problem),
    );
    const chosen = () => choices[what.selectedIndex];
    let asked = 0;
    const tell = async () => {
      const number = ++asked;
      whose.hidden = Boolean(chosen().shown);
      problem.textContent = "";
      const words = await written(chosen(), who.value, key).catch(Notices.text);
      if (number === asked) outcome.textContent = words;
    };
    for (const control of [what, who]) control.addEventListener("change", tell);
    const node = Dialogs.dialog("Export", form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      problem.textContent = "";
      send.disabled = true;
      try {
        const file = await fetched(chosen(), format.value, who.value, bench);
        save(file);
        if (file.leftOut) {
          const crossing = "Links that cross others or have gaps, which programs cannot read from this format";
          problem.textContent = `${crossing}: ${file.leftOut}.`;
        } else node.close();
        app.notices.say(`${file.name} was downloaded`);
      } catch (error) {
        problem.textContent = Notices.text(error);
      }
      send.disabled = false;
    });
    tell();
    node.showModal();
    what.focus();
  }

  /**
   * Get the file of a choice.
   *
   * @param {ExportChoice} choice
   * @param {string} format
   * @param {string} annotator
   * @param {Workbench | null} bench
   */
  function fetched({ value, shown }, format, annotator, bench) {
    if (shown && bench) {
      const links = shown.links.map(([source, target]) => [source, target]);
      return Server.exportedShown({ ...bench.pairAsked, format, links, ...shown.from });
    }
    const pairs = value === "one" ? { key: bench?.key } : { only_done: value === "done" ? "true" : null };
    return Server.exported({ format, annotator, ...pairs });
  }

  /** @param {{ blob: Blob, name: string }} file */
  function save({ blob, name }) {
    const href = URL.createObjectURL(blob);
    const link = element("a", { href, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  }

  return { open };
})();
