"use strict";
// The list of pairs, a page at a time: filters with their counts, a search, and what the pages of the pairs ask of it.

/** @typedef {InstanceType<typeof PairList>} PairList */

const PairList = (() => {
  const { element, button } = Dom;
  const PAGE = 50; // pairs
  const PAUSE = 150; // milliseconds after typing until the search begins
  const DOUBT = {
    run: "Doubt: the share of the links, and of the target sentences without a link, that probably need a correction.",
    gold: "Doubt: how far the default method is from the gold links, from 0% (the same) to 100% (none in common).",
  };

  return class PairList {
    /** @type {AbortController | null} */
    #opening = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /** @param {App} app */
    constructor(app) {
      this.app = app;
      this.order = element(
        "select",
        { "aria-label": "Order", on: { change: () => this.#go({ order: this.order.value }) } },
        ...PairSelection.ORDERS.map(([value, text]) => element("option", { value, text })),
      );
      const input = () => this.#searchSoon();
      this.search = element("input", {
        type: "search",
        maxlength: 200,
        placeholder: "Search the pairs",
        "aria-label": "Search names, origins and opening words",
        on: { input },
      });
      this.heading = element("h1");
      this.summary = element("p", { class: "summary" });
      this.progress = element("progress", { "aria-label": "Pairs done" });
      this.filters = PairSelection.FILTERS.map(([name, label, what]) => {
        const count = element("span");
        const link = element("a", { class: "pair-filter", title: `Show ${what}` }, label, " ", count);
        return { name, link, count };
      });
      const filters = this.filters.map(({ link }) => link);
      this.rows = element("tbody");
      const heads = ["Pair", "Sentences", "Links", "Doubt", "Work"];
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
      this.meaning = element("p", {
        class: "quiet meaning",
        text: app.info.library.kind === "gold" ? DOUBT.gold : DOUBT.run,
      });
      this.pager = element("div", { class: "pager" }, this.range, this.previous, this.next);
      this.node = element(
        "main",
        { class: "sheet" },
        element(
          "div",
          { class: "sheet-head" },
          element("div", { class: "titles" }, this.heading, this.summary, this.progress),
          element("div", { class: "list-tools" }, this.search, this.order),
        ),
        element("nav", { class: "pair-filters", "aria-label": "Which pairs" }, ...filters),
        this.table,
        this.empty,
        this.pager,
        this.meaning,
      );
    }

    #searchSoon() {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        Address.note({ search: this.search.value.trim(), from: null });
        this.open(Address.read());
      }, PAUSE);
    }

    /** Go to another list, at its beginning; "back" leads here again. @param {AddressValues} values */
    #go(values) {
      Address.go({ view: "list", ...PairSelection.address(PairSelection.of(Address.read())), ...values });
    }

    /** @param {number} by */
    #turn(by) {
      this.#go({ from: Math.max(0, this.#from(Address.read()) + by) || null });
      this.node.scrollTo(0, 0);
    }

    /** @param {URLSearchParams} params */
    #from(params) {
      return Math.max(0, Math.floor(Number(params.get("from"))) || 0);
    }

    /** Return the address of the list that a pair was opened from. @param {URLSearchParams} params of the pair */
    href(params) {
      return Address.link({ view: "list", ...PairSelection.address(PairSelection.of(params)) });
    }

    /** Show the page of the list that the address names. @param {URLSearchParams} params */
    async open(params) {
      const selection = PairSelection.of(params);
      this.order.value = selection.order;
      if (document.activeElement !== this.search) this.search.value = selection.search;
      this.#opening?.abort();
      this.#opening = new AbortController();
      const { signal } = this.#opening;
      const offset = this.#from(params);
      try {
        const query = { ...selection, annotator: this.app.annotator, offset, count: PAGE };
        const listing = await Server.pairs(query, signal);
        if (signal.aborted) return;
        this.app.notices.clear("list");
        this.#show(listing, selection, offset);
      } catch (error) {
        if (!signal.aborted) this.app.notices.error("list", error, () => this.open(params));
      }
    }

    /** @param {PairListing} listing @param {ListSelection} selection @param {number} offset */
    #show(listing, selection, offset) {
      const { kind, name } = this.app.info.library;
      const { total, done, found, counts, pairs } = listing;
      this.heading.textContent = kind === "empty" ? "Your texts" : name;
      const by = this.app.annotator ? ` by ${this.app.annotator}` : "";
      this.summary.textContent = `${Wording.count(total, "pair")}, ${Wording.number(done)} done${by}`;
      this.progress.max = total || 1;
      this.progress.value = done;
      for (const { name: filter, link, count } of this.filters) {
        link.href = Address.link({ view: "list", ...PairSelection.address({ ...selection, filter }) });
        if (filter === selection.filter) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
        count.textContent = Wording.number(counts[filter]);
      }
      const kept = PairSelection.address(selection);
      const rows = pairs.map((pair) => {
        const href = Address.link({ pair: pair.key, mode: pair.origin === "pasted" ? "method" : null, ...kept });
        return PairRow.row(pair, href, name);
      });
      this.rows.replaceChildren(...rows);
      this.table.hidden = this.meaning.hidden = !pairs.length;
      this.empty.hidden = pairs.length > 0;
      this.empty.textContent = found
        ? "The list ends before this page."
        : PairSelection.nothing(selection, listing, this.app.annotator);
      const last = offset + pairs.length;
      const shown = `${Wording.number(offset + 1)}–${Wording.number(last)} of ${Wording.number(found)}`;
      this.range.textContent = pairs.length ? shown : "";
      this.previous.disabled = !offset;
      this.next.disabled = last >= found;
      this.pager.hidden = this.previous.disabled && this.next.disabled && pairs.length < 8;
    }

    // For the workbench -------------------------------------------------------------------------------------------

    /** The list that the address names, as the server is asked for it. */
    get #query() {
      return { ...PairSelection.of(Address.read()), annotator: this.app.annotator };
    }

    /** Return the place of a pair in the list. @param {string} key */
    place(key) {
      return Server.place(key, this.#query);
    }

    /**
     * Return the pair that stands so many steps after a pair, or before it; null beyond the ends of the list.
     *
     * @param {string} key
     * @param {number} step
     */
    async beside(key, step) {
      return (await Server.place(key, { ...this.#query, step })).pair;
    }

    /**
     * Return the next pair of the list that the annotator has not done, from its beginning again after its end; null
     * if none is left.
     *
     * @param {string} key
     */
    async nextUnfinished(key) {
      return (await Server.unfinished(key, this.#query)).pair;
    }

    /** Return the address of a pair, in the list that is open, with the mode that is open. @param {{ key: string }} pair */
    addressOf({ key }) {
      const kept = [...Address.read()].filter(([name]) =>
        /^(mode|order|filter|search|one|other|third|(m|a|b)(\..*)?)$/.test(name),
      );
      return { pair: key, ...Object.fromEntries(kept) };
    }
  };
})();
