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

  /** @param {ViewData} data */
  function help(data) {
    const keys = KEYS.map(([key, what]) =>
      element("div", {}, element("dt", { text: key }), element("dd", { text: what })),
    );
    const close = button("close", "Close", () => dialog.close());
    const dialog = element(
      "dialog",
      { "aria-label": "About this page" },
      element("div", { class: "dialog-head" }, element("h2", { text: "About this page" }), close),
      element("p", {
        text:
          "Curves connect linked sentences; their line style and colour show the kind of link. Unaligned sentences " +
          "have a hollow dot. Sentences are numbered from 0, as in the files.",
      }),
      element("dl", {}, ...keys),
      element("h3", { text: "Settings" }),
      element("p", { class: "signature", text: data.signature }),
    );
    return dialog;
  }

  const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
  const view = new Viewer(/** @type {HTMLElement} */ (document.getElementById("view")), data);
  const dialog = help(data);
  document.body.append(dialog);
  view.controls.actions.append(
    Theme.button(),
    button("help", "Help", () => dialog.showModal()),
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
