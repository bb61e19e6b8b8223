"use strict";
// A method and its settings: a chooser, and a slider or a switch for each setting.

/** @typedef {InstanceType<typeof MethodSettings>} MethodSettings */
/**
 *
 *
 * @typedef {{ node: HTMLElement, setting: SettingInfo, show: (value: any, typed: Element | null) => void }} SettingRow
 */

const MethodSettings = (() => {
  const { element } = Dom;
  let count = 0; // of ids

  // The slider already shows the range.
  const explained = (/** @type {SettingInfo} */ { help }) => help.replace(/, 0 to 1\.$/, ".");
  const words = (/** @type {string} */ name) => Wording.capital(name.replaceAll("_", " "));

  class MethodSettings {
    /** The methods that are offered. @type {MethodInfo[]} */
    methods = [];
    /** Settings of methods chosen earlier, which are restored. @type {Record<string, MethodChoice["settings"]>} */
    #kept = {};
    /** @type {MethodChoice["settings"]} */
    #values = {};
    /** @type {SettingRow[]} */
    #rows = [];

    /**
     * @param {MethodInfo[]} methods
     * @param {"m" | "a" | "b"} slot the prefix of its names in the address
     * @param {string} first the method chosen at first
     * @param {() => void} changed called after every change
     */
    constructor(methods, slot, first, changed) {
      this.slot = slot;
      this.first = first;
      this.changed = changed;
      this.chooser = element("select", { on: { change: () => this.#choose(this.chooser.value) } });
      this.summary = element("p", { class: "quiet method-summary" });
      this.controls = element("div", { class: "settings" });
      const click = () => this.#reset();
      this.reset = element("button", { type: "button", class: "plain", text: "Reset to defaults", on: { click } });
      this.offer(methods);
    }

    /** Offer other methods. @param {MethodInfo[]} methods */
    offer(methods) {
      this.methods = methods;
      const options = methods.map((method) => element("option", { value: method.name, text: titleOf(method) }));
      this.chooser.replaceChildren(...options);
      this.#build(this.first);
    }

    get method() {
      return this.methods[this.chooser.selectedIndex];
    }

    /** The name of the method in words. */
    get title() {
      return titleOf(this.method);
    }

    /** The method, and the settings that differ from their defaults. @returns {MethodChoice} */
    get value() {
      const changed = this.method.settings.filter((setting) => this.#values[setting.name] !== setting.default);
      const settings = Object.fromEntries(changed.map(({ name }) => [name, this.#values[name]]));
      return { method: this.method.name, settings };
    }

    /** @param {string} name */
    #choose(name) {
      this.#build(name);
      this.#note(true);
      this.changed();
    }

    /** @param {string} name */
    #build(name) {
      this.chooser.value = name;
      const { summary, settings } = this.method;
      this.#kept[name] ??= Object.fromEntries(settings.map((each) => [each.name, each.default]));
      this.#values = this.#kept[name];
      this.summary.textContent = summary;
      this.#rows = settings.map((each) => (each.type === "boolean" ? this.#switch(each) : this.#number(each)));
      this.controls.replaceChildren(...this.#rows.map(({ node }) => node));
      this.#paint();
    }

    /** @param {SettingInfo} setting @returns {SettingRow} */
    #switch(setting) {
      const change = () => this.#set(setting.name, box.checked);
      const box = element("input", { type: "checkbox", role: "switch", on: { change } });
      const node = element(
        "div",
        { class: "setting" },
        element("label", { class: "switch" }, element("span", { text: words(setting.name) }), box),
        element("p", { class: "help", text: explained(setting) }),
      );
      const show = (/** @type {boolean} */ value) => {
        box.checked = value;
      };
      return { node, setting, show };
    }

    /** @param {SettingInfo} setting @returns {SettingRow} */
    #number(setting) {
      const id = `setting-${++count}`;
      const [least, most] = [setting.least ?? 0, setting.most ?? 1];
      const limits = { min: least, max: most, step: setting.step };
      const slider = element("input", { type: "range", id, "aria-describedby": `${id}-help`, ...limits });
      const exact = element("input", { type: "number", "aria-label": `${words(setting.name)}, exactly`, ...limits });
      slider.addEventListener("input", () => this.#set(setting.name, Number(slider.value)));
      exact.addEventListener("input", () => {
        if (exact.value !== "" && exact.validity.valid) this.#set(setting.name, Number(exact.value), exact);
      });
      exact.addEventListener("change", () => this.#paint());
      const node = element(
        "div",
        { class: "setting" },
        element("label", { for: id, text: words(setting.name) }),
        exact,
        slider,
        element("p", { class: "help", id: `${id}-help`, text: explained(setting) }),
      );
      const show = (/** @type {number} */ value, /** @type {Element | null} */ typed) => {
        slider.value = String(value);
        if (typed !== exact) exact.value = String(value);
        slider.style.setProperty("--share", `${(100 * (value - least)) / (most - least || 1)}%`);
      };
      return { node, setting, show };
    }

    /** @param {string} name @param {number | boolean} value @param {Element | null} typed the field being typed in */
    #set(name, value, typed = null) {
      this.#values[name] = value;
      this.#paint(typed);
      this.#note();
      this.changed();
    }

    #reset() {
      for (const setting of this.method.settings) this.#values[setting.name] = setting.default;
      this.#paint();
      this.#note();
      this.changed();
    }

    /** @param {Element | null} typed the field being typed in, which is left alone */
    #paint(typed = null) {
      for (const { node, setting, show } of this.#rows) {
        show(this.#values[setting.name], typed);
        node.classList.toggle("changed", this.#values[setting.name] !== setting.default);
      }
      this.reset.disabled = !Object.keys(this.value.settings).length;
    }

    /** Write the choice into the address. @param {boolean} another whether the method is another one */
    #note(another = false) {
      const { method, settings } = this.value;
      /** @type {AddressValues} */
      const values = { [this.slot]: method === this.first ? null : method };
      if (another) {
        for (const name of Address.read().keys()) if (name.startsWith(`${this.slot}.`)) values[name] = null;
      }
      for (const { name } of this.method.settings) values[`${this.slot}.${name}`] = settings[name] ?? null;
      Address.note(values);
    }

    /** Take a method and settings, as if the user had chosen them. @param {MethodChoice} choice */
    take({ method, settings }) {
      this.#build(method);
      for (const { name, default: usual } of this.method.settings) this.#values[name] = settings[name] ?? usual;
      this.#paint();
      this.#note(true);
      this.changed();
    }

    /** Read the choice from the address; values out of range are ignored. */
    read() {
      const params = Address.read();
      const name = params.get(this.slot) ?? this.first;
      this.#kept = {};
      this.#build(this.methods.some((method) => method.name === name) ? name : this.first);
      for (const setting of this.method.settings) {
        const value = parsed(setting, params.get(`${this.slot}.${setting.name}`) ?? "");
        if (value !== null) this.#values[setting.name] = value;
      }
      this.#paint();
    }
  }

  /** @param {MethodInfo} method */
  const titleOf = ({ name, label }) => label ?? words(name);

  /** Return the value of a setting; null if the text is none. @param {SettingInfo} setting @param {string} text */
  function parsed({ type, least, most }, text) {
    if (type === "boolean") return text === "true" ? true : text === "false" ? false : null;
    const value = Number(text);
    return text.trim() && value >= (least ?? 0) && value <= (most ?? 1) ? value : null;
  }

  return MethodSettings;
})();
