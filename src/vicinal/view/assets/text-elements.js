"use strict";
// The elements of a text: a group for each paragraph, an option for each sentence. A text that was corrected keeps the
// elements of all sentences that are as they were.

/** @typedef {InstanceType<typeof TextElements>} TextElements */
/**
 * A sentence in the page. `painted` is what its marks were made of, so that equal ones are not made again.
 *
 * @typedef {{ node: HTMLElement, words: Text, text: string, opens: boolean, heading: boolean, painted: string }} SentenceElement
 */

const TextElements = (() => {
  const { element } = Dom;
  const LONG = 4000; // characters; a longer sentence scrolls in a box of its own
  const FEW = 120; // sentences that may change at once; for more, all are made anew

  /** @param {SentenceElement} known @param {string} text @param {boolean} opens @param {boolean} heading */
  const isSame = (known, text, opens, heading) =>
    known.text === text && known.opens === opens && known.heading === heading;

  /**
   * @param {HTMLElement} node
   * @param {ModelLink[]} links
   * @param {ModelLink[]} shown those of them that are shown
   * @param {string[]} words what is said about them
   */
  function dress(node, links, shown, words) {
    node.classList.toggle("alone", !links.length);
    node.classList.toggle("off", links.length > 0 && !shown.length);
    const [kind, also] = new Set(shown.map((link) => link.group));
    for (const [name, group] of Object.entries({ kind, also })) {
      if (group) node.dataset[name] = group;
      else delete node.dataset[name];
    }
    node.setAttribute("aria-description", words.join("; "));
    const chips = [...node.children].slice(1);
    const made = words.map(
      (text, number) => relabelled(chips[number], text, shown[number]) ?? chip(text, shown[number]),
    );
    if (chips.length !== made.length || chips.some((each, number) => each !== made[number]))
      node.replaceChildren(node.children[0], ...made);
  }

  /**
   * Give a chip another text and return it; undefined if it stands for something else.
   *
   * @param {Element | undefined} node
   * @param {string} text
   * @param {ModelLink} [link]
   */
  function relabelled(node, text, link) {
    if (!(node?.firstChild instanceof Text) || node.getAttribute("data-kind") !== (link?.group ?? null)) return;
    if (node.firstChild.data !== text) node.firstChild.data = text;
    return node;
  }

  /**
   * Return what replaces a curve on a narrow screen and on paper; screen readers get it as the description.
   *
   * @param {string} text
   * @param {ModelLink} [link]
   */
  function chip(text, link) {
    const about = link ? { class: "chip", "data-kind": link.group } : { class: "chip none" };
    return element("span", { ...about, "aria-hidden": "true", text });
  }

  return class TextElements {
    /** @type {SentenceElement[]} */
    sentences = [];
    /** The paragraphs. @type {HTMLElement[]} */
    groups = [];
    /** @type {string | null} */
    #language = null;

    /**
     * Take over a text. Return where its sentences are now, by where they were; null if all were made anew.
     *
     * @param {DocumentData} document
     * @returns {((index: number) => number) | null}
     */
    show(document) {
      const headings = new Set(document.headings);
      const texts = document.paragraphs.flat();
      const marks = document.paragraphs.flatMap((paragraph, number) =>
        paragraph.map((_, i) => ({ opens: i === 0, heading: i === 0 && headings.has(number) })),
      );
      const before = this.sentences;
      const isKept = (/** @type {number} */ old, /** @type {number} */ now) =>
        isSame(before[old], texts[now], marks[now].opens, marks[now].heading);
      const shared = document.language === this.#language ? Math.min(before.length, texts.length) : 0;
      let first = 0;
      while (first < shared && isKept(first, first)) first++;
      let last = 0;
      while (last < shared - first && isKept(before.length - 1 - last, texts.length - 1 - last)) last++;
      if (first === texts.length && first === before.length && first) return (index) => index;
      const few = first + last > 0 && texts.length - first - last <= FEW;
      if (!few) [first, last] = [0, 0];
      this.#language = document.language;
      const end = texts.length - last;
      const made = texts.slice(first, end).map((text, i) => this.#sentence(text, marks[first + i]));
      this.sentences = [...before.slice(0, first), ...made, ...before.slice(before.length - last)];
      this.#group(first, last);
      this.sentences.forEach(({ node }, index) => {
        if (node.dataset.index === String(index)) return;
        node.dataset.index = String(index);
        node.dataset.number = String(Wording.place(index));
      });
      if (!few) return null;
      return (index) => {
        if (index >= before.length - last) return index + texts.length - before.length;
        return Math.max(0, Math.min(index, index < first ? index : Math.max(first, end - 1), texts.length - 1));
      };
    }

    /**
     * Mark a sentence by its links; return whether these are others than before.
     *
     * @param {SentenceElement} sentence
     * @param {ModelLink[]} links
     * @param {(link: ModelLink) => string} label the text of the chip that leads to the other side
     */
    static paint(sentence, links, label) {
      const shown = links.filter((link) => link.shown);
      const words = links.length ? shown.map(label) : ["unaligned"];
      const painted = [links.length, ...shown.map((link) => link.group), ...words].join("\n");
      if (painted === sentence.painted) return false;
      dress(sentence.node, links, shown, words);
      sentence.painted = painted;
      return true;
    }

    /** @param {string} text @param {{ opens: boolean, heading: boolean }} marks @returns {SentenceElement} */
    #sentence(text, marks) {
      const words = document.createTextNode(text);
      const box = element("span", { class: "words", dir: "auto", lang: this.#language }, words);
      const node = element("div", { class: "sentence", role: "option", tabindex: -1 }, box);
      if (text.length > LONG) node.classList.add("long");
      return { node, words, text, ...marks, painted: "" };
    }

    /**
     * Put the sentences into their paragraphs. Paragraphs with nothing but the first or the last sentences stay.
     *
     * @param {number} first sentences that stay at the beginning
     * @param {number} last sentences that stay at the end
     */
    #group(first, last) {
      const opening = (/** @type {SentenceElement[]} */ some) => some.filter(({ opens }) => opens).length;
      const { sentences, groups: before } = this;
      // The paragraph that the last of the first sentences is in may go on differently.
      const above = Math.max(0, opening(sentences.slice(0, first)) - 1);
      const below = opening(sentences.slice(sentences.length - last));
      const gone = before.slice(above, before.length - below);
      const total = opening(sentences);
      /** @type {HTMLElement[]} */
      const made = [];
      let number = -1;
      for (const { node, opens, heading } of sentences) {
        if (opens) number++;
        if (number < above || number >= total - below) continue;
        if (opens) made.push(element("div", { class: heading ? "paragraph heading" : "paragraph", role: "group" }));
        made[made.length - 1].append(node);
      }
      if (before[above]) before[above].before(...made);
      else before.at(-1)?.after(...made);
      for (const group of gone) group.remove();
      this.groups = [...before.slice(0, above), ...made, ...before.slice(before.length - below)];
      for (const [index, group] of this.groups.entries()) {
        const isAfter = index > 0 && this.groups[index - 1].classList.contains("heading");
        if (group.classList.contains("first") !== (index === 0)) group.classList.toggle("first");
        if (group.classList.contains("after-heading") !== isAfter) group.classList.toggle("after-heading");
        // In a list box, only the label of a group can tell that it is a heading.
        const kind = group.classList.contains("heading") ? "Heading, paragraph" : "Paragraph";
        const label = `${kind} ${Wording.place(index)}`;
        if (group.getAttribute("aria-label") !== label) group.setAttribute("aria-label", label);
      }
    }
  };
})();
