"""The dataset card of an export: a README.md with the front matter that the Hugging Face hub reads.

It describes contents, sources and method, as far as they are known. What only people know, above all the licence, is
a conspicuous placeholder. There is no date and no path, so the same run and filter give the same card. The last line
names the data files, and holds a digest of everything above it, which reveals later changes.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from vicinal.alignment import Alignment
from vicinal.corpus.accounting import what_was_left_out, what_was_read
from vicinal.corpus.card_front import front_matter, reading_lines, tables_of
from vicinal.corpus.link_filter import LinkFilter
from vicinal.corpus.manifest import Manifest
from vicinal.corpus.splits import SplitCount, Splits
from vicinal.formats import FORMATS
from vicinal.formats.link_rows import index_columns
from vicinal.link import KINDS
from vicinal.methods import METHODS
from vicinal.methods.references import reference_for, software

_SEAL = re.compile(rb"<!-- vicinal wrote this card(?: for ([^\n;]*))?; [^\n]*, sha256 ([0-9a-f]{64}) -->\n?")
_RULE = (
    "All pairs of an article are in the same split, and so are articles that share a text word for word. The split of "
    "an article depends on its name, so it stays the same when articles are added.\n"
)


@dataclass
class Tally:
    """Counts of what was written, in constant memory."""

    pairs: int = 0
    rows: int = 0
    source_sentences: int = 0
    target_sentences: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    _scores: Counter[str] = field(default_factory=Counter, repr=False)  # to three digits

    def add(self, alignment: Alignment, rows: int | None = None) -> None:
        """Count an alignment and its table rows; rows defaults to one per link."""
        self.pairs += 1
        self.rows += len(alignment.sentences) if rows is None else rows
        self.source_sentences += len(alignment.source.sentences)
        self.target_sentences += len(alignment.target.sentences)
        for link in alignment.sentences:  # one by one: updating a counter takes longer
            self.kinds[link.kind] += 1
            self._scores[f"{link.score:.3g}"] += 1
        self.languages[alignment.source.language or ""] += 1
        self.languages[alignment.target.language or ""] += 1

    def extend(self, other: Tally) -> None:
        """Add what another worker counted."""
        self.pairs += other.pairs
        self.rows += other.rows
        self.source_sentences += other.source_sentences
        self.target_sentences += other.target_sentences
        self.kinds.update(other.kinds)
        self.languages.update(other.languages)
        self._scores.update(other._scores)

    @property
    def links(self) -> int:
        """The number of links."""
        return self.kinds.total()

    def quartiles(self) -> tuple[float, ...]:
        """Return the quartiles of the scores, to three digits; empty if there are no links."""
        found: list[float] = []
        passed = 0
        for score, count in sorted((float(score), count) for score, count in self._scores.items()):
            passed += count
            found += [score] * (4 * passed // self.links - len(found))
        return tuple(found[:3])


def card(
    manifest: Manifest,
    to: str,
    files: Sequence[str],
    filter: LinkFilter,
    dropped: Mapping[str, int],
    tally: Tally,
    splits: Splits | None = None,
    counts: Mapping[str, SplitCount] = MappingProxyType({}),
) -> str:
    """Return the card of an export.

    Args:
        manifest: The manifest of the run.
        to: The name of the format.
        files: The data files, relative to the card.
        filter: The filter.
        dropped: The number of dropped links, by reason, and of dropped pairs.
        tally: The counts of what was written.
        splits: The splits, if the export has any.
        counts: What was written of each split.
    """
    tables = tables_of(files, [name for name, count in counts.items() if count.links])
    columns = FORMATS[to].columns or index_columns(splits is not None)
    parts = [
        front_matter(to, tables, columns, tally.languages, tally.rows),
        "# FILL IN A NAME\n",
        "> **Not ready for publication:** fill in the name above, the licence (below, and `license:` in the front "
        "matter) and a contact. Then remove this note.\n",
        "## Licence\n",
        "**TO BE FILLED IN.** The licences of the source texts determine whether and how this corpus may be "
        "redistributed.\n",
        *_contents(manifest, to, files, tally),
        *([f"```python\n{lines}\n```\n"] if (lines := reading_lines(to, tables)) else []),
        *(_splits(splits, counts) if splits is not None else []),
        *_sources(manifest),
        *_method(manifest, to, filter, dropped, splits),
        *_citation(manifest),
    ]
    text = "\n".join([*parts, ""])
    why = f"this card for {', '.join(files)}; the next export replaces it unless it was edited"
    return f"{text}<!-- vicinal wrote {why}, sha256 {_digest(text.encode('utf-8', 'backslashreplace'))} -->\n"


def seal(data: bytes) -> str | None:
    """Return the digest on the last line, which identifies the card as it was written; None if it is not a card."""
    found = _sealed(data)[1]
    return found[2].decode() if found else None


def files_of(data: bytes) -> tuple[str, ...]:
    """Return the data files that a card, even an edited one, was written for; empty if it is not a card."""
    found = _sealed(data)[1]
    return tuple(found[1].decode("utf-8", "replace").split(", ")) if found and found[1] else ()


def is_unchanged(data: bytes) -> bool:
    """Tell whether a file is a card that was not edited; line ends may be those of another system."""
    return _digest(_sealed(data)[0]) == seal(data)


def _sealed(data: bytes) -> tuple[bytes, re.Match[bytes] | None]:
    """Return everything above the last line, and that line: the data files and the digest."""
    data = data.replace(b"\r\n", b"\n")
    start = data.rfind(b"\n", 0, -1) + 1
    return data[:start], _SEAL.fullmatch(data, start)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _contents(manifest: Manifest, to: str, files: Sequence[str], tally: Tally) -> list[str]:
    numbers = {
        "document pairs": tally.pairs,
        "rejected pairs": manifest["counts"]["rejected"],
        "source sentences": tally.source_sentences,
        "target sentences": tally.target_sentences,
        **({} if tally.rows == tally.links else {"rows": tally.rows}),
        "links": tally.links,
        **{f"{kind} links": tally.kinds[kind] for kind in KINDS},
    }
    rows = [(name, f"{value:,}") for name, value in numbers.items()]
    parts = [
        "## Contents\n",
        f"Links between corresponding sentences in two versions of a document, as {_code(to)} "
        f"({FORMATS[to].what}): {', '.join(map(_code, files))}.\n",
        _table(("", "number"), rows),
    ]
    if tally.links:
        parts.append(f"Quartiles of the scores: {', '.join(f'{score:g}' for score in tally.quartiles())}.\n")
    if FORMATS[to].columns:
        parts.append(_table(("column", "meaning"), ((_code(name), text) for name, text in FORMATS[to].columns.items())))
    return parts


def _splits(splits: Splits, counts: Mapping[str, SplitCount]) -> list[str]:
    head = ("split", "share", "articles", "document pairs", "links")
    shares = dict(zip(splits.names, splits.shares, strict=True))
    rows = [
        (_code(name), f"{shares[name]} %", f"{one.articles:,}", f"{one.pairs:,}", f"{one.links:,}")
        for name, one in counts.items()
    ]
    return ["## Splits\n", _RULE, _table(head, rows)]


def _sources(manifest: Manifest) -> list[str]:
    rows = [("reader", _code(manifest["corpus"]))]
    told = {"read": what_was_read(manifest), "left out": what_was_left_out(manifest)}
    rows += [(name, _plain(text)) for name, text in told.items() if text]
    rows += [(f"input {name}", _code(value)) for name, value in manifest["input"].items()]
    return [
        "## Sources\n",
        "**TO BE FILLED IN:** the origin and authors of the texts.\n",
        _table(("", ""), rows),
    ]


def _method(
    manifest: Manifest, to: str, filter: LinkFilter, dropped: Mapping[str, int], splits: Splits | None
) -> list[str]:
    reference = reference_for(manifest["method"])
    rows = [
        ("method", _code(manifest["method"]) + (f", the method of {reference.short}" if reference else "")),
        ("signature", _code(manifest["signature"])),
        ("filter", _code(filter)),
        *((f"dropped: {reason}", f"{count:,}") for reason, count in dropped.items() if count),
        *((f"version of {name}", _code(number)) for name, number in manifest["versions"].items()),
    ]
    parts = ["vicinal export --to", to, *filter.options, *([f"--splits {splits}"] if splits is not None else [])]
    return [
        "## Method\n",
        f"Aligned with `vicinal run`, exported with `{' '.join(parts)}`; not corrected by hand.\n",
        _table(("", ""), rows),
    ]


def _citation(manifest: Manifest) -> list[str]:
    """Return what to cite: the publication of the method, if it has one, and Vicinal."""
    method, reference = manifest["method"], reference_for(manifest["method"])
    program = software(manifest["versions"].get("vicinal", ""))
    if reference is not None:
        said = f"The links were made by the method of {reference.short}, as Vicinal implements it; please cite both."
        return ["## Citation\n", f"{said}\n", _bibtex(reference.bibtex, program)]
    said = "The links were made by Vicinal's own method; please cite Vicinal."
    if method not in METHODS:
        said = f"The links were made by {_code(method)}, which is not part of Vicinal; please cite it, and Vicinal."
    return ["## Citation\n", f"{said}\n", _bibtex(program)]


def _bibtex(*entries: str) -> str:
    return "```bibtex\n" + "\n\n".join(entries) + "\n```\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _plain(text: str) -> str:
    """Return a text in a table cell."""
    return " ".join(text.split()).replace("|", "\\|")


def _code(value: object) -> str:
    """Return a value as code in a table cell, whatever characters it holds."""
    text = _plain(str(value))
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{fence}{space}{text}{space}{fence}"
