"use strict";
// The form for two new texts: pasted, chosen as files, or dropped.

/** @typedef {InstanceType<typeof NewTexts>} NewTexts */

const NewTexts = (() => {
  const { element } = Dom;
  const { SIDES } = AlignmentModel;
  const LONGEST_TITLE = 200; // characters
  const LONGEST_LINE = 90;
  const EXAMPLE = {
    source:
      "The old lighthouse gets a new keeper\n\n" +
      "After standing empty for eleven years, the lighthouse on Gull Rock has a keeper again. Marta Lind, a " +
      "former school teacher, moved into the tower on Monday together with two goats and four hundred books. " +
      "The town council, which owns the building, had received ninety applications for the post.\n\n" +
      "The lamp itself has been automatic since 1987, so Lind will not have to light it. Her task is to look " +
      "after the building, to welcome visitors in the summer months, and to count the seabirds that nest on the" +
      " rock. “I have always wanted to live somewhere where the weather decides what you do today,” she said.\n\n" +
      "Supplies come by boat every second week. When the sea is too rough, she must wait.",
    target:
      "A new keeper for the lighthouse\n\n" +
      "There is a keeper in the lighthouse on Gull Rock again. The lighthouse was empty for eleven years. Marta" +
      " Lind moved into the tower on Monday. She was a school teacher before. She brought two goats and four " +
      "hundred books.\n\n" +
      "The lamp is automatic, so Lind does not have to light it. She looks after the building and counts the " +
      "seabirds on the rock. In the summer months she also welcomes visitors.\n\n" +
      "A boat brings supplies every second week. She must wait when the sea is too rough.",
  };

  class NewTexts {
    #sending = false;
    /** How the texts that were aligned last were read. @type {{ key: string, words: string, isTold: boolean } | null} */
    #read = null;

    /** @param {App} app */
    constructor(app) {
      this.app = app;
      this.checkSoon = Schedule.beforePaint(() => this.#check());
      this.boxes = { source: this.#box("source"), target: this.#box("target") };
      this.language = new LanguageField(app.info.languages, () => this.checkSoon());
      const splits = app.info.splits.map(({ name, label }) => element("option", { value: name, text: label }));
      this.split = element("select", {}, ...splits);
      this.noHeadings = element("input", { type: "checkbox" });
      this.send = element("button", { type: "submit", class: "primary", text: "Align" });
      this.size = element("p", { class: "quiet size", role: "status" });
      const click = () => this.#fill(EXAMPLE);
      const example = element("button", { type: "button", class: "plain", text: "Try an example", on: { click } });
      const intro =
        "Two versions of one document: paste them, or drop two files: Word, PDF, EPUB, web pages, text and more.";
      const head = element(
        "div",
        { class: "sheet-head" },
        element(
          "div",
          { class: "titles" },
          element("h1", { text: "Align two texts" }),
          element("p", { class: "summary", text: intro }),
        ),
        example,
      );
      const form = element(
        "form",
        { class: "start", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        head,
        element("div", { class: "boxes" }, ...SIDES.map((side) => this.boxes[side].node)),
        this.#foot(),
      );
      this.node = element("main", { class: "sheet" }, form);
      this.#acceptDrops();
      this.#check();
    }

    #foot() {
      return element(
        "div",
        { class: "start-foot" },
        this.language.node,
        element("label", { class: "named" }, element("span", { text: "Plain text" }), this.split),
        element("label", {}, this.noHeadings, element("span", { text: "Leave out headings" })),
        this.size,
        this.send,
      );
    }

    /** @param {Side} side */
    #box(side) {
      const chosen = (/** @type {File[]} */ files) => this.#take(files, side);
      return new TextBox(side, this.app.info, { changed: () => this.checkSoon(), chosen });
    }

    open() {
      this.app.entitle("Align two texts");
      if (!this.boxes.source.text) this.boxes.source.area.focus();
    }

    /** @param {Record<Side, string>} texts */
    #fill(texts) {
      for (const side of SIDES) this.boxes[side].put(texts[side]);
      this.language.clear();
      this.#check();
      this.send.focus();
    }

    /** Accept files anywhere in the app: one dropped on a box goes there, two at once are source and target. */
    #acceptDrops() {
      const boxAt = (/** @type {EventTarget | null} */ target) =>
        SIDES.find((side) => target instanceof Node && this.boxes[side].node.contains(target));
      const mark = (/** @type {boolean} */ dropping, /** @type {Side | undefined} */ over = undefined) => {
        this.node.classList.toggle("dropping", dropping);
        for (const side of SIDES) this.boxes[side].node.classList.toggle("over", side === over);
      };
      addEventListener("dragover", (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        mark(true, boxAt(event.target));
      });
      addEventListener("dragleave", ({ relatedTarget }) => {
        if (relatedTarget === null) mark(false);
      });
      addEventListener("drop", (event) => {
        mark(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (!files.length) return;
        event.preventDefault(); // the browser would leave the app to show the file
        if (!this.node.isConnected) Address.go({ view: "start" });
        const free = SIDES.find((side) => !this.boxes[side].text && !this.boxes[side].isReading) ?? "source";
        this.#take(files, boxAt(event.target) ?? free);
      });
    }

    /** Read files into the boxes. @param {File[]} files @param {Side} side the box of a single file */
    async #take(files, side) {
      const { notices } = this.app;
      notices.clear("file");
      if (files.length > 2) {
        notices.show("file", "More than two files.", { detail: "Give one for the source and one for the target." });
        return;
      }
      const sides = files.length === 2 ? SIDES : [side];
      await Promise.all(files.map((file, number) => this.boxes[sides[number]].read(file)));
    }

    get #body() {
      const { source, target } = this.boxes;
      const names = new Set([source.name, target.name].filter(Boolean));
      const title = [...names].join(" / ") || firstLine(source.text);
      return {
        source: source.text,
        target: target.text,
        title: title.slice(0, LONGEST_TITLE).toWellFormed().trim() || null,
        language: this.language.value,
        split: this.split.value,
        headings: !this.noHeadings.checked,
        documents: SIDES.filter((side) => this.boxes[side].isDocument),
      };
    }

    /** Show the size of the texts, and whether they can be sent. */
    #check() {
      const { limit } = this.app.info;
      const boxes = SIDES.map((side) => this.boxes[side]);
      for (const box of boxes) if (box.name && !box.text) box.forget();
      const bytes = new TextEncoder().encode(JSON.stringify(this.#body)).length;
      const isLong = bytes > limit;
      const [size, most] = [TextFiles.size(bytes), TextFiles.size(limit)];
      this.size.classList.toggle("bad", isLong);
      this.size.textContent = !boxes.some(({ text }) => text)
        ? `Up to ${most}; nothing leaves the server that you run.`
        : isLong
          ? `${size}: too long. At most ${most} can be sent; use “vicinal align” for longer texts.`
          : `${size} of at most ${most}`;
      this.send.disabled = isLong || !boxes.every(({ text, isReading }) => text.trim() && !isReading);
    }

    /** @param {SubmitEvent} event */
    async #submit(event) {
      event.preventDefault();
      this.#check();
      if (this.send.disabled || this.#sending) return;
      this.#sending = true;
      this.send.textContent = "Aligning …";
      try {
        const body = this.#body;
        const answer = await Server.paste(body);
        this.app.notices.clear("start");
        this.#read = { key: answer.key, words: this.#howRead(body, answer), isTold: false };
        Address.go({ pair: answer.key, mode: "method" });
      } catch (error) {
        this.app.notices.error("start", error);
      }
      this.#sending = false;
      this.send.textContent = "Align";
    }

    /**
     * Return how texts were read, in words.
     *
     * @param {{ language: string | null, documents: Side[] }} asked
     * @param {PasteAnswer} taken
     */
    #howRead(asked, { language, split }) {
      const found = asked.language ? "" : ", recognised from the texts";
      const words = language
        ? `Read as ${LanguageField.nameOf(language)}${found}`
        : "Language not recognised, sentences found as in English";
      const label = this.app.info.splits.find(({ name }) => name === split)?.label ?? split;
      return asked.documents.length === SIDES.length ? `${words}.` : `${words}. Plain text: ${label.toLowerCase()}.`;
    }

    /** Show once how the texts of a pair were read, if it was just made. @param {string | null} key of the open pair */
    tell(key) {
      const { notices } = this.app;
      if (key === null || this.#read?.key !== key) {
        notices.clear("read");
        return;
      }
      if (this.#read.isTold) return;
      this.#read.isTold = true;
      const change = () => Address.go({ view: "start" });
      notices.show("read", this.#read.words, { tone: "calm", actions: { "Read differently": change } });
    }
  }

  /** Return the first line of a text, shortened to a title. @param {string} text */
  function firstLine(text) {
    const first = TextFiles.printable(/\S.*/.exec(text.slice(0, 10 * LONGEST_LINE))?.[0] ?? "").trim();
    const marked = /^==+(?:\s*(\S.*?)\s*==+|\s+(\S.*))$/.exec(first); // as extract/block.py reads headings
    const line = marked?.[1] ?? marked?.[2] ?? first;
    return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
  }

  return NewTexts;
})();
