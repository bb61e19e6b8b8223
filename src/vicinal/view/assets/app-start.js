"use strict";
// Two texts to align: pasted, chosen, or dropped.
(() => {
  const { element, button, ask, address, SIDES } = Vicinal;
  const SPLITS = { auto: "Seen from the text", prose: "Prose", lines: "One sentence a line" };
  const HINTS = { source: "The original", target: "The other version, simpler or shorter" };
  const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
  const LONGEST_TITLE = 200;
  const LONGEST_LINE = 90;
  const LONG_PASTE = 20000; // characters
  const EXAMPLE = {
    source:
      "The old lighthouse gets a new keeper\n\n" +
      "After standing empty for eleven years, the lighthouse on Gull Rock has a keeper again. Marta Lind, a former " +
      "school teacher, moved into the tower on Monday together with two goats and four hundred books. The town council, " +
      "which owns the building, had received ninety applications for the post.\n\n" +
      "The lamp itself has been automatic since 1987, so Lind will not have to light it. Her task is to look after the " +
      "building, to welcome visitors in the summer months, and to count the seabirds that nest on the rock. “I have " +
      "always wanted to live somewhere where the weather decides what you do today,” she said.\n\n" +
      "Supplies come by boat every second week. When the sea is too rough, she must wait.",
    target:
      "A new keeper for the lighthouse\n\n" +
      "There is a keeper in the lighthouse on Gull Rock again. The lighthouse was empty for eleven years. Marta Lind " +
      "moved into the tower on Monday. She was a school teacher before. She brought two goats and four hundred books.\n\n" +
      "The lamp is automatic, so Lind does not have to light it. She looks after the building and counts the seabirds on " +
      "the rock. In the summer months she also welcomes visitors.\n\n" +
      "A boat brings supplies every second week. She must wait when the sea is too rough.",
  };

  class Start {
    /** `app` has: info, notices, list. */
    constructor(app) {
      this.app = app;
      this.names = {};
      this.checkSoon = Vicinal.beforePaint(() => this.#check());
      this.boxes = Object.fromEntries(SIDES.map((side) => [side, this.#box(side)]));
      this.language = element("input", {
        list: "languages",
        placeholder: "any",
        autocomplete: "off",
        spellcheck: "false",
        maxlength: 35,
        on: { input: () => this.checkSoon() },
      });
      const codes = (app.info.languages ?? []).map((value) => element("option", { value }));
      this.split = element(
        "select",
        {},
        ...app.info.splits.map((value) => element("option", { value, text: SPLITS[value] ?? value })),
      );
      this.send = element("button", { type: "submit", class: "primary", text: "Align" });
      this.size = element("p", { class: "quiet size", role: "status" });
      const example = element("button", {
        type: "button",
        class: "plain",
        text: "Try an example",
        on: { click: () => this.#fill(EXAMPLE) },
      });
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
            element("p", {
              class: "summary",
              text: "Two versions of one document: paste them, or drop two text files here.",
            }),
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
      this.#drops();
      this.#check();
    }

    #box(side) {
      const id = `text-of-${side}`;
      const area = element("textarea", {
        id,
        spellcheck: "false",
        dir: "auto",
        placeholder: `Paste the ${side} text here`,
        on: { input: () => this.checkSoon(), paste: (event) => this.#paste(event, area) },
      });
      const file = element("input", {
        type: "file",
        hidden: true,
        accept: ".txt,.md,text/plain",
        on: { change: () => this.#take([...file.files], side).then(() => (file.value = "")) },
      });
      const name = element("p", { class: "quiet file-name", dir: "auto" });
      const open = button("save", `Choose a file for the ${side}`, () => file.click(), true);
      open.classList.add("open-file");
      open.querySelector("span").textContent = "Choose a file";
      const node = element(
        "section",
        { class: "box", "data-side": side },
        element(
          "div",
          { class: "box-head" },
          element(
            "label",
            { for: id },
            element("b", { text: Vicinal.capital(side) }),
            element("span", { class: "quiet", text: ` ${HINTS[side]}` }),
          ),
          open,
        ),
        area,
        file,
        name,
      );
      return { node, area, name };
    }

    /** Take long texts in one piece: as a browser types them in, line by line, they take many seconds. */
    #paste(event, area) {
      const text = event.clipboardData.getData("text/plain");
      if (text.length < LONG_PASTE) return;
      event.preventDefault();
      area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
      this.checkSoon();
    }

    open() {
      this.app.entitle("Align two texts");
      if (!this.boxes.source.area.value) this.boxes.source.area.focus();
    }

    #fill(texts) {
      for (const side of SIDES) this.#put(side, texts[side], "");
      this.language.value = "en";
      this.send.focus();
    }

    #put(side, text, name) {
      this.boxes[side].area.value = text;
      this.names[side] = name;
      this.boxes[side].name.textContent = name.slice(0, 200);
      this.#check();
    }

    /** Let files be dropped anywhere: on a text, it is that text's; two at once are source and target. */
    #drops() {
      const over = (event) => {
        if (![...event.dataTransfer.types].includes("Files")) return;
        event.preventDefault();
        this.node.classList.add("dropping");
        for (const side of SIDES)
          this.boxes[side].node.classList.toggle("over", this.boxes[side].node.contains(event.target));
      };
      const out = () => {
        this.node.classList.remove("dropping");
        for (const side of SIDES) this.boxes[side].node.classList.remove("over");
      };
      this.node.addEventListener("dragover", over);
      this.node.addEventListener("dragleave", (event) => this.node.contains(event.relatedTarget) || out());
      this.node.addEventListener("drop", (event) => {
        out();
        if (!event.dataTransfer.files.length) return;
        event.preventDefault();
        const free = SIDES.find((side) => !this.boxes[side].area.value) ?? "source";
        this.#take([...event.dataTransfer.files], event.target.closest(".box")?.dataset.side ?? free);
      });
    }

    /** Read files into the texts, the first into `side`. */
    async #take(files, side) {
      const { notices } = this.app;
      notices.clear("file");
      if (files.length > 2) {
        notices.show("file", "More than two files.", { detail: "Give one for the source and one for the target." });
        return;
      }
      const sides = files.length === 2 ? SIDES : [side];
      for (const [number, file] of files.entries()) {
        const { text, problem } = await read(file, this.app.info.limit);
        if (problem) {
          notices.show("file", `${plain(file.name)}: ${problem}`);
          return;
        }
        this.#put(sides[number], text, plain(file.name));
      }
    }

    get #body() {
      const names = SIDES.map((side) => this.names[side]).filter(Boolean);
      const source = this.boxes.source.area.value;
      const title = [...new Set(names)].join(" / ") || firstLine(source);
      return {
        source,
        target: this.boxes.target.area.value,
        title: title.slice(0, LONGEST_TITLE).toWellFormed().trim() || null,
        language: this.language.value.trim() || null,
        split: this.split.value,
      };
    }

    /** Say how much there is, and whether it can be sent. */
    #check() {
      const { limit } = this.app.info;
      const bytes = new TextEncoder().encode(JSON.stringify(this.#body)).length;
      const texts = SIDES.map((side) => this.boxes[side].area.value);
      const long = bytes > limit;
      for (const side of SIDES)
        if (!this.boxes[side].area.value) this.boxes[side].name.textContent = this.names[side] = "";
      this.size.classList.toggle("bad", long);
      this.size.textContent = !texts.some(Boolean)
        ? `Up to ${amount(limit)}; nothing leaves the server you run.`
        : long
          ? `${amount(bytes)}: too long. ${amount(limit)} can be sent at most; use “vicinal align” for longer texts.`
          : `${amount(bytes)} of at most ${amount(limit)}`;
      this.send.disabled = long || !texts.every((text) => text.trim());
    }

    async #submit(event) {
      event.preventDefault();
      this.#check();
      if (this.send.disabled || this.sending) return;
      this.sending = true;
      this.send.textContent = "Aligning …";
      try {
        const { key } = await ask("api/pairs", { body: this.#body });
        this.app.notices.clear("start");
        this.app.list.stale();
        address.go({ pair: key, mode: "method" });
      } catch (error) {
        this.app.notices.trouble("start", error);
      }
      this.sending = false;
      this.send.textContent = "Align";
    }
  }

  /** Return the first line of a text, as far as it can be a title. */
  function firstLine(text) {
    const line = plain(/\S.*/.exec(text.slice(0, 10 * LONGEST_LINE))?.[0] ?? "").trim();
    return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
  }

  const plain = (name) => name.replace(UNPRINTABLE, "\ufffd");
  const amount = (bytes) =>
    bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

  /** Return the text of a file, or what is wrong with it. */
  async function read(file, limit) {
    if (file.size > limit) return { problem: `has ${amount(file.size)}; ${amount(limit)} can be sent at most.` };
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      return { problem: "cannot be read." };
    }
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      if (text.includes("\0")) return { problem: "is no plain text." };
      return text.trim() ? { text } : { problem: "is empty." };
    } catch {
      const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
      return { problem: `is not UTF-8${wide ? " but UTF-16" : ""}. Save it as UTF-8 text and choose it again.` };
    }
  }

  Object.assign(Vicinal, { Start });
})();
