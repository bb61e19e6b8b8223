"use strict";
// The address says what is shown: after a reload, or in another tab, the same is there.
(() => {
  const PAUSE = 150; // milliseconds between changes of the address; browsers refuse more than a few hundred in a row

  let waiting = new Map(); // what is to be noted
  let noted = 0;
  let timer;

  const present = (value) => value !== null && value !== undefined && value !== "";

  /** Return what the part of the address behind # says. */
  function read() {
    const params = new URLSearchParams(location.hash.slice(1));
    for (const [name, value] of waiting) {
      if (present(value)) params.set(name, value);
      else params.delete(name);
    }
    return params;
  }

  /** Return the address of something in the app. */
  const link = (values) => `#${new URLSearchParams(Object.entries(values).filter(([, value]) => present(value)))}`;

  function flush() {
    clearTimeout(timer);
    const to = `#${read()}`;
    waiting = new Map();
    noted = performance.now();
    if (to !== location.hash) history.replaceState(null, "", to);
  }

  /** Go somewhere: a new entry in the history. */
  function go(values) {
    if (waiting.size) flush();
    location.hash = link(values);
  }

  /** Change the address of the place where we are, without a new entry; names with null go. */
  function note(values) {
    for (const [name, value] of Object.entries(values)) waiting.set(name, value);
    clearTimeout(timer);
    const pause = noted + PAUSE - performance.now();
    if (pause <= 0) flush();
    else timer = setTimeout(flush, pause);
  }

  // Whoever leaves by a link takes nothing along that belongs to the place he leaves.
  addEventListener("hashchange", () => {
    clearTimeout(timer);
    waiting = new Map();
  });

  Vicinal.address = { read, link, go, note };
})();
