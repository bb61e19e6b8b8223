"use strict";
// The page of one alignment: a viewer of the data in the page, with help.

(() => {
  const { element, button } = Dom;
  const KEYS = [
    ["↑ ↓ Home End", "move through the sentences of a text"],
    ["→ ←", "go to the other side of the link"],
    ["Enter, Space", "pin the link of a sentence and scroll its other side into view"],
    ["Esc", "unpin"],
    ["← → in the replay", "previous step, next step"],
  ];

  /** Show what the page is, its legend, its keys and the settings behind it. @param {AlignmentModel} model */
  function help(model) {
    const keys = KEYS.map(([key, what]) =>
      element("div", {}, element("dt", { text: key }), element("dd", { text: what })),
    );
    const parts = [
      Legend.section(
        "What this is",
        element("p", {
          text:
            "Two versions of one text, and which sentences of them belong together. Point at a sentence to see its " +
            "link; click it to pin the link. Map shows how alike all sentences are, and replays the search.",
        }),
      ),
      ...Legend.content(model),
      Legend.section("Keys", element("dl", {}, ...keys)),
      Legend.section("Settings", element("p", { class: "signature", text: model.data.signature })),
    ];
    const dialog = Dom.dialog("About this page", element("div", { class: "pictures" }, ...parts));
    dialog.classList.add("broad");
    dialog.showModal();
  }

  const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
  const view = new Viewer(/** @type {HTMLElement} */ (document.getElementById("view")), data);
  view.controls.actions.append(
    Theme.button(),
    button("help", "Help", () => help(view.model)),
  );
  globalThis.Vicinal = { view };
  // Reports lead to single links: page.html#link-1 pins the first one, and so does #link-0 of older reports.
  const wanted = /^#link-(\d+)$/.exec(location.hash);
  const link = wanted && view.model.links[Math.max(0, Number(wanted[1]) - 1)];
  if (link) requestAnimationFrame(() => view.pin(link));
  // After two frames the page has been painted.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      document.documentElement.dataset.ready = performance.now().toFixed(0);
    }),
  );
})();
