"""What a run read, paired and left out, in words.

Callers: the command line, at the end of a run, and the report.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def what_was_read(manifest: Mapping[str, Any]) -> str:
    """Return what a run read, such as "567 files"; "" if the reader did not count."""
    return ", ".join(f"{number:,} {unit}" for unit, number in _accounting(manifest, "read").items())


def what_was_left_out(manifest: Mapping[str, Any]) -> str:
    """Return what a run left out and why, most first: "12 without a partner, 3 empty"; "" if nothing was left out."""
    counts = sorted(_accounting(manifest, "left_out").items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{number:,} {why}" for why, number in counts)


def _accounting(manifest: Mapping[str, Any], part: str) -> dict[str, int]:
    """Return a part of the accounting, which older runs do not have, without what was not there."""
    return {key: number for key, number in manifest.get("accounting", {}).get(part, {}).items() if number}
