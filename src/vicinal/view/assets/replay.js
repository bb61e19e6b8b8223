"use strict";
// The search, step by step: where it stood, where it looked, what it took, and why.
(() => {
  const { element, button } = Vicinal;
  const PACES = [
    ["slow", 1600],
    ["steady", 800],
    ["fast", 250],
    ["very fast", 60],
  ];

  class Replay {
    /** `changed` is told the step in question, or null for the whole path. */
    constructor(changed) {
      this.changed = changed;
      this.step = null;
      this.timer = null;
      this.previous = button("previous", "Previous step", () => this.go((this.step ?? this.count) - 1));
      this.play = button("play", "Play", () => this.toggle());
      this.next = button("next", "Next step", () => this.go(this.step === null ? 0 : this.step + 1));
      this.whole = button("whole", "Show the whole path", () => this.go(null));
      this.slider = element("input", { type: "range", min: 0, "aria-label": "Step of the search" });
      this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
      this.pace = element(
        "select",
        { "aria-label": "Pace of the replay" },
        ...PACES.map(([name, time]) => element("option", { value: time, text: name })),
      );
      this.pace.selectedIndex = 1;
      const bar = element(
        "div",
        { class: "controls" },
        this.previous,
        this.play,
        this.next,
        this.slider,
        this.whole,
        this.pace,
      );
      this.card = element("div", { class: "card" });
      this.said = element("p", { class: "unseen", role: "status" });
      this.node = element(
        "section",
        { class: "replay", "aria-label": "Replay of the search" },
        bar,
        this.card,
        this.said,
      );
      this.node.addEventListener("keydown", (event) => this.#key(event));
    }

    get count() {
      return this.model.steps.length;
    }

    show(model) {
      this.model = model;
      this.pause();
      this.step = null;
      this.slider.max = Math.max(0, this.count - 1);
      this.node.hidden = !this.count;
      this.paint();
    }

    toggle() {
      if (this.timer) return this.pause();
      if (this.step === null || this.step === this.count - 1) this.go(0);
      this.#running(true);
      const tick = () => {
        if (this.step === null || this.step >= this.count - 1) return this.pause();
        this.go(this.step + 1, true);
        this.timer = setTimeout(tick, Number(this.pace.value));
      };
      this.timer = setTimeout(tick, Number(this.pace.value));
    }

    pause() {
      clearTimeout(this.timer);
      this.timer = null;
      this.#running(false);
    }

    #running(yes) {
      const label = yes ? "Pause" : "Play";
      this.play.replaceChildren(Vicinal.icon(yes ? "pause" : "play"));
      this.play.title = label;
      this.play.setAttribute("aria-label", label);
    }

    /** Show a step; null shows the whole path. */
    go(step, playing = false) {
      if (!this.count) return;
      if (!playing) this.pause();
      this.step = step === null ? null : Math.min(Math.max(step, 0), this.count - 1);
      this.paint();
      this.changed(this.step);
      // Spoken when somebody steps; a replay that runs would talk without end.
      this.said.textContent = this.step === null || playing ? "" : this.#words(this.model.steps[this.step]);
    }

    #key(event) {
      if (event.target === this.pace || (event.target === this.slider && event.key !== " ")) return;
      const actions = {
        ArrowRight: () => this.next.click(),
        ArrowLeft: () => this.previous.click(),
        Home: () => this.go(0),
        End: () => this.go(this.count - 1),
        Escape: () => this.go(null),
      };
      if (event.key === " " && event.target === this.slider) actions[" "] = () => this.toggle();
      if (!actions[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      actions[event.key]();
    }

    #words(step) {
      const [x, y] = step.cell;
      const what = `Step ${this.step + 1} of ${this.count}: ${step.level} ${x} and ${y}`;
      return `${what}; ${step.reason}; ${this.#measured(step)}.`;
    }

    /** Say how similar the cell is, and how similar it had to be. */
    #measured(step) {
      const alpha = this.model.data.search.alpha?.[step.level === "sentence" ? 1 : 0];
      const value = `similarity ${step.similarity.toFixed(2)}`;
      if (step.vicinity === "run") return `${value}, strung together`;
      if (alpha === undefined) return value;
      return step.similarity >= alpha
        ? `${value}, at least ${alpha} is needed`
        : `${value}, taken although below ${alpha}`;
    }

    /** Show the step in question in words and numbers. */
    paint() {
      this.slider.value = this.step ?? Math.max(0, this.count - 1);
      this.slider.setAttribute(
        "aria-valuetext",
        this.step === null ? "whole path" : `step ${this.step + 1} of ${this.count}`,
      );
      this.node.classList.toggle("at-rest", this.step === null);
      this.whole.disabled = this.step === null;
      if (this.step === null) {
        const words = `The search took ${Vicinal.count(this.count, "step")}. Play them, or go one by one.`;
        this.card.replaceChildren(element("p", { class: "quiet", text: words }));
        return;
      }
      const step = this.model.steps[this.step];
      const head = element(
        "p",
        { class: "step" },
        element("b", { text: `Step ${this.step + 1}` }),
        ` of ${this.count} · ${step.level}s `,
        element("span", { class: "vicinity", text: step.vicinity }),
      );
      this.card.replaceChildren(
        head,
        element("p", { class: "reason", text: capital(step.reason) }),
        element("p", { class: "quiet", text: capital(this.#measured(step)) }),
        this.#neighbourhood(step),
        this.#texts(step),
      );
    }

    /** Return the cells around the step as a small table, with their word similarities. */
    #neighbourhood(step) {
      const { rows, columns, tried, lit, corner } = Vicinal.looked(this.model, step);
      const near = [rows, columns].map((list, axis) => stretch(list, step.stood?.[axis], step.cell[axis]));
      const has = (cells, x, y) => cells.some(([a, b]) => a === x && b === y);
      const top = element("tr", {}, element("td"), ...near[1].map((y, j) => heading(near[1], j, columns, "col")));
      const lines = near[0].map((x, i) => {
        const cells = near[1].map((y) => {
          const value = this.similarity ? this.similarity(step.level, x, y) : null;
          const cell = element("td", { text: value === null ? "" : value.toFixed(2).replace(/^0/, "") });
          if (value !== null) cell.style.setProperty("--heat", `${Math.round(value * 70)}%`);
          if (corner && x >= corner[0] && y >= corner[1]) cell.classList.add("quadrant");
          if (has(tried, x, y)) cell.classList.add("tried");
          if (has(lit, x, y)) cell.classList.add("lit");
          if (step.stood && step.stood[0] === x && step.stood[1] === y) cell.classList.add("stood");
          if (step.cell[0] === x && step.cell[1] === y) cell.classList.add("chosen");
          return cell;
        });
        return element("tr", {}, heading(near[0], i, rows, "row"), ...cells);
      });
      const label = `Word similarities around source ${step.cell[0]} and target ${step.cell[1]}`;
      return element("table", { class: "near", "aria-label": label }, element("tbody", {}, top, ...lines));
    }

    #texts(step) {
      const { source, target } = this.model.sides;
      const text = ({ sentences, spans, language }, index) => {
        const words = step.level === "sentence" ? sentences[index] : spans[index].map((i) => sentences[i]).join(" ");
        return element("dd", { dir: "auto", lang: language, text: words.slice(0, 400) });
      };
      return element(
        "dl",
        {},
        element("dt", { text: `source ${step.cell[0]}` }),
        text(source, step.cell[0]),
        element("dt", { text: `target ${step.cell[1]}` }),
        text(target, step.cell[1]),
      );
    }
  }

  /** Return the part of an axis to show: where the search stood, the next ones, and the one taken. */
  function stretch(list, stood, taken) {
    const from = stood === undefined ? list.indexOf(taken) - 1 : list.indexOf(stood);
    const near = list.slice(Math.max(0, from), Math.max(0, from) + 4);
    return near.includes(taken) ? near : [...near.slice(0, 3), taken];
  }

  function heading(shown, at, list, scope) {
    const gap = at > 0 && list.indexOf(shown[at]) !== list.indexOf(shown[at - 1]) + 1;
    return element("th", { scope, class: gap ? "gap" : null, text: shown[at] });
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  Object.assign(Vicinal, { Replay });
})();
