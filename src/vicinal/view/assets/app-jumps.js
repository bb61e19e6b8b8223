"use strict";
// Jumps to what may be wrong: sentences without a link in reading order, and links from the weakest to the strongest.

/** @typedef {InstanceType<typeof Jumps>} Jumps */

const Jumps = (() => {
  const { element, button } = Dom;
  const { SIDES } = AlignmentModel;
  const BY_HAND = 1e9; // stands for the score of a link made by hand, which is above all others

  /**
   * Return all sentences of both texts in reading order: a target sentence comes after the source sentence that the
   * last linked one before it, or it itself, is linked with.
   *
   * @param {AlignmentModel} model
   * @returns {SentencePlace[]}
   */
  function inReadingOrder({ linksOf }) {
    let reached = -1;
    const targets = linksOf.target.map((links, index) => {
      reached = links.at(0)?.source.at(-1) ?? reached;
      return { side: /** @type {Side} */ ("target"), index, after: reached };
    });
    const sources = linksOf.source.map((_, index) => ({
      side: /** @type {Side} */ ("source"),
      index,
      after: index - 0.5,
    }));
    return [...sources, ...targets].sort((a, b) => a.after - b.after);
  }

  /**
   * Return the next sentence without a link after a place, from the top again after the last one.
   *
   * @param {AlignmentModel} model
   * @param {SentencePlace | null} from
   */
  function unlinked(model, from) {
    const all = inReadingOrder(model);
    const at = from ? all.findIndex(({ side, index }) => side === from.side && index === from.index) : -1;
    const isFree = (/** @type {SentencePlace} */ { side, index }) => !model.linksOf[side][index].length;
    const below = all.slice(at + 1).find(isFree);
    const place = below ?? all.find(isFree);
    const left = SIDES.reduce((sum, side) => sum + model.linksOf[side].filter((links) => !links.length).length, 0);
    return place ? { place, wrapped: !below, left } : null;
  }

  /** Return the links from the weakest to the strongest; those made by hand are last. @param {ModelLink[]} links */
  const byStrength = (links) =>
    [...links].sort((a, b) => (a.score ?? BY_HAND) - (b.score ?? BY_HAND) || a.index - b.index);

  return class Jumps {
    /** The links that were shown from the weakest on, and the pair that they are of. @type {{ of: string | null, seen: Set<string> }} */
    #visited = { of: null, seen: new Set() };

    /** @param {CorrectMode} mode */
    constructor(mode) {
      this.mode = mode;
      this.unlinked = button("next", "Unlinked", () => this.toUnlinked(), true);
      this.unlinked.title = "Go to the next sentence without a link";
      this.weakest = button("next", "Weakest", () => this.toWeakest(), true);
      this.weakest.title = "Go to the next weakest link";
      mode.withKey(this.unlinked, "U");
      mode.withKey(this.weakest, "L");
      const group = { class: "acts three", role: "group", "aria-label": "Go to" };
      this.node = element("div", group, this.unlinked, this.weakest, mode.notes.next);
    }

    /** Go to the next sentence without a link, and beside it show the one that is suggested. */
    toUnlinked() {
      const { bench, sentence } = this.mode;
      const { notices, stage } = bench;
      const found = unlinked(stage.viewer.model, sentence.place);
      if (!found) {
        notices.say("No more sentences without a link");
        return;
      }
      stage.selection.clear();
      stage.selection.go(found.place);
      sentence.showSuggested();
      const left = `${Wording.count(found.left, "sentence")} without a link`;
      notices.say(found.wrapped ? `No more below; from the top again. ${left}` : left);
    }

    /** Go to the weakest link that was not shown yet. */
    toWeakest() {
      const { notices, stage, key } = this.mode.bench;
      const all = byStrength(stage.viewer.model.links.filter((link) => link.shown));
      const keyOf = (/** @type {ModelLink} */ { source, target }) => Patches.keyOf([source, target]);
      if (this.#visited.of !== key) this.#visited = { of: key, seen: new Set() };
      const { seen } = this.#visited;
      const next = all.find((link) => !seen.has(keyOf(link)));
      if (!all.length) notices.say("There are no links");
      else if (!next) {
        seen.clear();
        notices.say("No more links; L begins again with the weakest");
      } else {
        seen.add(keyOf(next));
        this.goTo(next);
        const score = next.score === null ? "made by hand" : `score ${Wording.score(next)}`;
        const left = all.filter((link) => !seen.has(keyOf(link))).length;
        notices.say(`Weakest link, ${score}; ${Wording.number(left)} more`);
      }
    }

    /** Choose a link and go to its first sentence. @param {ModelLink} link */
    goTo(link) {
      const { viewer } = this.mode.bench.stage;
      viewer.pin(link);
      viewer.controls.status.textContent = ""; // the sentence with the focus is read out, and the message
      viewer.texts.source.focus(link.source[0]);
    }
  };
})();
