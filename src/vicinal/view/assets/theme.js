"use strict";
// A button that goes through the colours: as the system has them, light, dark.
(() => {
  const THEMES = ["auto", "light", "dark"];

  // A sandboxed frame, such as a notebook's, has no storage; then the choice lasts as long as the page.
  const remembered = (value) => {
    try {
      if (value !== undefined) localStorage.setItem("vicinal-theme", value);
      return localStorage.getItem("vicinal-theme");
    } catch {
      return null;
    }
  };

  /** Return the button; the choice made last time is in force from now on. */
  Vicinal.themeButton = () => {
    let theme = THEMES.includes(remembered()) ? remembered() : "auto";
    const apply = () => {
      if (theme === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      const label = `Colours: ${theme}`;
      node.title = label;
      node.setAttribute("aria-label", label);
    };
    const node = Vicinal.button("theme", "", () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      remembered(theme);
      apply();
    });
    apply();
    return node;
  };
})();
