"use strict";
// Elements, icons and colours. Text reaches the page as text nodes and attributes only, never as markup.
//
// Each script defines one name, a class or an object of functions, in the global scope that all of them share. They are
// classic scripts, so that they also run inlined in one file from file://.

/** @typedef {{ [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void }} Listeners */
/** @typedef {Record<string, string | number | boolean | null | undefined | Listeners>} Attributes */
/** @typedef {Record<string, string>} Palette The colours of the theme, by name or group of links. */

const Dom = (() => {
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
    legend: "M2.5 4h4M2.5 8h4M2.5 12h4M9.5 4h4M9.5 8h4M9.5 12h4",
    changes: "M2.5 4.5h11M2.5 11h4.5M9.5 11h4M11.5 9v4",
    together: "M8 2v12M5.5 4.5 8 2l2.5 2.5M5.5 11.5 8 14l2.5-2.5",
    list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1",
    plus: "M8 3v10M3 8h10",
    minus: "M3 8h10",
    tick: "m3 8.5 3.3 3.5L13 4.5",
    undo: "M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5 6 3.5M3 6.5l3 3",
    redo: "M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M13 6.5l-3-3M13 6.5l-3 3",
    link: "M6.5 9.5l3-3M7.2 4.6l1-1a2.6 2.6 0 0 1 3.7 0l.5.5a2.6 2.6 0 0 1 0 3.7l-1 1M8.8 11.4l-1 1a2.6 2.6 0 0 1-3.7 0l-.5-.5a2.6 2.6 0 0 1 0-3.7l1-1",
    join: "M3 3.5c4 0 4 4.5 8 4.5M3 12.5C7 12.5 7 8 11 8M11 8h2.5",
    split: "M13 3.5C9 3.5 9 8 5 8M13 12.5C9 12.5 9 8 5 8M5 8H2.5",
    person: "M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM2.8 13.6c.6-2.5 2.6-3.8 5.2-3.8s4.6 1.3 5.2 3.8",
    people:
      "M6 7.6a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.6 13c.4-2.3 2.1-3.5 4.4-3.5s4 1.2 4.4 3.5M10.6 3.2a2.3 2.3 0 0 1 0 4.3M11.9 9.8c1.4.5 2.3 1.6 2.6 3.2",
    save: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10",
    settings: "M2.5 5h5M11.5 5h2M9.5 3.2v3.6M2.5 11h2M8.5 11h5M6.5 9.2v3.6",
    compare: "M5.5 2.5v11M10.5 2.5v11M2.5 5.5h3M10.5 5.5h3M2.5 10.5h3M10.5 10.5h3",
    side: "M2.5 3h11v10h-11zM6.5 3v10",
    details: "M2.5 3h11v10h-11zM2.5 9.5h11",
    only: "M2.5 4.5v7M13.5 4.5v7M4.5 8h7",
    cut: "M8 1.5v13M2.5 5.5h2.5M2.5 10.5h2.5M11 5.5h2.5M11 10.5h2.5",
    merge: "M2 5.5h4v5H2M14 5.5h-4v5h4M6 8h4",
    paragraph: "M10.5 13.5v-11M7.5 13.5v-11M13 2.5H6.5a3 3 0 0 0 0 6h1",
    heading: "M4 3v10M12 3v10M4 8h8",
    bin: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
    attachUp: "M8 13.5v-9M4.5 8 8 4.5 11.5 8M3 2.5h10",
    attachDown: "M8 2.5v9M4.5 8 8 11.5 11.5 8M3 13.5h10",
    speech: "M2.5 3.5h11v7.5h-6l-3 2.5V11h-2z",
    scales: "M8 2.5v11M5 13.5h6M3 4.5h10M3 4.5 1.3 9h3.4zM13 4.5 11.3 9h3.4z",
    pen: "M3 13l.6-2.8 7-7a1.5 1.5 0 0 1 2.2 2.2l-7 7z",
  };

  const COLOURS = {
    ink: "--ink",
    paper: "--paper",
    accent: "--accent",
    "1-1": "--k11",
    "1-N": "--k1n",
    "N-1": "--kn1",
    "N-N": "--knn",
    both: "--both",
    a: "--a",
    b: "--b",
  };

  /**
   * Return an element.
   *
   * @template {keyof HTMLElementTagNameMap} T
   * @param {T} tag
   * @param {Attributes & { on?: Listeners, text?: string | number }} props attributes, of which null, undefined and
   *   false are left out; `on` are listeners and `text` is the text content
   * @param {...(Node | string | null)} children
   * @returns {HTMLElementTagNameMap[T]}
   */
  function element(tag, { on = {}, text, ...attributes } = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      node.setAttribute(name, value === true ? "" : String(value));
    }
    for (const [type, listener] of Object.entries(on)) node.addEventListener(type, /** @type {any} */ (listener));
    if (text !== undefined) node.textContent = String(text);
    node.append(...children.filter((child) => child !== null));
    return node;
  }

  /**
   * Return an SVG element.
   *
   * @template {keyof SVGElementTagNameMap} T
   * @param {T} tag
   * @param {Record<string, string | number>} attributes
   * @param {...Node} children
   * @returns {SVGElementTagNameMap[T]}
   */
  function drawing(tag, attributes, ...children) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
    node.append(...children);
    return node;
  }

  /** @param {keyof typeof ICONS} name */
  function icon(name) {
    const size = { viewBox: "0 0 16 16", width: 16, height: 16, class: "icon", "aria-hidden": "true" };
    return drawing("svg", { ...size, "data-icon": name }, drawing("path", { d: ICONS[name] }));
  }

  /**
   * Return a button with an icon.
   *
   * @param {keyof typeof ICONS} name of the icon
   * @param {string} label the name of the button, shown beside the icon if `shown`
   * @param {(event: MouseEvent) => void} onclick
   */
  function button(name, label, onclick, shown = false) {
    const text = shown ? element("span", { text: label }) : null;
    const attributes = { type: "button", title: label, "aria-label": shown ? null : label };
    return element("button", { ...attributes, on: { click: onclick } }, icon(name), text);
  }

  /**
   * Return a dialog with a heading, which is removed when it is closed.
   *
   * @param {string} heading
   * @param {...Node} content
   */
  function dialog(heading, ...content) {
    const close = button("close", "Close", () => node.close());
    const node = element(
      "dialog",
      { "aria-label": heading },
      element("div", { class: "dialog-head" }, element("h2", { text: heading }), close),
      ...content,
    );
    node.addEventListener("close", () => node.remove());
    document.body.append(node);
    return node;
  }

  /**
   * Return the colours of the style sheet, of the current theme, in a form that a canvas takes.
   *
   * @param {Element} root
   * @returns {Palette}
   */
  function colours(root) {
    const probe = element("i", { hidden: true });
    root.append(probe);
    const found = Object.entries(COLOURS).map(([name, property]) => {
      probe.style.color = `var(${property})`;
      return [name, getComputedStyle(probe).color];
    });
    probe.remove();
    return Object.fromEntries(found);
  }

  /** Give an element another text; the same one again would be laid out again. @param {Element} node @param {string} text */
  function write(node, text) {
    if (node.textContent !== text) node.textContent = text;
  }

  return { element, drawing, icon, button, dialog, colours, write };
})();
