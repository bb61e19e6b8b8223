"""When little was found: what is unusual for a method, and the line that says so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import vicinal
from vicinal import Alignment, Document, Link
from vicinal.alignment import assemble
from vicinal.gold import Gold
from vicinal.methods import METHODS, name_in, title_of
from vicinal.view import little_found as module
from vicinal.view import ways_on
from vicinal.view.little_found import LIMITS, advice, is_little, little_found, little_in_versions
from vicinal.view.version_page import version_page

ROOT = Path(__file__).parents[1]
GLOBAL, VICINITY = "vicinal 0.1.0: Global(caution=0.7, meaning=None)", "vicinal 0.1.0: Vicinity(sentence_alpha=0.3)"
NEAREST = "vicinal 0.1.0: Nearest(threshold=0.3, similarity=TfIdf(idf=None))"


def made(links: int, source: int = 40, target: int = 20, signature: str = GLOBAL) -> Alignment:
    """Return an alignment with some 1-1 links between sentences that share no word, except for the first two."""
    one, other = (
        Document([[f"{name}{number} {name}." if number else "Shared words." for number in range(size)]])
        for name, size in (("left", source), ("right", target))
    )
    return assemble(one, other, [Link((i,), (i,), 0.9) for i in range(links)], signature)


@pytest.mark.parametrize(
    ("method", "aligned", "sentences", "little"),
    [
        ("global", (6, 6), (40, 20), True),  # 30% of the shorter document
        ("global", (8, 8), (50, 25), False),  # 32%, the limit itself
        ("global", (7, 7), (20, 40), False),  # the shorter document counts, whichever side it is
        ("global", (3, 19), (20, 19), False),  # ... and one that is covered is covered
        ("global", (19, 6), (20, 20), True),  # of two of a length, the target counts
        ("vicinity", (1, 1), (40, 20), True),
        ("vicinity", (2, 2), (40, 20), False),
        ("jaccard", (1, 1), (1000, 1000), False),
        (None, (1, 1), (1000, 1000), False),
        *((method, (0, 0), (5, 5), True) for method in (*METHODS, None)),
    ],
)
def test_what_is_little(method: str | None, aligned: tuple[int, int], sentences: tuple[int, int], little: bool) -> None:
    assert is_little(method, aligned, sentences) is little


def test_the_line_has_the_facts_and_what_to_try() -> None:
    assert little_found(made(7)) is None
    assert little_found(made(6), flags=True) == (
        "little found: 6 of 20 target sentences are aligned; the most similar two are source 1 and target 1, with word "
        "similarity 1.00; the caution is 0.7; --method vicinity finds no more; "
        "are these versions of one text? If so, try --caution 0.3 (11 links) or --meaning e5 (compares meanings)"
    )
    line = little_found(made(1, 20, 40, NEAREST))
    assert line == (
        "little found: 1 of 20 source sentences is aligned; the most similar two are source 1 and target 1, with word "
        "similarity 1.00; the threshold is 0.3; are these versions of one text? If so, try the method global or "
        "--method global --meaning e5 on the command line (compares meanings)"
    )


SOURCE = (
    "The council approved the construction of a bridge across the river in spring. Opponents had argued that the "
    "project would endanger birds. An independent study found no lasting harm to wildlife."
)
TARGET = "The town will get a new bridge. Some people did not want it. They were afraid for the birds."


def links_by(advised: str) -> Counter[str]:
    """Return how many links each way on finds that a line names: by its options, as the command line has them."""
    found = Counter[str]()
    for options in re.findall(r"((?:--[a-z-]+ \S+ )+)\(\d+ links?\)", advised):
        settings = dict(re.findall(r"--([a-z-]+) (\S+)", options))
        method = settings.pop("method", None)
        numbers: dict[str, Any] = {name.replace("-", "_"): float(value) for name, value in settings.items()}
        found[options.strip()] = len(vicinal.align(SOURCE, TARGET, method or "vicinity", **numbers).sentences)
    return found


def test_ways_on_are_tried_before_they_are_named() -> None:
    nothing = vicinal.align(SOURCE, TARGET, "vicinity")
    line = little_found(nothing, flags=True)
    assert line is not None
    assert "; the least similarity is 0.45 for paragraphs and 0.3 for sentences; " in line
    assert re.search(r"the most similar two are source 1 and target 1, with word similarity 0\.\d\d;", line)
    ways = links_by(line)
    assert len(ways) == 1
    assert all(ways.values())
    assert "; --method global finds no more; " in line
    for way, links in ways.items():
        assert f"{way} ({links} link" in line
    same = little_found(nothing)
    assert same is not None
    assert re.search(r"try paragraph alpha 0\.\d+ and sentence alpha 0\.\d+ \(1 link\) or --method global", same)


def test_a_lower_caution_is_named_where_it_finds_more() -> None:
    little = made(6)
    line = little_found(little)
    assert line is not None
    way = re.search(r"try caution (\S+) \((\d+) links\)", line)
    assert way is not None
    found = vicinal.align(little.source, little.target, caution=float(way[1]))
    assert len(found.sentences) == int(way[2]) > len(little.sentences)


def test_texts_without_a_word_in_common_and_in_two_languages() -> None:
    line = little_found(vicinal.align("Cats purr.", "Dogs bark."))
    assert line is not None
    assert (
        "; no two sentences have a word in common; the caution is 0.5; caution 0 and the method vicinity find no more; "
        in line
    )
    german = "Die Stadt bekommt eine neue Brücke. Manche Leute wollten sie nicht, und sie hatten Angst um die Vögel."
    line = little_found(vicinal.align(SOURCE, german))
    assert line is not None
    assert "the source seems to be English, the target German" in line
    assert vicinal.align(SOURCE, SOURCE).sentences
    assert little_found(vicinal.align(SOURCE, SOURCE)) is None


def test_nothing_is_tried_in_long_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = vicinal.align(SOURCE, TARGET, "vicinity")
    monkeypatch.setattr(ways_on, "MOST_TRIED", 8)
    line = little_found(nothing, flags=True)
    assert line is not None
    assert line.endswith(
        "try a lower --paragraph-alpha and --sentence-alpha, --method global or --method global --meaning e5 (compares "
        "meanings)"
    )


def test_a_setting_that_is_0_cannot_be_lower() -> None:
    line = advice("global", "vicinal 0.1.0: Global(caution=0, meaning=None)")
    assert line.endswith("try the method vicinity or --meaning e5 on the command line (compares meanings)")
    assert advice("nearest", flags=True).endswith(
        "try --method global or --method global --meaning e5 (compares meanings)"
    )
    used = advice("global", "vicinal 0.1.0: Global(caution=0.5, meaning=Embeddings(model='e5'))", flags=True)
    assert used.endswith("try a lower --caution or --method vicinity")


def test_links_made_by_people_are_never_little_but_none_is_said() -> None:
    for signature in ("gold", "corrected by Ann; at first " + GLOBAL):
        assert little_found(made(1, 400, 300, signature)) is None
        assert little_found(made(0, signature=signature)) == "no sentences are aligned"


def test_long_documents_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS", 799)
    line = little_found(made(0))
    assert line is not None
    assert "most similar" not in line
    monkeypatch.setattr(module, "MOST_PAIRS", 800)
    line = little_found(made(0))
    assert line is not None
    assert "the most similar two are source 1 and target 1, with word similarity 1.00" in line


def test_versions_name_the_levels_and_the_method() -> None:
    versions = vicinal.align_versions(["Cats purr.", "Cats purr.", "Dogs bark.", "It rained."], names=list("abcd"))
    line = little_in_versions(versions, flags=True)
    assert line is not None
    assert line.startswith("b and c (and 1 more such): nothing found: no sentences are aligned; ")
    assert "; the caution is 0.5; " in line
    page = version_page(versions)
    assert "4 levels in 1 linked row: 0 through all levels; 2 sentences without a link, by global" in page
    assert "b and c (and 1 more such): nothing found" in page
    alike = vicinal.align_versions(["Cats purr.", "Cats purr."], "vicinity")
    assert little_in_versions(alike) is None
    assert "by vicinity, the method of Paetzold &amp; Specia (2016)" in version_page(alike)


def test_the_command_for_versions_says_it_once(tmp_path: Path) -> None:
    for name, text in (("a", "Cats purr."), ("b", "Dogs bark.")):
        (tmp_path / f"{name}.txt").write_text(text)
    for more in ([], ["-o", "out.json"]):
        command = [
            sys.executable,
            "-m",
            "vicinal",
            "versions",
            "a.txt",
            "b.txt",
            "-l",
            "en",
            "--split",
            "prose",
            *more,
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        notes = [line for line in done.stderr.splitlines() if not line.startswith("wrote ")]
        assert len(notes) == 1
        assert notes[0].startswith("vicinal: note: a.txt and b.txt: nothing found: ")
        assert more or "2 levels in 0 linked rows; 2 sentences without a link, by global" in done.stdout
    assert "Global(" in json.loads((tmp_path / "out.json").read_text())["signature"]


def test_different_texts_are_noticed_and_versions_mostly_not(sample: list[Gold]) -> None:
    """What the limits were measured for, on the sample corpus alone."""
    articles = {gold.id.partition(".")[0]: gold for gold in sample}
    golds = list(articles.values())
    strange = [vicinal.align(a.source, b.target) for a, b in zip(golds, golds[1:] + golds[:1], strict=True)]
    assert all(little_found(alignment) for alignment in strange)
    own = [vicinal.align(gold.source, gold.target) for gold in sample]
    assert sum(little_found(alignment) is not None for alignment in own) <= len(own) // 5
    assert set(LIMITS) <= set(METHODS)


def test_methods_are_named_after_signatures() -> None:
    for signature in (GLOBAL, GLOBAL + "; levels '0' and '1', made consistent"):
        assert name_in(signature) == "global"
    assert name_in(VICINITY) == "vicinity"
    for signature in ("", "gold", "corrected by Ann; at first " + GLOBAL, "vicinal 0.1.0: Mine()", "Global(caution=1)"):
        assert name_in(signature) is None
    assert title_of("vicinity") == "vicinity, the method of Paetzold & Specia (2016)"
    assert title_of("global") == "global"


def test_the_papers_method_is_listed_first_and_the_default_is_marked() -> None:
    done = subprocess.run([sys.executable, "-m", "vicinal", "methods"], capture_output=True, text=True, check=True)
    first, second, *others = done.stdout.splitlines()
    assert re.fullmatch(r"vicinity +The vicinity-driven method of Paetzold & Specia \(2016\)\.", first)
    assert re.fullmatch(r"global +.* \(default\)", second)
    assert not any("(default)" in line for line in others)
