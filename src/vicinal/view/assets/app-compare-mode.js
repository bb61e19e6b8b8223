"use strict";
// Two methods or annotators on one pair: the links of both, those of only one, and the agreement between them.

/** @typedef {InstanceType<typeof CompareMode>} CompareMode */
/** @typedef {ReturnType<typeof CompareMode.compared>["counts"]} ComparisonCounts */

const CompareMode = (() => {
  const { element } = Dom;
  const SAVED = {
    name: "saved links",
    label: "Saved links",
    summary: "The links as they are saved.",
    settings: [],
    most_pairs: Number.POSITIVE_INFINITY,
  };

  /** The F1 of two sets. @param {number} common @param {number} one @param {number} two */
  const f1 = (common, one, two) => (one + two ? (2 * common) / (one + two) : null);

  /** Return the saved links of an annotator as a choice beside the methods. @param {string} annotator */
  const linksOf = (annotator) => ({
    ...SAVED,
    name: `links of ${annotator}`,
    label: `Links of ${annotator}`,
    summary: `The links that ${annotator} has saved.`,
    annotator,
  });

  /** One of the two methods. */
  class ComparedMethod {
    /** @type {ViewData | null} */
    view = null;

    /**
     * @param {Workbench} bench
     * @param {"a" | "b"} slot
     * @param {string} first the method chosen at first
     * @param {() => void} changed called when its links have changed
     */
    constructor(bench, slot, first, changed) {
      this.bench = bench;
      this.changed = changed;
      this.settings = new MethodSettings([...bench.info.methods, SAVED], slot, first, () => this.#ask());
      this.request = new LatestRequest(Server.align, {
        show: (/** @type {AlignAnswer} */ { view }) => this.#show(view),
        fail: (error) => bench.notices.error("align", error, () => this.#ask(true)),
      });
      this.saved = new LatestRequest(
        (/** @type {string} */ annotator) =>
          Server.linksOn(bench.key ?? "", { annotator, sentences_of: bench.corrections.annotator }),
        {
          show: (/** @type {LinksAnswer} */ { view, carried }) => this.#show(view, carried),
          fail: (/** @type {unknown} */ error) => bench.notices.error("align", error, () => this.#ask(true)),
        },
      );
      this.apart = element("p", { class: "quiet small" });
      const letter = slot.toUpperCase();
      const { chooser, controls, reset } = this.settings;
      chooser.setAttribute("aria-label", `Method ${letter}`);
      this.more = element("details", {}, element("summary", { text: "Settings" }), controls, reset);
      this.node = element(
        "section",
        { class: "side-of", "data-kind": slot, "aria-label": `Method ${letter}` },
        element("div", { class: "chooser" }, element("b", { class: "letter", text: letter }), chooser),
        this.more,
        this.apart,
      );
    }

    /** Offer the links of these annotators, too, and take what the address names. @param {string[]} annotators */
    enter(annotators) {
      this.view = null;
      this.settings.offer([...this.bench.info.methods, SAVED, ...annotators.map(linksOf)]);
      this.settings.read();
      this.#ask(true);
    }

    leave() {
      this.request.stop();
      this.saved.stop();
    }

    #ask(now = false) {
      const { value, method } = this.settings;
      this.more.hidden = !method.settings.length;
      if (method === SAVED || method.annotator) this.request.stop();
      if (!method.annotator) this.saved.stop();
      if (method === SAVED) this.#show(this.bench.corrections.view);
      else if (method.annotator) this.saved.ask(method.annotator, now);
      else if (this.bench.key) this.request.ask({ ...this.bench.pairAsked, ...value }, now);
    }

    /** Its links, to export. @returns {ShownLinks} */
    get exported() {
      const { title, value, method } = this.settings;
      const whose = method === SAVED ? this.bench.corrections.annotator || null : method.annotator;
      return { title, links: this.view?.links ?? [], from: whose === undefined ? value : { annotator: whose } };
    }

    /** @param {ViewData} view @param {boolean} carried whether the links were made on other sentences */
    #show(view, carried = false) {
      this.view = view;
      const why = "These links were made on other sentences; they are carried over by the original ones.";
      this.apart.textContent = carried ? why : "";
      this.changed();
    }
  }

  return class CompareMode {
    name = "compare";
    label = "Compare";
    icon = /** @type {const} */ ("compare");

    /** @param {Workbench} bench */
    constructor(bench) {
      this.bench = bench;
      const { methods, default_method } = bench.info;
      const changed = () => this.#show();
      this.a = new ComparedMethod(bench, "a", default_method, changed);
      const second = methods.find(({ name }) => name !== default_method) ?? SAVED;
      this.b = new ComparedMethod(bench, "b", second.name, changed);
      this.table = element("table", { class: "numbers" });
      this.next = Dom.button("next", "Next difference", () => this.#next(), true);
      this.node = element(
        "div",
        { class: "mode" },
        this.a.node,
        this.b.node,
        element("section", { "aria-label": "Agreement", class: "result", "aria-live": "polite" }, this.table),
        element("div", { class: "row" }, this.next),
      );
    }

    async enter() {
      const { key, corrections } = this.bench;
      if (!key) return;
      const known = await Server.annotators(key).catch(() => []);
      if (key !== this.bench.key || this.bench.mode !== this) return;
      const others = known.map(({ name }) => name).filter((name) => name !== corrections.annotator);
      this.a.enter(others);
      this.b.enter(others);
    }

    leave() {
      this.a.leave();
      this.b.leave();
    }

    /** The links on the screen, to export: those of A, those of B, and those in both. @returns {ShownLinks[]} */
    get exported() {
      const [a, b] = [this.a, this.b].map(({ exported }, number) => ({
        ...exported,
        title: `${"AB"[number]}, ${exported.title}`,
      }));
      if (!this.a.view || !this.b.view) return [];
      const inB = new Set(b.links.map(Patches.keyOf));
      const both = a.links.filter((link) => inB.has(Patches.keyOf(link)));
      return [a, b, { ...a, title: "links in both A and B", links: both }];
    }

    #show() {
      const { a, b } = this;
      if (!a.view || !b.view) return;
      this.bench.notices.clear("align");
      const { view, counts } = CompareMode.compared(a.view, b.view, a.settings.title, b.settings.title);
      this.bench.show(view);
      this.#writeCounts(counts);
    }

    /** @param {ComparisonCounts} counts */
    #writeCounts({ both, a, b, links, pairs }) {
      const row = (
        /** @type {string} */ words,
        /** @type {string} */ number,
        /** @type {string | null} */ group = null,
      ) =>
        element(
          "tr",
          {},
          element(
            "th",
            { scope: "row", "data-kind": group },
            group ? Curves.sample(group) : null,
            element("span", { text: words }),
          ),
          element("td", { text: number }),
        );
      const percent = (/** @type {number | null} */ value) => (value === null ? "–" : `${(100 * value).toFixed(0)}%`);
      this.table.replaceChildren(
        element("caption", { text: "Links" }),
        element(
          "tbody",
          {},
          row("in both", Wording.number(both), "both"),
          row("only in A", Wording.number(a), "a"),
          row("only in B", Wording.number(b), "b"),
          row("same links (F1)", percent(links)),
          row("same sentence pairs (F1)", percent(pairs)),
        ),
      );
      this.next.disabled = !a && !b;
    }

    /** Pin the next link that only one of the two has. */
    #next() {
      const { viewer } = this.bench.stage;
      const differing = viewer.model.links.filter((link) => link.group !== "both" && link.shown);
      const after = differing.find((link) => link.index > (viewer.pinned?.index ?? -1));
      if (differing.length) viewer.pin(after ?? differing[0]);
    }

    /**
     * Return one view of two, with their links in groups, and numbers.
     *
     * @param {ViewData} a
     * @param {ViewData} b
     * @param {string} nameA
     * @param {string} nameB
     */
    static compared(a, b, nameA, nameB) {
      const { keyOf } = Patches;
      const inA = new Set(a.links.map(keyOf));
      const inB = new Set(b.links.map(keyOf));
      const groupOf = (/** @type {LinkData} */ link) =>
        inA.has(keyOf(link)) ? (inB.has(keyOf(link)) ? "both" : "a") : "b";
      const all = [...a.links, ...b.links.filter((link) => !inA.has(keyOf(link)))];
      const links = Patches.inOrder(
        all.map((link) => /** @type {LinkData} */ ([link[0], link[1], link[2], groupOf(link)])),
      );
      const number = (/** @type {string} */ group) => links.filter((link) => link[3] === group).length;
      const cells = new Map([...a.cells, ...b.cells].map((cell) => [cell.join(" "), cell]));
      const pairsOf = (/** @type {ViewData} */ view) =>
        new Set(view.links.flatMap(([xs, ys]) => xs.flatMap((x) => ys.map((y) => `${x} ${y}`))));
      const [pairsA, pairsB] = [pairsOf(a), pairsOf(b)];
      /** @type {ViewData} */
      const view = {
        ...a,
        links,
        changes: Patches.changesOf(links, [a, b]),
        cells: [...cells.values()],
        steps: [],
        groups: [
          { name: "both", words: "in both", title: `links of ${nameA} and ${nameB}` },
          { name: "a", words: "only in A", title: `links of ${nameA} only` },
          { name: "b", words: "only in B", title: `links of ${nameB} only` },
        ],
        signature: `A: ${a.signature} B: ${b.signature}`,
        method: null,
        little: null,
      };
      const counts = {
        both: number("both"),
        a: number("a"),
        b: number("b"),
        links: f1(number("both"), a.links.length, b.links.length),
        pairs: f1([...pairsA].filter((pair) => pairsB.has(pair)).length, pairsA.size, pairsB.size),
      };
      return { view, counts };
    }
  };
})();
