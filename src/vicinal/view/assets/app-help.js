"use strict";
// The help of the app: what it is for, how to correct, the keys, files and export, and where corrections are stored.

const Help = (() => {
  const { element } = Dom;
  const { section } = Legend;

  /** @param {...string} texts */
  const paragraphs = (...texts) => texts.map((text) => element("p", { text }));

  const about = () =>
    section(
      "What this is",
      ...paragraphs(
        "Vicinal finds which sentences of two versions of one text belong together. The source, on the left, is the " +
          "original; the target, on the right, is the other version, often a simpler one.",
        "Method shows what a method finds, and changes while you move a slider. Compare shows where two of them " +
          "differ. Correct is where you decide: your links are your own. Adjudicate makes one set out of the links of " +
          "two people.",
      ),
    );

  /** @param {Workbench | null} bench */
  const looking = (bench) => {
    const model = bench?.viewer?.model;
    return model ? Legend.content(model) : [];
  };

  /** A step of a correction: what is chosen, what it leads to, and how. @param {string} kind @param {...Node} words */
  const step = (kind, ...words) => element("li", {}, Legend.linkPicture(kind), element("span", {}, ...words));

  const key = (/** @type {string} */ name) => element("kbd", { text: name });
  const text = (/** @type {string} */ words) => document.createTextNode(words);

  const correcting = () =>
    section(
      "How to correct",
      element(
        "ul",
        {},
        step(
          "1-1",
          text("Choose a sentence on each side (click, or Space), then "),
          key("Enter"),
          text(" links them."),
        ),
        step("1-N", text("One sentence was split: choose it and all its parts, then "), key("Enter"), text(".")),
        step("N-1", text("A sentence belongs to a link: choose both; Enter adds it. The line below says what comes.")),
        step(
          "N-N",
          text("Two links in one: choose the sentences to take out of it, then "),
          key("S"),
          text(" splits it."),
        ),
      ),
      ...paragraphs(
        "Shift + Enter links exactly the chosen sentences, whatever link they were in. Delete removes their links. Click a " +
          "curve to choose its whole link. Every change can be undone with Ctrl + Z.",
        "Choose one sentence on each side and press W to see why the method did not link them.",
      ),
    );

  /** @param {AppInfo} info */
  const files = ({ formats }) =>
    section(
      "Files and export",
      ...paragraphs(
        "New texts reads Word, OpenDocument, RTF, EPUB, PDF, web pages, Markdown and plain text.",
        "Export writes what is on the screen, or the links of an annotator in one pair, in all corrected pairs, or in " +
          `those marked as done. There are ${Wording.count(formats.length, "format")}; gold is the one that “vicinal ` +
          "evaluate” reads. In the files sentences are counted from 0.",
      ),
    );

  const stored = () =>
    section(
      "Where corrections are stored",
      ...paragraphs(
        "Every change is saved at once, under your name, in one file on the machine that runs “vicinal serve”: the " +
          "file that --edits names, else one beside the run or gold file, with the ending .edits.sqlite. Copy that " +
          "file to keep a backup.",
        "If the server does not answer, changes wait in this tab and are sent as soon as it does; leave the tab open.",
      ),
    );

  /** Show the help. @param {App} app @param {boolean} atKeys whether to begin at the keys */
  function open(app, atKeys = false) {
    const bench = app.view === "pair" && app.bench.key ? app.bench : null;
    const keys = section("Keys", ...app.keys.content());
    const parts = [about(), ...looking(bench), correcting(), keys, files(app.info), stored()];
    const places = parts.map((part) => {
      const heading = /** @type {HTMLElement} */ (part.querySelector("h3"));
      heading.tabIndex = -1;
      const click = () => {
        heading.scrollIntoView({ block: "start" });
        heading.focus({ preventScroll: true });
      };
      return element("button", { type: "button", class: "plain", text: heading.textContent ?? "", on: { click } });
    });
    const contents = element("nav", { class: "help-contents", "aria-label": "Help" }, ...places);
    const dialog = Dom.dialog("Help", contents, element("div", { class: "pictures" }, ...parts));
    dialog.classList.add("broad");
    dialog.showModal();
    if (atKeys) places[parts.indexOf(keys)].click();
  }

  return { open };
})();
