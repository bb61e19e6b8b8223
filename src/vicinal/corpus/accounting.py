"""What a run read, paired and left out, in numbers and in words.

Callers: the command line, at the end of a run and in its statistics, and the report.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NOUNS = re.compile(r"^(article|file|line|page|page number|pair|redirect|row|version)s\b")


def counts_read(manifest: Mapping[str, Any]) -> dict[str, int]:
    """Return what a run read, by unit; empty if the reader did not count."""
    return _accounting(manifest, "read")


def counts_left_out(manifest: Mapping[str, Any]) -> dict[str, int]:
    """Return what a run left out, by reason, most first."""
    return dict(sorted(_accounting(manifest, "left_out").items(), key=lambda item: (-item[1], item[0])))


def what_was_read(manifest: Mapping[str, Any]) -> str:
    """Return what a run read, such as "567 files"; "" if the reader did not count."""
    return _in_words(counts_read(manifest))


def what_was_left_out(manifest: Mapping[str, Any]) -> str:
    """Return what a run left out and why, most first: "12 without a partner, 3 empty"; "" if nothing was left out."""
    return _in_words(counts_left_out(manifest))


def what_became_of_it(manifest: Mapping[str, Any]) -> str:
    """Return both as a sentence, "read 567 files; left out: 3 empty"; "" for a run of an older version."""
    if "accounting" not in manifest:
        return ""
    read, left_out = what_was_read(manifest), what_was_left_out(manifest)
    return (f"read {read}; " if read else "") + (f"left out: {left_out}" if left_out else "nothing left out")


def _in_words(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number:,} {one_of(what) if number == 1 else what}" for what, number in counts.items())


def one_of(what: str) -> str:
    """Return words that follow a number as they follow 1; in the manifest they are always those for several.

    >>> one_of("files of other names"), one_of("page numbers of enwiki"), one_of("empty")
    ('file of other names', 'page number of enwiki', 'empty')
    """
    return _NOUNS.sub(r"\1", what, count=1)


def _accounting(manifest: Mapping[str, Any], part: str) -> dict[str, int]:
    """Return a part of the accounting, which older runs do not have, without what was not there."""
    return {key: number for key, number in manifest.get("accounting", {}).get(part, {}).items() if number}
