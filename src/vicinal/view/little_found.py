"""When an alignment covers unusually little, say so: how much, how similar the best pair is, and what to try.

The contract, for all surfaces (terminal, page, app, report, run):

- `is_little` decides from counts alone, so a run can afford it for every pair.
- `little_found` is the one line that people read; None where nothing is unusual. Only this line needs the similarities
  of all pairs, so it is made for one alignment at a time, and only if little was found. `little_in_versions` is the
  same for the neighbouring levels of a document.
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

from vicinal.alignment import Alignment
from vicinal.errors import InputError
from vicinal.methods import name_in
from vicinal.signature import call_in
from vicinal.similarity.tfidf import TfIdf
from vicinal.versions.consistent import Versions
from vicinal.view.wording import many

LIMITS = {"vicinity": 0.07, "global": 0.32, "massalign": 0.03, "nearest": 0.17, "bott_saggion": 0.02}
QUESTION = "are these versions of one text? If so, "  # the advice begins with it
MOST_PAIRS = 100_000  # sentence pairs that are compared to find the most similar one: less than a second
# The settings that make a method take less similar pairs, and the method to try instead.
_LOWER = {"vicinity": ("paragraph_alpha", "sentence_alpha"), "global": ("caution",)}
_OTHER = {"vicinity": "global", "global": "vicinity"}


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
    sentences = len(alignment.source.sentences), len(alignment.target.sentences)
    unaligned = len(alignment.unaligned_source), len(alignment.unaligned_target)
    aligned = sentences[0] - unaligned[0], sentences[1] - unaligned[1]
    method = name_in(alignment.signature)
    if not is_little(method, aligned, sentences):
        return None
    if method is None:
        return "no sentences are aligned"
    if not alignment.sentences:
        facts = ["nothing found: no sentences are aligned"]
    else:
        part, whole = shorter(aligned, sentences)
        side = "source" if sentences[0] < sentences[1] else "target"
        facts = [f"little found: {part:,} of {whole:,} {side} sentences are aligned"]
    best = _best_similarity(alignment)
    if best is not None:
        words = f"word similarity {best:.2f}" if best else "no word in common"
        facts.append(f"the most similar pair of sentences has {words}")
    return f"{'; '.join(facts)}; {advice(method, alignment.signature, flags=flags)}"


def little_in_versions(versions: Versions, *, flags: bool = False) -> str | None:
    """Return one line about the first two neighbouring levels that share unusually little; None if all share enough."""
    lines: list[tuple[str, str]] = []
    for level, (first, second) in enumerate(zip(versions.names, versions.names[1:], strict=False)):
        line = little_found(versions.alignment(level, level + 1), flags=flags)
        if line is not None:
            lines.append((f"{first} and {second}", line))
    if not lines:
        return None
    more = f" (and {len(lines) - 1} more such)" if len(lines) > 1 else ""
    return f"{lines[0][0]}{more}: {lines[0][1]}"


def _best_similarity(alignment: Alignment) -> float | None:
    """Return the highest word similarity (TF-IDF) of any two sentences; None if the documents are too long for that."""
    source, target = alignment.source, alignment.target
    rows, columns = len(source.sentences), len(target.sentences)
    if rows * columns > MOST_PAIRS:
        return None
    try:
        vectors = TfIdf()(source, target)
    except InputError:  # no words
        return None
    return max((vectors.pair(x, y) for x in range(rows) for y in range(columns)), default=None)


def advice(method: str, signature: str = "", *, flags: bool = False) -> str:
    """Return what to try if a method found little; a setting that is already 0 is not named.

    >>> advice("global", flags=True)
    'are these versions of one text? If so, try a lower --caution, --meaning e5 or --method vicinity'
    """
    call = call_in(signature)
    settings = {} if call is None else call.settings
    lower = [name for name in _LOWER.get(method, ()) if settings.get(name) != 0]
    named = ["--" + name.replace("_", "-") if flags else name.replace("_", " ") for name in lower]
    tries = [f"a lower {' and '.join(named)}"] if named else []
    if method == "global" and settings.get("meaning") is None:
        tries.append("--meaning e5" if flags else "embeddings as meaning")
    other = _OTHER.get(method, "global")
    tries.append(f"--method {other}" if flags else f"the method {other}")
    listed = " or ".join(filter(None, [", ".join(tries[:-1]), tries[-1]]))
    return f"{QUESTION}try {listed}"
