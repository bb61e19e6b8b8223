"use strict";
// A third set of links, made out of those of two annotators: where they differ, and what was decided there. The set is
// begun with the first decision; every decision is a change of it, saved at once, which can be undone.

/** @typedef {InstanceType<typeof Adjudication>} Adjudication */
/** @typedef {{ one: string, other: string, third: string }} AdjudicatedNames The two annotators, and the third set. */
/** @typedef {"one" | "other" | "none" | "merged"} DifferenceChoice What to take: "merged" is one link of all sentences. */

const Adjudication = (() => {
  const { keyOf } = Patches;

  /** @param {DifferenceData} difference @returns {IndexLink} */
  const placeOf = ({ source, target }) => [source, target];

  /** Return whether two lists have the same links. @param {IndexLink[]} one @param {IndexLink[]} two */
  const sameLinks = (one, two) => one.length === two.length && Patches.patch(one, two) === null;

  return class Adjudication {
    /** @type {DifferencesAnswer | null} */
    answer = null;
    /** @type {AdjudicatedNames} */
    names = { one: "", other: "", third: "" };
    /** Whose sentences the set gets. @type {"one" | "other"} */
    sentences = "one";
    /** The links of the two, on the sentences of the third set. @type {{ one: ViewData, other: ViewData } | null} */
    #views = null;
    /** The differences that were settled without a link, by their sentences. @type {Set<string>} */
    #settled = new Set();
    #asked = 0;

    /** @param {ConstructorParameters<typeof Corrections>[0]} on */
    constructor(on) {
      this.corrections = new Corrections({ ...on, changed: () => this.answer && on.changed() });
    }

    /** @returns {DifferenceData[]} */
    get differences() {
      return this.answer?.differences ?? [];
    }

    get isBegun() {
      return this.answer?.begun ?? false;
    }

    /** Whether the third set has changes that the differences do not know of yet. */
    get isStale() {
      const { queue, state } = this.corrections;
      return this.isBegun && !queue.length && state !== null && state.version !== this.answer?.version;
    }

    /**
     * Load the differences of two annotators; return whether they are still wanted.
     *
     * @param {string} key
     * @param {AdjudicatedNames} names
     * @param {"one" | "other"} sentences whose sentences are wanted, if the set is not begun
     */
    async load(key, names, sentences) {
      const number = ++this.#asked;
      this.answer = null;
      const answer = await this.#differences(key, names, sentences);
      const sentences_of = answer.begun ? names.third : names[sentences];
      const [one, other] = await Promise.all(
        [names.one, names.other].map((annotator) => Server.linksOn(key, { annotator, sentences_of })),
      );
      if (answer.begun) await this.corrections.open(key, names.third, new AbortController().signal);
      if (number !== this.#asked) return false;
      this.key = key;
      this.names = names;
      this.sentences = sentences;
      this.#views = { one: one.view, other: other.view };
      this.#take(answer);
      return true;
    }

    /** Load what was decided and how well all agree, after changes. */
    async refresh() {
      const number = this.#asked;
      const answer = await this.#differences(this.key ?? "", this.names, this.sentences);
      // An answer that was overtaken is older than what is known.
      if (number === this.#asked && answer.version >= (this.answer?.version ?? 0)) this.#take(answer);
    }

    /** Load nothing more, and show nothing. */
    stop() {
      this.#asked++;
      this.answer = null;
    }

    /**
     * @param {string} key
     * @param {AdjudicatedNames} names
     * @param {"one" | "other"} sentences
     */
    #differences(key, { one, other, third }, sentences) {
      return Server.differences(key, { one, other, annotator: third, sentences });
    }

    /** @param {DifferencesAnswer} answer */
    #take(answer) {
      this.answer = answer;
      const decided = answer.differences.filter((each) => each.decided && !this.#linksAt(each).length);
      this.#settled = new Set(decided.map((each) => keyOf(placeOf(each))));
    }

    /** The links of the third set; before it is begun, those that both have. @returns {IndexLink[]} */
    get links() {
      if (this.isBegun) return this.corrections.links;
      const others = new Set(this.#views?.other.links.map(keyOf));
      return (this.#views?.one.links ?? []).filter((link) => others.has(keyOf(link))).map(([xs, ys]) => [xs, ys]);
    }

    /** The third set, to export; there is none before it is begun. @returns {ShownLinks[]} */
    get exported() {
      const { third } = this.names;
      return this.isBegun ? [{ title: `the links of ${third}`, links: this.links, from: { annotator: third } }] : [];
    }

    /** Return the links of the third set with a sentence of a difference. @param {DifferenceData} difference */
    #linksAt(difference) {
      const place = placeOf(difference);
      return this.isBegun ? this.corrections.links.filter((link) => Patches.overlap(link, place)) : [];
    }

    /** Return what was decided at a difference, saved or not. @param {DifferenceData} difference @returns {Decision | null} */
    decision(difference) {
      const here = this.#linksAt(difference);
      if (!here.length && !this.#settled.has(keyOf(placeOf(difference)))) return null;
      if (sameLinks(here, difference.one)) return "one";
      if (sameLinks(here, difference.other)) return "other";
      return here.length ? "hand" : "none";
    }

    /** How many differences are not decided. */
    get left() {
      return this.differences.filter((each) => !this.decision(each)).length;
    }

    /**
     * Decide a difference; return false if that was decided before.
     *
     * @param {DifferenceData} difference
     * @param {DifferenceChoice} choice
     */
    decide(difference, choice) {
      const place = placeOf(difference);
      const here = this.#linksAt(difference);
      const wanted = { one: difference.one, other: difference.other, none: [], merged: [place] }[choice];
      // What a link made by hand has outside the difference stays linked.
      const rest = here.map(
        (link) => /** @type {IndexLink} */ (link.map((side, axis) => side.filter((i) => !place[axis].includes(i)))),
      );
      const patch = Patches.patch(here, [...wanted, ...rest.filter((link) => link.every((side) => side.length))]);
      if (!patch && this.decision(difference)) return false;
      if (!wanted.length) this.#settled.add(keyOf(place));
      this.corrections.change({ ...(patch ?? { remove: [], add: [] }), settled: [place] });
      return true;
    }

    /** Begin the third set, unless it is begun. */
    async begin() {
      if (this.isBegun || !this.key) return;
      const { one, other, third } = this.names;
      await Server.adjudicate(this.key, { one, other, annotator: third, sentences: this.sentences });
      await this.load(this.key, this.names, this.sentences);
    }

    /**
     * Return what the viewer shows: the third set, and the links of both where nothing is decided yet, and at the
     * difference that is looked at.
     *
     * @param {DifferenceData | null} current
     * @returns {ViewData | null}
     */
    view(current) {
      if (!this.#views) return null;
      const { one, other } = this.#views;
      const open = this.differences.filter((each) => each === current || !this.decision(each));
      /** @type {[IndexLink, string][]} */
      const differing = open.flatMap((each) => [
        ...each.one.map((link) => /** @type {[IndexLink, string]} */ ([link, "a"])),
        ...each.other.map((link) => /** @type {[IndexLink, string]} */ ([link, "b"])),
      ]);
      const taken = new Set(differing.map(([link]) => keyOf(link)));
      const rest = this.links.filter((link) => !taken.has(keyOf(link)));
      const base = this.isBegun ? this.corrections.view : one;
      const scores = new Map([...base.links, ...other.links, ...one.links].map((link) => [keyOf(link), link[2]]));
      const links = Patches.inOrder(
        [...rest.map((link) => /** @type {[IndexLink, string]} */ ([link, "both"])), ...differing].map(
          ([[xs, ys], group]) => /** @type {LinkData} */ ([xs, ys, scores.get(keyOf([xs, ys])) ?? null, group]),
        ),
      );
      const { names } = this;
      return {
        ...base,
        links,
        changes: Patches.changesOf(links, [one, other]),
        cells: [],
        steps: [],
        method: null,
        little: null,
        groups: [
          { name: "both", words: "decided, or in both", title: `links of the set ${names.third}` },
          { name: "a", words: "only in A", title: `links of ${names.one}, where nothing is decided` },
          { name: "b", words: "only in B", title: `links of ${names.other}, where nothing is decided` },
        ],
        signature: `A: ${names.one} B: ${names.other} → ${names.third}`,
      };
    }
  };
})();
