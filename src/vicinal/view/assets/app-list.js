"use strict";
// The pairs there are, a page at a time: the most doubtful first, with what is done, and a search through them.
(() => {
  const { element, button, ask, path, address } = Vicinal;
  const PAGE = 50;
  const PORTION = 500; // pairs that a search looks at in one go
  const ORDERS = [
    ["doubt", "Most doubtful first"],
    ["corpus", "In the order of the corpus"],
  ];
  const PAUSE = 150; // milliseconds
  const LONGEST = 300; // characters of an id

  class PairList {
    /** `app` has: info, notices, annotator. */
    constructor(app) {
      this.app = app;
      this.offset = 0;
      this.#build();
    }

    #build() {
      this.order = element(
        "select",
        { "aria-label": "Order", on: { change: () => this.#again({ order: this.order.value, from: null }) } },
        ...ORDERS.map(([value, text]) => element("option", { value, text })),
      );
      this.search = element("input", {
        type: "search",
        placeholder: "Search names and origins",
        "aria-label": "Search names and origins",
        on: { input: () => this.#type() },
      });
      this.heading = element("h1");
      this.summary = element("p", { class: "summary" });
      this.progress = element("progress", { "aria-label": "Pairs that are done" });
      this.rows = element("tbody");
      const heads = ["Pair", "Sentences", "Links", "Doubt", "Done"];
      this.table = element(
        "table",
        { class: "pairs" },
        element("thead", {}, element("tr", {}, ...heads.map((text) => element("th", { scope: "col", text })))),
        this.rows,
      );
      this.empty = element("p", { class: "quiet nothing" });
      this.back = button("previous", "Previous page", () => this.#turn(-PAGE));
      this.on = button("next", "Next page", () => this.#turn(PAGE));
      this.range = element("p", { class: "quiet", role: "status" });
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
        element("footer", { class: "pager" }, this.range, this.back, this.on),
      );
    }

    /** Search when nothing more was typed for a moment. */
    #type() {
      clearTimeout(this.typed);
      this.typed = setTimeout(() => this.#again({ search: this.search.value.trim(), from: null }), PAUSE);
    }

    #again(values) {
      address.note(values);
      this.open(address.read());
    }

    #turn(by) {
      this.#again({ from: Math.max(0, this.offset + by) || null });
      this.node.scrollTo(0, 0);
    }

    #orderOf(params) {
      const wanted = params.get("order");
      return ORDERS.some(([name]) => name === wanted) ? wanted : "doubt";
    }

    /** Show the page of the list that the address names. */
    async open(params) {
      this.order.value = this.#orderOf(params);
      const search = params.get("search") ?? "";
      if (document.activeElement !== this.search) this.search.value = search;
      this.offset = Math.max(0, Math.floor(Number(params.get("from"))) || 0);
      this.opening?.abort();
      const { signal } = (this.opening = new AbortController());
      try {
        const found = search ? await this.#searched(search, signal) : await this.#page(this.offset, PAGE, signal);
        if (signal.aborted) return;
        this.app.notices.clear("list");
        this.#show(found, search);
      } catch (error) {
        if (!signal.aborted) this.app.notices.trouble("list", error, () => this.open(params));
      }
    }

    /** Return some of the pairs, each with its place in the list. */
    async #page(offset, count, signal) {
      const order = this.#orderOf(address.read());
      const query = { offset, count, order, annotator: this.app.annotator };
      const { total, done, pairs } = await ask(path("api/pairs", query), { signal });
      Object.assign(this, { total, done });
      return pairs.map((pair, number) => ({ ...pair, at: offset + number }));
    }

    /** Yield all pairs, some at a time. */
    async *#all(signal) {
      for (let offset = 0; ; offset += PORTION) {
        const pairs = await this.#page(offset, PORTION, signal);
        yield* pairs;
        if (pairs.length < PORTION) return;
        this.range.textContent = `Searching … ${(offset + PORTION).toLocaleString("en")} of ${this.total.toLocaleString("en")}`;
      }
    }

    async #searched(words, signal) {
      const wanted = words.toLowerCase();
      const found = [];
      for await (const pair of this.#all(signal)) {
        const text = [pair.id, pair.origin, ...pair.levels].join(" ").toLowerCase();
        if (text.includes(wanted)) found.push(pair);
        if (found.length > this.offset + PAGE) break;
      }
      this.more = found.length > this.offset + PAGE;
      return found.slice(this.offset, this.offset + PAGE);
    }

    #show(pairs, search) {
      const { kind, name } = this.app.info.library;
      this.heading.textContent = kind === "empty" ? "Your texts" : name;
      this.#counts();
      this.rows.replaceChildren(...pairs.map((pair) => this.#row(pair)));
      this.table.hidden = !pairs.length;
      this.empty.hidden = pairs.length > 0;
      this.empty.textContent = search ? "No pair has that in its name or origin." : "There are no pairs yet.";
      const last = this.offset + pairs.length;
      const more = search ? this.more : last < this.total;
      const of = search ? (more ? "" : " found") : ` of ${this.total.toLocaleString("en")}`;
      this.range.textContent = pairs.length
        ? `${(this.offset + 1).toLocaleString("en")}–${last.toLocaleString("en")}${of}`
        : "";
      this.back.disabled = !this.offset;
      this.on.disabled = !more;
      this.back.parentElement.hidden = this.back.disabled && this.on.disabled && pairs.length < 8;
    }

    #counts() {
      const { total, done } = this;
      const by = this.app.annotator ? ` by ${this.app.annotator}` : "";
      this.summary.textContent = `${Vicinal.count(total, "pair")}, ${done.toLocaleString("en")} done${by}`;
      this.progress.max = total || 1;
      this.progress.value = done;
    }

    #row(pair) {
      const mode = pair.origin === "pasted" ? "method" : null;
      const href = address.link({
        pair: pair.key,
        at: pair.at,
        mode,
        order: this.order.value === "doubt" ? null : this.order.value,
      });
      // What is the same for all says nothing.
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
          ...(pair.done ? [Vicinal.icon("tick"), element("span", { class: "unseen", text: "done" })] : []),
        ),
      );
    }

    // For the workbench -------------------------------------------------------------------------------------------

    /** Find out how many pairs there are, and how many of them are done. */
    async counted() {
      if (this.total === undefined || this.isStale) await this.#page(0, 0).catch(() => null);
      this.isStale = false;
    }

    /** Something was marked as done, or somebody else is at work: count again when it is needed. */
    stale() {
      this.isStale = true;
    }

    /** Return the pair at a place of the list. */
    async entry(at) {
      return (await this.#page(at, 1))[0];
    }

    /** Return the place of a pair in the list; null if it is not found there. */
    async position(key) {
      try {
        for await (const pair of this.#all()) if (pair.key === key) return pair.at;
      } catch {
        // Then there is no way from pair to pair; the list itself says what is wrong.
      }
      return null;
    }
  }

  Object.assign(Vicinal, { PairList });
})();
