"use strict";
// The buttons of the viewer, and where its parts go: title, filter, texts and map, the line about a link.

/** @typedef {ReturnType<typeof ViewerLayout.controls>} ViewerControls */

const ViewerLayout = (() => {
  const { element, button } = Dom;

  /**
   * Return the headings and buttons.
   *
   * @param {{
   *   openLegend: () => void,
   *   toggleTogether: () => void,
   *   toggleChanges: () => void,
   *   move: (by: number) => void,
   *   unpin: () => void,
   * }} on
   */
  function controls(on) {
    const openMap = button("map", "Map", () => {}, true);
    const openFilter = button("filter", "Filter", () => {}, true);
    const openDetails = button("details", "Details", () => {}, true);
    openFilter.classList.add("open-filter");
    const legend = button("legend", "Legend", on.openLegend, true);
    legend.title = "What am I looking at? The kinds of links, the score, the marks";
    openMap.title = "Map: the word similarity of all sentences, and a replay of the search";
    openFilter.title = "Filter: which links are shown, by kind and score";
    openDetails.title = "Details: the line about a link";
    const together = button("together", "Scroll the texts together", on.toggleTogether);
    const changes = button("changes", "Changes", on.toggleChanges, true);
    changes.title = "Mark what changed in a link: words deleted, added, replaced and moved";
    changes.classList.add("show-changes");
    together.setAttribute("aria-pressed", "true");
    changes.setAttribute("aria-pressed", "false");
    const littleWords = element("p");
    const waysOn = element("div", { class: "ways-on", role: "group", "aria-label": "What to try" }); // filled by the app
    const little = element("div", { class: "little", hidden: true }, littleWords, waysOn);
    return {
      title: element("h1"),
      summary: element("p", { class: "summary" }),
      little,
      littleWords,
      waysOn,
      openMap,
      openFilter,
      openDetails,
      together,
      changes,
      previous: button("previous", "Previous link", () => on.move(-1)),
      next: button("next", "Next link", () => on.move(1)),
      unpin: button("close", "Unpin the link", on.unpin),
      actions: element("div", { class: "actions" }, legend, openFilter, openMap, openDetails),
      status: element("p", { class: "unseen", role: "status" }),
      printed: element("div", { class: "printed" }),
      colophon: element("p", { class: "colophon" }),
    };
  }

  /**
   * Put the parts of a viewer into its element.
   *
   * @param {HTMLElement} root
   * @param {ViewerControls} parts
   * @param {TextPanes} texts
   * @param {{ filter: HTMLElement, curves: HTMLElement, panel: HTMLElement, detail: HTMLElement }} nodes
   */
  function build(root, parts, { source, target }, nodes) {
    const between = element("div", { class: "head head-between" }, parts.together);
    const lists = [source.list, nodes.curves, target.list];
    root.classList.add("viewer");
    root.setAttribute("role", "main");
    root.replaceChildren(
      element("div", { class: "top" }, element("div", { class: "titles" }, parts.title, parts.summary), parts.actions),
      parts.little,
      nodes.filter,
      element(
        "div",
        { class: "columns" },
        element("div", { class: "texts" }, source.head, between, target.head, ...lists),
        nodes.panel,
      ),
      element(
        "div",
        { class: "bottom" },
        nodes.detail,
        element("div", { class: "actions" }, parts.changes, parts.previous, parts.next, parts.unpin),
      ),
      parts.status,
      parts.printed,
      parts.colophon,
    );
  }

  /** Return in words how much is aligned. @param {AlignmentModel} model */
  function summary({ data, links, linksOf }) {
    const aligned = AlignmentModel.SIDES.map((side) => {
      const numbers = [linksOf[side].filter((some) => some.length).length, linksOf[side].length];
      return `${numbers.map(Wording.number).join(" of ")} ${side}`;
    });
    const by = data.method ? ` by ${data.method}` : "";
    return `${aligned.join(" and ")} sentences aligned in ${Wording.count(links.length, "link")}${by}`;
  }

  return { controls, build, summary };
})();
