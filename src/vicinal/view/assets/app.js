"use strict";
// The app: a bar on top, and below it the form for new texts, the list of pairs, or one pair.

/** @typedef {InstanceType<typeof App>} App */

const App = (() => {
  const { element, drawing, button } = Dom;

  return class App {
    /** What is shown. @type {"pair" | "start" | "list"} */
    view = "list";

    /** @param {HTMLElement} root @param {AppInfo} info @param {Notices} notices */
    constructor(root, info, notices) {
      this.info = info;
      this.notices = notices;
      this.annotator = Preferences.get("annotator") ?? "";
      this.list = new PairList(this);
      this.start = new NewTexts(this);
      this.bench = new Workbench(this);
      this.keys = new Keys(this);
      this.place = element("div", { class: "place", tabindex: -1 });
      this.items = {
        list: this.#item("list", info.library.kind === "empty" ? "Your texts" : "Pairs"),
        start: this.#item("plus", "New texts", "start"),
      };
      this.name = button("person", "Your name", () => this.askName());
      this.nameWords = element("span");
      this.name.append(this.nameWords);
      this.name.classList.add("name");
      this.#showName();
      root.replaceChildren(this.#bar(), notices.node, this.place);
      addEventListener("hashchange", () => this.route());
      addEventListener("storage", ({ key }) => {
        if (key === "vicinal-annotator") this.#setName(Preferences.get("annotator") ?? "");
      });
      this.route();
    }

    /** @param {"list" | "plus"} icon @param {string} text @param {string} view */
    #item(icon, text, view = "list") {
      const attributes = { href: Address.link({ view }), class: "item", title: text };
      return element("a", attributes, Dom.icon(icon), element("span", { text }));
    }

    #bar() {
      const mark = drawing(
        "svg",
        { viewBox: "0 0 16 16", width: 22, height: 22, class: "brand-mark", "aria-hidden": "true" },
        drawing("path", { d: "M2 3v10M14 3v10" }),
        drawing("path", { d: "M2 4C8 4 8 10 14 10M2 12C8 12 8 6 14 6" }),
      );
      const title = `Vicinal ${this.info.version}`;
      const agreement = button("people", "Agreement", () => AgreementTables.show(), true);
      const exporting = button("save", "Export", () => ExportDialog.open(this), true);
      for (const node of [agreement, exporting]) node.classList.add("item");
      const help = button("help", "Help", () => Help.open(this));
      return element(
        "header",
        { class: "bar" },
        element("a", { class: "brand", href: "#", title }, mark, element("b", { text: "Vicinal" })),
        element("nav", { "aria-label": "App" }, this.items.list, this.items.start),
        element("div", { class: "actions" }, agreement, exporting, this.name, Theme.button(), help),
      );
    }

    #showName() {
      const label = this.annotator || "Your name";
      this.nameWords.textContent = label;
      this.name.title = this.annotator
        ? `Corrections are saved under “${this.annotator}”`
        : "Corrections are saved under a name";
      this.name.setAttribute("aria-label", this.annotator ? `Your name: ${label}` : label);
    }

    /** Ask for the annotator's name; return whether one was given. */
    async askName() {
      const given = await Dialogs.askName(this.annotator, this.info.annotators);
      if (given && given !== this.annotator) {
        Preferences.set("annotator", given);
        this.#setName(given);
      }
      return Boolean(given);
    }

    /** @param {string} name */
    #setName(name) {
      if (name === this.annotator) return;
      this.annotator = name;
      this.#showName();
      this.route();
    }

    /** Set the title of the window. @param {string} title */
    entitle(title) {
      document.title = title ? `${title.slice(0, 100)} · Vicinal` : "Vicinal";
    }

    /** Show what the address names. */
    route() {
      const params = Address.read();
      const wanted = params.get("view") ?? "";
      const first = this.info.library.kind === "empty" ? "start" : "list";
      this.view = params.has("pair") ? "pair" : wanted === "start" || wanted === "list" ? wanted : first;
      const shown = { pair: this.bench, start: this.start, list: this.list }[this.view];
      if (shown.node.parentNode !== this.place) {
        if (this.place.firstChild === this.bench.node) this.bench.close();
        this.place.replaceChildren(shown.node);
        // The element that had the focus may be gone.
        if (document.activeElement === document.body) this.place.focus({ preventScroll: true });
      }
      for (const [name, node] of Object.entries(this.items)) {
        if (name === this.view) node.setAttribute("aria-current", "page");
        else node.removeAttribute("aria-current");
      }
      this.items.list.href = this.list.href(params);
      if (this.view === "list") this.entitle("Pairs");
      shown.open(params);
    }
  };
})();

(() => {
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  const notices = new Notices();

  async function begin() {
    root.replaceChildren(notices.node);
    let info;
    try {
      info = await Server.info();
    } catch (error) {
      if (!(error instanceof Server.Refused || error instanceof Server.Unreachable)) throw error;
      notices.error("begin", error, begin);
      return;
    }
    globalThis.Vicinal = { app: new App(root, info, notices) };
    document.documentElement.dataset.ready = "yes";
  }

  begin();
})();
