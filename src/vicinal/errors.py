"""The errors Vicinal raises, and the warnings it gives.

    VicinalError                    all of these; catch it to catch every error
    ├── InputError                  a text, file or vector that cannot be used (also a ValueError)
    │   └── FormatError             a file that does not follow its format
    └── SettingError                a setting outside its range, or an unknown name (also a ValueError)

    LanguageWarning                 no rules for a language (sentences, stems, embeddings); a fallback is used
    GoldWarning                     gold with something unusual in it, which is scored all the same
    SkippedWarning                  pairs that could not be aligned, and were left out as asked
    LeftOutWarning                  links that a file format cannot hold, or that its program does not show

Each message is one line: what was found, where, what was expected, and what to do.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from numbers import Real


class VicinalError(Exception):
    """The root of all errors that Vicinal raises on purpose."""


class InputError(VicinalError, ValueError):
    """A text, a file or a vector that cannot be used."""


class FormatError(InputError):
    """A file that does not follow its format."""


class SettingError(VicinalError, ValueError):
    """A setting outside its range, or an unknown name."""


class LanguageWarning(UserWarning):
    """There are no rules for a language (sentences, stems, embeddings); a fallback is used."""


class GoldWarning(UserWarning):
    """Gold or a corrected table with something unusual in it, which is read all the same: how many links, and how."""


class LeftOutWarning(UserWarning):
    """Links that a file format cannot hold, so they were left out, or that its program does not show: how many."""


class SkippedWarning(UserWarning):
    """Pairs could not be aligned and were left out, as `on_error="skip"` asks: how many, and why the first."""


def check_unit(name: str, value: float) -> None:
    """Raise SettingError unless value is a number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= value <= 1:
        raise SettingError(f"{name} must be a number from 0 to 1, not {value!r}")


def check_choice(name: str, value: str, choices: Iterable[str]) -> None:
    """Raise SettingError unless value is one of choices."""
    known = sorted(choices)
    if value not in known:
        raise SettingError(f"unknown {name} {value!r}; choose one of: {', '.join(known)}")


def check_workers(workers: int) -> None:
    """Raise SettingError unless there is at least one worker."""
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise SettingError(f"workers must be a whole number of at least 1, not {workers!r}")


def lost_worker() -> VicinalError:
    """Return the error for a process that ended without an answer."""
    return VicinalError(
        "a worker ended without an answer: it was killed, perhaps for want of memory, or could not load the "
        "aligner; try workers=1"
    )


def warn_caller(message: str, category: type[Warning]) -> None:
    """Give a warning that points at the first caller outside of this package, however deep the call is in it."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("vicinal."):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)
