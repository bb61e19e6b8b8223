"""How well the relatedness of two documents tells real pairs from pairs that were made by mistake.

    python benchmarks/suspect.py [--pairs NUMBER] [--list CORPUS | --least]

Reads the corpora and the gold that lie beside the repository, and the sample corpus. For each corpus: its pairs; the
same documents shuffled (the source of each pair with the target of one half a corpus away); and the nearest wrong
partners (each target with the source of another pair that is most similar by TF-IDF over the corpus). Printed are the
areas under the ROC curve, and the shares of real, shuffled and nearest pairs below the threshold. Pairs that are not
judged are counted apart. The last column is the threshold that the other corpora would choose: the highest one below
which no more than one in a hundred of the real pairs of any of them are.

--list prints the most suspect pairs of a corpus, to be read. Last, the time that it takes beside the methods.

--least prints what the least number of words of the longer document changes: for real pairs of single sentences (the
gold links, and the same shuffled) and for the pairs of all corpora, the shares of all that are judged and that are
called suspect. wiki_doc, which has many wrong partners, stands apart.
Then the relatedness of long documents: so many real pairs of OneStopEnglish joined into one.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import islice
from math import log, sqrt
from pathlib import Path

import vicinal.corpus.relatedness
from gold_sets import ROOT, SHARED
from vicinal import Document
from vicinal.corpus.relatedness import SUSPECT, relatedness
from vicinal.methods import aligner_for
from vicinal.text.tokens import tokens

CORPORA = SHARED / "corpora"
NOT_CHOSEN_ON = ("wiki_doc", "OneStopEnglish")  # which have wrong partners of their own
ALARMS = 0.01  # the highest share of real pairs below the threshold
Named = tuple[str, Document, Document]  # what tells two texts of one article from those of another, and the two


def _document(lines: Iterable[str]) -> Document:
    return Document([[line.strip()] for line in lines if line.strip()])


def _lines(path: Path) -> Document:
    return _document(path.read_text(encoding="utf-8-sig", errors="replace").splitlines())


def onestop() -> Iterable[Named]:
    folder = CORPORA / "onestop" / "Texts-SeparatedByReadingLevel"
    for path in sorted((folder / "Adv-Txt").glob("*.txt")):
        simple = folder / "Ele-Txt" / path.name.replace("-adv", "-ele")
        if simple.exists():
            yield path.name, _lines(path), _lines(simple)


def alector() -> Iterable[Named]:
    for path in sorted((CORPORA / "alector").glob("*_source.txt")):
        yield path.name, _lines(path), _lines(path.with_name(path.name.replace("_source", "_target")))


def klexikon() -> Iterable[Named]:
    for path in sorted((CORPORA / "klexikon" / "wiki").glob("*.txt")):
        simple = CORPORA / "klexikon" / "klexikon" / path.name
        if simple.exists():
            yield path.name, _lines(path), _lines(simple)


def two_files(source: str, target: str) -> Iterable[Named]:
    sides = [(CORPORA / name).read_text(encoding="utf-8").split("\n") for name in (source, target)]
    for number, (one, two) in enumerate(zip(*sides, strict=True)):
        if one.strip() and two.strip():
            yield str(number), _document([one]), _document([two])


def table(name: str) -> Iterable[Named]:
    csv.field_size_limit(sys.maxsize)
    with (CORPORA / name).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["pair_id"], _document(row["complex"].split("<s>")), _document(row["simple"].split("<s>"))


def swipe() -> Iterable[Named]:
    for one in json.loads((CORPORA / "swipe" / "swipe_val.json").read_text(encoding="utf-8")):
        yield one["r_page"], _document(one["r_content"].split("\n")), _document(one["s_content"].split("\n"))


def gold(path: Path) -> Iterable[Named]:
    for line in path.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        yield one["id"].partition("|")[0], Document(one["source"]), Document(one["target"])


def sample() -> Iterable[Named]:
    for path in sorted((ROOT / "data" / "articles").glob("*.0.txt")):
        for other in sorted(path.parent.glob(path.name.replace(".0.", ".[1-9]."))):
            yield path.name, _lines(path), _lines(other)


CORPUS: dict[str, Callable[[], Iterable[Named]]] = {
    "OneStopEnglish": onestop,
    "Alector (fr)": alector,
    "Klexikon (de)": klexikon,
    "D-Wikipedia": lambda: two_files("d_wikipedia/valid.src", "d_wikipedia/valid.tgt"),
    "wiki_doc": lambda: two_files("wiki_doc/wiki_doc.valid.complex", "wiki_doc/wiki_doc.valid.simple"),
    "Wiki-Auto": lambda: table("wikiauto/wikiauto_docs_valid.csv"),
    "Cochrane-auto": lambda: table("cochrane_auto/cochraneauto_docs_train.csv"),
    "SWiPE": swipe,
    "DEplain (de)": lambda: gold(SHARED / "gold" / "deplain_de_dev.jsonl"),
    "OneStopQA": lambda: gold(SHARED / "gold" / "onestop_en_paragraphs_dev.jsonl"),
    "PorSimples (pt)": lambda: gold(SHARED / "gold" / "porsimples_pt_dev.jsonl"),
    "Wiki-Manual": lambda: gold(SHARED / "gold" / "wiki_en_dev.jsonl"),
    "sample corpus": sample,
}


def sentences(path: Path) -> Iterable[Named]:
    """Yield the two texts of each link of some gold as documents of their own."""
    for line in path.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        sides = [[sentence for paragraph in one[side] for sentence in paragraph] for side in ("source", "target")]
        for number, link in enumerate(one["gold"]):
            source, target = (_document(side[k] for k in places) for side, places in zip(sides, link, strict=True))
            yield f"{one['id']} {number}", source, target


def shuffled(pairs: list[Named]) -> list[tuple[Document, Document]]:
    """Return each target with the source half a corpus away, if that is another article."""
    half = len(pairs) // 2
    others = pairs[half:] + pairs[:half]
    return [(other[1], one[2]) for one, other in zip(pairs, others, strict=True) if _are_apart(one, other)]


def nearest(pairs: list[Named]) -> list[tuple[Document, Document]]:
    """Return each target with the most similar source of another article."""
    counts = [(Counter(tokens(_text(one))), Counter(tokens(_text(two)))) for _, one, two in pairs]
    documents = Counter(word for sides in counts for side in sides for word in side)
    weights = {word: log((2 * len(pairs) + 1) / number) for word, number in documents.items()}
    index: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for number, (source, _) in enumerate(counts):
        for word, value in _normal(source, weights).items():
            index[word].append((number, value))
    found = []
    for number, (_, target) in enumerate(counts):
        scores: Counter[int] = Counter()
        for word, value in _normal(target, weights).items():
            for other, weight in index[word]:
                scores[other] += value * weight  # type: ignore[assignment]
        near = (other for other, _ in scores.most_common() if _are_apart(pairs[number], pairs[other]))
        found += [(pairs[other][1], pairs[number][2]) for other in islice(near, 1)]
    return found


def _normal(counts: Counter[str], weights: dict[str, float]) -> dict[str, float]:
    values = {word: (1 + log(number)) * weights[word] for word, number in counts.items()}
    length = sqrt(sum(value * value for value in values.values())) or 1.0
    return {word: value / length for word, value in values.items()}


def _text(document: Document) -> str:
    return "\n".join(document.sentences)


def _are_apart(one: Named, other: Named) -> bool:
    return one[0] != other[0] and one[1] != other[1] and one[2] != other[2]


def area(real: list[float], wrong: list[float]) -> float:
    """Return the area under the ROC curve: how often a real pair has the higher score; equal scores count half."""
    order = sorted(wrong)
    return sum(bisect_left(order, one) + bisect_right(order, one) for one in real) / (2 * len(real) * len(wrong))


def scores(pairs: Iterable[tuple[Document, Document]]) -> list[float]:
    """Return the scores of the pairs that are judged, sorted."""
    found = (relatedness(source, target) for source, target in pairs)
    return sorted(score for score in found if score is not None)


def below(values: list[float], limit: float) -> float:
    """Return the share of sorted values below a limit."""
    return bisect_left(values, limit) / len(values)


def chosen(real: dict[str, list[float]], without: str) -> float:
    """Return the threshold that all corpora but one would choose, in hundredths."""
    others = [values for name, values in real.items() if name not in (without, *NOT_CHOSEN_ON)]
    return max(limit / 100 for limit in range(100) if all(below(one, limit / 100) <= ALARMS for one in others))


def seconds(work: Callable[[Document, Document], object], pairs: list[tuple[Document, Document]]) -> float:
    """Return the least processor time of five passes over some pairs."""
    found = []
    for _ in range(5):
        start = time.process_time()
        for pair in pairs:
            work(*pair)
        found.append(time.process_time() - start)
    return min(found)


def main() -> None:
    """Print a row for each corpus, and the time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1000, help="the first pairs of each corpus that are taken")
    parser.add_argument("--list", metavar="CORPUS", help="print the most suspect pairs of a corpus instead")
    parser.add_argument("--least", action="store_true", help="print what the least number of words changes instead")
    arguments = parser.parse_args()
    if arguments.list:
        print_suspects(list(CORPUS[arguments.list]()))
        return
    if arguments.least:
        print_least(arguments.pairs)
        return
    real: dict[str, list[float]] = {}
    rows: dict[str, tuple[int, list[float], list[float]]] = {}
    for name, read in CORPUS.items():
        pairs = list(islice(read(), arguments.pairs))
        real[name] = scores((source, target) for _, source, target in pairs)
        rows[name] = len(pairs), scores(shuffled(pairs)), scores(nearest(pairs))
    print(f"{'':16} pairs  judged   AUC shuffled, nearest   below {SUSPECT}: real  shuffled  nearest   others choose")
    for name, (count, apart, near) in rows.items():
        shares = "  ".join(f"{below(values, SUSPECT):7.1%}" for values in (real[name], apart, near))
        print(
            f"{name:16} {count:5,}  {len(real[name]):6,}   {area(real[name], apart):12.4f}  "
            f"{area(real[name], near):7.4f}   {shares:>26}   {chosen(real, name):.2f}"
        )
    print_times()


def print_suspects(pairs: list[Named], most: int = 60) -> None:
    """Print the openings of the most suspect pairs of a corpus."""
    found = [(score, pair) for pair in pairs if (score := relatedness(*pair[1:])) is not None and score < SUSPECT]
    print(f"{len(found)} of {len(pairs)} pairs are suspect")
    for score, (name, source, target) in sorted(found, key=lambda one: one[0])[:most]:
        print(f"{score:.3f} {name}\n    {_text(source)[:150]!r}\n    {_text(target)[:150]!r}")


def print_least(most: int) -> None:
    """Print what is judged, and what is called suspect, for several least numbers of words."""
    links = [list(sentences(path)) for path in sorted((SHARED / "gold").glob("*.jsonl"))]
    pairs = [list(islice(CORPUS[name](), most)) for name in CORPUS if name != "wiki_doc"]
    sets = {
        "real sentences": [one[1:] for corpus in links for one in corpus],
        "shuffled sentences": [one for corpus in links for one in shuffled(corpus)],
        "real pairs": [one[1:] for corpus in pairs for one in corpus],
        "shuffled pairs": [one for corpus in pairs for one in shuffled(corpus)],
        "nearest pairs": [one for corpus in pairs for one in nearest(corpus)],
        "wiki_doc": [one[1:] for one in CORPUS["wiki_doc"]()],
    }
    for number in (5, 15, 20, 25, 30, 40):
        vicinal.corpus.relatedness.LONGER = number
        for name, documents in sets.items():
            found = scores(documents)
            judged, suspect = len(found) / len(documents), bisect_left(found, SUSPECT)
            shares = f"judged {judged:6.1%}  suspect {suspect / len(documents):6.2%} ({suspect:,})"
            print(f"{number:3} {name:18} {len(documents):6,}  {shares}")
    articles = list(onestop())
    for size in (1, 5, 20, 40, 94):
        parts = [articles[start : start + size] for start in range(0, len(articles) - size + 1, size)]
        found = scores(
            (_joined(source for _, source, _ in part), _joined(target for _, _, target in part)) for part in parts
        )
        print(f"{size:3} articles joined: relatedness {found[0]:.2f} to {found[-1]:.2f}")


def _joined(articles: Iterable[Document]) -> Document:
    return Document([paragraph for article in articles for paragraph in article.paragraphs])


def print_times() -> None:
    """Print the time for all pairs of each corpus, beside the two methods that people use most."""
    for name in ("DEplain (de)", "OneStopQA", "PorSimples (pt)", "Wiki-Manual"):
        pairs = [(source, target) for _, source, target in CORPUS[name]()]
        own = seconds(relatedness, pairs)
        print(f"{name:16} relatedness {own / len(pairs) * 1e6:5.0f} us a pair", end="")
        for method in ("global", "vicinity"):
            taken = seconds(aligner_for(method, {}), pairs)
            print(f"; {own / taken:4.0%} of {method}", end="")
        print()


if __name__ == "__main__":
    main()
