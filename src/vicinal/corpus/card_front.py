"""The parts of a dataset card that programs read: its front matter, for the Hugging Face hub, and lines of Python.

Caller: `dataset_card`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from vicinal.formats import FORMATS

TO_FILL_IN = "FILL-IN-THE-LICENCE"
_TABLES = (".parquet", ".jsonl", ".tsv")
_TEXTS = "dtype=str, keep_default_na=False"  # else pandas takes texts such as NA and 007 for something else
_SIZES = (
    *("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B"),
    *("1B<n<10B", "10B<n<100B", "100B<n<1T", "n>1T"),
)


def front_matter(to: str, files: Mapping[str, str], columns: Iterable[str], languages: Iterable[str], rows: int) -> str:
    """Return the front matter of a card.

    Args:
        to: The name of the format.
        files: The table of each split, as `tables_of` returns them.
        columns: The columns of these tables.
        languages: The languages of the texts.
        rows: The number of rows.
    """
    size = next((k for k in range(len(_SIZES) - 1) if rows < 1000 * 10**k), len(_SIZES) - 1)
    lines = [
        "---",
        "# The licence of the texts applies. For identifiers, see https://huggingface.co/docs/hub/repositories-licenses",
        f"license: {TO_FILL_IN}",
        *(_listed("language", map(json.dumps, _codes(languages))) or ["# language: FILL IN ITS CODE, such as en"]),
        *_listed("task_categories", ("sentence-similarity", "text-generation")),
        *_listed("tags", ("sentence-alignment", "comparable-corpora", "vicinal")),
        *_listed("size_categories", (_SIZES[size],)),
    ]
    return "\n".join([*lines, *_config(to, files, list(columns)), "---\n"])


def tables_of(files: Sequence[str], splits: Sequence[str]) -> dict[str, str]:
    """Return the table of each split among the files; without splits, the hub calls everything train."""
    tables = [file for file in files if file.endswith(_TABLES)]
    named = {split: file for split in splits for file in tables if file.startswith(f"{split}.")}
    return named or dict(zip(("train",), tables, strict=False))


def reading_lines(to: str, files: Mapping[str, str]) -> str | None:
    """Return the lines of Python that read the data; None if it is for people or for other tools."""
    names = list(files.values())
    where = json.dumps(names[0] if len(names) == 1 else dict(files)) if names else ""
    if to in ("parquet", "jsonl"):
        kind = "json" if to == "jsonl" else to
        return f'import datasets\n\ndatasets.load_dataset("{kind}", data_files={where})'
    first = json.dumps(names[0]) if names else ""
    if to in ("alignments", "gold"):
        return f"import vicinal\n\nfor alignment in vicinal.load_many({first}):\n    print(alignment)"
    if to == "tsv":
        return f'import pandas\n\npandas.read_csv({first}, sep="\\t", {_TEXTS}).astype({{"score": float}})'
    if to == "wiki-auto":
        columns = json.dumps(list(FORMATS[to].columns))
        plain = f'sep="\\t", quoting=csv.QUOTE_NONE, {_TEXTS}'
        return f"import csv\n\nimport pandas\n\npandas.read_csv({first}, {plain}, header=None, names={columns})"
    return None


def _config(to: str, files: Mapping[str, str], columns: list[str]) -> list[str]:
    """Return the hub's configuration for the tables; texts are taken for nothing else."""
    if not files:
        return []
    lines = ["configs:", "- config_name: default", "  data_files:"]
    for split, file in files.items():
        lines += [f"  - split: {split}", f"    path: {json.dumps(file)}"]
    if file.endswith(".tsv"):
        lines += ['  sep: "\\t"', "  keep_default_na: false"]
        if to == "wiki-auto":
            lines += ["  quoting: 3", "  header: null", "  names:", *(f"  - {name}" for name in columns)]
        lines.append("  features:")
        for name in columns:
            lines += [f"  - name: {name}", f"    dtype: {'float64' if name == 'score' else 'string'}"]
    return lines


def _listed(key: str, values: Iterable[str]) -> list[str]:
    found = [f"- {value}" for value in values]
    return [f"{key}:", *found] if found else []


def _codes(languages: Iterable[str]) -> list[str]:
    """Return the language codes that the hub accepts: two or three letters."""
    return sorted({code for name in languages if re.fullmatch("[a-z]{2,3}", code := re.split("[-_]", name.lower())[0])})
