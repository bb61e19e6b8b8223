"use strict";
// The viewer: two texts, the links between them, the map and the replay. A page has one; the app updates it live.

/** @typedef {InstanceType<typeof Viewer>} Viewer */
/**
 * The app's way to choose sentences: it gets presses and keys first, and returns true if it used them.
 *
 * @typedef {{
 *   press: (side: Side, index: number, event: MouseEvent | KeyboardEvent) => boolean,
 *   key: (side: Side, index: number, event: KeyboardEvent) => boolean,
 * }} ViewerGuest
 */

const Viewer = (() => {
  const { SIDES, other } = AlignmentModel;
  const WIDE = 1180; // pixels from which the map opens beside the texts

  return class Viewer {
    /** The link pointed at. @type {ModelLink | null} */
    hovered = null;
    /** @type {ModelLink | null} */
    pinned = null;
    /** @type {ViewerGuest | null} */
    guest = null;
    /** What an action of the app would do. @type {DrawnOutcome | null} */
    outcome = null;
    /** The colours of the theme, until it changes. @type {Palette | null} */
    #colours = null;
    /** Whether the marks in the texts are out of date. */
    #isStale = false;
    /** @type {() => void} */
    #stopLayingOut = () => {};

    /** @param {HTMLElement} root @param {ViewData} data */
    constructor(root, data) {
      this.root = root;
      this.model = new AlignmentModel(data);
      this.draw = Schedule.beforePaint(() => this.#draw());
      const texts = { source: this.#text("source"), target: this.#text("target") };
      this.texts = texts;
      this.scrolling = new Scrolling(texts, this.draw, () => this.layOutAll());
      this.curves = new Curves(texts, {
        point: (link) => this.point(link),
        press: (link) => this.pin(link),
      });
      this.filter = new LinkFilter(() => this.#filtered());
      this.panel = new MapPanel(this.model, {
        point: (cell) => this.#pointCell(cell),
        press: (cell) => this.#pressCell(cell),
        step: (step) => this.#showStep(step),
      });
      this.detail = new LinkDetail(texts, this.model);
      this.controls = ViewerLayout.controls({
        openLegend: () => Legend.open(this.model),
        toggleTogether: () => this.#toggleTogether(),
        toggleChanges: () => this.#toggleChanges(),
        move: (by) => this.move(by),
        unpin: () => this.#unpin(),
      });
      ViewerLayout.build(root, this.controls, texts, {
        filter: this.filter.node,
        curves: this.curves.node,
        panel: this.panel.node,
        detail: this.detail.node,
      });
      this.#folds();
      this.#watch();
      this.#show(this.model);
    }

    /** @param {Side} side */
    #text(side) {
      return new TextPane(side, {
        point: (index) => this.point(index === null ? null : this.#linkOf(side, index)),
        press: (index, event) => this.guest?.press(side, index, event) || this.#press(side, index),
        key: (index, event) => this.guest?.key(side, index, event) ?? false,
        cross: (index) => this.#cross(side, index),
        reached: (index) => this.scrolling.ensure(side, [index]),
      });
    }

    #watch() {
      const recolour = () => {
        this.#colours = null;
        this.panel.drawBase(this.#coloursNow());
        this.draw();
      };
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
      new MutationObserver(recolour).observe(document.documentElement, { attributeFilter: ["data-theme"] });
      this.root.addEventListener("keydown", ({ key }) => key === "Escape" && this.pinned && this.pin(null));
      PrintTable.attach(this.controls.printed, () => this.model);
      const sizes = new ResizeObserver(() => this.measure());
      for (const { list, body } of Object.values(this.texts)) for (const node of [list, body]) sizes.observe(node);
      new ResizeObserver(() => this.panel.drawBase(this.#coloursNow())).observe(this.panel.node);
    }

    /** Show other data; for the same texts, only what differs is rebuilt. @param {ViewData} data */
    update(data) {
      this.model = new AlignmentModel(data, this.model);
      this.#show(this.model);
    }

    /** @param {AlignmentModel} model */
    #show(model) {
      const { controls } = this;
      Dom.write(controls.title, model.data.title ?? "");
      controls.title.title = model.data.title ?? "";
      Dom.write(controls.colophon, model.data.signature);
      this.hovered = null;
      // While settings change, the sentence that the user looks at stays pinned.
      this.pinned = (model.same && this.pinned && model.linksOf.source[this.pinned.source[0]][0]) || null;
      for (const side of SIDES) {
        if (!model.same) this.texts[side].show(model.sides[side]);
        this.texts[side].mark("stepped", []);
      }
      if (!model.same) {
        this.#layOutRest();
        this.scrolling.settle();
      }
      this.filter.show(model);
      this.panel.show(model);
      this.detail.model = model;
      controls.changes.hidden = model.links.every((link) => link.changes === null);
      this.#filtered();
      Dom.write(controls.summary, ViewerLayout.summary(model));
      Dom.write(controls.littleWords, Wording.capital(model.data.little ?? ""));
      controls.little.hidden = !model.data.little;
    }

    /** Lay out the rest of long documents bit by bit; the resize observer measures it. */
    #layOutRest() {
      this.#stopLayingOut();
      delete this.root.dataset.whole;
      this.#stopLayingOut = Schedule.inSlices(TextPane.layOutBitByBit(this.texts), () => {
        this.root.dataset.whole = performance.now().toFixed(0);
      });
    }

    /** Lay out everything at once, to go there. */
    layOutAll() {
      if (TextPane.layOutAll(this.texts)) this.measure();
    }

    #filtered() {
      for (const link of this.model.links) link.shown = this.filter.lets(link);
      if (this.pinned && !this.pinned.shown) this.pinned = null;
      for (const side of SIDES) {
        const there = other(side);
        this.texts[side].paint(this.model.linksOf[side], (link) =>
          [`${there} ${Wording.indices(link[there])}`, link.kind, Wording.score(link), ...link.notes].join(" · "),
        );
      }
      this.measure();
      this.refresh();
    }

    /** Read where all sentences are, and draw from that. */
    measure() {
      for (const side of SIDES) this.texts[side].measure();
      this.scrolling.measure(this.model.links);
      this.draw();
    }

    // User actions ------------------------------------------------------------------------------------------------

    /**
     * Return the link of a sentence to show: the pinned one, or else the first.
     *
     * @param {Side} side
     * @param {number} index
     */
    #linkOf(side, index) {
      const links = this.model.linksOf[side][index].filter((link) => link.shown);
      return links.find((link) => link === this.pinned) ?? links.at(0) ?? null;
    }

    /** @param {ModelLink | null} link */
    point(link) {
      if (link === this.hovered) return;
      this.hovered = link;
      this.refresh();
    }

    /** Pin the next link of a sentence; after its last one, none. @param {Side} side @param {number} index */
    #press(side, index) {
      const links = this.model.linksOf[side][index].filter((link) => link.shown);
      const at = this.pinned ? links.indexOf(this.pinned) : -1;
      this.pin(links[at + 1] ?? null, side);
    }

    /**
     * Pin a link and scroll it into view.
     *
     * @param {ModelLink | null} link
     * @param {Side | null} from the side that it was pinned from, which does not scroll
     */
    pin(link, from = null) {
      this.pinned = link;
      this.hovered = null;
      if (link) {
        const side = from ?? "source";
        const { tops, list } = this.texts[side];
        if (from === null) this.scrolling.bring(side, link[side]);
        const y = from === null ? undefined : tops[link[side][0]] - list.scrollTop;
        this.scrolling.bring(other(side), link[other(side)], y);
      }
      this.controls.status.textContent = link ? this.detail.spoken(link) : "No link pinned";
      this.refresh();
      this.root.dispatchEvent(new CustomEvent("vicinal:pin", { detail: link && { index: link.index } }));
    }

    #unpin() {
      const link = this.pinned;
      this.pin(null);
      if (link) this.texts.source.focus(link.source[0]); // the button, now disabled, loses the focus
    }

    /** Pin the next shown link, or the previous one. @param {number} by 1 or -1 */
    move(by) {
      const links = this.model.links.filter((link) => link.shown);
      const at = this.pinned ? links.indexOf(this.pinned) : -1;
      const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : (at + by + links.length) % links.length;
      if (links.length) this.pin(links[next]);
    }

    /** Move the focus to the other side of a link. @param {Side} side @param {number} index */
    #cross(side, index) {
      const link = this.#linkOf(side, index);
      if (!link) return;
      const there = other(side);
      this.texts[there].focus(link[there][0]);
      this.scrolling.ensure(there, link[there]);
      this.point(link);
    }

    /** Return the sentence of the other side that stands beside one. @param {Side} side @param {number} index */
    beside(side, index) {
      const [here, there] = [this.texts[side], this.texts[other(side)]];
      const height = here.tops[index] - here.list.scrollTop + there.list.scrollTop;
      const found = there.bottoms.findIndex((bottom) => bottom > height);
      return found < 0 ? there.sentences.length - 1 : found;
    }

    /** Move the focus to a sentence and scroll it into view. @param {Side} side @param {number} index */
    goTo(side, index) {
      this.texts[side].focus(index);
      this.scrolling.ensure(side, [index]);
    }

    /** Let the buttons open and close the filter, the line about a link, and the map. */
    #folds() {
      const { openFilter, openDetails, openMap } = this.controls;
      const kept = (/** @type {string} */ name) => (/** @type {boolean} */ open) =>
        void this.root.classList.toggle(`without-${name}`, !open);
      Folding.part(openFilter, "filter", kept("filter"), (isSmall) => !isSmall);
      Folding.part(openDetails, "details", kept("details"), () => true);
      const showMap = (/** @type {boolean} */ open) => {
        this.root.classList.toggle("with-map", open);
        this.panel.open(open);
      };
      Folding.part(openMap, "map", showMap, () => this.root.clientWidth >= WIDE, true);
    }

    #toggleTogether() {
      this.scrolling.together = !this.scrolling.together;
      this.controls.together.setAttribute("aria-pressed", String(this.scrolling.together));
    }

    #toggleChanges() {
      this.detail.toggleChanges();
      this.controls.changes.setAttribute("aria-pressed", String(this.detail.showsChanges));
      this.refresh();
    }

    // Map and replay ----------------------------------------------------------------------------------------------

    /** @param {Cell | null} cell */
    #pointCell(cell) {
      const link = cell && this.model.linkAt(cell);
      this.hovered = link?.shown ? link : null;
      this.refresh();
    }

    /** @param {Cell | null} cell */
    #pressCell(cell) {
      if (!cell) return;
      const link = this.model.linkAt(cell);
      if (link?.shown) this.pin(link);
      else for (const [axis, side] of SIDES.entries()) this.scrolling.bring(side, [cell[axis]]);
    }

    /** @param {number | null} number */
    #showStep(number) {
      const step = number === null ? null : this.model.steps[number];
      for (const [axis, side] of SIDES.entries()) {
        const { spans } = this.model.sides[side];
        const indices = !step ? [] : step.level === "sentence" ? [step.cell[axis]] : spans[step.cell[axis]];
        this.texts[side].mark("stepped", indices);
        if (indices.length) this.scrolling.bring(side, indices.slice(0, 1), this.texts[side].height / 3);
      }
      this.draw();
    }

    // Drawing -----------------------------------------------------------------------------------------------------

    #coloursNow() {
      this.#colours ??= Dom.colours(this.root);
      return this.#colours;
    }

    /** Show the link pointed at or pinned with the next picture. */
    refresh() {
      this.#isStale = true;
      this.draw();
    }

    #mark() {
      this.#isStale = false;
      const active = this.hovered ?? this.pinned;
      for (const side of SIDES) {
        this.texts[side].mark("active", active?.[side] ?? []);
        this.texts[side].mark("pinned", this.pinned?.[side] ?? []);
      }
      this.controls.unpin.disabled = !this.pinned;
      this.detail.show(active);
    }

    #draw() {
      if (this.#isStale) this.#mark();
      const active = this.hovered ?? this.pinned;
      const colours = this.#coloursNow();
      this.curves.draw(this.model, { active, pinned: this.pinned, outcome: this.outcome, colours });
      this.panel.draw(active);
    }
  };
})();
