"""Regular expressions that are compiled when they are first used, not when their module is loaded.

Compiling takes up to several milliseconds, for classes of many characters, and most commands use few of the patterns
of the modules they load. Callers: modules that 'vicinal align' loads; others may use `re.compile`.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    r"""Return a pattern as `re.compile` does; it is compiled when one of its attributes is first asked for.

    >>> word = pattern(r"[^\W_]+")
    >>> word.findall("two words"), word.pattern
    (['two', 'words'], '[^\\W_]+')
    """
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))


class _Pattern:
    """What stands for a pattern. Attributes found once are its own, so that later calls cost nothing more."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._given: tuple[Any, int] = (text, flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)  # no part of a pattern, but of how objects are copied
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found
