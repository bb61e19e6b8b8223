"use strict";
// A pair that is too long to be aligned while a slider moves: say so at once, and give the command that does it.

/** @typedef {InstanceType<typeof LiveLimit>} LiveLimit */

const LiveLimit = (() => {
  const { element } = Dom;

  /** Return a setting as an option of the command line. @param {string} name @param {number | boolean} value */
  function option(name, value) {
    const flag = name.replaceAll("_", "-");
    if (typeof value === "boolean") return value ? `--${flag}` : `--no-${flag}`;
    return `--${flag} ${value}`;
  }

  return class LiveLimit {
    /** @param {Workbench} bench */
    constructor(bench) {
      this.bench = bench;
      this.words = element("p");
      this.command = element("code", { tabindex: 0 });
      this.corpus = element("code", { tabindex: 0 });
      this.copy = element("button", { type: "button", text: "Copy", on: { click: () => this.#copy() } });
      this.node = element(
        "div",
        { class: "too-long", role: "status", hidden: true },
        this.words,
        element("p", { class: "quiet", text: "The saved links are shown. This command aligns the two texts:" }),
        this.command,
        element(
          "div",
          { class: "row" },
          this.copy,
          element("span", { class: "quiet", text: "SOURCE and TARGET are your two files." }),
        ),
        bench.info.library.kind === "run" ? element("p", { class: "quiet", text: "And this one the corpus:" }) : null,
        bench.info.library.kind === "run" ? this.corpus : null,
      );
    }

    /** Return whether the open pair is too long for a method, and show or hide that. @param {MethodSettings} settings */
    check(settings) {
      const { most_sentences } = this.bench.info;
      const { most_pairs } = settings.method;
      const { source, target } = this.bench.corrections.view;
      const [rows, columns] = [source, target].map(({ paragraphs }) => paragraphs.flat().length);
      const isLong = rows * columns > most_pairs || Math.max(rows, columns) > most_sentences;
      this.node.hidden = !isLong;
      if (isLong) {
        const { number } = Wording;
        this.words.textContent =
          `This pair is too long for live sliders: ${number(rows)} by ${number(columns)} sentences are ` +
          `${number(rows * columns)} pairs of sentences. With ${settings.title} the app aligns at most ` +
          `${number(most_pairs)} pairs, and ${number(most_sentences)} sentences of one text.`;
        const { method, settings: chosen } = settings.value;
        const options = Object.entries(chosen).map(([name, value]) => ` ${option(name, value)}`);
        const how = `--method ${method}${options.join("")}`;
        this.command.textContent = `vicinal align SOURCE TARGET ${how} -o aligned.html`;
        this.corpus.textContent = `vicinal run CORPUS ${how} -o FOLDER`;
        this.copy.textContent = "Copy";
      }
      return isLong;
    }

    async #copy() {
      try {
        await navigator.clipboard.writeText(this.command.textContent ?? "");
        this.copy.textContent = "Copied";
        this.bench.notices.say("The command was copied");
      } catch {
        getSelection()?.selectAllChildren(this.command); // ready for Ctrl + C where a page may not copy
        this.copy.textContent = "Selected: press Ctrl + C";
      }
    }
  };
})();
