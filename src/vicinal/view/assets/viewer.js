"use strict";
// The viewer: two texts, the links between them, the map and the replay. The page shows one; the app redraws it live.
(() => {
  const { element, button, beforePaint, SIDES, other } = Vicinal;
  const PORTION = 400; // sentences of a long document that are laid out in one go
  const WIDE = 1180; // pixels from which the map stands open beside the texts

  class Viewer {
    constructor(root, data) {
      this.root = root;
      this.hovered = this.pinned = null;
      this.guest = null; // of the app: asked first what a press or a key on a sentence means, true if it took it
      this.ghost = null; // sentences of both sides that are about to be linked
      const texts = {};
      for (const side of SIDES) texts[side] = new Vicinal.Text(side, this.#textEvents(side));
      this.texts = texts;
      this.scrolling = new Vicinal.Scrolling(
        texts,
        () => this.draw(),
        () => this.layOutAll(),
      );
      this.curves = new Vicinal.Curves(texts, {
        point: (link) => this.point(link),
        press: (link) => this.pin(link, null),
      });
      this.filter = new Vicinal.Filter(() => this.#filtered());
      this.panel = new Vicinal.Panel({
        point: (cell) => this.#pointCell(cell),
        press: (cell) => this.#pressCell(cell),
        step: (step) => this.#stepped(step),
      });
      this.detail = new Vicinal.Detail(texts);
      this.#build();
      this.draw = beforePaint(() => this.#draw());
      this.refresh = beforePaint(() => this.#refresh());
      this.#watch();
      this.update(data);
    }

    #textEvents(side) {
      return {
        point: (index) => this.point(index === null ? null : this.#linkOf(side, index)),
        press: (index, event) => this.guest?.press(side, index, event) || this.#press(side, index),
        key: (index, event) => this.guest?.key(side, index, event) ?? false,
        cross: (index) => this.#cross(side, index),
        reached: (index) => this.scrolling.ensure(side, [index]),
      };
    }

    #build() {
      this.title = element("h1");
      this.summary = element("p", { class: "summary" });
      this.openMap = button("map", "Map", () => this.toggleMap(), true);
      this.openFilter = button("filter", "Filter", () => this.#toggleFilter(), true);
      this.openFilter.classList.add("open-filter");
      this.actions = element("div", { class: "actions" }, this.openFilter, this.openMap);
      this.together = button("together", "Scroll the texts together", () => this.#toggleTogether());
      this.together.setAttribute("aria-pressed", "true");
      this.changes = button("changes", "Changes", () => this.#toggleChanges(), true);
      this.changes.title = "Mark what changed in a link: words deleted, added, replaced and moved";
      this.changes.classList.add("show-changes");
      this.changes.setAttribute("aria-pressed", "false");
      this.before = button("previous", "Previous link", () => this.move(-1));
      this.after = button("next", "Next link", () => this.move(1));
      this.unpin = button("close", "Unpin the link", () => this.#unpin());
      this.said = element("p", { class: "unseen", role: "status" });
      const { source, target } = this.texts;
      const between = element("div", { class: "head head-between" }, this.together);
      this.root.classList.add("viewer");
      this.root.replaceChildren(
        element(
          "header",
          { class: "top" },
          element("div", { class: "titles" }, this.title, this.summary),
          this.actions,
        ),
        this.filter.node,
        element(
          "main",
          {},
          element(
            "div",
            { class: "texts" },
            source.head,
            between,
            target.head,
            source.list,
            this.curves.node,
            target.list,
          ),
          this.panel.node,
        ),
        element(
          "footer",
          { class: "bottom" },
          this.detail.node,
          element("div", { class: "actions" }, this.changes, this.before, this.after, this.unpin),
        ),
        this.said,
        (this.colophon = element("p", { class: "colophon" })),
      );
      if (this.root.clientWidth >= WIDE) this.toggleMap(true);
      this.openMap.setAttribute("aria-expanded", String(this.panel.isOpen));
      this.openFilter.setAttribute("aria-expanded", "false");
    }

    #watch() {
      const forget = () => {
        this.colours = null;
        this.panel.drawBase(this.#coloursNow());
        this.draw();
      };
      this.listening = new AbortController();
      const { signal } = this.listening;
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", forget, { signal });
      const escape = (event) => event.key === "Escape" && this.pinned && this.pin(null);
      this.root.addEventListener("keydown", escape, { signal });
      addEventListener("beforeprint", () => this.layOutAll(), { signal });
      const theme = new MutationObserver(forget);
      theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      const sizes = new ResizeObserver(() => this.measure());
      for (const { list, body } of Object.values(this.texts)) [list, body].forEach((node) => sizes.observe(node));
      const room = new ResizeObserver(() => this.panel.drawBase(this.#coloursNow()));
      room.observe(this.panel.node);
      this.watchers = [theme, sizes, room];
    }

    /** Show other data; of the same texts, only what differs is done again. */
    update(data) {
      this.model = Vicinal.model(data, this.model);
      const { model } = this;
      this.title.textContent = data.title ?? "";
      this.title.title = data.title ?? "";
      this.colophon.textContent = data.signature;
      this.hovered = null;
      // While settings change under the same texts, whoever looks at a sentence goes on looking at it.
      this.pinned = (model.same && this.pinned && model.linksOf.source[this.pinned.source[0]][0]) || null;
      for (const side of SIDES) {
        if (!model.same) this.texts[side].show(model.sides[side]);
        this.texts[side].mark("stepped", []);
      }
      if (!model.same) this.#layOutRest();
      this.filter.show(model);
      this.panel.show(model);
      this.detail.model = model;
      this.changes.hidden = model.links.every((link) => link.changes === null);
      this.#filtered();
      const aligned = SIDES.map((side) => {
        const numbers = [model.linksOf[side].filter((links) => links.length).length, model.linksOf[side].length];
        return numbers.map((number) => number.toLocaleString("en")).join(" of ") + ` ${side}`;
      });
      const links = Vicinal.count(model.links.length, "link");
      this.summary.textContent = `${aligned.join(" and ")} sentences aligned in ${links}`;
    }

    /** Lay out the rest of long documents, a few paragraphs at a time; the observer of sizes measures them. */
    #layOutRest() {
      this.stopLayingOut?.();
      const texts = Object.values(this.texts);
      function* rest() {
        while (texts.some((text) => text.waiting.length)) {
          for (const text of texts) text.layOut(PORTION);
          void document.body.offsetHeight; // now, so that it counts as part of the slice
          yield;
        }
      }
      delete this.root.dataset.whole;
      this.stopLayingOut = Vicinal.inSlices(rest(), () => (this.root.dataset.whole = performance.now().toFixed(0)));
    }

    /** Lay out everything at once: somebody wants to go there, or to print. */
    layOutAll() {
      const texts = Object.values(this.texts);
      if (texts.every((text) => !text.waiting.length)) return;
      for (const text of texts) text.layOut(Infinity);
      this.measure();
    }

    destroy() {
      this.stopLayingOut?.();
      this.panel.open(false);
      this.detail.show(null);
      for (const watcher of this.watchers) watcher.disconnect();
      this.listening.abort();
      this.root.replaceChildren();
    }

    #filtered() {
      for (const link of this.model.links) link.shown = this.filter.lets(link);
      if (this.pinned && !this.pinned.shown) this.pinned = null;
      for (const side of SIDES) {
        const there = other(side);
        this.texts[side].paint(
          this.model.linksOf[side],
          (link) => `${there} ${Vicinal.listed(link[there])} · ${link.kind} · ${Vicinal.scored(link)}`,
        );
      }
      this.measure();
      this.refresh();
    }

    /** Read where everything stands, once, and draw from that. */
    measure() {
      if (!this.model) return;
      for (const side of SIDES) this.texts[side].measure();
      this.scrolling.measure(this.model.links);
      this.draw();
    }

    // What the user does ------------------------------------------------------------------------------------------

    #linkOf(side, index) {
      const links = this.model.linksOf[side][index].filter((link) => link.shown);
      return links.includes(this.pinned) ? this.pinned : (links[0] ?? null);
    }

    point(link) {
      if (link === this.hovered) return;
      this.hovered = link;
      this.refresh();
    }

    /** Pin the next of a sentence's links; after the last, none. */
    #press(side, index) {
      const links = this.model.linksOf[side][index].filter((link) => link.shown);
      this.pin(links[links.indexOf(this.pinned) + 1] ?? null, side);
    }

    /** Pin a link and bring it into view: the side it was pinned from stays where it is, the other comes to it. */
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
      this.said.textContent = link ? this.detail.spoken(link) : "No link pinned";
      this.refresh();
      this.root.dispatchEvent(new CustomEvent("vicinal:pin", { detail: link && { index: link.index } }));
    }

    #unpin() {
      const link = this.pinned;
      this.pin(null);
      if (link) this.texts.source.focus(link.source[0]); // the button can no longer have it
    }

    /** Pin the next link that is shown, or the one before. */
    move(by) {
      const links = this.model.links.filter((link) => link.shown);
      const at = links.indexOf(this.pinned);
      const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : (at + by + links.length) % links.length;
      if (links.length) this.pin(links[next]);
    }

    #cross(side, index) {
      const link = this.#linkOf(side, index);
      if (!link) return;
      const there = other(side);
      this.texts[there].focus(link[there][0]);
      this.scrolling.ensure(there, link[there]);
      this.point(link);
    }

    toggleMap(open = !this.panel.isOpen) {
      this.root.classList.toggle("with-map", open);
      this.openMap.setAttribute("aria-expanded", String(open));
      this.panel.open(open);
    }

    #toggleFilter() {
      const open = this.root.classList.toggle("with-filter");
      this.openFilter.setAttribute("aria-expanded", String(open));
    }

    #toggleTogether() {
      this.scrolling.together = !this.scrolling.together;
      this.together.setAttribute("aria-pressed", String(this.scrolling.together));
    }

    #toggleChanges() {
      this.detail.toggleChanges();
      this.changes.setAttribute("aria-pressed", String(this.detail.changing));
      this.refresh();
    }

    // The map and the replay --------------------------------------------------------------------------------------

    #pointCell(cell) {
      const link = cell && this.model.linkAt(cell);
      this.hovered = link?.shown ? link : null;
      this.refresh();
    }

    #pressCell(cell) {
      const link = cell && this.model.linkAt(cell);
      if (link?.shown) this.pin(link);
      else if (cell) SIDES.forEach((side, axis) => this.scrolling.bring(side, [cell[axis]]));
    }

    #stepped(step) {
      const chosen = step === null ? null : this.model.steps[step];
      SIDES.forEach((side, axis) => {
        const { spans } = this.model.sides[side];
        const indices = !chosen ? [] : chosen.level === "sentence" ? [chosen.cell[axis]] : spans[chosen.cell[axis]];
        this.texts[side].mark("stepped", indices);
        if (indices.length) this.scrolling.bring(side, indices.slice(0, 1), this.texts[side].height / 3);
      });
      this.draw();
    }

    // Drawing -----------------------------------------------------------------------------------------------------

    #coloursNow() {
      return (this.colours ??= Vicinal.colours(this.root));
    }

    #refresh() {
      const active = this.hovered ?? this.pinned;
      for (const side of SIDES) {
        this.texts[side].mark("active", active?.[side] ?? []);
        this.texts[side].mark("pinned", this.pinned?.[side] ?? []);
      }
      this.root.classList.toggle("has-pin", this.pinned !== null);
      this.unpin.disabled = !this.pinned;
      this.detail.show(active);
      this.#draw();
    }

    #draw() {
      const active = this.hovered ?? this.pinned;
      const colours = this.#coloursNow();
      this.curves.draw(this.model, { active, pinned: this.pinned, ghost: this.ghost, colours });
      this.panel.draw(active);
    }
  }

  /** Show data in an element; the viewer that comes back can `update(data)` and `destroy()`. */
  Vicinal.viewer = (root, data) => new Viewer(root, data);
})();
