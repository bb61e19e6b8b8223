"use strict";
// The app: a bar on top, and below it one of three: two texts to align, the list of pairs, or a pair on the bench.
(() => {
  const { element, drawing, button, ask, address } = Vicinal;

  class App {
    constructor(root, info, notices) {
      this.root = root;
      this.info = info;
      this.notices = notices;
      this.annotator = Vicinal.remembered("annotator") ?? "";
      this.list = new Vicinal.PairList(this);
      this.start = new Vicinal.Start(this);
      this.bench = new Vicinal.Workbench(this);
      this.keys = new Vicinal.Keys(this);
      this.place = element("div", { class: "place", tabindex: -1 });
      root.replaceChildren(this.#bar(), notices.node, this.place);
      addEventListener("hashchange", () => this.route());
      addEventListener(
        "storage",
        ({ key }) => key === "vicinal-annotator" && this.#named(Vicinal.remembered("annotator") ?? ""),
      );
      this.route();
    }

    #bar() {
      const mark = drawing(
        "svg",
        { viewBox: "0 0 16 16", width: 22, height: 22, class: "brand-mark", "aria-hidden": "true" },
        drawing("path", { d: "M2 3v10M14 3v10" }),
        drawing("path", { d: "M2 4C8 4 8 10 14 10M2 12C8 12 8 6 14 6" }),
      );
      const item = (icon, text, values) =>
        element(
          "a",
          { href: address.link(values), class: "item", title: text },
          Vicinal.icon(icon),
          element("span", { text }),
        );
      this.items = {
        list: item("list", this.info.library.kind === "empty" ? "Your texts" : "Pairs", { view: "list" }),
        start: item("plus", "New texts", { view: "start" }),
      };
      this.name = button("person", "Your name", () => this.askName(), true);
      this.name.classList.add("name");
      this.#showName();
      const labelled = (icon, label, run) => {
        const node = button(icon, label, run, true);
        node.classList.add("item");
        return node;
      };
      return element(
        "header",
        { class: "bar" },
        element(
          "a",
          { class: "brand", href: "#", title: `Vicinal ${this.info.version}` },
          mark,
          element("b", { text: "Vicinal" }),
        ),
        element("nav", { "aria-label": "App" }, this.items.list, this.items.start),
        element(
          "div",
          { class: "actions" },
          labelled("people", "Agreement", () => Vicinal.dialogs.agreeing()),
          labelled("save", "Export", () =>
            Vicinal.dialogs.exporting(this, this.view === "pair" ? this.bench.key : null),
          ),
          this.name,
          Vicinal.themeButton(),
          button("help", "Keys", () => this.keys.show()),
        ),
      );
    }

    #showName() {
      const label = this.annotator || "Your name";
      this.name.querySelector("span").textContent = label;
      this.name.title = this.annotator
        ? `Corrections are kept under “${this.annotator}”`
        : "Corrections are kept under a name";
      this.name.setAttribute("aria-label", this.annotator ? `Your name: ${label}` : label);
    }

    /** Ask for the annotator's name, and go on under it; the promise tells whether there is one. */
    async askName() {
      const given = await Vicinal.dialogs.askName(this.annotator, this.info.annotators);
      if (given && given !== this.annotator) {
        Vicinal.remembered("annotator", given);
        this.#named(given);
      }
      return Boolean(given);
    }

    #named(name) {
      if (name === this.annotator) return;
      this.annotator = name;
      this.#showName();
      this.list.stale();
      this.route();
    }

    /** Say what is shown, in the title of the window. */
    entitle(title) {
      document.title = title ? `${title.slice(0, 100)} · Vicinal` : "Vicinal";
    }

    /** Show what the address names. */
    route() {
      const params = address.read();
      const first = this.info.library.kind === "empty" ? "start" : "list";
      const wanted = params.get("view");
      this.view = params.has("pair") ? "pair" : ["start", "list"].includes(wanted) ? wanted : first;
      const shown = { pair: this.bench, start: this.start, list: this.list }[this.view];
      if (shown.node.parentNode !== this.place) {
        if (this.place.firstChild === this.bench.node) this.bench.close();
        this.place.replaceChildren(shown.node);
        if (document.activeElement === document.body) this.place.focus({ preventScroll: true }); // what had it is gone
      }
      for (const [name, node] of Object.entries(this.items)) {
        if (name === this.view) node.setAttribute("aria-current", "page");
        else node.removeAttribute("aria-current");
      }
      if (this.view === "list") this.entitle("Pairs");
      shown.open(params);
    }
  }

  async function begin() {
    const root = document.getElementById("app");
    const notices = new Vicinal.Notices();
    root.replaceChildren(notices.node);
    try {
      const info = await ask("api/info");
      notices.clear("begin");
      Vicinal.app = new App(root, info, notices);
      document.documentElement.dataset.ready = "yes";
    } catch (error) {
      if (Vicinal.app === undefined && (error instanceof Vicinal.Refused || error instanceof Vicinal.Unreachable))
        notices.trouble("begin", error, begin);
      else throw error;
    }
  }

  begin();
})();
