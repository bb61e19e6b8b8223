"use strict";
// The buttons of the viewer, and where its parts go: title, filter, texts and map, the line about a link.

/** @typedef {ReturnType<typeof ViewerLayout.controls>} ViewerControls */

const ViewerLayout = (() => {
  const { element, button } = Dom;

  /**
   * Return the headings and buttons.
   *
   * @param {{
   *   toggleMap: () => void,
   *   toggleFilter: () => void,
   *   toggleTogether: () => void,
   *   toggleChanges: () => void,
   *   move: (by: number) => void,
   *   unpin: () => void,
   * }} on
   */
  function controls(on) {
    const openMap = button("map", "Map", on.toggleMap, true);
    const openFilter = button("filter", "Filter", on.toggleFilter, true);
    openFilter.classList.add("open-filter");
    const together = button("together", "Scroll the texts together", on.toggleTogether);
    const changes = button("changes", "Changes", on.toggleChanges, true);
    changes.title = "Mark what changed in a link: words deleted, added, replaced and moved";
    changes.classList.add("show-changes");
    for (const node of [openMap, openFilter]) node.setAttribute("aria-expanded", "false");
    together.setAttribute("aria-pressed", "true");
    changes.setAttribute("aria-pressed", "false");
    return {
      title: element("h1"),
      summary: element("p", { class: "summary" }),
      little: element("p", { class: "little", hidden: true }),
      openMap,
      openFilter,
      together,
      changes,
      previous: button("previous", "Previous link", () => on.move(-1)),
      next: button("next", "Next link", () => on.move(1)),
      unpin: button("close", "Unpin the link", on.unpin),
      actions: element("div", { class: "actions" }, openFilter, openMap),
      status: element("p", { class: "unseen", role: "status" }),
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
    root.replaceChildren(
      element(
        "header",
        { class: "top" },
        element("div", { class: "titles" }, parts.title, parts.summary, parts.little),
        parts.actions,
      ),
      nodes.filter,
      element("main", {}, element("div", { class: "texts" }, source.head, between, target.head, ...lists), nodes.panel),
      element(
        "footer",
        { class: "bottom" },
        nodes.detail,
        element("div", { class: "actions" }, parts.changes, parts.previous, parts.next, parts.unpin),
      ),
      parts.status,
      parts.colophon,
    );
  }

  return { controls, build };
})();
