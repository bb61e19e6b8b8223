"use strict";
// The link pointed at or pinned: its kind, score and sentences in a line, with the words that its two sides have in
// common, or with what changed between them.

/** @typedef {InstanceType<typeof LinkDetail>} LinkDetail */

const LinkDetail = (() => {
  const { element } = Dom;
  const { SIDES } = AlignmentModel;
  const SEARCHED = 20000; // characters of a sentence in which common words are marked
  const LISTED = 40; // common words in the line
  const SPOKEN = 500; // characters of a sentence that are read out

  // Rare words are marked strongly, frequent ones faintly. Browsers without highlights still list the words.
  const marks = {
    rare: WordChanges.highlight("common"),
    some: WordChanges.highlight("common-some"),
    often: WordChanges.highlight("common-often"),
  };

  return class LinkDetail {
    /** Whether to show what changed instead of the common words. */
    showsChanges = false;
    /** Whether a click chooses a sentence instead of pinning its link. */
    selecting = false;
    /** @type {ModelLink | null} */
    #marked = null;
    /** @type {[Highlight, StaticRange][]} */
    #ranges = [];

    /** @param {TextPanes} texts @param {AlignmentModel} model */
    constructor(texts, model) {
      this.texts = texts;
      this.model = model;
      this.node = element("div", { class: "detail" });
    }

    /** Switch between what changed and the common words. */
    toggleChanges() {
      this.showsChanges = !this.showsChanges;
      this.#mark(null);
    }

    /** Return the changes of a link, if they are to be shown; links made by hand have none. @param {ModelLink} link */
    #changes(link) {
      return this.showsChanges ? link.changes : null;
    }

    /** Show a link, or without one how to get one. @param {ModelLink | null} link */
    show(link) {
      this.#mark(link);
      if (link) this.#describe(link);
      else this.#hint();
    }

    /** @param {ModelLink} link */
    #common(link) {
      const texts = (/** @type {Side} */ side) =>
        link[side].map((index) => this.model.sides[side].sentences[index].slice(0, SEARCHED));
      const { folds } = this.model.data;
      link.common ??= Tokens.common(texts("source"), texts("target"), folds, WordWeights.rarity(this.model));
      return link.common;
    }

    /**
     * Mark words in both texts without changing their elements, so that a selection stays.
     *
     * @param {ModelLink | null} link
     */
    #mark(link) {
      if (!marks.rare || link === this.#marked) return;
      this.#marked = link;
      for (const [highlight, range] of this.#ranges) highlight.delete(range);
      this.#ranges = [];
      if (!link) return;
      const changes = this.#changes(link);
      if (changes) {
        for (const { operation, side, index, start, end } of WordChanges.places(changes, this.model))
          this.#add(WordChanges.highlights[operation], side, index, start, end);
        return;
      }
      const common = this.#common(link);
      for (const side of SIDES) {
        link[side].forEach((index, number) => {
          for (const [start, end, weight] of common[side][number])
            this.#add(marks[WordWeights.strength(weight)], side, index, start, end);
        });
      }
    }

    /**
     * @param {Highlight | null} highlight
     * @param {Side} side
     * @param {number} index
     * @param {number} startOffset
     * @param {number} endOffset
     */
    #add(highlight, side, index, startOffset, endOffset) {
      if (!highlight) return;
      const { words } = this.texts[side].sentences[index];
      const range = new StaticRange({ startContainer: words, startOffset, endContainer: words, endOffset });
      highlight.add(range);
      this.#ranges.push([highlight, range]);
    }

    #hint() {
      const { links } = this.model;
      const shown = links.filter((link) => link.shown).length;
      const count =
        shown === links.length ? "" : `${Wording.number(shown)} of ${Wording.count(links.length, "link")} shown. `;
      const mouse = matchMedia("(hover: hover)").matches;
      const does = this.selecting ? ["click to choose it.", "choose it."] : ["click to pin it.", "pin its link."];
      const how = mouse ? `Point at a sentence to see its link; ${does[0]}` : `Tap a sentence to ${does[1]}`;
      this.node.replaceChildren(element("p", { class: "quiet", text: count + how }));
    }

    /** @param {ModelLink} link */
    #describe(link) {
      const changes = this.#changes(link);
      this.node.replaceChildren(
        element("span", { class: "badge", "data-kind": link.group, text: link.kind }),
        element("b", { class: "score", text: Wording.score(link) }),
        element("span", {
          class: "where",
          text: SIDES.map((side) => `${side} ${Wording.indices(link[side])}`).join(" → "),
        }),
        changes ? WordChanges.legend(changes) : this.#commonWords(link),
      );
    }

    /** @param {ModelLink} link */
    #commonWords(link) {
      const { words } = this.#common(link);
      const listed = words
        .slice(0, LISTED)
        .flatMap(({ word, weight }, number) => [
          number ? ", " : ": ",
          element("bdi", { "data-weight": WordWeights.strength(weight), text: word }),
        ]);
      const more = words.length > LISTED ? " …" : null;
      return element("p", { class: "common" }, `${Wording.count(words.length, "word")} in common`, ...listed, more);
    }

    /** Return what a screen reader says about a pinned link. @param {ModelLink} link */
    spoken(link) {
      const texts = SIDES.map((side) => {
        const sentences = link[side].map((index) => this.model.sides[side].sentences[index].slice(0, SPOKEN));
        return `${side} ${Wording.indices(link[side])}: ${sentences.join(" ")}`;
      });
      const changes = this.#changes(link);
      const about = changes
        ? WordChanges.spoken(changes)
        : `${Wording.count(this.#common(link).words.length, "word")} in common`;
      return (
        `Pinned link ${link.index + 1} of ${this.model.links.length}, ${link.kind}, score ${Wording.score(link)}, ` +
        `${about}. ${texts.join(" ")}`
      );
    }
  };
})();
