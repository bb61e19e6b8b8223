"use strict";
// The form for two new texts: pasted, chosen as files, or dropped.

/** @typedef {InstanceType<typeof NewTexts>} NewTexts */
/** @typedef {{ node: HTMLElement, area: HTMLTextAreaElement, name: HTMLElement }} TextBox */

const NewTexts = (() => {
  const { element } = Dom;
  const { SIDES } = AlignmentModel;
  const SPLITS = /** @type {Record<string, string>} */ ({
    auto: "Detect",
    prose: "Prose",
    lines: "One sentence per line",
  });
  const HINTS = { source: "The original", target: "The other version, simpler or shorter" };
  const LONGEST_TITLE = 200; // characters
  const LONGEST_LINE = 90;
  const LONG_PASTE = 20000;
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
    /** The names of the files that the texts come from. @type {Record<Side, string>} */
    #names = { source: "", target: "" };
    #sending = false;

    /** @param {App} app */
    constructor(app) {
      this.app = app;
      this.checkSoon = Schedule.beforePaint(() => this.#check());
      this.boxes = { source: this.#box("source"), target: this.#box("target") };
      const input = () => this.checkSoon();
      const plain = { autocomplete: "off", spellcheck: "false", maxlength: 35 };
      this.language = element("input", { list: "languages", placeholder: "any", ...plain, on: { input } });
      const codes = app.info.languages.map((value) => element("option", { value }));
      const splits = app.info.splits.map((value) => element("option", { value, text: SPLITS[value] ?? value }));
      this.split = element("select", {}, ...splits);
      this.send = element("button", { type: "submit", class: "primary", text: "Align" });
      this.size = element("p", { class: "quiet size", role: "status" });
      const click = () => this.#fill(EXAMPLE);
      const example = element("button", { type: "button", class: "plain", text: "Try an example", on: { click } });
      const intro = "Two versions of one document: paste them, or drop two text files here.";
      this.node = element(
        "form",
        { class: "sheet start", role: "main", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        element(
          "header",
          { class: "sheet-head" },
          element(
            "div",
            { class: "titles" },
            element("h1", { text: "Align two texts" }),
            element("p", { class: "summary", text: intro }),
          ),
          example,
        ),
        element("div", { class: "boxes" }, ...SIDES.map((side) => this.boxes[side].node)),
        element(
          "footer",
          { class: "start-foot" },
          element("label", {}, element("span", { text: "Language" }), this.language),
          element("datalist", { id: "languages" }, ...codes),
          element("label", {}, element("span", { text: "Sentences" }), this.split),
          this.size,
          this.send,
        ),
      );
      this.#acceptDrops();
      this.#check();
    }

    /** @param {Side} side @returns {TextBox} */
    #box(side) {
      const id = `text-of-${side}`;
      const area = element("textarea", {
        id,
        spellcheck: "false",
        dir: "auto",
        placeholder: `Paste the ${side} text here`,
        on: { input: () => this.checkSoon(), paste: (event) => this.#paste(event, area) },
      });
      const change = async () => {
        await this.#read([...(file.files ?? [])], side);
        file.value = "";
      };
      const file = element("input", { type: "file", hidden: true, accept: ".txt,.md,text/plain", on: { change } });
      const name = element("p", { class: "quiet file-name", dir: "auto" });
      const open = Dom.button("save", `Choose a file for the ${side}`, () => file.click());
      open.append(element("span", { text: "Choose a file" }));
      open.classList.add("open-file");
      const label = element(
        "label",
        { for: id },
        element("b", { text: Wording.capital(side) }),
        element("span", { class: "quiet", text: ` ${HINTS[side]}` }),
      );
      const node = element(
        "section",
        { class: "box", "data-side": side },
        element("div", { class: "box-head" }, label, open),
        area,
        file,
        name,
      );
      return { node, area, name };
    }

    /**
     * Insert a long text at once: browsers take many seconds to insert it line by line.
     *
     * @param {ClipboardEvent} event
     * @param {HTMLTextAreaElement} area
     */
    #paste(event, area) {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.length < LONG_PASTE) return;
      event.preventDefault();
      area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
      this.checkSoon();
    }

    open() {
      this.app.entitle("Align two texts");
      if (!this.boxes.source.area.value) this.boxes.source.area.focus();
    }

    /** @param {Record<Side, string>} texts */
    #fill(texts) {
      for (const side of SIDES) this.#put(side, texts[side], "");
      this.language.value = "en";
      this.send.focus();
    }

    /** @param {Side} side @param {string} text @param {string} name */
    #put(side, text, name) {
      this.boxes[side].area.value = text;
      this.#names[side] = name;
      this.boxes[side].name.textContent = name.slice(0, 200);
      this.#check();
    }

    /** Accept files anywhere: one dropped on a box goes there, two at once are source and target. */
    #acceptDrops() {
      const boxAt = (/** @type {EventTarget | null} */ target) =>
        SIDES.find((side) => target instanceof Node && this.boxes[side].node.contains(target));
      const mark = (/** @type {boolean} */ dropping, /** @type {Side | undefined} */ over = undefined) => {
        this.node.classList.toggle("dropping", dropping);
        for (const side of SIDES) this.boxes[side].node.classList.toggle("over", side === over);
      };
      this.node.addEventListener("dragover", (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        mark(true, boxAt(event.target));
      });
      this.node.addEventListener("dragleave", ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && this.node.contains(relatedTarget))) mark(false);
      });
      this.node.addEventListener("drop", (event) => {
        mark(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (!files.length) return;
        event.preventDefault();
        const free = SIDES.find((side) => !this.boxes[side].area.value) ?? "source";
        this.#read(files, boxAt(event.target) ?? free);
      });
    }

    /** Read files into the boxes. @param {File[]} files @param {Side} side the box of a single file */
    async #read(files, side) {
      const { notices } = this.app;
      notices.clear("file");
      if (files.length > 2) {
        notices.show("file", "More than two files.", { detail: "Give one for the source and one for the target." });
        return;
      }
      const sides = files.length === 2 ? SIDES : [side];
      for (const [number, file] of files.entries()) {
        const name = TextFiles.printable(file.name);
        const { text, problem } = await TextFiles.read(file, this.app.info.limit);
        if (problem !== null) {
          notices.show("file", `${name}: ${problem}`);
          return;
        }
        this.#put(sides[number], text, name);
      }
    }

    get #body() {
      const source = this.boxes.source.area.value;
      const names = new Set(SIDES.map((side) => this.#names[side]).filter(Boolean));
      const title = [...names].join(" / ") || firstLine(source);
      return {
        source,
        target: this.boxes.target.area.value,
        title: title.slice(0, LONGEST_TITLE).toWellFormed().trim() || null,
        language: this.language.value.trim() || null,
        split: this.split.value,
      };
    }

    /** Show the size of the texts, and whether they can be sent. */
    #check() {
      const { limit } = this.app.info;
      const bytes = new TextEncoder().encode(JSON.stringify(this.#body)).length;
      const texts = SIDES.map((side) => this.boxes[side].area.value);
      const isLong = bytes > limit;
      for (const side of SIDES) {
        if (this.boxes[side].area.value) continue;
        this.#names[side] = "";
        this.boxes[side].name.textContent = "";
      }
      const [size, most] = [TextFiles.size(bytes), TextFiles.size(limit)];
      this.size.classList.toggle("bad", isLong);
      this.size.textContent = !texts.some(Boolean)
        ? `Up to ${most}; nothing leaves the server that you run.`
        : isLong
          ? `${size}: too long. At most ${most} can be sent; use “vicinal align” for longer texts.`
          : `${size} of at most ${most}`;
      this.send.disabled = isLong || !texts.every((text) => text.trim());
    }

    /** @param {SubmitEvent} event */
    async #submit(event) {
      event.preventDefault();
      this.#check();
      if (this.send.disabled || this.#sending) return;
      this.#sending = true;
      this.send.textContent = "Aligning …";
      try {
        const { key } = await Server.paste(this.#body);
        this.app.notices.clear("start");
        this.app.list.stale();
        Address.go({ pair: key, mode: "method" });
      } catch (error) {
        this.app.notices.error("start", error);
      }
      this.#sending = false;
      this.send.textContent = "Align";
    }
  }

  /** Return the first line of a text, shortened to a title. @param {string} text */
  function firstLine(text) {
    const line = TextFiles.printable(/\S.*/.exec(text.slice(0, 10 * LONGEST_LINE))?.[0] ?? "").trim();
    return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
  }

  return NewTexts;
})();
