"use strict";
// What a browser remembers from one visit to the next: the annotator's name, and whether letters are keys.
(() => {
  const unkept = new Map(); // where there is no storage, it lasts as long as the page

  /** Return what is kept under a name, after keeping a value there if one is given; null takes it away. */
  function remembered(name, value) {
    const key = `vicinal-${name}`;
    try {
      if (value === null) localStorage.removeItem(key);
      else if (value !== undefined) localStorage.setItem(key, value);
      return localStorage.getItem(key);
    } catch {
      if (value !== undefined) unkept.set(key, value);
      return unkept.get(key) ?? null;
    }
  }

  Object.assign(Vicinal, { remembered });
})();
