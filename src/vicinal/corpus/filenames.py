"""File names from ids, which may be anything: readable, safe on every system, and no two the same."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b

_LONGEST = 120  # bytes, so that a suffix and a number always fit behind
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)  # never files on Windows


class FileNames:
    """Gives out names; of each that was given only a digest is kept."""

    def __init__(self) -> None:
        self._taken: set[bytes] = set()

    def take(self, name: str | None, number: int) -> str:
        """Return a file name, without suffix, for the thing of that name and number.

        Letters and digits of all scripts stay, and dashes and underscores; everything else becomes an underscore. Where
        that is a name given before, upper and lower case being the same, the number is put behind it.
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
    # A mark at the beginning has nothing to stand on.
    while text and unicodedata.category(text[0])[0] == "M":
        text = text[1:].lstrip("-_")
    return text.encode()[:_LONGEST].decode("utf-8", "ignore") or "pair"
