"use strict";
// The list of pairs, a page at a time, the most doubtful first, with a search through it.

/** @typedef {InstanceType<typeof PairList>} PairList */
/** @typedef {PairEntry & { at: number }} ListedPair A pair with its place in the list. */

const PairList = (() => {
  const { element, button } = Dom;
  const PAGE = 50; // pairs
  const PORTION = 500; // pairs that a search loads at a time
  const ORDERS = [
    ["doubt", "Most doubtful first"],
    ["corpus", "In corpus order"],
  ];
  const PAUSE = 150; // milliseconds after typing until the search begins
  const LONGEST = 300; // characters of an id

  return class PairList {
    /** The number of pairs; null until it is known. @type {number | null} */
    total = null;
    done = 0;
    #offset = 0;
    #isStale = false;
    /** Whether a search found more than a page. */
    #more = false;
    /** @type {AbortController | null} */
    #opening = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /** @param {App} app */
    constructor(app) {
      this.app = app;
      this.order = element(
        "select",
        { "aria-label": "Order", on: { change: () => this.#again({ order: this.order.value, from: null }) } },
        ...ORDERS.map(([value, text]) => element("option", { value, text })),
      );
      const prompt = "Search names and origins";
      const input = () => this.#searchSoon();
      this.search = element("input", { type: "search", placeholder: prompt, "aria-label": prompt, on: { input } });
      this.heading = element("h1");
      this.summary = element("p", { class: "summary" });
      this.progress = element("progress", { "aria-label": "Pairs done" });
      this.rows = element("tbody");
      const heads = ["Pair", "Sentences", "Links", "Doubt", "Done"];
      this.table = element(
        "table",
        { class: "pairs" },
        element("thead", {}, element("tr", {}, ...heads.map((text) => element("th", { scope: "col", text })))),
        this.rows,
      );
      this.empty = element("p", { class: "quiet nothing" });
      this.previous = button("previous", "Previous page", () => this.#turn(-PAGE));
      this.next = button("next", "Next page", () => this.#turn(PAGE));
      this.range = element("p", { class: "quiet", role: "status" });
      this.pager = element("footer", { class: "pager" }, this.range, this.previous, this.next);
      this.node = element(
        "div",
        { class: "sheet", role: "main" },
        element(
          "header",
          { class: "sheet-head" },
          element("div", { class: "titles" }, this.heading, this.summary, this.progress),
          element("div", { class: "list-tools" }, this.search, this.order),
        ),
        this.table,
        this.empty,
        this.pager,
      );
    }

    #searchSoon() {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#again({ search: this.search.value.trim(), from: null }), PAUSE);
    }

    /** Show the list with other values in the address. @param {AddressValues} values */
    #again(values) {
      Address.note(values);
      this.open(Address.read());
    }

    /** @param {number} by */
    #turn(by) {
      this.#again({ from: Math.max(0, this.#offset + by) || null });
      this.node.scrollTo(0, 0);
    }

    /** @param {URLSearchParams} params */
    #orderOf(params) {
      const wanted = params.get("order");
      return ORDERS.find(([name]) => name === wanted)?.[0] ?? "doubt";
    }

    /** Show the page of the list that the address names. @param {URLSearchParams} params */
    async open(params) {
      this.order.value = this.#orderOf(params);
      const search = params.get("search") ?? "";
      if (document.activeElement !== this.search) this.search.value = search;
      this.#offset = Math.max(0, Math.floor(Number(params.get("from"))) || 0);
      this.#opening?.abort();
      this.#opening = new AbortController();
      const { signal } = this.#opening;
      try {
        const found = search ? await this.#searched(search, signal) : await this.#page(this.#offset, PAGE, signal);
        if (signal.aborted) return;
        this.app.notices.clear("list");
        this.#show(found, search);
      } catch (error) {
        if (!signal.aborted) this.app.notices.error("list", error, () => this.open(params));
      }
    }

    /**
     * Load some pairs.
     *
     * @param {number} offset
     * @param {number} count
     * @param {AbortSignal} [signal]
     * @returns {Promise<ListedPair[]>}
     */
    async #page(offset, count, signal) {
      const query = { offset, count, order: this.#orderOf(Address.read()), annotator: this.app.annotator };
      const { total, done, pairs } = await Server.pairs(query, signal);
      this.total = total;
      this.done = done;
      return pairs.map((pair, number) => ({ ...pair, at: offset + number }));
    }

    /** Yield all pairs, loaded in portions. @param {AbortSignal} [signal] */
    async *#all(signal) {
      for (let offset = 0; ; offset += PORTION) {
        const pairs = await this.#page(offset, PORTION, signal);
        yield* pairs;
        if (pairs.length < PORTION) return;
        const searched = Wording.number(offset + PORTION);
        this.range.textContent = `Searching … ${searched} of ${Wording.number(this.total ?? 0)}`;
      }
    }

    /** @param {string} words @param {AbortSignal} signal */
    async #searched(words, signal) {
      const wanted = words.toLowerCase();
      const end = this.#offset + PAGE;
      const found = [];
      for await (const pair of this.#all(signal)) {
        const text = [pair.id, pair.origin, ...pair.levels].join(" ").toLowerCase();
        if (text.includes(wanted)) found.push(pair);
        if (found.length > end) break;
      }
      this.#more = found.length > end;
      return found.slice(this.#offset, end);
    }

    /** @param {ListedPair[]} pairs @param {string} search */
    #show(pairs, search) {
      const { kind, name } = this.app.info.library;
      const total = this.total ?? 0;
      this.heading.textContent = kind === "empty" ? "Your texts" : name;
      const by = this.app.annotator ? ` by ${this.app.annotator}` : "";
      this.summary.textContent = `${Wording.count(total, "pair")}, ${Wording.number(this.done)} done${by}`;
      this.progress.max = total || 1;
      this.progress.value = this.done;
      this.rows.replaceChildren(...pairs.map((pair) => this.#row(pair)));
      this.table.hidden = !pairs.length;
      this.empty.hidden = pairs.length > 0;
      this.empty.textContent = search ? "No pair has that in its name or origin." : "There are no pairs yet.";
      const last = this.#offset + pairs.length;
      const more = search ? this.#more : last < total;
      const of = search ? (more ? "" : " found") : ` of ${Wording.number(total)}`;
      this.range.textContent = pairs.length ? `${Wording.number(this.#offset + 1)}–${Wording.number(last)}${of}` : "";
      this.previous.disabled = !this.#offset;
      this.next.disabled = !more;
      this.pager.hidden = this.previous.disabled && this.next.disabled && pairs.length < 8;
    }

    /** @param {ListedPair} pair */
    #row(pair) {
      const href = Address.link({
        pair: pair.key,
        at: pair.at,
        mode: pair.origin === "pasted" ? "method" : null,
        order: this.order.value === "doubt" ? null : this.order.value,
      });
      // The usual levels and origin are left out.
      const levels = pair.levels.join() === "source,target" ? "" : pair.levels.filter(Boolean).join(" → ");
      const origin = pair.origin === this.app.info.library.name ? "" : pair.origin;
      const about = [levels, origin].filter(Boolean).join(" · ").slice(0, LONGEST);
      const doubt = element("i", { class: "doubt" });
      doubt.style.setProperty("--share", `${Math.round(100 * pair.doubt)}%`);
      return element(
        "tr",
        { class: pair.done ? "is-done" : null },
        element(
          "td",
          { class: "name" },
          element("a", { href, dir: "auto", text: (pair.id ?? "Two texts").slice(0, LONGEST) }),
          about ? element("span", { class: "quiet", dir: "auto", text: about }) : null,
        ),
        element("td", { class: "number", text: `${pair.source_sentences} → ${pair.target_sentences}` }),
        element("td", { class: "number", text: pair.links }),
        element("td", { class: "number" }, doubt, pair.doubt.toFixed(2)),
        element(
          "td",
          { class: "tick" },
          ...(pair.done ? [Dom.icon("tick"), element("span", { class: "unseen", text: "done" })] : []),
        ),
      );
    }

    // For the workbench -------------------------------------------------------------------------------------------

    /** Load the number of pairs, and of those done, unless they are known. */
    async counted() {
      if (this.total === null || this.#isStale) await this.#page(0, 0).catch(() => null);
      this.#isStale = false;
    }

    /** Count again when needed: a pair was marked as done, or the annotator changed. */
    stale() {
      this.#isStale = true;
    }

    /** Return the pair at a place of the list. @param {number} at */
    async entry(at) {
      return (await this.#page(at, 1)).at(0);
    }

    /** Return the place of a pair in the list; null if it is not there. @param {string} key */
    async position(key) {
      try {
        for await (const pair of this.#all()) if (pair.key === key) return pair.at;
      } catch {
        // Without it there are no steps from pair to pair; the list itself reports the error.
      }
      return null;
    }
  };
})();
