"use strict";
// The search step by step: where it stood, what it examined, which cell it took, and why.

/** @typedef {InstanceType<typeof Replay>} Replay */
/** @typedef {(level: Level, x: number, y: number) => number} CellSimilarity */

const Replay = (() => {
  const { element, button } = Dom;
  const LONGEST = 400; // characters of a text on the card
  /** @type {[name: string, milliseconds: number][]} */
  const SPEEDS = [
    ["slow", 1600],
    ["medium", 800],
    ["fast", 250],
    ["very fast", 60],
  ];

  class Replay {
    /** The number of the step that is shown; null: the whole path. @type {number | null} */
    step = null;
    /** The word similarities of the neighbourhood; null until they are computed. @type {CellSimilarity | null} */
    similarity = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /** @param {AlignmentModel} model @param {(step: number | null) => void} changed called with the step shown */
    constructor(model, changed) {
      this.model = model;
      this.changed = changed;
      this.previous = button("previous", "Previous step", () => this.go((this.step ?? this.count) - 1));
      this.play = button("play", "Play", () => this.toggle());
      this.next = button("next", "Next step", () => this.go(this.step === null ? 0 : this.step + 1));
      this.whole = button("whole", "Show the whole path", () => this.go(null));
      this.slider = element("input", { type: "range", min: 0, "aria-label": "Step of the search" });
      this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
      const speeds = SPEEDS.map(([name, time]) => element("option", { value: time, text: name }));
      this.speed = element("select", { "aria-label": "Speed of the replay" }, ...speeds);
      this.speed.selectedIndex = 1;
      const controls = [this.previous, this.play, this.next, this.slider, this.whole, this.speed];
      this.card = element("div", { class: "card" });
      this.status = element("p", { class: "unseen", role: "status" });
      this.node = element(
        "section",
        { class: "replay", "aria-label": "Replay of the search" },
        element("div", { class: "controls" }, ...controls),
        this.card,
        this.status,
      );
      this.node.addEventListener("keydown", (event) => this.#key(event));
    }

    get count() {
      return this.model.steps.length;
    }

    /** @param {AlignmentModel} model */
    show(model) {
      this.model = model;
      this.pause();
      this.step = null;
      this.slider.max = String(Math.max(0, this.count - 1));
      this.node.hidden = !this.count;
      this.paint();
    }

    toggle() {
      if (this.#timer !== undefined) return this.pause();
      if (this.step === null || this.step === this.count - 1) this.go(0);
      this.#showPlaying(true);
      const wait = () => {
        this.#timer = setTimeout(() => {
          if (this.step === null || this.step >= this.count - 1) return this.pause();
          this.go(this.step + 1, true);
          wait();
        }, Number(this.speed.value));
      };
      wait();
    }

    pause() {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#showPlaying(false);
    }

    /** @param {boolean} yes */
    #showPlaying(yes) {
      const label = yes ? "Pause" : "Play";
      this.play.replaceChildren(Dom.icon(yes ? "pause" : "play"));
      this.play.title = label;
      this.play.setAttribute("aria-label", label);
    }

    /** Show a step; null shows the whole path. @param {number | null} step @param {boolean} playing */
    go(step, playing = false) {
      if (!this.count) return;
      if (!playing) this.pause();
      this.step = step === null ? null : Math.min(Math.max(step, 0), this.count - 1);
      this.paint();
      this.changed(this.step);
      // Read out only when the user steps: while it plays, it would never stop talking.
      this.status.textContent = this.step === null || playing ? "" : this.#sentence(this.step);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
      if (event.target === this.speed || (event.target === this.slider && event.key !== " ")) return;
      /** @type {Record<string, () => void>} */
      const actions = {
        ArrowRight: () => this.next.click(),
        ArrowLeft: () => this.previous.click(),
        Home: () => this.go(0),
        End: () => this.go(this.count - 1),
        Escape: () => this.go(null),
      };
      if (event.target === this.slider) actions[" "] = () => this.toggle();
      if (!actions[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      actions[event.key]();
    }

    /** Return a step as one sentence, for screen readers. @param {number} number */
    #sentence(number) {
      const step = this.model.steps[number];
      const what = `Step ${number + 1} of ${this.count}: ${step.level} ${step.cell.map(Wording.place).join(" and ")}`;
      return `${what}; ${step.reason}; ${this.#measured(step)}.`;
    }

    /** Return the similarity of a cell and the threshold. @param {ModelStep} step */
    #measured(step) {
      const alpha = this.model.data.search.alpha?.[step.level === "sentence" ? 1 : 0];
      const value = `similarity ${step.similarity.toFixed(2)}`;
      if (step.vicinity === "run") return `${value} of the whole run`;
      if (alpha === undefined) return value;
      return step.similarity >= alpha ? `${value}, threshold ${alpha}` : `${value}, below the threshold ${alpha}`;
    }

    /** Show the step in words and numbers. */
    paint() {
      const { step, count } = this;
      this.slider.value = String(step ?? Math.max(0, count - 1));
      this.slider.setAttribute("aria-valuetext", step === null ? "whole path" : `step ${step + 1} of ${count}`);
      this.node.classList.toggle("at-rest", step === null);
      this.whole.disabled = step === null;
      if (step === null) {
        const words = `The method took ${Wording.count(count, "step")}. Play them, or step through them.`;
        this.card.replaceChildren(element("p", { class: "quiet", text: words }));
      } else this.#paintCard(this.model.steps[step], step);
    }

    /** @param {ModelStep} step @param {number} number */
    #paintCard(step, number) {
      const head = element(
        "p",
        { class: "step" },
        element("b", { text: `Step ${number + 1}` }),
        ` of ${this.count} · ${step.level}s `,
        element("span", { class: "vicinity", text: step.vicinity }),
      );
      this.card.replaceChildren(
        head,
        element("p", { class: "reason", text: Wording.capital(step.reason) }),
        element("p", { class: "quiet", text: Wording.capital(this.#measured(step)) }),
        this.#neighbourhood(step),
        this.#texts(step),
      );
    }

    /** Return a table of the cells around a step, with their word similarities. @param {ModelStep} step */
    #neighbourhood(step) {
      const found = SearchSteps.examined(this.model, step);
      const rows = stretch(found.rows, step.stood?.[0], step.cell[0]);
      const columns = stretch(found.columns, step.stood?.[1], step.cell[1]);
      const has = (/** @type {(Cell | null)[]} */ cells, /** @type {number} */ x, /** @type {number} */ y) =>
        cells.some((cell) => cell && cell[0] === x && cell[1] === y);
      const top = columns.map((_, j) => heading(columns, j, found.columns, "col"));
      const lines = rows.map((x, i) => {
        const cells = columns.map((y) => {
          const value = this.similarity ? this.similarity(step.level, x, y) : null;
          const cell = element("td", { text: value === null ? "" : value.toFixed(2).replace(/^0/, "") });
          if (value !== null) cell.style.setProperty("--heat", `${Math.round(value * 70)}%`);
          if (found.corner && x >= found.corner[0] && y >= found.corner[1]) cell.classList.add("quadrant");
          if (has(found.tried, x, y)) cell.classList.add("tried");
          if (has(found.lit, x, y)) cell.classList.add("lit");
          if (has([step.stood], x, y)) cell.classList.add("stood");
          if (has([step.cell], x, y)) cell.classList.add("chosen");
          return cell;
        });
        return element("tr", {}, heading(rows, i, found.rows, "row"), ...cells);
      });
      const [source, target] = step.cell.map(Wording.place);
      const label = `Word similarities around source ${source} and target ${target}`;
      const body = element("tbody", {}, element("tr", {}, element("td"), ...top), ...lines);
      return element("table", { class: "near", "aria-label": label }, body);
    }

    /** @param {ModelStep} step */
    #texts(step) {
      const parts = AlignmentModel.SIDES.flatMap((side, axis) => {
        const { sentences, spans, language } = this.model.sides[side];
        const index = step.cell[axis];
        const text = step.level === "sentence" ? sentences[index] : spans[index].map((i) => sentences[i]).join(" ");
        return [
          element("dt", { text: `${side} ${Wording.place(index)}` }),
          element("dd", { dir: "auto", lang: language, text: text.slice(0, LONGEST) }),
        ];
      });
      return element("dl", {}, ...parts);
    }
  }

  /**
   * Return the part of an axis to show: from where the search stood, and the index taken.
   *
   * @param {number[]} axis
   * @param {number | undefined} stood
   * @param {number} taken
   */
  function stretch(axis, stood, taken) {
    const from = Math.max(0, stood === undefined ? axis.indexOf(taken) - 1 : axis.indexOf(stood));
    const near = axis.slice(from, from + 4);
    return near.includes(taken) ? near : [...near.slice(0, 3), taken];
  }

  /**
   * Return a heading of the table, marked where indices before it are left out.
   *
   * @param {number[]} shown
   * @param {number} at
   * @param {number[]} axis
   * @param {"row" | "col"} scope
   */
  function heading(shown, at, axis, scope) {
    const gap = at > 0 && axis.indexOf(shown[at]) !== axis.indexOf(shown[at - 1]) + 1;
    return element("th", { scope, class: gap ? "gap" : null, text: Wording.place(shown[at]) });
  }

  return Replay;
})();
