"use strict";
// The button that switches the colours: those of the system, light, dark.

const Theme = (() => {
  const THEMES = ["auto", "light", "dark"];

  /** Return the button, and apply the choice of the last visit. */
  function button() {
    let chosen = Math.max(0, THEMES.indexOf(Preferences.get("theme") ?? ""));
    const node = Dom.button("theme", "", () => {
      chosen = (chosen + 1) % THEMES.length;
      Preferences.set("theme", THEMES[chosen]);
      apply();
    });
    const apply = () => {
      if (chosen === 0) delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = THEMES[chosen];
      node.title = `Colours: ${THEMES[chosen]}`;
      node.setAttribute("aria-label", node.title);
    };
    apply();
    return node;
  }

  return { button };
})();
