"""The dataset card of an export: a README.md with the front matter that the Hugging Face hub reads.

It says what the corpus holds, where it comes from and how it was made, as far as that is known. What only people know,
its licence above all, stands there to be filled in, in words that nobody can overlook. It holds no date and no path,
so that the same run and filter give the same card. Its last line has a digest of what stands above it, which tells
whether somebody has changed it since.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from vicinal.alignment import KINDS, Alignment
from vicinal.formats import FORMATS
from vicinal.formats.link_rows import INDEX

TO_FILL_IN = "FILL-IN-THE-LICENCE"
_NAMES = FORMATS["wiki-auto"].columns
_PANDAS = "import csv\n\nimport pandas\n\npandas.read_csv"
_PLAIN = 'sep="\\t", quoting=csv.QUOTE_NONE, dtype=str, keep_default_na=False'
_SIZES = (
    *("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B"),
    *("1B<n<10B", "10B<n<100B", "100B<n<1T", "n>1T"),
)
_READ = {
    "parquet": 'import datasets\n\ndatasets.load_dataset("parquet", data_files="corpus.parquet")',
    "jsonl": 'import datasets\n\ndatasets.load_dataset("json", data_files="corpus.jsonl")',
    "tsv": f'{_PANDAS}("corpus.tsv", {_PLAIN}).astype({{"score": float}})',
    "wiki-auto": f'{_PANDAS}("corpus.wiki-auto.tsv", {_PLAIN}, header=None, names={json.dumps(list(_NAMES))})',
}
_SEAL = re.compile(rb"<!-- vicinal wrote [^\n]*, sha256 ([0-9a-f]{64}) -->\n?")
_CITATION = """\
@article{paetzold-specia-2016-vicinity,
  title = {Vicinity-Driven Paragraph and Sentence Alignment for Comparable Corpora},
  author = {Paetzold, Gustavo Henrique and Specia, Lucia},
  journal = {arXiv preprint arXiv:1612.04113},
  year = {2016}
}"""


@dataclass
class Tally:
    """What was written, counted as it goes by, in memory that does not grow with the corpus."""

    pairs: int = 0
    rows: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    _scores: Counter[float] = field(default_factory=Counter, repr=False)  # to three digits

    def add(self, alignment: Alignment, rows: int | None = None) -> None:
        """Count an alignment, and how many rows a table has of it: one a link, unless said otherwise."""
        self.pairs += 1
        self.rows += len(alignment.sentences) if rows is None else rows
        self.kinds.update(link.kind for link in alignment.sentences)
        self._scores.update(float(f"{link.score:.3g}") for link in alignment.sentences)
        self.languages.update(document.language or "" for document in (alignment.source, alignment.target))

    @property
    def links(self) -> int:
        """How many links there are."""
        return self.kinds.total()

    def quartiles(self) -> tuple[float, ...]:
        """Return the scores that a quarter, half and three quarters of the links do not exceed; nothing without links.

        Scores are taken to three digits.
        """
        found: list[float] = []
        passed = 0
        for score, count in sorted(self._scores.items()):
            passed += count
            found += [score] * (4 * passed // self.links - len(found))
        return tuple(found[:3])


def card(
    manifest: Mapping[str, Any], to: str, files: Sequence[str], filter: str, dropped: Mapping[str, int], tally: Tally
) -> str:
    """Return the card of an export.

    Args:
        manifest: That of the run.
        to: The name of the format.
        files: The data files, relative to the card.
        filter: The signature of the filter.
        dropped: How many links were dropped, by reason.
        tally: What was written.
    """
    parts = [
        _front(to, files, tally),
        "# FILL IN A NAME\n",
        "> **Not ready to be published yet:** fill in the name above, the licence (below, and `license:` in the first "
        "lines of this file), and who to ask. Then remove this note.\n",
        "## Licence\n",
        "**TO BE FILLED IN.** The licences of the texts that this corpus was made from decide whether, and under what "
        "terms, it can be passed on.\n",
        *_holds(manifest, to, files, tally),
        *_sources(manifest),
        *_making(manifest, to, filter, dropped),
        "## Citation\n",
        "Vicinal, which this was made with, implements the method of this paper; please cite it.\n",
        f"```bibtex\n{_CITATION}\n```\n",
    ]
    text = "\n".join([*parts, ""])
    why = "this card, and replaces it when it exports again unless somebody has changed it"
    return f"{text}<!-- vicinal wrote {why}, sha256 {_digest(text.encode('utf-8', 'backslashreplace'))} -->\n"


def seal(data: bytes) -> str | None:
    """Return the digest on the last line of a card: it tells which card this was at first; None if it never was one."""
    return _sealed(data)[1]


def is_unchanged(data: bytes) -> bool:
    """Tell whether a file is a card of ours that nobody has changed; line ends may be those of another system."""
    text, digest = _sealed(data)
    return _digest(text) == digest


def _sealed(data: bytes) -> tuple[bytes, str | None]:
    """Return what stands above the last line, and the digest on it."""
    data = data.replace(b"\r\n", b"\n")
    start = data.rfind(b"\n", 0, -1) + 1
    found = _SEAL.fullmatch(data, start)
    return data[:start], found[1].decode() if found else None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _front(to: str, files: Sequence[str], tally: Tally) -> str:
    size = next((k for k in range(len(_SIZES) - 1) if tally.rows < 1000 * 10**k), len(_SIZES) - 1)
    lines = [
        "---",
        "# The licence of the texts decides. See https://huggingface.co/docs/hub/repositories-licenses for names.",
        f"license: {TO_FILL_IN}",
        *(
            _listed("language", map(json.dumps, _codes(tally.languages)))
            or ["# language: FILL IN ITS CODE, such as en"]
        ),
        *_listed("task_categories", ("sentence-similarity", "text-generation")),
        *_listed("tags", ("sentence-alignment", "comparable-corpora", "vicinal")),
        *_listed("size_categories", (_SIZES[size],)),
    ]
    return "\n".join([*lines, *_config(to, files), "---\n"])


def _config(to: str, files: Sequence[str]) -> list[str]:
    """Return how the hub is to read the table among the files; of those with tabs, every field as it stands there."""
    table = next((file for file in files if file.endswith((".parquet", ".jsonl", ".tsv"))), None)
    if table is None:
        return []
    lines = ["configs:", "- config_name: default", "  data_files:"]
    lines += ["  - split: train", f"    path: {json.dumps(table)}"]
    if table.endswith(".tsv"):
        names = tuple(FORMATS[to].columns) or INDEX
        lines += ['  sep: "\\t"', "  quoting: 3", "  keep_default_na: false"]
        if to == "wiki-auto":
            lines += ["  header: null", "  names:", *(f"  - {name}" for name in names)]
        lines.append("  features:")
        for name in names:
            lines += [f"  - name: {name}", f"    dtype: {'float64' if name == 'score' else 'string'}"]
    return lines


def _listed(key: str, values: Iterable[str]) -> list[str]:
    found = [f"- {value}" for value in values]
    return [f"{key}:", *found] if found else []


def _codes(languages: Iterable[str]) -> list[str]:
    """Return the codes that the hub knows: two or three letters."""
    return sorted({code for name in languages if re.fullmatch("[a-z]{2,3}", code := re.split("[-_]", name.lower())[0])})


def _holds(manifest: Mapping[str, Any], to: str, files: Sequence[str], tally: Tally) -> list[str]:
    counts = manifest.get("counts", {})
    numbers = {
        "pairs of documents": tally.pairs,
        "pairs that could not be read": counts.get("rejected"),
        "source sentences": counts.get("source_sentences"),
        "target sentences": counts.get("target_sentences"),
        "rows": None if tally.rows == tally.links else tally.rows,
        "links": tally.links,
        **{f"of these {kind}": tally.kinds[kind] for kind in KINDS},
    }
    rows = [(name, f"{value:,}") for name, value in numbers.items() if value is not None]
    parts = [
        "## What it holds\n",
        f"Links between sentences that belong together in two versions of a document, as {_code(to)} "
        f"({FORMATS[to].what}): {', '.join(map(_code, files))}.\n",
        _table(("", "number"), rows),
    ]
    if tally.links:
        quarter, half, most = tally.quartiles()
        parts.append(
            f"Scores: a quarter is at most {quarter:g}, half at most {half:g}, three quarters at most {most:g}.\n"
        )
    if FORMATS[to].columns:
        parts.append(_table(("column", "meaning"), ((_code(name), text) for name, text in FORMATS[to].columns.items())))
    if to in _READ:
        parts.append(f"```python\n{_READ[to]}\n```\n")
    return parts


def _sources(manifest: Mapping[str, Any]) -> list[str]:
    given = manifest.get("input", {})
    rows = [("reader", _code(manifest.get("corpus", "")))]
    rows += [(f"input {name}", _code(given[name])) for name in ("files", "bytes", "sha256") if name in given]
    return [
        "## Sources\n",
        "**TO BE FILLED IN:** where the texts come from, and who wrote them.\n",
        _table(("", ""), rows),
    ]


def _making(manifest: Mapping[str, Any], to: str, filter: str, dropped: Mapping[str, int]) -> list[str]:
    rows = [
        ("method", _code(manifest.get("method", ""))),
        ("signature", _code(manifest.get("signature", ""))),
        ("filter", _code(filter)),
        *((f"dropped: {reason}", f"{count:,}") for reason, count in dropped.items() if count),
        *((f"version of {name}", _code(number)) for name, number in manifest.get("versions", {}).items()),
    ]
    return [
        "## How it was made\n",
        "By machine, with `vicinal run`, then `vicinal export " + f"--to {to}`; nobody has corrected the links.\n",
        _table(("", ""), rows),
    ]


def _table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    lines = [head, ("---", "---"), *rows]
    return "".join(f"| {first} | {second} |\n" for first, second in lines)


def _code(value: object) -> str:
    """Return a value as code in a cell of a table, whatever characters it holds."""
    text = " ".join(str(value).split()).replace("|", "\\|")
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{fence}{space}{text}{space}{fence}"
