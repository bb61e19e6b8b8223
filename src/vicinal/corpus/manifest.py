"""The manifest of a run: what is being run, and whether another call means the same run.

It holds no date, no path and no number of workers, so the same corpus and settings give the same manifest everywhere.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal, TypedDict

import msgspec

from vicinal.alignment import Aligner
from vicinal.corpus.contract import Corpus, Fingerprint, Limits
from vicinal.corpus.folders import Folder, absolute_path, basename
from vicinal.corpus.local_folder import is_leftover
from vicinal.errors import FormatError, InputError, SettingError
from vicinal.methods import name_of
from vicinal.signature import check_described, described, signature_of

MANIFEST = "manifest.json"
MARKER = ".done"  # the end of a marker's name
_DATES = "work/dates"
_PACKAGES = ("vicinal", "PyStemmer", "markdown-it-py", "lxml", "pypdfium2")
_SAME = ("corpus", "method", "settings", "idf", "pool", "consistent", "limits", "versions")


class _Input(TypedDict):
    files: int
    bytes: int
    sha256: str


class _Counted(TypedDict):
    pairs: int
    rejected: int
    source_sentences: int
    target_sentences: int
    links: int


class RunCounts(_Counted, total=False):
    """The totals of a run.

    `suspect` counts the pairs that probably are not versions of each other; `little`, the other pairs of which
    unusually little was aligned. Older runs have neither.
    """

    little: int
    suspect: int


class Accounting(TypedDict):
    """What was read, what was paired, and what was left out and why.

    The keys of `read` are units ("files"); those of `left_out` are words that follow a number ("without a partner").
    """

    read: dict[str, int]
    pairs: int
    left_out: dict[str, int]


class _Output(TypedDict):
    shards: int
    bytes: int
    sha256: str  # of the digests of the shards


class RunReading(TypedDict):
    """How the texts of a corpus were read; language is null where it differs from pair to pair, or is not known."""

    split: str
    language: str | None


class _Begun(TypedDict):
    format: Literal["vicinal-run/1"]
    corpus: str
    input: _Input
    method: str
    settings: str
    idf: str
    consistent: bool
    limits: dict[str, int]
    versions: dict[str, str]
    signature: str
    complete: bool


class Manifest(_Begun, total=False):
    """The content of `manifest.json`; counts and output are there once the run is complete.

    Older runs have no pool and no accounting. Reading is there if the corpus has texts that could be read in more than
    one way.
    """

    pool: bool
    reading: RunReading
    counts: RunCounts
    accounting: Accounting
    output: _Output


def manifest_for(
    corpus: Corpus, fingerprint: Fingerprint, aligner: Aligner, idf: str, pool: bool, consistent: bool, limits: Limits
) -> Manifest:
    """Return the manifest of a run that has not begun.

    Raises:
        SettingError: An aligner or reader of the user's own does not tell its settings.
    """
    check_described(aligner)
    return {
        "format": "vicinal-run/1",
        "corpus": reader_signature(corpus),
        "input": {"files": fingerprint.files, "bytes": fingerprint.bytes, "sha256": fingerprint.sha256},
        "method": name_of(aligner),
        "settings": described(aligner),
        "idf": idf,
        "pool": pool,
        "consistent": consistent,
        "limits": limits._asdict(),
        "versions": _versions(),
        "signature": signature_of(aligner),
        "complete": False,
    }


def begin(folder: Folder, wanted: Manifest, fingerprint: Fingerprint, others: Iterable[str] = ()) -> Manifest:
    """Begin a run in a folder, or check that the run already there is the wanted one; return its manifest.

    A run that stopped before its first shard was finished is replaced by another one: there is nothing to resume.

    Args:
        folder: The folder of the run.
        wanted: The manifest of the run that is wanted.
        fingerprint: The fingerprint of its corpus.
        others: The files that a run may have written beside its shards, which are removed if it is replaced.

    Raises:
        SettingError: The folder holds a run with other settings.
        InputError: The folder holds something else, or the corpus has changed since the run began.
    """
    found = read_manifest(folder)
    dates = f"{fingerprint.dates}\n".encode()
    if found is None:
        if any(not is_leftover(file.name) for file in folder.files()):
            raise InputError(f"{folder.path}: is not empty and holds no run; choose a new folder")
    else:
        try:
            _check_is_same(folder, found, wanted, dates)
        except (SettingError, InputError):
            if found["complete"] or _has_shards(folder):
                raise
            for name in others:
                folder.remove(name)
            for name in ("shards", "work"):
                folder.inside(name).drop()
        else:
            return found
    for name in ("shards", "work"):
        folder.inside(name).make()
    folder.write(_DATES, dates)
    write_manifest(folder, wanted)
    return wanted


def _check_is_same(folder: Folder, found: Manifest, wanted: Manifest, dates: bytes) -> None:
    """Raise SettingError or InputError if the run in a folder is not the wanted one."""
    old, new = {"pool": False, **found}, dict(wanted)
    for key in _SAME:
        if old[key] != new[key]:
            raise SettingError(
                f"{folder.path}: holds a run with other settings ({_difference(key, old[key], new[key])}); "
                "use the same settings to resume it, or choose a new folder"
            )
    # Dates reveal changes that keep the sizes. They are not in the manifest, which must not depend on them.
    changed = folder.file(_DATES) is not None and folder.read(_DATES) != dates
    if found["input"] != wanted["input"] or changed:
        raise InputError(f"{folder.path}: the corpus has changed since this run began; start again in a new folder")


def _has_shards(folder: Folder) -> bool:
    """Tell whether a run has finished a shard: there is its marker."""
    shards = folder.inside("shards")
    return shards.exists() and any(file.name.endswith(MARKER) for file in shards.files())


def read_manifest(folder: Folder) -> Manifest | None:
    """Return the manifest of a folder; None if there is none."""
    if folder.file(MANIFEST) is None:
        return None
    try:
        manifest = msgspec.json.decode(folder.read(MANIFEST), type=Manifest)
        known = not manifest["complete"] or {"counts", "output"} <= manifest.keys()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        known = False
    if not known:
        raise FormatError(f"{folder.where(MANIFEST)}: is not the manifest of a run; choose a new folder")
    return manifest


def write_manifest(folder: Folder, manifest: Manifest) -> None:
    """Write a manifest, indented for people."""
    folder.write(MANIFEST, (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode())


def reader_signature(corpus: Any) -> str:
    """Return the settings of a reader as text, like its repr but with only the last component of each path."""
    if not is_dataclass(corpus):
        raise SettingError(f"{type(corpus).__name__}: a corpus is a dataclass, whose fields are its settings")
    places = _places(corpus, basename)
    settings = {field.name: getattr(corpus, field.name) for field in fields(corpus) if field.repr}
    parts = (f"{name}={described(places.get(name, value))}" for name, value in settings.items())
    return f"{type(corpus).__name__}({', '.join(parts)})"


def with_absolute_paths(corpus: Any) -> Any:
    """Return a reader with absolute paths, for machines with another working directory."""
    return replace(corpus, **_places(corpus, absolute_path))


def _places(corpus: Any, change: Callable[[str], str]) -> dict[str, Any]:
    """Return the paths among the fields of a reader, changed by a function."""
    paths = {field.name: getattr(corpus, field.name) for field in fields(corpus) if field.metadata.get("place")}
    return {
        name: tuple(map(change, one)) if isinstance(one, tuple) else change(one) for name, one in paths.items() if one
    }


def _versions() -> dict[str, str]:
    """Return the versions of everything that can change the output."""
    found = {"python": ".".join(platform.python_version_tuple()[:2])}
    for name in _PACKAGES:
        with suppress(PackageNotFoundError):  # of an extra
            found[name] = version(name)
    return found


def _difference(key: str, old: Any, new: Any) -> str:
    """Return what differs, as briefly as possible: between two reprs, the first setting that differs."""
    if isinstance(old, str) and isinstance(new, str):
        parts = [re.split(r", (?=\w+=)", text) for text in (old, new)]
        if len(parts[0]) == len(parts[1]):
            old, new = next((a, b) for a, b in zip(*parts, strict=True) if a != b)
    if isinstance(old, dict) and isinstance(new, dict):
        key, old, new = next(
            (name, old.get(name), new.get(name)) for name in {**old, **new} if old.get(name) != new.get(name)
        )
    return f"{key} {old} there, {new} here"
