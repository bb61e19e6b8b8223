"use strict";
// The address says what is shown, so that a reload or another tab shows the same.

/** @typedef {Record<string, string | number | boolean | null | undefined>} AddressValues */

const Address = (() => {
  const PAUSE = 150; // milliseconds between changes of the address; browsers refuse more than some hundred in a row

  /** Changes that are not in the address yet; null removes a name. @type {Map<string, string | null>} */
  let waiting = new Map();
  let written = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {AddressValues[string]} value */
  const present = (value) => value !== null && value !== undefined && value !== "";

  /** Return what the part of the address after # says. */
  function read() {
    const params = new URLSearchParams(location.hash.slice(1));
    for (const [name, value] of waiting) {
      if (value !== null) params.set(name, value);
      else params.delete(name);
    }
    return params;
  }

  /** Return the address of something in the app. @param {AddressValues} values */
  function link(values) {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) if (present(value)) params.set(name, String(value));
    return `#${params}`;
  }

  function flush() {
    clearTimeout(timer);
    const to = `#${read()}`;
    waiting = new Map();
    written = performance.now();
    if (to !== location.hash) history.replaceState(null, "", to);
  }

  /** Go somewhere, with a new entry in the history. @param {AddressValues} values */
  function go(values) {
    if (waiting.size) flush();
    location.hash = link(values);
  }

  /** Change the address without a new entry in the history; null removes a name. @param {AddressValues} values */
  function note(values) {
    for (const [name, value] of Object.entries(values)) waiting.set(name, present(value) ? String(value) : null);
    clearTimeout(timer);
    const pause = written + PAUSE - performance.now();
    if (pause <= 0) flush();
    else timer = setTimeout(flush, pause);
  }

  // A change that waits belongs to the address that was left.
  addEventListener("hashchange", () => {
    clearTimeout(timer);
    waiting = new Map();
  });

  return { read, link, go, note };
})();
