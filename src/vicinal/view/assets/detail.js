"use strict";
// The link in question: its kind, score and sentences in a line, and the words that its two sides have in common, or
// what changed between them.
(() => {
  const { element, SIDES } = Vicinal;
  const LOOKED_AT = 20000; // characters of a sentence in which common words are marked
  const LISTED = 40; // words in the line

  // One for all viewers on a page: a style sheet can only name it once. Where a browser has no highlights, the line
  // still lists the words.
  const marks = globalThis.Highlight && CSS.highlights ? new Highlight() : null;
  if (marks) CSS.highlights.set("vicinal-common", marks);

  class Detail {
    constructor(texts) {
      this.texts = texts;
      this.node = element("div", { class: "detail" });
      this.ranges = [];
      this.changing = false;
    }

    /** Mark what changed instead of the common words, or the other way round. */
    toggleChanges() {
      this.changing = !this.changing;
      this.#mark(null);
    }

    /** Links made by hand come without their changes: of those, the common words are shown. */
    #showsChanges(link) {
      return this.changing && link.changes !== null;
    }

    /** Show a link, or how to come by one. */
    show(link) {
      this.#mark(link);
      if (link) this.#describe(link);
      else this.#invite();
    }

    #common(link) {
      const texts = SIDES.map((side) => link[side].map((i) => this.model.sides[side].sentences[i].slice(0, LOOKED_AT)));
      return (link.common ??= Vicinal.common(...texts, this.model.data.folds));
    }

    /** Mark words in both texts, without touching their elements: a selection stays what it is. */
    #mark(link) {
      if (!marks || link === this.marked) return;
      this.marked = link;
      for (const [highlight, range] of this.ranges) highlight.delete(range);
      this.ranges = [];
      if (!link) return;
      if (this.#showsChanges(link)) {
        for (const { operation, side, index, start, end } of Vicinal.changedPlaces(link, this.model.sides))
          this.#add(Vicinal.changeMarks[operation], side, index, start, end);
        return;
      }
      const common = this.#common(link);
      for (const side of SIDES) {
        link[side].forEach((index, number) => {
          for (const [start, end] of common[side][number]) this.#add(marks, side, index, start, end);
        });
      }
    }

    #add(highlight, side, index, startOffset, endOffset) {
      const { words } = this.texts[side].sentences[index];
      const range = new StaticRange({ startContainer: words, startOffset, endContainer: words, endOffset });
      highlight.add(range);
      this.ranges.push([highlight, range]);
    }

    #invite() {
      const { links } = this.model;
      const shown = links.filter((link) => link.shown).length;
      const count =
        shown === links.length ? "" : `${shown.toLocaleString("en")} of ${Vicinal.count(links.length, "link")} shown. `;
      const mouse = matchMedia("(hover: hover)").matches;
      const does = this.selecting ? ["click to choose it.", "choose it."] : ["click to pin it.", "pin its link."];
      const how = mouse ? `Point at a sentence to see its link; ${does[0]}` : `Tap a sentence to ${does[1]}`;
      this.node.replaceChildren(element("p", { class: "quiet", text: count + how }));
    }

    #describe(link) {
      this.node.replaceChildren(
        element("span", { class: "badge", "data-kind": link.group, text: link.kind }),
        element("b", { class: "score", text: Vicinal.scored(link) }),
        element("span", {
          class: "where",
          text: SIDES.map((side) => `${side} ${Vicinal.listed(link[side])}`).join(" → "),
        }),
        this.#showsChanges(link) ? Vicinal.changesLegend(link) : this.#listed(link),
      );
    }

    #listed(link) {
      const { words } = this.#common(link);
      const common = element("p", { class: "common" }, `${Vicinal.count(words.length, "word")} in common`);
      words
        .slice(0, LISTED)
        .forEach((word, number) => common.append(number ? ", " : ": ", element("bdi", { text: word })));
      if (words.length > LISTED) common.append(" …");
      return common;
    }

    /** Return what a screen reader says of a link. */
    spoken(link) {
      const texts = SIDES.map((side) => {
        const sentences = link[side].map((index) => this.model.sides[side].sentences[index].slice(0, 500));
        return `${side} ${Vicinal.listed(link[side])}: ${sentences.join(" ")}`;
      });
      const about = this.#showsChanges(link)
        ? Vicinal.changesSpoken(link)
        : `${Vicinal.count(this.#common(link).words.length, "word")} in common`;
      return (
        `Pinned link ${link.index + 1} of ${this.model.links.length}, ${link.kind}, score ${Vicinal.scored(link)}, ` +
        `${about}. ${texts.join(" ")}`
      );
    }
  }

  Object.assign(Vicinal, { Detail });
})();
