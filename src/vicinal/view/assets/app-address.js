"use strict";
// The address says what is shown: after a reload, or in another tab, the same is there.
(() => {
  /** Return what the part of the address behind # says. */
  const read = () => new URLSearchParams(location.hash.slice(1));

  /** Return the address of something in the app. */
  const link = (values) => `#${new URLSearchParams(Object.entries(values).filter(([, value]) => present(value)))}`;
  const present = (value) => value !== null && value !== undefined && value !== "";

  /** Go somewhere: a new entry in the history. */
  function go(values) {
    const to = link(values);
    if (to === location.hash) return false;
    location.hash = to;
    return true;
  }

  /** Change the address of the place where we are, without a new entry; names with null go. */
  function note(values) {
    const params = read();
    for (const [name, value] of Object.entries(values)) {
      if (present(value)) params.set(name, value);
      else params.delete(name);
    }
    if (`#${params}` !== location.hash) history.replaceState(null, "", `#${params}`);
  }

  Vicinal.address = { read, link, go, note };
})();
