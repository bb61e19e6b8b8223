"use strict";
// Buttons for a pair in which little was found: another method, or lower settings, at once.

const WaysOn = (() => {
  const { element } = Dom;
  const LOWERED = ["caution", "threshold", "paragraph_alpha", "sentence_alpha"];
  const SHARE = 0.66; // of a setting, that is tried next
  const OTHERS = ["global", "vicinity"];

  /** Return a lower value, 0 in the end. @param {number} value */
  const lower = (value) => (value < 0.04 ? 0 : Math.floor(100 * SHARE * value) / 100);

  /**
   * Return the settings that make a method take less similar sentences, lowered; null if they cannot be.
   *
   * @param {MethodInfo} method
   * @param {MethodChoice["settings"]} settings
   * @returns {MethodChoice["settings"] | null}
   */
  function lowered(method, settings) {
    const found = method.settings.filter(({ name }) => LOWERED.includes(name));
    const before = found.map((each) => [each.name, Number(settings[each.name] ?? each.default)]);
    if (!before.some(([, value]) => value)) return null;
    return { ...settings, ...Object.fromEntries(before.map(([name, value]) => [name, lower(Number(value))])) };
  }

  /** Say what a lower choice is. @param {MethodInfo} method @param {MethodChoice["settings"]} settings */
  function inWords(method, settings) {
    const names = method.settings.map(({ name }) => name).filter((name) => LOWERED.includes(name));
    const values = names.map((name) => `${name.replaceAll("_", " ")} to ${settings[name]}`);
    return `Lower ${values.join(" and ")}`;
  }

  /** Name a way on. @param {string | null} method if it is another one @param {Record<string, number>} settings */
  function named(method, settings) {
    const values = Object.entries(settings).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
    return `Try ${[method, values.join(" and ")].filter(Boolean).join(" with ")}`;
  }

  /** Return the buttons for a view in which little was found. @param {Workbench} bench @param {ViewData} view */
  function buttons(bench, { method: title, ways }) {
    const { methods } = bench.info;
    const mode = bench.method;
    const isMethod = bench.mode === mode;
    const name = isMethod ? mode.settings.value.method : (title?.split(",")[0] ?? null);
    const current = methods.find((method) => method.name === name);
    const settings = isMethod ? mode.settings.value.settings : {};
    const button = (/** @type {string} */ text, /** @type {MethodChoice} */ choice) =>
      element("button", { type: "button", text, on: { click: () => bench.tryMethod(choice) } });
    if (ways)
      return ways.map(([method, values, links]) => {
        const [other, kept] = method === name ? [null, settings] : [method, {}];
        const text = `${named(other, values)} (${Wording.count(links, "link")})`;
        return button(text, { method, settings: { ...kept, ...values } });
      });
    const less = current && lowered(current, settings);
    return [
      ...(current && less ? [button(inWords(current, less), { method: current.name, settings: less })] : []),
      ...OTHERS.filter((other) => other !== name && methods.some((method) => method.name === other)).map((other) =>
        button(`Try ${other}`, { method: other, settings: {} }),
      ),
    ];
  }

  return { buttons };
})();
