"use strict";
// A method and its settings: a chooser, and a slider or a switch for each setting.
(() => {
  const { element } = Vicinal;
  let count = 0; // of labels that need an id

  // The slider shows the range already.
  const explained = ({ help }) => (help ?? "").replace(/, 0 to 1\.$/, ".");
  const words = (name) => Vicinal.capital(name.replaceAll("_", " "));

  class Settings {
    /**
     * `methods` are those of /api/info, or further choices {name, label, settings: []}; `slot` is where the address keeps
     * what is chosen ("m", "a", "b"); `changed(moving)` is called after every change.
     */
    constructor(methods, slot, chosen, changed) {
      this.methods = methods;
      this.slot = slot;
      this.first = chosen;
      this.changed = changed;
      this.kept = {}; // settings of the methods that were chosen before: who comes back finds them again
      const options = methods.map(({ name, label }) => element("option", { value: name, text: label ?? words(name) }));
      this.chooser = element("select", { on: { change: () => this.choose(this.chooser.value) } }, ...options);
      this.summary = element("p", { class: "quiet method-summary" });
      this.controls = element("div", { class: "settings" });
      this.reset = element("button", {
        type: "button",
        class: "plain",
        text: "Reset to defaults",
        on: { click: () => this.#reset() },
      });
      this.#build(chosen);
    }

    get method() {
      return this.methods.find(({ name }) => name === this.chooser.value);
    }

    /** What to ask the server for: the method, and those settings that are not as they are anyway. */
    get value() {
      const settings = {};
      for (const { name, default: usual } of this.method.settings) {
        const value = this.values[name];
        if (value !== usual) settings[name] = value;
      }
      return { method: this.method.name, settings };
    }

    choose(name) {
      this.#build(name);
      this.#note(true);
      this.changed(false);
    }

    #build(name) {
      this.chooser.value = name;
      const { summary, settings } = this.method;
      this.values = this.kept[name] ??= Object.fromEntries(settings.map((each) => [each.name, each.default]));
      this.summary.textContent = summary ?? "";
      this.rows = settings.map((setting) => this.#row(setting));
      this.controls.replaceChildren(...this.rows.map(({ node }) => node));
      this.#paint();
    }

    #row(setting) {
      if (setting.type === "boolean") return this.#toggle(setting);
      return setting.type === "choice" ? this.#choice(setting) : this.#number(setting);
    }

    #toggle(setting) {
      const box = element("input", {
        type: "checkbox",
        role: "switch",
        on: { change: () => this.#set(setting.name, box.checked) },
      });
      const node = element(
        "div",
        { class: "setting" },
        element("label", { class: "switch" }, element("span", { text: words(setting.name) }), box),
        element("p", { class: "help", text: explained(setting) }),
      );
      return { node, setting, show: (value) => (box.checked = value) };
    }

    #choice(setting) {
      const list = (setting.choices ?? []).map((value) => element("option", { value, text: value }));
      const chooser = element("select", { on: { change: () => this.#set(setting.name, chooser.value) } }, ...list);
      const label = element("label", {}, element("span", { text: words(setting.name) }), chooser);
      const node = element(
        "div",
        { class: "setting" },
        label,
        element("p", { class: "help", text: explained(setting) }),
      );
      return { node, setting, show: (value) => (chooser.value = value) };
    }

    #number(setting) {
      const id = `setting-${++count}`;
      const limits = { min: setting.least, max: setting.most, step: setting.step };
      const slider = element("input", { type: "range", id, "aria-describedby": `${id}-help`, ...limits });
      const exact = element("input", { type: "number", "aria-label": `${words(setting.name)}, exactly`, ...limits });
      slider.addEventListener("input", () => this.#set(setting.name, Number(slider.value), true));
      exact.addEventListener("input", () => {
        if (exact.value !== "" && exact.validity.valid) this.#set(setting.name, Number(exact.value), true, exact);
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
      const show = (value, typed) => {
        slider.value = value;
        if (typed !== exact) exact.value = value;
        const share = (value - setting.least) / (setting.most - setting.least || 1);
        slider.style.setProperty("--share", `${100 * share}%`);
      };
      return { node, setting, show };
    }

    #set(name, value, moving = false, typed = null) {
      this.values[name] = value;
      this.#paint(typed);
      this.#note();
      this.changed(moving);
    }

    #reset() {
      for (const { name, default: usual } of this.method.settings) this.values[name] = usual;
      this.#paint();
      this.#note();
      this.changed(false);
    }

    #paint(typed) {
      for (const { node, setting, show } of this.rows) {
        show(this.values[setting.name], typed);
        node.classList.toggle("changed", this.values[setting.name] !== setting.default);
      }
      this.reset.disabled = !Object.keys(this.value.settings).length;
    }

    /** Keep what is chosen in the address. */
    #note(another = false) {
      const { method, settings } = this.value;
      const values = { [this.slot]: method === this.first ? null : method };
      if (another) {
        for (const name of Vicinal.address.read().keys()) if (name.startsWith(`${this.slot}.`)) values[name] = null;
      }
      for (const { name } of this.method.settings) values[`${this.slot}.${name}`] = settings[name] ?? null;
      Vicinal.address.note(values);
    }

    /** Take what the address has kept; what cannot be is as if it were not there. */
    read() {
      const params = Vicinal.address.read();
      const name = params.get(this.slot);
      this.kept = {};
      this.#build(this.methods.some((method) => method.name === name) ? name : this.first);
      for (const setting of this.method.settings) {
        const text = params.get(`${this.slot}.${setting.name}`);
        const value = text === null ? null : read(setting, text);
        if (value !== null) this.values[setting.name] = value;
      }
      this.#paint();
    }

    /** Write what is chosen into the address again, after it was taken over from another place. */
    keep() {
      this.#note(true);
    }
  }

  function read({ type, least, most, choices }, text) {
    if (type === "boolean") return text === "true" ? true : text === "false" ? false : null;
    if (type === "choice") return choices?.includes(text) ? text : null;
    const value = Number(text);
    return text.trim() && value >= least && value <= most ? value : null;
  }

  Object.assign(Vicinal, { Settings, inWords: words });
})();
