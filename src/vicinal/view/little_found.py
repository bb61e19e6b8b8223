"""When an alignment covers unusually little, say so: how much, how similar the best pair is, and a way on.

The contract, for all surfaces (terminal, page, app, report, run):

- `is_little` decides from counts alone, so a run can afford it for every pair.
- `little_found` is the one line that people read; None where nothing is unusual. It has the most similar two sentences,
  counted from 1, what the method demands of a link, and the ways on that do find more (`ways_on`). That takes the
  similarities of all pairs, so the line is made for one alignment at a time, and only if little was found.
  `little_in_versions` is the same for the neighbouring levels of a document.
- Gold and corrected links were made by people. Nothing is unusual about them, except that there are none.

What is unusual depends on the method: one that takes only sure links covers less of every text. `LIMITS` holds, for
each method, the share of the shorter document's sentences that 95% of the documents reach in the development gold and
the sample corpus: 181 pairs that are versions of one text, among them free retellings and encyclopedia articles of very
different length (`python benchmarks/coverage.py GOLD...`; docs/method.md has the figures). The shorter document counts,
because most of a long one may be left out rightly. For methods that find nothing in one document of twenty, and for
those that are not listed, only an empty alignment is unusual. Headings count as the sentences that they are, as in all
counts that people see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vicinal.alignment import Alignment
from vicinal.errors import InputError
from vicinal.methods import name_in
from vicinal.signature import call_in
from vicinal.wording import many

# What else is needed is loaded where little was found: most alignments are well.
if TYPE_CHECKING:
    from vicinal.versions.consistent import Versions
    from vicinal.view.ways_on import Way

LIMITS = {"vicinity": 0.07, "global": 0.32, "massalign": 0.03, "nearest": 0.17, "bott_saggion": 0.02}
QUESTION = "are these versions of one text? If so, "  # the advice begins with it
MOST_PAIRS = 100_000  # sentence pairs that are compared to find the most similar one: less than a second
_DEMANDS = ("caution", "threshold")  # settings that are what a method demands of a link
_SURE = 0.9  # confidence that a text is in a language


def is_little(method: str | None, aligned: tuple[int, int], sentences: tuple[int, int]) -> bool:
    """Tell whether a method aligned unusually little of a pair.

    Args:
        method: The name of the method; None if it is not known, or if people made the links.
        aligned: How many source and target sentences are in a link.
        sentences: How many there are.

    >>> is_little("global", (2, 2), (40, 18)), is_little("global", (9, 10), (40, 18)), is_little(None, (0, 0), (4, 4))
    (True, False, True)
    """
    part, whole = shorter(aligned, sentences)
    return not part or part < LIMITS.get(method or "", 0.0) * whole


def little_in_pairs(little: int, pairs: int, suspect: int) -> str:
    """Return in how many pairs of a corpus little was found; suspect pairs are counted apart.

    >>> little_in_pairs(242, 1768, 176), little_in_pairs(1, 2, 0)
    ('little or nothing found in 242 of 1,592 other pairs', 'little or nothing found in 1 of 2 pairs')
    """
    return f"little or nothing found in {little:,} of {many(pairs - suspect, 'other pair' if suspect else 'pair')}"


def shorter(aligned: tuple[int, int], sentences: tuple[int, int]) -> tuple[int, int]:
    """Return how many sentences of the shorter document are aligned, and how many it has; of equal ones, the target."""
    side = 0 if sentences[0] < sentences[1] else 1
    return aligned[side], sentences[side]


def little_found(alignment: Alignment, *, flags: bool = False) -> str | None:
    """Return one line about an alignment that covers unusually little; None if it does not.

    Args:
        alignment: What was found.
        flags: Whether settings are named as the command line does: --caution instead of caution.
    """
    return little_and_ways(alignment, flags=flags)[0]


def little_and_ways(alignment: Alignment, *, flags: bool = False) -> tuple[str | None, list[Way] | None]:
    """Return the line of `little_found`, and the ways on that find more; None for the ways if none was tried."""
    sentences = len(alignment.source.sentences), len(alignment.target.sentences)
    unaligned = len(alignment.unaligned_source), len(alignment.unaligned_target)
    aligned = sentences[0] - unaligned[0], sentences[1] - unaligned[1]
    method = name_in(alignment.signature)
    if not is_little(method, aligned, sentences):
        return None, None
    if method is None:
        return "no sentences are aligned", None
    if not alignment.sentences:
        facts = ["nothing found: no sentences are aligned"]
    else:
        part, whole = shorter(aligned, sentences)
        side = "source" if sentences[0] < sentences[1] else "target"
        facts = [f"little found: {part:,} of {many(whole, f'{side} sentence')} {'is' if part == 1 else 'are'} aligned"]
    from vicinal.view.ways_on import tried_ways

    best = _best_pair(alignment)
    if best is not None:
        similarity, x, y = best
        pair = f"the most similar two are source {x + 1} and target {y + 1}, with word similarity {similarity:.2f}"
        facts.append(pair if similarity else "no two sentences have a word in common")
    facts += [*_limits(alignment), *_languages(alignment)]
    tried = None if best is None else tried_ways(alignment, best[0])
    if tried is None:
        return f"{'; '.join(facts)}; {advice(method, alignment.signature, flags=flags)}", None
    better, useless = tried
    if useless:
        names = " and ".join(way.named(flags=flags) for way in useless)
        facts.append(f"{names} {'finds' if len(useless) == 1 else 'find'} no more")
    ways = [f"{way.named(flags=flags)} ({many(way.links, 'link')})" for way in better]
    return f"{'; '.join(facts)}; {_advised([*ways, *_meaning(method, alignment.signature, flags=flags)])}", better


def little_in_versions(versions: Versions, *, flags: bool = False) -> str | None:
    """Return one line about the first two neighbouring levels that share unusually little; None if all share enough."""
    lines: list[tuple[str, str]] = []
    for level, (first, second) in enumerate(zip(versions.names, versions.names[1:], strict=False)):
        alignment = replace(versions.alignment(level, level + 1), signature=versions.signature)
        line = little_found(alignment, flags=flags)
        if line is not None:
            lines.append((f"{first} and {second}", line))
    if not lines:
        return None
    more = f" (and {len(lines) - 1} more such)" if len(lines) > 1 else ""
    return f"{lines[0][0]}{more}: {lines[0][1]}"


def _best_pair(alignment: Alignment) -> tuple[float, int, int] | None:
    """Return the highest word similarity (TF-IDF) of any two sentences, and the first two that have it.

    None if the documents are too long for that, or have no words.
    """
    source, target = alignment.source, alignment.target
    rows, columns = len(source.sentences), len(target.sentences)
    if rows * columns > MOST_PAIRS:
        return None
    from vicinal.similarity.tfidf import TfIdf

    try:
        vectors = TfIdf()(source, target)
    except InputError:  # no words
        return None
    pairs = ((vectors.pair(x, y), x, y) for x in range(rows) for y in range(columns))
    return max(pairs, key=lambda pair: pair[0], default=None)


def _limits(alignment: Alignment) -> list[str]:
    """Return what the method demanded of a link."""
    from vicinal.view.thresholds import thresholds

    taken = thresholds(alignment)
    if taken is not None:
        return [f"the least similarity is {taken[0]:g} for paragraphs and {taken[1]:g} for sentences"]
    call = call_in(alignment.signature)
    settings = {} if call is None else call.settings
    known = [(name, settings.get(name)) for name in _DEMANDS]
    return [f"the {name} is {value:g}" for name, value in known if isinstance(value, int | float)]


def _languages(alignment: Alignment) -> list[str]:
    """Return that the texts are in two languages, if they clearly are."""
    from vicinal.text.language import language_name
    from vicinal.text.recognition import recognised

    found = [recognised(document.sentences) for document in (alignment.source, alignment.target)]
    codes = [one.language for one in found if one is not None and one.confidence >= _SURE]
    if len(set(codes)) < 2:
        return []
    return [f"the source seems to be {language_name(codes[0])}, the target {language_name(codes[1])}"]


def advice(method: str, signature: str = "", *, flags: bool = False) -> str:
    """Return what to try if a method found little, where it was not tried.

    >>> advice("global", flags=True).removeprefix(QUESTION)
    'try a lower --caution, --method vicinity or --meaning e5 (compares meanings)'
    """
    from vicinal.view.ways_on import untried_ways

    ways = untried_ways(method, signature, flags=flags)
    return _advised([*ways, *_meaning(method, signature, flags=flags)])


def _meaning(method: str, signature: str, *, flags: bool) -> list[str]:
    """Return embeddings as one more way, which is never tried: it may have to load an encoder."""
    call = call_in(signature)
    if call is not None and call.settings.get("meaning") is not None:
        return []
    options = "--meaning e5" if method == "global" else "--method global --meaning e5"
    return [f"{options}{'' if flags else ' on the command line'} (compares meanings)"]


def _advised(ways: Sequence[str]) -> str:
    """Return the question, and ways to choose from."""
    return f"{QUESTION}try {' or '.join(filter(None, [', '.join(ways[:-1]), ways[-1]]))}"
