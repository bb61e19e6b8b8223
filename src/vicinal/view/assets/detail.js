"use strict";
// The link in question: its kind, score and sentences in a line, and the words that its two sides have in common.
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

    /** Mark the common words in both texts, without touching their elements: a selection stays what it is. */
    #mark(link) {
      if (!marks || link === this.marked) return;
      this.marked = link;
      for (const range of this.ranges) marks.delete(range);
      this.ranges = [];
      if (!link) return;
      const common = this.#common(link);
      for (const side of SIDES) {
        link[side].forEach((index, number) => {
          const { words } = this.texts[side].sentences[index];
          for (const [startOffset, endOffset] of common[side][number]) {
            const range = new StaticRange({ startContainer: words, startOffset, endContainer: words, endOffset });
            marks.add(range);
            this.ranges.push(range);
          }
        });
      }
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
      const { words } = this.#common(link);
      const common = element("p", { class: "common" }, `${Vicinal.count(words.length, "word")} in common`);
      words
        .slice(0, LISTED)
        .forEach((word, number) => common.append(number ? ", " : ": ", element("bdi", { text: word })));
      if (words.length > LISTED) common.append(" …");
      this.node.replaceChildren(
        element("span", { class: "badge", "data-kind": link.group, text: link.kind }),
        element("b", { class: "score", text: Vicinal.scored(link) }),
        element("span", {
          class: "where",
          text: SIDES.map((side) => `${side} ${Vicinal.listed(link[side])}`).join(" → "),
        }),
        common,
      );
    }

    /** Return what a screen reader says of a link. */
    spoken(link) {
      const texts = SIDES.map((side) => {
        const sentences = link[side].map((index) => this.model.sides[side].sentences[index].slice(0, 500));
        return `${side} ${Vicinal.listed(link[side])}: ${sentences.join(" ")}`;
      });
      const { words } = this.#common(link);
      return (
        `Pinned link ${link.index + 1} of ${this.model.links.length}, ${link.kind}, score ${Vicinal.scored(link)}, ` +
        `${Vicinal.count(words.length, "word")} in common. ${texts.join(" ")}`
      );
    }
  }

  Object.assign(Vicinal, { Detail });
})();
