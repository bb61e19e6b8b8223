"use strict";
// Corrections as patches: which links go and which come. A link is [source indices, target indices]; chosen sentences
// are {source, target}. No sentence is in two links.
(() => {
  const { SIDES } = Vicinal;
  const ascending = (a, b) => a - b;
  const sorted = (indices) => [...new Set(indices)].sort(ascending);
  const keyOf = ([xs, ys]) => `${sorted(xs)}|${sorted(ys)}`;
  const isLink = (link) => link.every((side) => side.length > 0);
  const isChosen = (chosen) => chosen.source.length > 0 && chosen.target.length > 0;
  const inOrder = (links) => [...links].sort((a, b) => a[0][0] - b[0][0] || a[1][0] - b[1][0]);

  /** Return the links that hold a chosen sentence. */
  const touched = (links, chosen) =>
    links.filter((link) => SIDES.some((side, axis) => link[axis].some((index) => chosen[side].includes(index))));

  const part = (link, chosen) => SIDES.map((side, axis) => link[axis].filter((i) => chosen[side].includes(i)));
  const rest = (link, chosen) => SIDES.map((side, axis) => link[axis].filter((i) => !chosen[side].includes(i)));

  /** Return a patch without what it takes and gives back; null if nothing is left of it. */
  function patch(remove, add) {
    const [gone, come] = [remove, add].map((links) => new Set(links.map(keyOf)));
    const clean = {
      remove: remove.filter((link) => !come.has(keyOf(link))),
      add: inOrder(add.filter((link) => !gone.has(keyOf(link)))),
    };
    return clean.remove.length || clean.add.length ? clean : null;
  }

  /** Link the chosen sentences, and only them; what they leave behind stays linked if both sides are left. */
  function link(links, chosen) {
    if (!isChosen(chosen)) return null;
    const before = touched(links, chosen);
    const left = before.map((each) => rest(each, chosen)).filter(isLink);
    return patch(before, [[sorted(chosen.source), sorted(chosen.target)], ...left]);
  }

  /** Make one link of the chosen sentences and of all links that they are in. */
  function join(links, chosen) {
    const before = touched(links, chosen);
    const all = SIDES.map((side, axis) => sorted([...chosen[side], ...before.flatMap((each) => each[axis])]));
    return before.length && isLink(all) ? patch(before, [all]) : null;
  }

  /** Take away the links that the chosen sentences are in. */
  function remove(links, chosen) {
    return patch(touched(links, chosen), []);
  }

  /**
   * Split one link: the chosen sentences from the others. With all of a link chosen, it is cut in two where its
   * sentences fit best; `similarity(x, y)` tells how well two fit.
   */
  function split(links, chosen, similarity) {
    const before = touched(links, chosen);
    if (before.length !== 1) return null;
    const inside = part(before[0], chosen);
    const outside = rest(before[0], chosen);
    if (outside.every((side) => !side.length)) {
      const parts = cut(before[0], similarity);
      return parts && patch(before, parts);
    }
    const parts = [inside, outside].filter(isLink);
    return parts.length ? patch(before, parts) : null;
  }

  /** Return the two parts of a link, both in the order of the texts, in which sentences are most similar. */
  function cut([xs, ys], similarity) {
    const best = (x, others) => others.reduce((most, y) => Math.max(most, similarity(x, y)), 0);
    const fit = (as, bs) =>
      as.reduce((sum, x) => sum + best(x, bs), 0) +
      bs.reduce((sum, y) => sum + as.reduce((most, x) => Math.max(most, similarity(x, y)), 0), 0);
    let found = null;
    let most = -1;
    for (let i = 1; i < xs.length; i++) {
      for (let j = 1; j < ys.length; j++) {
        const parts = [
          [xs.slice(0, i), ys.slice(0, j)],
          [xs.slice(i), ys.slice(j)],
        ];
        const value = fit(...parts[0]) + fit(...parts[1]);
        if (value > most + 1e-9) [most, found] = [value, parts];
      }
    }
    return found;
  }

  /** Return links after a patch. */
  function patched(links, { remove: gone, add }) {
    const keys = new Set(gone.map(keyOf));
    return inOrder([...links.filter((each) => !keys.has(keyOf(each))), ...add]);
  }

  /** Tell whether links are as a patch leaves them: what comes is there, and what goes has left nothing behind. */
  function holds(links, { remove: gone, add }) {
    const keys = new Set(links.map(keyOf));
    const come = new Set(add.map(keyOf));
    const others = links.filter((each) => !come.has(keyOf(each)));
    const free = (each) =>
      SIDES.every((_, axis) => !others.some((other) => other[axis].some((i) => each[axis].includes(i))));
    return add.every((each) => keys.has(keyOf(each))) && gone.every(free);
  }

  /** Return links of which no two share a sentence: those that do become one. */
  function apart(links) {
    let found = [];
    for (const each of links) {
      const shares = (other) => SIDES.some((_, axis) => other[axis].some((index) => each[axis].includes(index)));
      const meets = found.filter(shares);
      const one = SIDES.map((_, axis) => sorted([each, ...meets].flatMap((other) => other[axis])));
      found = [...found.filter((other) => !meets.includes(other)), one];
    }
    return inOrder(found);
  }

  /** Return what changed in each link, as the views that have it say; null where none does. */
  function changesOf(links, views) {
    const known = new Map(
      views.flatMap((view) => view.links.map((each, index) => [keyOf(each), view.changes?.[index] ?? null])),
    );
    return links.map((each) => known.get(keyOf(each)) ?? null);
  }

  const named = ([xs, ys]) => `${Vicinal.listed(xs)} → ${Vicinal.listed(ys)}`;

  /** Return a patch in words, what goes before what comes. */
  function inWords({ remove: gone, add }, between = "; ") {
    const words = (links) => {
      const some = links.slice(0, 3).map(named).join("; ");
      return links.length > 3 ? `${some} and ${Vicinal.count(links.length - 3, "more", "more")}` : some;
    };
    const parts = [gone.length ? `− ${words(gone)}` : "", add.length ? `+ ${words(add)}` : ""];
    return parts.filter(Boolean).join(between);
  }

  Vicinal.patches = { link, join, remove, split, patch, patched, holds, apart, touched, keyOf, changesOf, inWords, named };
})();
