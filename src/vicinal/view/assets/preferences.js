"use strict";
// What the browser remembers from one visit to the next. A sandboxed frame, such as a notebook's, has no storage: there
// it is remembered as long as the page is open.

const Preferences = (() => {
  /** @type {Map<string, string | null>} */
  const unsaved = new Map();

  /** @param {string} name @returns {string | null} */
  function get(name) {
    try {
      return localStorage.getItem(`vicinal-${name}`);
    } catch {
      return unsaved.get(name) ?? null;
    }
  }

  /** Remember a value; null forgets it. @param {string} name @param {string | null} value */
  function set(name, value) {
    try {
      if (value === null) localStorage.removeItem(`vicinal-${name}`);
      else localStorage.setItem(`vicinal-${name}`, value);
    } catch {
      unsaved.set(name, value);
    }
  }

  return { get, set };
})();
