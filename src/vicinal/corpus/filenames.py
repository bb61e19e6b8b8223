"""File names from arbitrary ids: readable, safe on every system, and unique."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b

_LONGEST = 120  # bytes, which leaves room for a number and a suffix
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)  # reserved on Windows


class FileNames:
    """Hands out unique names; only a digest of each is stored."""

    def __init__(self) -> None:
        self._taken: set[bytes] = set()

    def take(self, name: str | None, number: int) -> str:
        """Return a unique file name, without suffix, for an item with a name and a number.

        Letters and digits of all scripts, dashes and underscores stay; everything else becomes an underscore. If the
        result was handed out before, ignoring case, the number is appended.
        """
        clean = _clean(name or "")
        found = clean
        while not self._is_free(found):
            found = f"{clean}-{number}"
            clean += "-"
        return found

    def _is_free(self, name: str) -> bool:
        if _DEVICES.fullmatch(name):
            return False
        digest = blake2b(unicodedata.normalize("NFC", name.casefold()).encode(), digest_size=16).digest()
        if digest in self._taken:
            return False
        self._taken.add(digest)
        return True


def _clean(name: str) -> str:
    kept = (c if c in "-_" or unicodedata.category(c)[0] in "LNM" else "_" for c in unicodedata.normalize("NFC", name))
    text = re.sub("_+", "_", "".join(kept)).strip("-_")
    # A leading combining mark has no base letter.
    while text and unicodedata.category(text[0])[0] == "M":
        text = text[1:].lstrip("-_")
    return text.encode()[:_LONGEST].decode("utf-8", "ignore") or "pair"
