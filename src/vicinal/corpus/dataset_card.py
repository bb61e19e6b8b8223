"""The dataset card of an export: a README.md with the front matter that the Hugging Face hub reads.

It describes contents, sources and method, as far as they are known. What only people know, above all the licence, is
a conspicuous placeholder. There is no date and no path, so the same run and filter give the same card. The last line
holds a digest of everything above it, which reveals later changes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from vicinal.alignment import KINDS, Alignment
from vicinal.corpus.manifest import Manifest
from vicinal.formats import FORMATS
from vicinal.formats.link_rows import INDEX
from vicinal.methods import PAPER

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
_CITED = {
    True: "The links were made by the method of this paper; please cite it.\n",
    False: "Vicinal implements the method of this paper, and others beside it; please cite it.\n",
}
_CITATION = """\
@article{paetzold-specia-2016-vicinity,
  title = {Vicinity-Driven Paragraph and Sentence Alignment for Comparable Corpora},
  author = {Paetzold, Gustavo Henrique and Specia, Lucia},
  journal = {arXiv preprint arXiv:1612.04113},
  year = {2016}
}"""


@dataclass
class Tally:
    """Counts of what was written, in constant memory."""

    pairs: int = 0
    rows: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    _scores: Counter[float] = field(default_factory=Counter, repr=False)  # to three digits

    def add(self, alignment: Alignment, rows: int | None = None) -> None:
        """Count an alignment and its table rows; rows defaults to one per link."""
        self.pairs += 1
        self.rows += len(alignment.sentences) if rows is None else rows
        self.kinds.update(link.kind for link in alignment.sentences)
        self._scores.update(float(f"{link.score:.3g}") for link in alignment.sentences)
        self.languages.update(document.language or "" for document in (alignment.source, alignment.target))

    @property
    def links(self) -> int:
        """The number of links."""
        return self.kinds.total()

    def quartiles(self) -> tuple[float, ...]:
        """Return the quartiles of the scores, to three digits; empty if there are no links."""
        found: list[float] = []
        passed = 0
        for score, count in sorted(self._scores.items()):
            passed += count
            found += [score] * (4 * passed // self.links - len(found))
        return tuple(found[:3])


def card(
    manifest: Manifest, to: str, files: Sequence[str], filter: str, dropped: Mapping[str, int], tally: Tally
) -> str:
    """Return the card of an export.

    Args:
        manifest: The manifest of the run.
        to: The name of the format.
        files: The data files, relative to the card.
        filter: The signature of the filter.
        dropped: The number of dropped links, by reason.
        tally: The counts of what was written.
    """
    parts = [
        _front(to, files, tally),
        "# FILL IN A NAME\n",
        "> **Not ready for publication:** fill in the name above, the licence (below, and `license:` in the front "
        "matter) and a contact. Then remove this note.\n",
        "## Licence\n",
        "**TO BE FILLED IN.** The licences of the source texts determine whether and how this corpus may be "
        "redistributed.\n",
        *_contents(manifest, to, files, tally),
        *_sources(manifest),
        *_method(manifest, to, filter, dropped),
        "## Citation\n",
        _CITED[manifest["method"] == "vicinity"],
        f"```bibtex\n{_CITATION}\n```\n",
    ]
    text = "\n".join([*parts, ""])
    why = "this card; the next export replaces it unless it was edited"
    return f"{text}<!-- vicinal wrote {why}, sha256 {_digest(text.encode('utf-8', 'backslashreplace'))} -->\n"


def seal(data: bytes) -> str | None:
    """Return the digest on the last line, which identifies the card as it was written; None if it is not a card."""
    return _sealed(data)[1]


def is_unchanged(data: bytes) -> bool:
    """Tell whether a file is a card that was not edited; line ends may be those of another system."""
    text, digest = _sealed(data)
    return _digest(text) == digest


def _sealed(data: bytes) -> tuple[bytes, str | None]:
    """Return everything above the last line, and the digest on that line."""
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
        "# The licence of the texts applies. For identifiers, see https://huggingface.co/docs/hub/repositories-licenses",
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
    """Return the hub's configuration for the table among the files; TSV fields are read verbatim."""
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
    """Return the language codes that the hub accepts: two or three letters."""
    return sorted({code for name in languages if re.fullmatch("[a-z]{2,3}", code := re.split("[-_]", name.lower())[0])})


def _contents(manifest: Manifest, to: str, files: Sequence[str], tally: Tally) -> list[str]:
    counts = manifest["counts"]
    numbers = {
        "document pairs": tally.pairs,
        "rejected pairs": counts["rejected"],
        "source sentences": counts["source_sentences"],
        "target sentences": counts["target_sentences"],
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
    if to in _READ:
        parts.append(f"```python\n{_READ[to]}\n```\n")
    return parts


def _sources(manifest: Manifest) -> list[str]:
    rows = [("reader", _code(manifest["corpus"]))]
    rows += [(f"input {name}", _code(value)) for name, value in manifest["input"].items()]
    return [
        "## Sources\n",
        "**TO BE FILLED IN:** the origin and authors of the texts.\n",
        _table(("", ""), rows),
    ]


def _method(manifest: Manifest, to: str, filter: str, dropped: Mapping[str, int]) -> list[str]:
    rows = [
        ("method", _code(manifest["method"]) + (f", {PAPER}" if manifest["method"] == "vicinity" else "")),
        ("signature", _code(manifest["signature"])),
        ("filter", _code(filter)),
        *((f"dropped: {reason}", f"{count:,}") for reason, count in dropped.items() if count),
        *((f"version of {name}", _code(number)) for name, number in manifest["versions"].items()),
    ]
    return [
        "## Method\n",
        f"Aligned with `vicinal run`, exported with `vicinal export --to {to}`; not corrected by hand.\n",
        _table(("", ""), rows),
    ]


def _table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    lines = [head, ("---", "---"), *rows]
    return "".join(f"| {first} | {second} |\n" for first, second in lines)


def _code(value: object) -> str:
    """Return a value as code in a table cell, whatever characters it holds."""
    text = " ".join(str(value).split()).replace("|", "\\|")
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{fence}{space}{text}{space}{fence}"
