"use strict";
// The language of new texts: a list by name, with "Recognise" first, and a field for a code that is not in it.

/** @typedef {InstanceType<typeof LanguageField>} LanguageField */

const LanguageField = (() => {
  const { element } = Dom;
  const OTHER = "other";
  // Some languages without sentence rules of their own; any code can be typed.
  const MORE = "af az be cy eo ga id ka km la lb lo mn ms mt ne si sq sw th tl uz vi yi".split(" ");

  class LanguageField {
    /** @param {string[]} known codes of languages with sentence rules of their own @param {() => void} changed */
    constructor(known, changed) {
      const group = (/** @type {string} */ label, /** @type {string[]} */ codes) =>
        element("optgroup", { label }, ...byName(codes).map(([value, text]) => element("option", { value, text })));
      const choose = () => {
        this.code.hidden = this.list.value !== OTHER;
        if (!this.code.hidden) this.code.focus();
        changed();
      };
      this.list = element(
        "select",
        { on: { change: choose } },
        element("option", { value: "", text: "Recognise from the texts" }),
        group("With sentence rules of their own", known),
        group(
          "Others, with general rules",
          MORE.filter((code) => !known.includes(code)),
        ),
        element("option", { value: OTHER, text: "Another, by its code …" }),
      );
      this.code = element("input", {
        class: "language",
        hidden: true,
        maxlength: 35,
        autocomplete: "off",
        spellcheck: "false",
        placeholder: "such as pt-BR",
        "aria-label": "Code of the language",
        on: { input: changed },
      });
      const label = element("label", { class: "named" }, element("span", { text: "Language" }), this.list);
      this.node = element("div", { class: "language-field" }, label, this.code);
    }

    /** The code; null if the language is to be recognised. */
    get value() {
      return (this.list.value === OTHER ? this.code.value.trim() : this.list.value) || null;
    }

    /** Recognise the language again. */
    clear() {
      this.list.value = "";
      this.code.value = "";
      this.code.hidden = true;
    }

    /** Return the English name of a language. @param {string} code */
    static nameOf(code) {
      try {
        return new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;
      } catch {
        return code;
      }
    }
  }

  /** Return codes with their names, in the order of the names. @param {string[]} codes */
  const byName = (codes) =>
    codes.map((code) => [code, LanguageField.nameOf(code)]).sort(([, one], [, two]) => one.localeCompare(two, "en"));

  return LanguageField;
})();
