"use strict";
// Which pairs a list has: the order, filter and search that the address names, and what to say about them.

/** @typedef {{ order: string, filter: PairFilter, search: string }} ListSelection */

const PairSelection = (() => {
  /** @type {[string, string][]} */
  const ORDERS = [
    ["doubt", "Most doubtful first"],
    ["corpus", "In corpus order"],
  ];
  /** @type {[PairFilter, string, string][]} */
  const FILTERS = [
    ["all", "All", "all pairs"],
    ["todo", "Not done", "the pairs that you have not marked as done"],
    ["begun", "Begun", "the pairs that you have begun, and not marked as done"],
    ["mine", "Mine", "the pairs that you have begun or done"],
    ["suspect", "Suspect", "the pairs whose texts are probably not versions of each other"],
  ];
  const WORDS = { all: "", todo: " not done", begun: " begun", mine: " of yours", suspect: " suspect" };

  /** Return what an address selects. @param {URLSearchParams} params @returns {ListSelection} */
  function of(params) {
    const [order] = ORDERS.find(([name]) => name === params.get("order")) ?? ["doubt"];
    const [filter] = FILTERS.find(([name]) => name === params.get("filter")) ?? FILTERS[0];
    return { order, filter, search: params.get("search") ?? "" };
  }

  /** Return the values of an address that selects the same; what is usual is left out. @param {ListSelection} one */
  const address = ({ order, filter, search }) => ({
    order: order === "doubt" ? null : order,
    filter: filter === "all" ? null : filter,
    search,
  });

  /**
   * Say where in a list a pair is.
   *
   * @param {ListSelection} selection
   * @param {PairPlace} place
   */
  function where({ filter, search }, { at, listed, found, done }) {
    const among = search ? `${WORDS[filter]} with “${search.slice(0, 30)}”` : WORDS[filter];
    const pair = listed
      ? `Pair ${Wording.number((at ?? 0) + 1)} of ${Wording.number(found)}${among}`
      : "Not listed now";
    return `${pair} · ${Wording.number(done)} done`;
  }

  /**
   * Say why a list is empty.
   *
   * @param {ListSelection} selection
   * @param {PairListing} listing
   * @param {string} annotator
   */
  function nothing({ filter, search }, { total, counts }, annotator) {
    if (!total) return "There are no pairs yet.";
    if (!counts.all) return `No pair has “${search}” in its name, origin or opening words.`;
    if (search) return `No pair${WORDS[filter]} has “${search}” in its name, origin or opening words.`;
    if (filter === "suspect") return "No pair is suspect: the texts of each pair look like versions of each other.";
    if (!annotator && filter !== "todo")
      return "Enter your name first; then the pairs that you correct are listed here.";
    if (filter === "mine") return "You have not begun a pair yet.";
    if (filter === "begun") return "There is no pair that you have begun and not done.";
    return total === 1
      ? "No pair is left to do: the only one is done."
      : `No pair is left to do: all ${Wording.number(total)} are done.`;
  }

  return { ORDERS, FILTERS, of, address, where, nothing };
})();
