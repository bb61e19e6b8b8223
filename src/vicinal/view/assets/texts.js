"use strict";
// One document: its sentences in a list that the keyboard walks, each marked by the kind of its link.
(() => {
  const { element } = Vicinal;
  const LONG = 4000; // characters; a longer sentence scrolls in a box of its own
  const FIRST = 120; // sentences that are laid out at once; of a long document, the rest follows in a moment

  class Text {
    /**
     * `on` is told: point(index or null), press(index, event), cross(index), reached(index); an index is a sentence's.
     * It is asked key(index, event) first, and does with the key what it likes if it answers true.
     */
    constructor(side, on) {
      this.side = side;
      this.on = on;
      this.sentences = [];
      this.marked = {};
      this.selected = "pinned";
      this.name = element("h2");
      this.counts = element("p");
      this.head = element("header", { class: `head head-${side}` }, this.name, this.counts);
      this.body = element("div", { class: "body" });
      this.list = element(
        "div",
        { class: `text text-${side}`, role: "listbox", "aria-multiselectable": "true", "data-side": side },
        this.body,
      );
      this.list.addEventListener("pointerover", (event) => {
        if (event.pointerType !== "touch") this.on.point(this.indexOf(event.target));
      });
      this.list.addEventListener("pointerleave", () => this.on.point(null));
      this.list.addEventListener("focusin", (event) => this.#focused(event.target));
      this.list.addEventListener("focusout", () => this.on.point(null));
      this.list.addEventListener("keydown", (event) => this.#key(event));
      this.list.addEventListener("click", (event) => {
        const index = this.indexOf(event.target);
        // Who drags over a text wants to copy it.
        if (index !== null && (event.shiftKey || getSelection().isCollapsed)) this.on.press(index, event);
      });
    }

    indexOf(node) {
      const sentence = node.closest?.(".sentence");
      return sentence ? Number(sentence.dataset.index) : null;
    }

    /** Build the list anew. */
    show(document) {
      const name = document.name ?? this.side;
      this.name.textContent = name;
      this.name.title = name;
      this.list.setAttribute("aria-label", `Sentences of ${name}`);
      this.marked = {};
      this.sentences = [];
      const paragraphs = document.paragraphs.map((paragraph, number) => {
        const group = element("div", { class: "paragraph", role: "group", "aria-label": `Paragraph ${number}` });
        for (const text of paragraph) group.append(this.#sentence(text, document.language));
        return group;
      });
      this.body.replaceChildren();
      this.waiting = paragraphs.reverse();
      this.laid = 0;
      this.layOut(FIRST);
      if (this.sentences.length) this.sentences[0].node.tabIndex = 0;
    }

    /** Lay out paragraphs until that many more sentences stand in the text. */
    layOut(sentences) {
      const paragraphs = [];
      for (const end = this.laid + sentences; this.waiting.length && this.laid < end;) {
        const paragraph = this.waiting.pop();
        this.laid += paragraph.childElementCount;
        paragraphs.push(paragraph);
      }
      this.body.append(...paragraphs);
    }

    #sentence(text, language) {
      const index = this.sentences.length;
      const words = element("span", { class: "words", dir: "auto", lang: language, text });
      const node = element("div", { class: "sentence", role: "option", tabindex: -1, "data-index": index }, words);
      if (text.length > LONG) node.classList.add("long");
      this.sentences.push({ node, words: words.firstChild });
      return node;
    }

    /** Mark each sentence by its links; `label` gives the words of the chip that leads to the other side. */
    paint(linksOf, label) {
      let linked = 0;
      this.sentences.forEach(({ node }, index) => {
        const links = linksOf[index];
        const shown = links.filter((link) => link.shown);
        if (links.length) linked++;
        node.classList.toggle("alone", !links.length);
        node.classList.toggle("off", links.length > 0 && !shown.length);
        const groups = [...new Set(shown.map((link) => link.group))];
        for (const [name, group] of [
          ["kind", groups[0]],
          ["also", groups[1]],
        ]) {
          if (group) node.dataset[name] = group;
          else delete node.dataset[name];
        }
        const words = links.length ? shown.map(label) : ["no counterpart"];
        node.setAttribute("aria-description", words.join("; "));
        while (node.childNodes.length > 1) node.lastChild.remove();
        words.forEach((text, number) => node.append(chip(text, shown[number])));
      });
      const all = Vicinal.count(this.sentences.length, "sentence");
      this.counts.textContent = `${linked.toLocaleString("en")} of ${all} aligned`;
    }

    /** Give these sentences, and no others, a class; those of the class `selected` count as selected. */
    mark(name, indices) {
      for (const node of this.marked[name] ?? []) {
        node.classList.remove(name);
        if (name === this.selected) node.removeAttribute("aria-selected");
      }
      this.marked[name] = indices.map((index) => this.sentences[index].node);
      for (const node of this.marked[name]) {
        node.classList.add(name);
        if (name === this.selected) node.setAttribute("aria-selected", "true");
      }
    }

    /** Read where sentences stand in the scrolled text. */
    measure() {
      this.height = this.list.clientHeight;
      this.whole = this.list.scrollHeight;
      // What is not laid out yet is taken to stand at the end.
      this.tops = this.sentences.map(({ node }, index) => (index < this.laid ? node.offsetTop : this.whole));
      this.bottoms = this.tops.map(
        (top, index) => top + (index < this.laid ? this.sentences[index].node.offsetHeight : 0),
      );
    }

    /** Return where the first of some sentences begins and the last ends. */
    span(indices) {
      let [low, high] = [Infinity, -Infinity];
      for (const index of indices) {
        low = Math.min(low, index);
        high = Math.max(high, index);
      }
      return [this.tops[low], this.bottoms[high]];
    }

    /** Return the first and the last sentence that can be seen. */
    visible() {
      const top = this.list.scrollTop;
      return [first(this.bottoms, top), first(this.tops, top + this.height) - 1];
    }

    focus(index) {
      if (index >= this.laid) this.layOut(Infinity);
      this.sentences[index]?.node.focus({ preventScroll: true });
    }

    #focused(target) {
      const index = this.indexOf(target);
      if (index === null) return;
      const before = this.body.querySelector('.sentence[tabindex="0"]');
      if (before) before.tabIndex = -1;
      this.sentences[index].node.tabIndex = 0;
      if (target.matches(":focus-visible")) this.on.point(index);
    }

    #key(event) {
      const index = this.indexOf(event.target);
      if (index === null || event.altKey || event.ctrlKey || event.metaKey) return;
      if (this.on.key(index, event)) {
        event.preventDefault();
        return;
      }
      const last = this.sentences.length - 1;
      const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[event.key];
      if (to !== undefined) {
        const next = Math.min(Math.max(to, 0), last);
        this.focus(next);
        this.on.reached(next);
      } else if (event.key === (this.side === "source" ? "ArrowRight" : "ArrowLeft")) this.on.cross(index);
      else if (event.key === "Enter" || event.key === " ") this.on.press(index, event);
      else return;
      event.preventDefault();
    }
  }

  /** Return what stands for a curve on a narrow screen and on paper; a screen reader has it as the description. */
  function chip(text, link) {
    const about = link
      ? { class: "chip", "data-number": link.index + 1, "data-kind": link.group }
      : { class: "chip none" };
    return element("span", { ...about, "aria-hidden": "true", text });
  }

  /** Return the first place in an ascending list with a value above `value`. */
  function first(list, value) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] > value) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  Object.assign(Vicinal, { Text });
})();
