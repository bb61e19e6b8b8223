"use strict";
// A viewer on a page of its own: reads the data out of the page, and adds what only a page needs.
(() => {
  const { element, button } = Vicinal;
  const KEYS = [
    ["↑ ↓ Home End", "walk through the sentences of a text"],
    ["→ ←", "go over to the other side of the link"],
    ["Enter, Space", "pin the link of a sentence, and bring its other side into view"],
    ["Esc", "unpin"],
    ["← → in the replay", "one step back, one step on"],
  ];

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
          "Linked sentences are joined by curves; the line tells the kind of link, and so does the colour. " +
          "Sentences without a link have a hollow dot. Sentences are counted from 0, as in the files.",
      }),
      element("dl", {}, ...keys),
      element("h3", { text: "Settings" }),
      element("p", { class: "signature", text: data.signature }),
    );
    return dialog;
  }

  const data = JSON.parse(document.getElementById("data").textContent);
  const view = Vicinal.viewer(document.getElementById("view"), data);
  const dialog = help(data);
  document.body.append(dialog);
  view.actions.append(
    Vicinal.themeButton(),
    button("help", "Help", () => dialog.showModal()),
  );
  Vicinal.view = view;
  // A report leads to single links: page.html#link-3 pins the fourth.
  const asked = /^#link-(\d+)$/.exec(location.hash);
  const link = asked && view.model.links[Number(asked[1])];
  if (link) requestAnimationFrame(() => view.pin(link));
  // Two frames on, the first picture is on the screen.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => (document.documentElement.dataset.ready = performance.now().toFixed(0))),
  );
})();
