"use strict";
// One difference between two annotators: the links of both, their notes, and the buttons that take one or the other.

/** @typedef {InstanceType<typeof DifferencePanel>} DifferencePanel */

const DifferencePanel = (() => {
  const { element } = Dom;

  return class DifferencePanel {
    /** @param {(choice: DifferenceChoice) => void} decide */
    constructor(decide) {
      const act = (
        /** @type {DifferenceChoice} */ choice,
        /** @type {Parameters<typeof Dom.button>[0]} */ icon,
        /** @type {string} */ label,
        /** @type {string} */ key,
        /** @type {string} */ title,
      ) => {
        const node = AdjudicateKeys.button(icon, label, key, () => decide(choice));
        node.title = title;
        return node;
      };
      this.one = act("one", "tick", "Take A", "A", "Take the links of A here");
      this.other = act("other", "tick", "Take B", "B", "Take the links of B here");
      this.none = act("none", "minus", "No link", "Del", "Decide that these sentences have no link");
      this.merged = act("merged", "join", "All as one", "Y", "Make one link of all sentences of both");
      this.acts = element(
        "div",
        { class: "acts", role: "group", "aria-label": "Decide" },
        this.one,
        this.other,
        this.none,
        this.merged,
      );
      this.rows = element("dl", { class: "versions" });
      this.notes = element("ul", { class: "difference-notes" });
      this.said = element("p", { class: "decision" });
      this.node = element("div", { class: "difference" }, this.rows, this.notes, this.said, this.acts);
    }

    /**
     * @param {DifferenceData | null} difference
     * @param {AdjudicatedNames} names
     * @param {Decision | null} decision
     */
    show(difference, names, decision) {
      const row = (/** @type {"a" | "b"} */ letter, /** @type {string} */ name, /** @type {IndexLink[]} */ links) =>
        element(
          "div",
          { "data-kind": letter },
          element(
            "dt",
            {},
            element("b", { class: "letter", text: letter.toUpperCase() }),
            element("bdi", { text: name }),
          ),
          element(
            "dd",
            {},
            ...(links.length ? links.map(linkLine) : [element("span", { class: "quiet", text: "no link" })]),
          ),
        );
      this.rows.replaceChildren(
        ...(difference ? [row("a", names.one, difference.one), row("b", names.other, difference.other)] : []),
      );
      this.one.setAttribute("aria-label", `Take A: ${names.one}`);
      this.other.setAttribute("aria-label", `Take B: ${names.other}`);
      this.notes.replaceChildren(...(difference?.notes ?? []).map((each) => noteLine(each, names)));
      for (const [node, is] of /** @type {const} */ ([
        [this.one, "one"],
        [this.other, "other"],
        [this.none, "none"],
      ])) {
        node.setAttribute("aria-pressed", String(decision === is));
        node.disabled = !difference;
      }
      // With one link on one side only, there is nothing to merge.
      this.merged.disabled = !difference || difference.one.length + difference.other.length < 2;
      this.none.disabled = !difference?.one.length || !difference.other.length; // one of the two already has none
      this.node.classList.toggle("is-decided", decision !== null);
      this.acts.hidden = !difference;
    }
  };

  /** @param {IndexLink} link */
  function linkLine([xs, ys]) {
    return element("span", { class: "link-line", text: `${Wording.indices(xs)} → ${Wording.indices(ys)}` });
  }

  /** @param {DifferenceNote} of @param {AdjudicatedNames} names */
  function noteLine({ annotator, note }, names) {
    const about = `${Wording.indices(note.source)} → ${Wording.indices(note.target)}`;
    const unsure = note.unsure ? " is unsure" : " notes";
    const comment = note.comment ? `: “${note.comment}”` : "";
    return element("li", {}, element("bdi", { text: names[annotator] }), `${unsure} (${about})${comment}`);
  }
})();
