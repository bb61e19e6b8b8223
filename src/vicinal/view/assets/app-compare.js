"use strict";
// Two methods on one pair: what both link, what only one of them does, and how far they agree.
(() => {
  const { element, patches } = Vicinal;
  const SAVED = "saved links";

  class CompareMode {
    name = "compare";
    label = "Compare";
    icon = "compare";

    /** `bench` is the workbench: key, info, show(view), notices, corrections, viewer. */
    constructor(bench) {
      this.bench = bench;
      const saved = { name: SAVED, label: "Saved links", summary: "The links as they are kept.", settings: [] };
      const methods = [...bench.info.methods, saved];
      this.sides = [
        new Side("a", "A", methods, bench.info.default_method, this),
        new Side("b", "B", methods, methods[1].name, this),
      ];
      this.table = element("table", { class: "numbers" });
      this.next = Vicinal.button("next", "Next difference", () => this.#next(), true);
      this.node = element(
        "div",
        { class: "mode" },
        ...this.sides.map((side) => side.node),
        element("section", { "aria-label": "Agreement", class: "result", "aria-live": "polite" }, this.table),
        element("div", { class: "row" }, this.next),
      );
    }

    enter() {
      for (const side of this.sides) side.enter();
    }

    leave() {
      for (const side of this.sides) side.leave();
    }

    /** Called when one side has other links. */
    ready() {
      const [a, b] = this.sides.map((side) => side.view);
      if (!a || !b) return;
      this.bench.notices.clear("align");
      const names = this.sides.map((side) => side.title);
      const { view, counts } = compared(a, b, names);
      this.bench.show(view);
      this.#count(counts);
    }

    #count({ both, a, b, links, pairs }) {
      const row = (group, words, number) =>
        element(
          "tr",
          {},
          element(
            "th",
            { scope: "row", "data-kind": group },
            group ? Vicinal.sample(group) : null,
            element("span", { text: words }),
          ),
          element("td", { text: number }),
        );
      const share = (value) => (value === null ? "–" : `${(100 * value).toFixed(0)} %`);
      this.table.replaceChildren(
        element("caption", { text: "Links" }),
        element(
          "tbody",
          {},
          row("both", "in both", both.toLocaleString("en")),
          row("a", "only in A", a.toLocaleString("en")),
          row("b", "only in B", b.toLocaleString("en")),
          row(null, "F1 of links", share(links)),
          row(null, "F1 of sentence pairs", share(pairs)),
        ),
      );
      this.next.disabled = !a && !b;
    }

    /** Pin the next link that only one of the two has. */
    #next() {
      const { viewer } = this.bench;
      const differing = viewer.model.links.filter((link) => link.group !== "both" && link.shown);
      const after = differing.find((link) => link.index > (viewer.pinned?.index ?? -1));
      if (differing.length) viewer.pin(after ?? differing[0]);
    }
  }

  /** One of the two. */
  class Side {
    constructor(slot, letter, methods, first, mode) {
      this.mode = mode;
      this.settings = new Vicinal.Settings(methods, slot, first, () => this.#ask());
      this.newest = new Vicinal.Newest(
        ({ key, ...method }, signal) => Vicinal.ask("api/align", { body: { key, ...method }, signal }),
        {
          show: ({ view }) => this.#show(view),
          fail: (error) => mode.bench.notices.trouble("align", error, () => this.#ask(true)),
        },
      );
      this.settings.chooser.setAttribute("aria-label", `Method ${letter}`);
      this.more = element("details", {}, element("summary", { text: "Settings" }));
      this.more.append(this.settings.controls, this.settings.reset);
      this.node = element(
        "section",
        { class: "side-of", "data-kind": slot, "aria-label": `Method ${letter}` },
        element("div", { class: "chooser" }, element("b", { class: "letter", text: letter }), this.settings.chooser),
        this.more,
      );
    }

    get title() {
      return this.settings.method.label ?? Vicinal.inWords(this.settings.method.name);
    }

    enter() {
      this.view = null;
      this.settings.read();
      this.#ask(true);
    }

    leave() {
      this.newest.stop();
    }

    #ask(now = false) {
      const { value } = this.settings;
      const { bench } = this.mode;
      this.more.hidden = !this.settings.method.settings.length;
      if (value.method === SAVED) {
        this.newest.stop();
        this.#show(bench.corrections.view);
      } else this.newest.ask({ key: bench.key, ...value }, now);
    }

    #show(view) {
      this.view = view;
      this.mode.ready();
    }
  }

  /** Return one view of two: their links in groups, and numbers. */
  function compared(a, b, [nameA, nameB]) {
    const keys = [a, b].map((view) => new Set(view.links.map(patches.keyOf)));
    const groupOf = (link) =>
      keys[0].has(patches.keyOf(link)) ? (keys[1].has(patches.keyOf(link)) ? "both" : "a") : "b";
    const links = [...a.links, ...b.links.filter((link) => !keys[0].has(patches.keyOf(link)))].map((link) => [
      ...link.slice(0, 3),
      groupOf(link),
    ]);
    links.sort((one, two) => one[0][0] - two[0][0] || one[1][0] - two[1][0]);
    const number = (group) => links.filter((link) => link[3] === group).length;
    const cells = new Map([...a.cells, ...b.cells].map((cell) => [cell.join(" "), cell]));
    const pairs = [a, b].map(
      ({ links: all }) => new Set(all.flatMap(([xs, ys]) => xs.flatMap((x) => ys.map((y) => `${x} ${y}`)))),
    );
    const groups = [
      { name: "both", words: "in both", title: `${nameA} and ${nameB} have them` },
      { name: "a", words: "only in A", title: `only ${nameA} has them` },
      { name: "b", words: "only in B", title: `only ${nameB} has them` },
    ];
    return {
      view: {
        ...a,
        links,
        changes: patches.changesOf(links, [a, b]),
        cells: [...cells.values()],
        steps: [],
        groups,
        signature: `A: ${a.signature} B: ${b.signature}`,
      },
      counts: {
        both: number("both"),
        a: number("a"),
        b: number("b"),
        links: f1(number("both"), a.links.length, b.links.length),
        pairs: f1([...pairs[0]].filter((pair) => pairs[1].has(pair)).length, pairs[0].size, pairs[1].size),
      },
    };
  }

  const f1 = (common, one, two) => (one + two ? (2 * common) / (one + two) : null);

  Object.assign(Vicinal, { CompareMode, compared });
})();
