"""The manifest of a run: what it is that runs here, and whether another call means the same run.

It holds no date, no path and no number of workers, so that the same corpus and settings give the same manifest
wherever and however they are run.
"""

from __future__ import annotations

import json
import platform
import re
from dataclasses import fields, replace
from importlib.metadata import version
from typing import Any

from vicinal.alignment import Aligner
from vicinal.corpus.pair import Corpus, Fingerprint, Limits
from vicinal.corpus.store import Folder, absolute_path, is_leftover, last_name
from vicinal.errors import FormatError, InputError, SettingError
from vicinal.methods import name_of
from vicinal.signature import signature_of

MANIFEST = "manifest.json"
_DATES = "work/dates"
_FORMAT = "vicinal-run/1"
_PACKAGES = ("vicinal", "sentencex", "PyStemmer")  # whose versions can change what comes out
_SAME = ("corpus", "method", "settings", "idf", "consistent", "limits", "versions")


def described(
    corpus: Corpus, fingerprint: Fingerprint, aligner: Aligner, idf: str, consistent: bool, limits: Limits
) -> dict[str, Any]:
    """Return what makes a run the run it is."""
    return {
        "format": _FORMAT,
        "corpus": settings_of_reader(corpus),
        "input": {"files": fingerprint.files, "bytes": fingerprint.bytes, "sha256": fingerprint.sha256},
        "method": name_of(aligner),
        "settings": repr(aligner),
        "idf": idf,
        "consistent": consistent,
        "limits": limits._asdict(),
        "versions": _versions(corpus),
        "signature": signature_of(aligner),
        "complete": False,
    }


def begin(folder: Folder, wanted: dict[str, Any], fingerprint: Fingerprint) -> dict[str, Any]:
    """Return the manifest of the run in a folder, after making sure that it is the one that is wanted; or begin it.

    Raises:
        SettingError: The folder holds a run with other settings.
        InputError: The folder holds something else, or the corpus has changed since the run began.
    """
    found = read_manifest(folder)
    dates = f"{fingerprint.dates}\n".encode()
    if found is None:
        if any(not is_leftover(file.name) for file in folder.files()):
            raise InputError(f"{folder.path}: is not empty and holds no run; choose a new folder")
        for name in ("shards", "work"):
            folder.inside(name).make()
        folder.write(_DATES, dates)
        write_manifest(folder, wanted)
        return wanted
    for key in _SAME:
        if found[key] != wanted[key]:
            raise SettingError(
                f"{folder.path}: holds a run with other settings ({_difference(key, found[key], wanted[key])}); "
                "go on with the same settings, or choose a new folder"
            )
    # Dates tell of changes that leave sizes as they are. They are not in the manifest, which must not depend on them.
    changed = folder.file(_DATES) is not None and folder.read(_DATES) != dates
    if found["input"] != wanted["input"] or changed:
        raise InputError(f"{folder.path}: the corpus has changed since this run began; start again in a new folder")
    return found


def read_manifest(folder: Folder) -> dict[str, Any] | None:
    """Return the manifest of a folder; None where there is none."""
    if folder.file(MANIFEST) is None:
        return None
    data = folder.read(MANIFEST)
    try:
        manifest = json.loads(data)
        wanted = (*_SAME, "input", "signature", *(("counts", "output") if manifest["complete"] else ()))
        known = manifest["format"] == _FORMAT and all(key in manifest for key in wanted)
    except (KeyError, TypeError, ValueError, RecursionError):
        known = False
    if not known:
        raise FormatError(f"{folder.where(MANIFEST)}: is not the manifest of a run; choose a new folder")
    return dict(manifest)


def write_manifest(folder: Folder, manifest: dict[str, Any]) -> None:
    """Write a manifest, readable by people."""
    folder.write(MANIFEST, (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode())


def settings_of_reader(corpus: Any) -> str:
    """Return the settings of a reader; of the fields that say where the corpus is, the last names only."""
    parts = []
    for field in fields(corpus):
        if not field.repr:
            continue
        value = getattr(corpus, field.name)
        if field.metadata.get("place"):
            value = tuple(map(last_name, value)) if isinstance(value, tuple) else last_name(value)
        parts.append(f"{field.name}={value!r}")
    return f"{type(corpus).__name__}({', '.join(parts)})"


def absolute(corpus: Any) -> Any:
    """Return a reader with absolute paths, for machines that work in other folders than this process."""
    changed = {}
    for field in fields(corpus):
        if field.metadata.get("place"):
            value = getattr(corpus, field.name)
            changed[field.name] = tuple(map(absolute_path, value)) if isinstance(value, tuple) else absolute_path(value)
    return replace(corpus, **changed)


def _versions(corpus: Any) -> dict[str, str]:
    """Return the versions of all that can change what comes out; a reader names its own as `packages`."""
    packages = (*_PACKAGES, *getattr(corpus, "packages", ()))
    return {"python": ".".join(platform.python_version_tuple()[:2])} | {name: version(name) for name in packages}


def _difference(key: str, old: Any, new: Any) -> str:
    """Return what differs, in as few words as possible: of two reprs, the first setting that is not the same."""
    if isinstance(old, str) and isinstance(new, str):
        parts = [re.split(r", (?=\w+=)", text) for text in (old, new)]
        if len(parts[0]) == len(parts[1]):
            old, new = next((a, b) for a, b in zip(*parts, strict=True) if a != b)
    if isinstance(old, dict) and isinstance(new, dict):
        key, old, new = next(
            (name, old.get(name), new.get(name)) for name in {**old, **new} if old.get(name) != new.get(name)
        )
    return f"{key} {old} there, {new} here"
