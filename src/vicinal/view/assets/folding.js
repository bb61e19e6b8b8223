"use strict";
// Parts that a button opens and closes. The browser remembers which are open: for large windows and, apart from that,
// for small ones, where the texts need the room. Zooming in makes a window small.

const Folding = (() => {
  const SMALL = matchMedia("(max-width: 719px), (max-height: 640px)");
  // There the map takes the place of the texts.
  const COVERED = matchMedia("(max-width: 1039px)");

  /**
   * Let a button open and close a part.
   *
   * @param {HTMLElement} button it says what it opens
   * @param {string} name under which the choice is remembered
   * @param {(open: boolean) => void} show opens or closes the part
   * @param {(isSmall: boolean) => boolean} starts tells whether the part is open until the user chooses
   * @param {boolean} covers whether the part takes the place of the texts in a small window: there it starts closed
   */
  function part(button, name, show, starts, covers = false) {
    const room = covers ? COVERED : SMALL;
    const key = () => `open-${name}${room.matches ? "-small" : ""}`;
    let isOpen = false;
    const turn = (/** @type {boolean} */ open) => {
      isOpen = open;
      button.setAttribute("aria-expanded", String(open));
      show(open);
    };
    const start = () => {
      const chosen = Preferences.get(key());
      if (covers && room.matches) turn(false);
      else turn(chosen === null ? starts(room.matches) : chosen === "yes");
    };
    button.addEventListener("click", () => {
      turn(!isOpen);
      Preferences.set(key(), isOpen ? "yes" : "no");
    });
    room.addEventListener("change", start);
    start();
  }

  return { part };
})();
