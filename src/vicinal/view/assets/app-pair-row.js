"use strict";
// One row in the list of pairs.

const PairRow = (() => {
  const { element } = Dom;
  const LONGEST = 300; // characters of a name

  /** Return why the two texts of a pair do not look like versions of each other. @param {PairEntry} pair */
  function suspicion({ relatedness }) {
    const shared = relatedness ? `few words in common (relatedness ${relatedness.toFixed(2)})` : "no words in common";
    return `Perhaps not versions of each other: the two texts have ${shared}.`;
  }

  /** Return why a pair is doubtful; what was corrected since is not looked at. @param {PairEntry} pair */
  function reason({ reason: words, begun, done, suspect }) {
    const first = begun || done ? "At the start: " : suspect ? "If they are: " : "";
    return first ? `${first}${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
  }

  /** @param {PairEntry} pair @param {string} usual the origin that need not be said */
  function about({ levels, origin }, usual) {
    const versions = levels.join() === "source,target" ? "" : levels.filter(Boolean).join(" → ");
    return [versions, origin === usual ? "" : origin].filter(Boolean).join(" · ").slice(0, LONGEST);
  }

  /** @param {PairEntry} pair */
  function work({ begun, done }) {
    if (done) return [Dom.icon("tick"), element("span", { text: "done" })];
    return begun ? [Dom.icon("pen"), element("span", { text: "begun" })] : [];
  }

  /**
   * Return a row.
   *
   * @param {PairEntry} pair
   * @param {string} href where it leads
   * @param {string} usual the origin that need not be said
   */
  function row(pair, href, usual) {
    const words = about(pair, usual);
    const bar = element("i", { class: "doubt" });
    const percent = `${Math.round(100 * pair.doubt)}%`;
    bar.style.setProperty("--share", percent);
    return element(
      "tr",
      { class: pair.done ? "is-done" : null },
      element(
        "td",
        { class: "name" },
        element(
          "span",
          { class: "title" },
          element("a", { href, dir: "auto", text: (pair.id ?? "Two texts").slice(0, LONGEST) }),
          words ? element("span", { class: "quiet", dir: "auto", text: words }) : null,
        ),
        pair.opening ? element("span", { class: "opening", dir: "auto", text: pair.opening }) : null,
        pair.suspect ? element("span", { class: "suspicion", text: suspicion(pair) }) : null,
        element("span", { class: "reason", text: reason(pair) }),
      ),
      element("td", { class: "number", text: `${pair.source_sentences} → ${pair.target_sentences}` }),
      element("td", { class: "number", text: pair.links }),
      element(
        "td",
        { class: "number", title: reason(pair) },
        bar,
        element("span", { class: "percent", text: percent }),
      ),
      element("td", { class: "tick" }, ...work(pair)),
    );
  }

  return { row };
})();
