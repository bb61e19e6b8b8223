"use strict";
// Agreement between annotators: a dialog with all of them over all pairs, and a table of one pair under adjudication.

const AgreementTables = (() => {
  const { element } = Dom;
  const MANY = 100; // links from which a percentage has a decimal: one link of fewer is more than a percent

  /** Return a share in percent, no more exact than the number of links allows. @param {number | null} value @param {number} links */
  const percent = (value, links) => (value === null ? "–" : `${(100 * value).toFixed(links < MANY ? 0 : 1)}%`);

  /** @param {AgreementEntry} entry */
  const linksOf = ({ links }) => Math.max(...links);

  /** @param {AgreementEntry} entry */
  const kappaOf = ({ kappa, links }) => (kappa === null ? "–" : kappa.toFixed(Math.max(...links) < MANY ? 2 : 3));

  /** @type {[heading: string, explanation: string, text: (entry: AgreementEntry) => string][]} */
  const COLUMNS = [
    ["Pairs", "Pairs that both have corrected or marked as done", ({ pairs }) => Wording.number(pairs)],
    [
      "Links",
      "Links that both have, and the links of the first and of the second",
      ({ common, links }) => `${Wording.number(common)} of ${links.map(Wording.number).join(" and ")}`,
    ],
    [
      "First in second",
      "Share of the first one’s links that the second has",
      (entry) => percent(entry.links[0] ? entry.precision : null, entry.links[0]),
    ],
    [
      "Second in first",
      "Share of the second one’s links that the first has",
      (entry) => percent(entry.links[1] ? entry.recall : null, entry.links[1]),
    ],
    ["F1, links", "Harmonic mean of the two shares", (entry) => percent(entry.f1, linksOf(entry))],
    [
      "F1, sentence pairs",
      "The same for pairs of sentences within links",
      (entry) => percent(entry.pair_f1, linksOf(entry)),
    ],
    ["Kappa", "Cohen’s kappa over all sentence pairs: agreement beyond chance; 1 is perfect", kappaOf],
  ];
  const ORIGINAL =
    "Where annotators corrected sentences, agreement is measured on the original ones: the parts of a split sentence count as that sentence.";
  const BEFORE = "Between annotators";
  const AFTER = "With an adjudicated set";

  /** Show the agreement between every two annotators, over all pairs. */
  async function show() {
    const place = element(
      "div",
      { class: "wide", role: "region", "aria-label": "Agreement", tabindex: 0 }, // it may scroll sideways
      element("p", { class: "quiet", text: "Counting …" }),
    );
    const node = Dialogs.dialog("Agreement between annotators", place);
    node.classList.add("broad");
    node.showModal();
    const none = "No two annotators have corrected, or marked as done, the same pair yet.";
    try {
      const found = await Server.agreement();
      place.replaceChildren(...(found.length ? table(found) : [element("p", { class: "quiet", text: none })]));
    } catch (error) {
      place.replaceChildren(element("p", { class: "problem", role: "alert", text: Notices.text(error) }));
    }
  }

  /** Return the name of an annotator, or of a set with those it was made of. @param {AgreementEntry} entry @param {number} which */
  function named({ annotators, adjudicated }, which) {
    const name = element("bdi", { text: annotators[which] });
    const made = adjudicated[which];
    if (!made.length) return name;
    const whose = `made out of ${made.join(" and ")}`;
    return element("span", {}, name, " ", element("span", { class: "made-of", text: `(${whose})` }));
  }

  /** @param {AgreementEntry} entry */
  const isAfter = ({ adjudicated, within }) => within !== null || adjudicated.some((made) => made.length > 0);

  /** Return on which pairs a row was measured, if not on all. @param {AgreementEntry} entry */
  function measuredOn({ within }) {
    const where = `before, on the pairs of ${within}`;
    return within === null ? null : element("span", { class: "made-of", text: ` (${where})` });
  }

  /** @param {AgreementEntry[]} entries */
  function table(entries) {
    const head = COLUMNS.map(([text, title]) => element("th", { scope: "col", text, title }));
    const row = (/** @type {AgreementEntry} */ entry) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, named(entry, 0), " and ", named(entry, 1), measuredOn(entry)),
        ...COLUMNS.map(([, , text]) => element("td", { text: text(entry) })),
      );
    const [before, after] = [entries.filter((each) => !isAfter(each)), entries.filter(isAfter)];
    const part = (/** @type {string} */ title, /** @type {AgreementEntry[]} */ rows) =>
      element(
        "tbody",
        {},
        after.length && rows.length
          ? element(
              "tr",
              { class: "part" },
              element("th", { scope: "rowgroup", colspan: COLUMNS.length + 1, text: title }),
            )
          : null,
        ...rows.map(row),
      );
    const legend = COLUMNS.map(([text, title]) =>
      element("div", {}, element("dt", { text }), element("dd", { text: title })),
    );
    return [
      element(
        "table",
        { class: "agreement" },
        element("thead", {}, element("tr", {}, element("th", { scope: "col", text: "Annotators" }), ...head)),
        part(BEFORE, before),
        part(AFTER, after),
      ),
      element("dl", { class: "legend" }, ...legend),
      element("p", { class: "quiet legend-note", text: ORIGINAL }),
    ];
  }

  /**
   * Return a table of one pair: the two annotators, and each of them with the third set.
   *
   * @param {DifferencesAnswer} answer
   */
  function ofPair({ before, after, sentences_differ, done }) {
    const row = (/** @type {AgreementEntry} */ entry, /** @type {string} */ when) => {
      const names = entry.annotators.map((name) => element("bdi", { text: name }));
      const { common, links } = entry;
      return element(
        "tr",
        { title: `${Wording.count(common, "link")} in common; ${links[0]} and ${Wording.count(links[1], "link")}` },
        element("th", { scope: "row" }, element("span", { class: "when", text: when }), names[0], " – ", names[1]),
        element("td", { text: percent(entry.f1, linksOf(entry)) }),
        element("td", { text: kappaOf(entry) }),
      );
    };
    const now = done ? "after" : "so far";
    return [
      element(
        "table",
        { class: "numbers agreement-here" },
        element("caption", { text: "Agreement on this pair" }),
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            element("td"),
            element("th", { scope: "col", text: "Same links", title: "F1 of links: 100% if both have the same" }),
            element("th", {
              scope: "col",
              text: "Kappa",
              title: "Cohen’s kappa over all sentence pairs: agreement beyond chance; 1 is perfect",
            }),
          ),
        ),
        element("tbody", {}, row(before, "before"), ...after.map((entry) => row(entry, now))),
      ),
      sentences_differ ? element("p", { class: "quiet small", text: ORIGINAL }) : null,
    ].filter((node) => node !== null);
  }

  return { show, ofPair };
})();
