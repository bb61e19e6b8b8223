"use strict";
// Which links are shown: by kind and by score. The kinds are the legend, too.
(() => {
  const { element, drawing, KINDS } = Vicinal;
  const WORDS = { "1-1": "", "1-N": "split", "N-1": "joined", "N-N": "mixed" };
  const TITLES = {
    "1-1": "one sentence for one sentence",
    "1-N": "one source sentence, several target sentences",
    "N-1": "several source sentences, one target sentence",
    "N-N": "several sentences on both sides",
  };
  const BARS = 24;

  class Filter {
    /** `changed` is called when another set of links is asked for. */
    constructor(changed) {
      this.changed = changed;
      this.kinds = Object.fromEntries(KINDS.map((kind) => [kind, this.#kind(kind)]));
      this.alone = element("span", { class: "count" });
      const none = element(
        "span",
        { class: "kind none", title: "sentences without a link" },
        element("i"),
        "no link ",
        this.alone,
      );
      const kinds = Object.values(this.kinds).map(({ label }) => label);
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
        element("div", { class: "kinds" }, ...kinds, none),
        element(
          "div",
          { class: "scores" },
          element("span", { text: "Score" }),
          element("div", { class: "range" }, this.bars, this.low, this.high),
          this.said,
        ),
      );
    }

    #kind(kind) {
      const box = element("input", { type: "checkbox", checked: true, on: { change: () => this.changed() } });
      const count = element("span", { class: "count" });
      const words = element("span", { text: `${kind} ${WORDS[kind]}` });
      const label = element(
        "label",
        { class: "kind", "data-kind": kind, title: TITLES[kind] },
        box,
        Vicinal.sample(kind),
        words,
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
      const scores = model.links.map((link) => link.score);
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
      for (const kind of KINDS) {
        const number = model.links.filter((link) => link.kind === kind).length;
        this.kinds[kind].count.textContent = number.toLocaleString("en");
        this.kinds[kind].label.classList.toggle("empty", !number);
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
        this.kinds[link.kind].box.checked &&
        link.score >= Number(this.low.value) - slack &&
        link.score <= Number(this.high.value) + slack
      );
    }
  }

  Object.assign(Vicinal, { Filter });
})();
