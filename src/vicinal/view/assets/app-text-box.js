"use strict";
// One of the two texts of the form: a field to paste into, a file to choose, and a line on what became of the file.

/** @typedef {InstanceType<typeof TextBox>} TextBox */

const TextBox = (() => {
  const { element } = Dom;
  const LONG_PASTE = 20000; // characters
  const HINTS = { source: "The original", target: "The other version, simpler or shorter" };
  const DEFAULT_ENCODING = "windows-1252";

  return class TextBox {
    /** The name of the file that the text comes from; "" if it comes from none. */
    name = "";
    /** Whether the text is that of a document: a line is a paragraph, headings are marked. */
    isDocument = false;
    /** What was read of that file. */
    #outcome = "";
    /** The file that was chosen last. @type {File | null} */
    #file = null;
    /** @type {AbortController | null} */
    #reading = null;

    /**
     * @param {Side} side
     * @param {AppInfo} info
     * @param {{ changed: () => void, chosen: (files: File[]) => void }} on
     */
    constructor(side, info, on) {
      this.side = side;
      this.info = info;
      this.on = on;
      this.area = element("textarea", {
        id: `text-of-${side}`,
        spellcheck: "false",
        dir: "auto",
        placeholder: `Paste the ${side} text here, or drop a file`,
        on: { input: () => on.changed(), paste: (event) => this.#paste(event) },
      });
      this.words = element("p", { class: "quiet", role: "status" });
      this.problem = element("p", { class: "problem", role: "alert" });
      this.cancel = element("button", { type: "button", class: "plain", text: "Cancel", hidden: true });
      this.cancel.addEventListener("click", () => this.#stop());
      this.encodings = this.#encodingChooser();
      this.node = element(
        "section",
        { class: "box", "data-side": side },
        this.#head(),
        this.area,
        element("div", { class: "file-line" }, this.words, this.cancel, this.problem, this.encodings.node),
      );
    }

    get text() {
      return this.area.value;
    }

    get isReading() {
      return this.#reading !== null;
    }

    #head() {
      const { side } = this;
      const change = () => {
        const files = [...(file.files ?? [])];
        file.value = "";
        this.on.chosen(files);
      };
      const file = element("input", { type: "file", hidden: true, on: { change } });
      const open = Dom.button("save", `Choose a file for the ${side}`, () => file.click());
      open.append(element("span", { text: "Choose a file" }));
      open.classList.add("open-file");
      const label = element(
        "label",
        { for: this.area.id },
        element("b", { text: Wording.capital(side) }),
        element("span", { class: "quiet", text: ` ${HINTS[side]}` }),
      );
      return element("div", { class: "box-head" }, label, open, file);
    }

    /** The way on for text that is not UTF-8. */
    #encodingChooser() {
      const options = this.info.encodings.map((value) => element("option", { value, text: value }));
      const select = element("select", { "aria-label": `Encoding of the ${this.side}` }, ...options);
      const click = () => this.#file && this.read(this.#file, select.value);
      const send = element("button", { type: "button", on: { click } });
      const name = () => {
        send.textContent = `Read as ${select.value}`;
      };
      select.addEventListener("change", name);
      const node = element("div", { class: "row encodings", hidden: true }, select, send);
      const offer = (/** @type {string | null} */ encoding) => {
        node.hidden = encoding === null;
        select.value = encoding ?? DEFAULT_ENCODING;
        name();
      };
      return { node, offer };
    }

    /**
     * Text that replaces all is new text; a long one is inserted at once, because browsers take many seconds to insert it
     * line by line.
     *
     * @param {ClipboardEvent} event
     */
    #paste(event) {
      const { area } = this;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text && area.selectionStart === 0 && area.selectionEnd === area.value.length) this.forget();
      if (text.length < LONG_PASTE) return;
      event.preventDefault();
      area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
      this.on.changed();
    }

    /** Put a text into the field. @param {string} text */
    put(text) {
      this.#stop();
      this.forget();
      this.area.value = text;
      this.on.changed();
    }

    /** The text is no longer that of a file. */
    forget() {
      if (this.isReading) return;
      this.name = "";
      this.isDocument = false;
      this.#outcome = "";
      this.#file = null;
      this.#tell();
    }

    /** Read a file into the field, in place of one that is being read. @param {File} file @param {string | null} encoding */
    async read(file, encoding = null) {
      this.#reading?.abort();
      const reading = new AbortController();
      this.#reading = reading;
      this.#file = file;
      const name = TextFiles.shown(file.name);
      this.#tell();
      this.words.replaceChildren("Reading ", element("bdi", { text: name }), " …");
      this.#wait(true);
      const outcome = await TextFiles.read(file, encoding, this.info.file_limit, reading.signal);
      if (this.#reading !== reading) return; // stopped, or overtaken
      this.#reading = null;
      this.#wait(false);
      if ("problem" in outcome) {
        this.#tell(outcome);
        return;
      }
      this.area.value = outcome.answer.text;
      this.name = name;
      this.isDocument = outcome.answer.headings !== null;
      this.#outcome = TextFiles.outcome(outcome.answer) + (encoding ? `, read as ${encoding}` : "");
      this.#tell({ encoding });
      this.on.changed();
    }

    /** Show whether a file is being read. @param {boolean} yes */
    #wait(yes) {
      this.node.setAttribute("aria-busy", String(yes));
      this.area.readOnly = yes;
      this.cancel.hidden = !yes;
      this.on.changed();
    }

    #stop() {
      if (!this.#reading) return;
      this.#reading.abort();
      this.#reading = null;
      this.#file = null;
      this.#tell();
      this.#wait(false);
      this.area.focus();
    }

    /**
     * Show where the text comes from, what is wrong with the file that was chosen last, and the encoding to offer for it.
     *
     * @param {{ problem?: string, encoding?: string | null }} file
     */
    #tell({ problem = "", encoding = null } = {}) {
      this.words.replaceChildren(...(this.name ? [element("bdi", { text: this.name }), `: ${this.#outcome}`] : []));
      this.problem.textContent = problem;
      this.encodings.offer(encoding);
    }
  };
})();
