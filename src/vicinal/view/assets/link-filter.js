"use strict";
// Which links are shown: by kind (in a comparison, by group) and by score. The kinds also serve as the legend.

/** @typedef {InstanceType<typeof LinkFilter>} LinkFilter */

const LinkFilter = (() => {
  const { element, drawing } = Dom;
  /** @type {LinkGroup[]} */
  const KINDS = [
    { name: "1-1", words: "1-1 ", title: "one source sentence, one target sentence" },
    { name: "1-N", words: "1-N split", title: "one source sentence, several target sentences" },
    { name: "N-1", words: "N-1 joined", title: "several source sentences, one target sentence" },
    { name: "N-N", words: "N-N mixed", title: "several sentences on both sides" },
  ];
  const BARS = 24;
  const SLACK = 1e-9; // a slider's steps are not exact

  return class LinkFilter {
    /** @type {LinkGroup[]} */
    #groups = [];
    /** @type {Record<string, { box: HTMLInputElement, count: HTMLElement, label: HTMLElement }>} */
    #kinds = {};
    /** What the bars show. */
    #bins = "";
    /** Whether the sliders have a range yet. */
    #ranged = false;

    /** @param {() => void} changed called when the user wants to see other links */
    constructor(changed) {
      this.changed = changed;
      this.unaligned = element("span", { class: "count" });
      this.none = element(
        "span",
        { class: "kind none", title: "unaligned sentences: source · target" },
        element("i"),
        "no link ",
        this.unaligned,
      );
      this.low = this.#slider("Lowest score shown");
      this.high = this.#slider("Highest score shown");
      const size = { viewBox: `0 0 ${BARS} 10`, preserveAspectRatio: "none" };
      this.bars = drawing("svg", { ...size, class: "bars", "aria-hidden": "true" });
      this.scores = element("output");
      this.legend = element("div", { class: "kinds" });
      this.node = element(
        "section",
        { class: "filter", "aria-label": "Links shown" },
        this.legend,
        element(
          "div",
          { class: "scores" },
          element("span", { text: "Score" }),
          element("div", { class: "range" }, this.bars, this.low, this.high),
          this.scores,
        ),
      );
    }

    /** Rebuild the legend if the links are grouped differently than before. @param {LinkGroup[]} groups */
    #group(groups) {
      const names = (/** @type {LinkGroup[]} */ list) => list.map(({ name }) => name).join();
      const known = names(groups) === names(this.#groups);
      this.#groups = groups;
      if (known) {
        for (const { name, title } of groups) this.#kinds[name].label.title = title;
        return;
      }
      this.#kinds = Object.fromEntries(groups.map((group) => [group.name, this.#kind(group)]));
      this.legend.replaceChildren(...Object.values(this.#kinds).map(({ label }) => label), this.none);
    }

    /** @param {LinkGroup} group */
    #kind({ name, words, title }) {
      const box = element("input", { type: "checkbox", checked: true, on: { change: () => this.changed() } });
      const count = element("span", { class: "count" });
      const label = element(
        "label",
        { class: "kind", "data-kind": name, title },
        box,
        Curves.sample(name),
        element("span", { text: words }),
        count,
      );
      return { box, count, label };
    }

    /** @param {string} label */
    #slider(label) {
      const input = () => {
        if (Number(this.low.value) > Number(this.high.value)) {
          if (document.activeElement === this.low) this.low.value = this.high.value;
          else this.high.value = this.low.value;
        }
        this.#writeScores();
        this.changed();
      };
      return element("input", { type: "range", "aria-label": label, on: { input } });
    }

    #writeScores() {
      Dom.write(this.scores, `${Number(this.low.value).toFixed(2)} to ${Number(this.high.value).toFixed(2)}`);
    }

    /** Take counts and the range of scores from a model; the user's choices stay. @param {AlignmentModel} model */
    show(model) {
      this.#group(model.data.groups ?? KINDS);
      const scores = model.links.map((link) => link.score).filter((score) => score !== null);
      const least = Math.floor(scores.reduce((a, b) => Math.min(a, b), 0));
      const most = Math.ceil(scores.reduce((a, b) => Math.max(a, b), 1));
      this.#setRange(this.low, least, most, "min");
      this.#setRange(this.high, least, most, "max");
      this.#ranged = true;
      for (const { name } of this.#groups) {
        const number = model.links.filter((link) => link.group === name).length;
        Dom.write(this.#kinds[name].count, Wording.number(number));
        this.#kinds[name].label.classList.toggle("empty", !number);
      }
      const unaligned = AlignmentModel.SIDES.map((side) => model.linksOf[side].filter((links) => !links.length).length);
      Dom.write(this.unaligned, unaligned.map(Wording.number).join(" · "));
      this.#histogram(scores, least, most);
      this.#writeScores();
    }

    /**
     * Set the range of a slider; one at its end stays there.
     *
     * @param {HTMLInputElement} slider
     * @param {number} least
     * @param {number} most
     * @param {"min" | "max"} end
     */
    #setRange(slider, least, most, end) {
      const untouched = !this.#ranged || slider.value === slider[end];
      slider.min = String(least);
      slider.max = String(most);
      slider.step = String((most - least) / 100);
      if (untouched) slider.value = slider[end];
    }

    /** @param {number[]} scores @param {number} least @param {number} most */
    #histogram(scores, least, most) {
      const bins = new Array(BARS).fill(0);
      for (const score of scores) bins[Math.min(BARS - 1, Math.floor(((score - least) / (most - least)) * BARS))]++;
      if (bins.join() === this.#bins) return;
      this.#bins = bins.join();
      const top = bins.reduce((a, b) => Math.max(a, b), 1);
      const bars = bins.map((number, i) => {
        const height = number ? Math.max(0.6, (9.5 * number) / top) : 0;
        return drawing("rect", { x: i + 0.12, width: 0.76, y: 10 - height, height });
      });
      this.bars.replaceChildren(...bars);
    }

    /** Return whether a link is to be shown. @param {ModelLink} link */
    lets({ group, score }) {
      if (!this.#kinds[group].box.checked) return false;
      return score === null || (score >= Number(this.low.value) - SLACK && score <= Number(this.high.value) + SLACK);
    }
  };
})();
