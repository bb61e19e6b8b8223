"use strict";
// What the page shows, with pictures: the two texts, the kinds of links, the score, the marks on words, a comparison.

const Legend = (() => {
  const { element, drawing } = Dom;
  const [LEFT, RIGHT, MIDDLE] = [20, 60, 20];
  /** The heights of the sentences of each side. @type {Record<string, [number[], number[]]>} */
  const PICTURES = {
    "1-1": [[MIDDLE], [MIDDLE]],
    "1-N": [[MIDDLE], [8, 32]],
    "N-1": [[8, 32], [MIDDLE]],
    "N-N": [
      [8, 32],
      [8, 32],
    ],
  };
  const KINDS = [
    ["1-1", "One sentence became one sentence."],
    ["1-N", "Split: one source sentence became several."],
    ["N-1", "Joined: several source sentences became one."],
    ["N-N", "Mixed: several sentences became several others."],
  ];
  // Methods whose score says how alike two texts are; that of "global" is a probability.
  const SIMILARITY = /^(vicinity|massalign|nearest|jaccard|coster_kauchak)\b/;

  /** Return a row: a picture, and what it means. @param {Node} picture @param {...(Node | string)} words */
  const row = (picture, ...words) => element("li", {}, picture, element("span", {}, ...words));

  /** Return a heading and what belongs to it. @param {string} heading @param {...Node} content */
  const section = (heading, ...content) => element("section", {}, element("h3", { text: heading }), ...content);

  /** Draw sentences on both sides. @param {[number[], number[]]} heights @param {string} group @param {...Node} lines */
  function picture([source, target], group, ...lines) {
    const bar = (/** @type {number} */ x) => (/** @type {number} */ y) =>
      drawing("rect", { x, y: y - 4, width: 16, height: 8, rx: 2 });
    const size = { viewBox: "0 0 80 40", width: 80, height: 40, class: "picture", "aria-hidden": "true" };
    const bars = [...source.map(bar(2)), ...target.map(bar(62))];
    return drawing("svg", { ...size, "data-kind": group }, ...bars, ...lines);
  }

  /** Draw a link of a kind, or of a group of a comparison. @param {string} group @param {string} kind */
  function linkPicture(group, kind = group) {
    const [source, target] = PICTURES[kind];
    const curves = AlignmentModel.spread(source, target).map(
      ([from, to]) => `M${LEFT} ${from}C${MIDDLE * 2} ${from} ${MIDDLE * 2} ${to} ${RIGHT} ${to}`,
    );
    return picture(
      PICTURES[kind],
      group,
      drawing("path", { d: curves.join(""), "stroke-dasharray": Curves.dashes(group) }),
    );
  }

  /** Draw a sentence without a link. */
  const alonePicture = () =>
    picture([[MIDDLE], []], "none", drawing("circle", { cx: LEFT + 4, cy: MIDDLE, r: 3.5, class: "hollow" }));

  /** Return what the score of a method's links means. @param {string | null} method as people read it */
  function scoreWords(method) {
    if (method === null)
      return "People made these links. A link that you make has no score; the app writes “by hand” beside it.";
    if (method === "global")
      return (
        "The probability that the link is exactly right, from 0 to 1. Of a hundred links with a score of .62, about 62 " +
        "are exactly right, and most of the others are nearly so."
      );
    if (SIMILARITY.test(method))
      return (
        "How alike the words of both sides are: 0 means no word in common, 1 the same words as often. It is no " +
        "probability: .62 is a close match, and a free retelling that is right may have .2."
      );
    return "How sure the method is, by its own measure. Higher is surer; compare it only within one method.";
  }

  /** @param {string} mark the name of a kind of mark @param {string} sample */
  const sample = (mark, sample) => element("span", { class: "picture sample-word", "data-mark": mark, text: sample });

  /** @param {WordOperation} change @param {string} word */
  const changed = (change, word) =>
    element("span", { class: "picture" }, element("span", { "data-change": change, text: word }));

  /** Return everything about what a model shows. @param {AlignmentModel} model */
  function content({ data }) {
    const groups = (data.groups ?? []).map(({ name, title }) =>
      row(linkPicture(name, "1-1"), `${Wording.capital(title)}.`),
    );
    const kinds = KINDS.map(([name, words]) => row(linkPicture(name), element("b", { text: name }), ` ${words}`));
    return [
      section(
        "The two texts",
        element("p", {
          text:
            "On the left is the source: the original text. On the right is the target: the other version, often the " +
            "simpler one. In a narrow window the source is above the target. Sentences are counted from 1 on each side.",
        }),
      ),
      section(
        groups.length ? "Links of the comparison" : "Links",
        element(
          "ul",
          {},
          ...(groups.length ? groups : kinds),
          row(alonePicture(), "A hollow dot: the sentence has no link. It was left out, or is new."),
        ),
      ),
      section("The score", element("p", { text: scoreWords(data.groups ? "" : data.method) })),
      section(
        "Words of a link",
        element(
          "ul",
          {},
          row(sample("rare", "volcano"), "A rare word that both sides have: it counts most."),
          row(sample("some", "people"), "A word that several sentences have."),
          row(sample("often", "the"), "A word that most sentences have: it says little."),
        ),
      ),
      section(
        "Changes, if you turn them on",
        element(
          "ul",
          {},
          row(changed("delete", "very"), "deleted: only the source has it"),
          row(changed("add", "small"), "added: only the target has it"),
          row(changed("replace", "huge"), "replaced by another word"),
          row(changed("move", "today"), "moved to another place"),
        ),
      ),
    ];
  }

  /** Show the legend in a dialog. @param {AlignmentModel} model */
  function open(model) {
    const dialog = Dom.dialog("What am I looking at?", element("div", { class: "pictures" }, ...content(model)));
    dialog.classList.add("broad");
    dialog.showModal();
  }

  return { open, content, linkPicture, section };
})();
