"use strict";
// What an action would do, before it is done: in words, and as a picture in the viewer.

const Outcome = (() => {
  const { SIDES } = AlignmentModel;
  const NAMED = 3; // links that are named; of more, only the number is

  /** Return whether all sentences of a link are in another one. @param {IndexLink} link @param {IndexLink} other */
  const isPartOf = (link, other) => SIDES.every((_, axis) => link[axis].every((index) => other[axis].includes(index)));

  /** Return the links that lose sentences in a patch. @param {Patch} patch */
  const broken = ({ remove, add }) => remove.filter((link) => !add.some((other) => isPartOf(link, other)));

  /** Return links in words. @param {IndexLink[]} links */
  function named(links) {
    const some = links.slice(0, NAMED).map(([xs, ys]) => `${Wording.indices(xs)} → ${Wording.indices(ys)}`);
    const more = links.length > NAMED ? [`${Wording.number(links.length - NAMED)} more`] : [];
    return [...some, ...more].join(" and ");
  }

  /**
   * Return what a patch makes of links: "3, 4 → 5 (was 4 → 5)", and which ones it breaks.
   *
   * @param {Patch} patch
   * @param {string} removes what comes before links that are only removed
   */
  function inWords(patch, removes = "removes ") {
    const lost = broken(patch);
    if (!patch.add.length) return removes + named(patch.remove);
    const kept = patch.remove.filter((link) => !lost.includes(link));
    const was = kept.length ? ` (was ${named(kept)})` : "";
    return named(patch.add) + was + (lost.length ? `; breaks ${named(lost)}` : "");
  }

  /** Draw what a patch would do: links to come as ghosts, links that lose sentences struck. @param {Viewer} viewer @param {Patch | null} patch */
  function draw(viewer, patch) {
    const { model, texts } = viewer;
    const lost = patch ? broken(patch) : [];
    const going = lost.flatMap(([xs, ys]) =>
      model.linksOf.source[xs[0]].filter(
        ({ source, target }) => Patches.keyOf([source, target]) === Patches.keyOf([xs, ys]),
      ),
    );
    const coming = patch ? patch.add.map(([source, target]) => ({ source, target })) : [];
    viewer.outcome = patch ? { coming, going: new Set(going) } : null;
    for (const side of SIDES) {
      texts[side].mark(
        "coming",
        coming.flatMap((link) => link[side]),
      );
      texts[side].mark(
        "going",
        going.flatMap((link) => link[side]),
      );
    }
    viewer.refresh();
  }

  return { inWords, draw };
})();
