"use strict";
// Which links are shown: by kind (or by group, in a comparison) and by score. The kinds are the legend, too.
(() => {
  const { element, drawing } = Vicinal;
  const GROUPS = [
    { name: "1-1", words: "1-1 ", title: "one sentence for one sentence" },
    { name: "1-N", words: "1-N split", title: "one source sentence, several target sentences" },
    { name: "N-1", words: "N-1 joined", title: "several source sentences, one target sentence" },
    { name: "N-N", words: "N-N mixed", title: "several sentences on both sides" },
  ];
  const BARS = 24;

  class Filter {
    /** `changed` is called when another set of links is asked for. */
    constructor(changed) {
      this.changed = changed;
      this.alone = element("span", { class: "count" });
      this.none = element(
        "span",
        { class: "kind none", title: "sentences without a link" },
        element("i"),
        "no link ",
        this.alone,
      );
      this.low = this.#slider("Lowest score shown");
      this.high = this.#slider("Highest score shown");
      this.bars = drawing("svg", {
        viewBox: `0 0 ${BARS} 10`,
        preserveAspectRatio: "none",
        class: "bars",
        "aria-hidden": "true",
      });
      this.said = element("output");
      this.node = element(
        "section",
        { class: "filter", "aria-label": "Links shown" },
        (this.legend = element("div", { class: "kinds" })),
        element(
          "div",
          { class: "scores" },
          element("span", { text: "Score" }),
          element("div", { class: "range" }, this.bars, this.low, this.high),
          this.said,
        ),
      );
    }

    /** Make the legend anew if links are told apart in another way than before. */
    #group(groups) {
      const names = (list) => list?.map(({ name }) => name).join();
      const known = names(groups) === names(this.groups);
      this.groups = groups;
      if (known) {
        for (const { name, title } of groups) this.kinds[name].label.title = title;
        return;
      }
      this.kinds = Object.fromEntries(groups.map((group) => [group.name, this.#kind(group)]));
      this.legend.replaceChildren(...Object.values(this.kinds).map(({ label }) => label), this.none);
    }

    #kind({ name, words, title }) {
      const box = element("input", { type: "checkbox", checked: true, on: { change: () => this.changed() } });
      const count = element("span", { class: "count" });
      const label = element(
        "label",
        { class: "kind", "data-kind": name, title },
        box,
        Vicinal.sample(name),
        element("span", { text: words }),
        count,
      );
      return { box, count, label };
    }

    #slider(label) {
      const input = () => {
        if (Number(this.low.value) > Number(this.high.value)) {
          if (document.activeElement === this.low) this.low.value = this.high.value;
          else this.high.value = this.low.value;
        }
        this.#say();
        this.changed();
      };
      return element("input", { type: "range", "aria-label": label, on: { input } });
    }

    #say() {
      this.said.textContent = `${Number(this.low.value).toFixed(2)} to ${Number(this.high.value).toFixed(2)}`;
    }

    /** Take the counts and the range of scores from a model; what the user chose stays. */
    show(model) {
      this.#group(model.data.groups ?? GROUPS);
      const scores = model.links.map((link) => link.score).filter((score) => score !== null);
      const least = Math.floor(scores.reduce((a, b) => Math.min(a, b), 0));
      const most = Math.ceil(scores.reduce((a, b) => Math.max(a, b), 1));
      for (const [slider, open] of [
        [this.low, "min"],
        [this.high, "max"],
      ]) {
        const untouched = !slider.max || slider.value === slider[open] || !slider.dataset.set;
        Object.assign(slider, { min: least, max: most, step: (most - least) / 100 });
        if (untouched) slider.value = open === "min" ? least : most;
        slider.dataset.set = "yes";
      }
      for (const { name } of this.groups) {
        const number = model.links.filter((link) => link.group === name).length;
        this.kinds[name].count.textContent = number.toLocaleString("en");
        this.kinds[name].label.classList.toggle("empty", !number);
      }
      const alone = Vicinal.SIDES.map((side) => model.linksOf[side].filter((links) => !links.length).length);
      this.alone.textContent = alone.map((number) => number.toLocaleString("en")).join(" · ");
      this.#histogram(scores, least, most);
      this.#say();
    }

    #histogram(scores, least, most) {
      const bins = new Array(BARS).fill(0);
      for (const score of scores) bins[Math.min(BARS - 1, Math.floor(((score - least) / (most - least)) * BARS))]++;
      const top = bins.reduce((a, b) => Math.max(a, b), 1);
      const bars = bins.map((number, i) => {
        const height = number ? Math.max(0.6, (9.5 * number) / top) : 0;
        return drawing("rect", { x: i + 0.12, width: 0.76, y: 10 - height, height });
      });
      this.bars.replaceChildren(...bars);
    }

    /** Tell whether a link is to be shown. */
    lets(link) {
      const slack = 1e-9; // a slider's steps are not exact
      return (
        this.kinds[link.group].box.checked &&
        (link.score === null ||
          (link.score >= Number(this.low.value) - slack && link.score <= Number(this.high.value) + slack))
      );
    }
  }

  Object.assign(Vicinal, { Filter });
})();
