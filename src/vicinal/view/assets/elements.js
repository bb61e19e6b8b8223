"use strict";
// Classic scripts in one shared name, so that they run from file:// in one piece, or one by one from a server.
globalThis.Vicinal ??= {};

// Elements, icons and numbers. Text reaches the page as text nodes and attributes only, never as markup.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const ICONS = {
    previous: "M10 3 5 8l5 5",
    next: "m6 3 5 5-5 5",
    play: "M5 3.2v9.6l8-4.8z",
    pause: "M5.5 3.5v9M10.5 3.5v9",
    whole: "M3 8a5 5 0 1 0 1.6-3.7M3 2.5v2.8h2.8",
    close: "m4 4 8 8m0-8-8 8",
    theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
    map: "M2.5 2.5h11v11h-11zM2.5 6h11M2.5 10h11M6 2.5v11M10 2.5v11",
    filter: "M2.5 4h11M4.5 8h7M6.5 12h3",
    help: "M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M8 11.6v.1M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z",
    together: "M8 2v12M5.5 4.5 8 2l2.5 2.5M5.5 11.5 8 14l2.5-2.5",
  };

  const COLOURS = {
    ink: "--ink",
    paper: "--paper",
    accent: "--accent",
    "1-1": "--k11",
    "1-N": "--k1n",
    "N-1": "--kn1",
    "N-N": "--knn",
  };

  /** Return an element. In props, `on` holds listeners, `text` the text content; anything else is an attribute. */
  function element(tag, props = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
      if (value === null || value === undefined || value === false) continue;
      if (name === "text") node.textContent = value;
      else if (name === "on")
        for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
      else node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  }

  /** Return an SVG element with attributes. */
  function drawing(tag, attributes = {}, ...children) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }

  function icon(name) {
    const size = { viewBox: "0 0 16 16", width: 16, height: 16, class: "icon", "aria-hidden": "true" };
    return drawing("svg", { ...size, "data-icon": name }, drawing("path", { d: ICONS[name] }));
  }

  /** Return a button with an icon; the label is read out, and shown beside the icon if `shown`. */
  function button(name, label, onclick, shown = false) {
    const text = shown ? element("span", { text: label }) : null;
    return element(
      "button",
      { type: "button", title: label, "aria-label": label, on: { click: onclick } },
      icon(name),
      text,
    );
  }

  /** Make function run once before the next paint, however often it is asked for. */
  function beforePaint(run) {
    let asked = 0;
    return () => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        run();
      });
    };
  }

  /** Run a generator in slices of a few milliseconds, so that the page stays alive; return a function that stops it. */
  function inSlices(generator, done) {
    let stopped = false;
    const slice = () => {
      const end = performance.now() + 12;
      while (!stopped && performance.now() < end) {
        const { done: over, value } = generator.next();
        if (over) {
          done(value);
          return;
        }
      }
      if (!stopped) setTimeout(slice);
    };
    setTimeout(slice);
    return () => (stopped = true);
  }

  /** Return the colours of the style sheet as a canvas can use them, light or dark as they are now. */
  function colours(root) {
    const probe = element("i", { hidden: true });
    root.append(probe);
    const found = {};
    for (const [name, property] of Object.entries(COLOURS)) {
      probe.style.color = `var(${property})`;
      found[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    return found;
  }

  const count = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  Object.assign(Vicinal, { element, drawing, icon, button, beforePaint, inSlices, colours, count, calm });
})();
