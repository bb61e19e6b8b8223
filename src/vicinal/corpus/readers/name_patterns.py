"""Patterns of file names, and the layouts of folders that are recognised without being told.

A pattern is a relative name that contains `{id}` once: `{id}.complex.txt`, or `adv/{id}.txt`. `{id}` matches any
characters, including slashes. Nothing else in a pattern is special, not even `*` and `[`.

A layout has two or more levels, the original first. A level has one pattern, or several: then a text is read from the
first that has it. The layouts are in three groups. A group counts only if those before it match nothing, because its
names say less.

1. Words for both versions: `x.complex.txt` with `x.simple.txt`, `adv/x.txt` with `ele/x.txt`.
2. Numbers: `x.0.txt`, `x.1.txt`, `x.2.txt`, where 0 is the original. Without it they could be chapters.
3. A word for the simple version only: `x.txt` with `x.simple.txt`.

In all of them, `.txt` stands for any suffix of a document: `a.complex.docx` and `a.simple.html` are a pair, too. The
words may be in capital letters.

Callers: `folder`, and `file_levels`, which finds the files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple
from unicodedata import normalize

from vicinal.corpus.local_folder import checked_name
from vicinal.errors import SettingError
from vicinal.extract.content import SUFFIXES

ID = "{id}"
WORDS = (
    ("complex", "simple"),
    ("src", "tgt"),
    ("src", "dst"),
    ("source", "target"),
    ("normal", "simple"),
    ("original", "simple"),
    ("original", "simplified"),
    ("standard", "simple"),
    ("orig", "simp"),
    ("comp", "simp"),
    ("norm", "simp"),
    ("adv", "int", "ele"),
    ("hard", "easy"),
    ("wiki", "klexikon"),
)
FORMS = ("{id}.X.txt", "{id}.X", "{id}_X.txt", "{id}-X.txt", "X/{id}.txt")
_SIMPLE = ("simple", "simplified", "simp", "easy", "ele", "einfach", "leicht", "facile", "facil")
_SEPARATORS = (".", "_", "-")


class Pattern(NamedTuple):
    """The text before and after the id in the file names of one level."""

    before: str
    after: str

    @classmethod
    def of(cls, text: str) -> Pattern:
        """Parse a pattern such as `{id}.src`; raise SettingError if it is invalid."""
        if text.count(ID) != 1:
            raise SettingError(f"pattern {text!r} must contain {ID} exactly once, as in '{{id}}.src'")
        try:
            checked_name(text).encode()
        except ValueError:
            raise SettingError(f"pattern {text!r} is not a relative name, or leads out of the folder") from None
        before, _, after = normalize("NFC", text).removeprefix("./").partition(ID)
        return cls(before, after)

    def name(self, id: str) -> str:
        """Return the file name for an id."""
        return f"{self.before}{id}{self.after}"

    def id(self, name: str) -> str | None:
        """Return the id in a name; None if the name does not match. An id is not empty and has no outer slash."""
        if not (name.startswith(self.before) and name.endswith(self.after)):
            return None
        id = name[len(self.before) : len(name) - len(self.after)]
        return id if id and id.strip("/") == id else None

    def __str__(self) -> str:
        return self.name(ID)


def is_pattern(found: Pattern) -> bool:
    """Tell whether a pattern that was found in file names can be written down, and means the same when it is read."""
    try:
        return Pattern.of(str(found)) == found
    except SettingError:
        return False


Fitting = Callable[[str], Iterable[tuple[Pattern, str]]]  # the patterns that match a name, each with the id
Layout = tuple[tuple[Pattern, ...], ...]  # the patterns of each level; the first that has a text is read


def _layout(*levels: str | tuple[str, ...]) -> Layout:
    return tuple(tuple(map(Pattern.of, (level,) if isinstance(level, str) else level)) for level in levels)


# OneStopEnglish, as it is published. Its middle level is there twice, and no two files are equal. Those of the inner
# folder are the better ones: the outer ones lost all quotation marks and dashes, and begin with "Intermediate".
_ONESTOP = tuple(
    _layout(
        f"{folder}Adv-Txt/{{id}}-adv.txt",
        (f"{folder}Int-Txt/Int-Txt/{{id}}-int.txt", f"{folder}Int-Txt/{{id}}-int.txt"),
        f"{folder}Ele-Txt/{{id}}-ele.txt",
    )
    for folder in ("", "Texts-SeparatedByReadingLevel/")
)
_ONESTOP_FOLDER = re.compile("(?:Texts-SeparatedByReadingLevel/)?(?:Adv-Txt/|Ele-Txt/|Int-Txt/(?:Int-Txt/)?)")

WELL_KNOWN = (
    *(_layout(*(form.replace("X", word) for word in words)) for words in WORDS for form in FORMS),
    *_ONESTOP,
)
NUMBERED = _layout(*(f"{{id}}.{number}.txt" for number in range(100)))
PLAIN = Pattern.of("{id}.txt")
BARE = tuple(_layout(str(PLAIN), f"{{id}}{separator}{word}.txt") for word in _SIMPLE for separator in _SEPARATORS)

_BY_TEXT = {str(pattern): pattern for layout in (*WELL_KNOWN, NUMBERED, *BARE) for level in layout for pattern in level}
_ALL_WORDS = sorted({word for words in WORDS for word in words} | set(_SIMPLE))
_WORD = re.compile(rf"[._-](?:{'|'.join(_ALL_WORDS)})(?:\.txt)?\Z", re.IGNORECASE | re.ASCII)
_ABOUT = re.compile(r"(?:\A|/)(?:readme|licen[cs]e|changes|changelog|citation)(?:\.[^./]*)?\Z", re.IGNORECASE)
_NUMBER = re.compile(r"\.(?:[0-9]|[1-9][0-9])\.txt\Z")


def document_suffix(name: str) -> str:
    """Return the suffix of a name if it is that of a document, such as ".docx"; else ""."""
    suffix = name[name.rfind(".") :] if "." in name else ""
    return suffix if suffix.lower() in SUFFIXES else ""


def is_about(name: str) -> bool:
    """Tell whether a file is about the others rather than one of them, such as README.md, if only the name can tell."""
    return _ABOUT.search(name) is not None


def well_known(name: str) -> Iterator[tuple[Pattern, str]]:
    """Yield the patterns of the known layouts that match a name, each with the id; `Complex` is `complex`."""
    suffix = document_suffix(name)
    if suffix:
        name = name[: -len(suffix)] + ".txt"
    top, slash, rest = name.partition("/")
    if f"{top.lower()}/{ID}.txt" in _BY_TEXT:
        name = f"{top.lower()}{slash}{rest}"
    texts = [f"{top.lower()}/{ID}.txt"]
    if word := _WORD.search(name):
        end = word[0].lower()
        name = name[: word.start()] + end
        texts.append(ID + end)
        folder = _ONESTOP_FOLDER.match(name)
        texts += [f"{folder[0]}{ID}{end}"] if folder else []
    elif (
        suffix and texts[0] not in _BY_TEXT and not is_about(name)
    ):  # there may be millions in folders named for their levels
        number = _NUMBER.search(name)
        texts += [ID + number[0], str(PLAIN)] if number else [str(PLAIN)]
    for text in texts:
        pattern = _BY_TEXT.get(text)
        if pattern and (id := pattern.id(name)) is not None:
            yield pattern, id


def longest(patterns: Sequence[Pattern]) -> Fitting:
    """Return a function that finds the pattern that matches a name, or the longest of several, and the id."""

    def fitting(name: str) -> list[tuple[Pattern, str]]:
        found = [(pattern, id) for pattern in patterns if (id := pattern.id(name)) is not None]
        # Keep two patterns of equal length: the ids differ, and files without a partner are recorded.
        most = max((len(str(pattern)) for pattern, _ in found), default=0)
        return [(pattern, id) for pattern, id in found if len(str(pattern)) == most]

    return fitting


def level_names(patterns: Sequence[Pattern]) -> tuple[str, ...]:
    """Return the names of the levels: the last word of each pattern that the others lack."""
    words = [re.findall(r"[^\W_]+", f"{pattern.before} {pattern.after}") for pattern in patterns]
    usual = ("source", "target") if len(patterns) == 2 else tuple(map(str, range(len(patterns))))
    names = []
    for number, (own, name) in enumerate(zip(words, usual, strict=True)):
        others = {word for other in (*words[:number], *words[number + 1 :]) for word in other}
        names.append(next((word for word in reversed(own) if word not in others), name))
    return tuple(names) if len(set(names)) == len(names) else usual
