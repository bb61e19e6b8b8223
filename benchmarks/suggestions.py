"""How often the app's suggestion for a sentence without a link is right: python benchmarks/suggestions.py.

Two cases, both with the app's own script (`app-suggestions.js`, run by node):

    left over   The default method aligns the gold sets; each sentence that it leaves without a link gets a suggestion.
                It is right if gold links the two sentences. These are the hard ones: the method found nothing.
    removed     All links are those of gold, but one is missing: one sentence of it gets a suggestion. It is right if it
                is a sentence of that link.

The rule is chosen by F1 of the first case, the mean over families of sets. Each family is left out in turn: the rule
that is best on the others is judged on it. Families with fewer than 20 such sentences that gold links do not count.
Documents without sentence gold are left out, and so are thinned and silver sets.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from itertools import product
from pathlib import Path
from statistics import mean

import vicinal
from gold_sets import LABELLED, gold_sets
from vicinal.gold import Gold
from vicinal.view.asset_list import asset
from vicinal.view.viewer_data import viewer_data

SCRIPTS = ("alignment-model.js", "tokens.js", "tfidf.js", "app-suggestions.js")
RULES = [
    {"least": least, "outside": outside, "linked": linked}
    for least, outside, linked in product(
        (0.05, 0.1, 0.15, 0.2, 0.25, 0.3), (0.0, 0.25, 0.5, 0.75, 1.0), (0.4, 0.6, 0.8, 1.0)
    )
]
FEWEST = 20
# Reads documents and rules; prints [suggested, right] over all documents for each rule, the app's own first, and
# [tried, suggested, right] where one gold link is missing.
COUNT = """
const { documents, rules } = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
const counts = [undefined, ...rules].map(() => [0, 0]);
const removed = [0, 0, 0];
for (const { view, pairs, links } of documents) {
  const model = new AlignmentModel(view);
  const { source, target } = model.sides;
  const steps = TfIdf.prepare(source.sentences, target.sentences, view.folds);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const gold = new Set(pairs.map(([x, y]) => `${x} ${y}`));
  for (const side of AlignmentModel.SIDES) model.linksOf[side].forEach((free, index) => {
    if (free.length) return;
    [undefined, ...rules].forEach((rule, number) => {
      const found = Suggestions.best({ side, index }, model.linksOf, step.value, rule);
      if (!found) return;
      counts[number][0]++;
      const cell = side === "source" ? [index, found.index] : [found.index, index];
      if (gold.has(cell.join(" "))) counts[number][1]++;
    });
  });
  for (const link of links) {
    const others = links.filter((each) => each !== link).map(([xs, ys]) => [xs, ys, 1]);
    const { linksOf } = new AlignmentModel({ ...view, links: others, cells: [], changes: null });
    const found = Suggestions.best({ side: "source", index: link[0][0] }, linksOf, step.value);
    removed[0]++;
    if (found) removed[1]++;
    if (found && link[1].includes(found.index)) removed[2]++;
  }
}
console.log(JSON.stringify([counts, removed]));
"""


def family(name: str) -> str:
    """Return the sets that are left out together: the sample corpus is one."""
    return name.partition(" ")[0]


def counted(golds: list[Gold]) -> tuple[int, int, list[list[int]], list[int]]:
    """Return the sentences left over, those of them that gold links, and the counts of each rule and case."""
    documents = []
    free = wanted = 0
    for gold in golds:
        alignment = vicinal.align(gold.source, gold.target)
        pairs = sorted({(x, y) for xs, ys in gold.links for x in xs for y in ys})
        documents.append({"view": viewer_data(alignment), "pairs": pairs, "links": sorted(gold.links)})
        for axis, document in enumerate((gold.source, gold.target)):
            linked = {i for link in alignment.sentences for i in (link.source, link.target)[axis]}
            alone = set(range(len(document.sentences))) - linked
            free += len(alone)
            wanted += len(alone & {pair[axis] for pair in pairs})
    with tempfile.TemporaryDirectory() as folder:
        program, data = Path(folder) / "count.js", Path(folder) / "data.json"
        scripts = "\n".join(asset(name).replace('"use strict";', "", 1) for name in SCRIPTS)
        program.write_text(f"{scripts}\n{COUNT}", encoding="utf-8")
        data.write_text(json.dumps({"documents": documents, "rules": RULES}), encoding="utf-8")
        answer = subprocess.run(["node", program, data], capture_output=True, text=True, check=True)
    counts, removed = json.loads(answer.stdout)
    return free, wanted, counts, removed


def f1(suggested: int, right: int, wanted: int) -> float:
    """Return the F1 of suggestions: of precision and of the share of sentences that gold links."""
    return 2 * right / (suggested + wanted) if suggested + wanted else 0.0


def main() -> None:
    """Print the figures of the app's rule on each set, and of the rules chosen without it."""
    sets = {name: golds for name, golds in gold_sets().items() if "thinned" not in name and name not in LABELLED}
    found = {name: counted(golds) for name, golds in sets.items()}

    def share(number: int, of: int) -> str:
        return f"{number:6} ({number / of:4.0%})" if of else f"{number:6}       "

    print("set: sentences left over, linked in gold, suggested, right (of those suggested)")
    for name, (free, wanted, counts, _) in found.items():
        print(f"{name:12} {free:6} {wanted:6} {counts[0][0]:6} {share(counts[0][1], counts[0][0])}")
    print("set: links removed, suggested, right (of all removed)")
    for name, (_, _, _, (tried, suggested, right)) in found.items():
        print(f"{name:12} {tried:6} {suggested:6} {share(right, tried)}")
    scores = {}
    for each in sorted({family(name) for name in found}):
        members = [values for name, values in found.items() if family(name) == each]
        wanted = sum(values[1] for values in members)
        if wanted >= FEWEST:
            totals = [[sum(v[2][rule][i] for v in members) for i in (0, 1)] for rule in range(len(RULES) + 1)]
            scores[each] = [f1(suggested, right, wanted) for suggested, right in totals]

    def best(families: list[str]) -> int:
        return max(range(1, len(RULES) + 1), key=lambda rule: mean(scores[each][rule] for each in families))

    every = list(scores)
    print(f"best on all: {RULES[best(every) - 1]}, F1 {mean(scores[each][best(every)] for each in every):.3f}")
    print(f"the app's rule: F1 {mean(scores[each][0] for each in every):.3f}")
    for left in every:
        rule = best([each for each in every if each != left])
        print(f"without {left}: {RULES[rule - 1]}, F1 there {scores[left][rule]:.3f} (app's {scores[left][0]:.3f})")


if __name__ == "__main__":
    main()
