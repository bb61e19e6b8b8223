"""`.wiki-auto.tsv`: sentence pairs in the form of the wiki-auto resource (its wiki-manual and newsela-manual files).

A line has a label, the id of the simple sentence, the id of the complex one, and their texts; there is no header. The
target is the simple side. A line is a pair of sentences, so a link of several sentences is several lines: the label is
`aligned` in a 1-1 link and `partialAligned` in others, as in wiki-manual. Its `notAligned` lines (all other pairs of
two articles) are not written: users filter them out, and they would make the file hundreds of times larger. The GLEU
score, a sixth column in some of its files, is not written either.

An id is `article-level-paragraph-sentence`, the last two counted from 0. Levels are those of the corpus; without any, 0
is the simple side and 1 the complex one, as in wiki-manual. The article is the common start of the ids of the two
documents before their levels, as in Newsela (`slug.en` of `slug.en.0` and `slug.en.1`), so that a sentence has the same
id in all pairs of its version; else it is the id of the pair, or its number in the corpus if it has no id. Tools cut
ids at the dashes, so dashes in the article and the level become `_`, and so does white space. If two articles would get
the same name, the later one also gets a digest of its own name (`a_b` and `a_b_35c2229e` for "a b" and "a-b"). Ids of
others that contain dashes are read from the right.

Names and numbers depend on the pairs before. So an export passes all pairs of a run, those that it leaves out or writes
to another file without links: then ids are the same with all filters and splits, and unique over all files.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import NamedTuple

from vicinal.alignment import Aligned, Alignment
from vicinal.formats import link_rows as rows
from vicinal.formats.link_rows import one_line
from vicinal.formats.part import Naming, Parts, Place
from vicinal.lazy_pattern import pattern
from vicinal.text.document import Document

COLUMNS = MappingProxyType(
    {
        "label": "aligned (a 1-1 link) or partialAligned (a pair of sentences inside a larger link)",
        "simple_id": "article-level-paragraph-sentence of the target sentence",
        "complex_id": "article-level-paragraph-sentence of the source sentence",
        "simple": "the target sentence",
        "complex": "the source sentence",
    }
)
LABELS = ("aligned", "partialAligned", "notAligned")
_UNNAMED = Aligned._field_defaults["levels"]
_ID = pattern(r"(?P<article>.+)-(?P<level>[^-]+)-(?P<paragraph>[0-9]{1,9})-(?P<sentence>[0-9]{1,9})", re.DOTALL)


class SentenceId(NamedTuple):
    """The parts of a sentence's id."""

    article: str
    level: str
    paragraph: int
    sentence: int

    @property
    def document(self) -> str:
        """The id of its version, if the ids of a pair are an article followed by a level."""
        return f"{self.article}.{self.level}"

    def index_in(self, document: Document) -> int | None:
        """Return its sentence number in a document, counted over the whole document; None if there is none."""
        span = document.spans[self.paragraph] if self.paragraph < len(document.spans) else range(0)
        return span[self.sentence] if self.sentence < len(span) else None


def write(aligned: Iterable[Aligned], *, corpus: bool, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield a line for each pair of sentences inside the links."""
    del corpus, names
    articles = _Articles()
    for number, one in enumerate(aligned):
        yield 0, "".join(_lines(one, articles[_name(one, number)]))


def part(aligned: Iterable[Aligned], place: Place) -> Iterator[tuple[int, str]]:
    """Yield the lines of some pairs of a corpus; the place counts all pairs before."""
    for number, one in enumerate(aligned, place.number):
        if one.alignment.sentences:
            name = _name(one, number)
            yield 0, "".join(_lines(one, place.names.get(name) or article_of(name)))


def naming() -> Naming:
    """Begin to name the articles of a corpus; only those whose names would be taken get one from here."""
    articles = _Articles()

    def named(before: int, one: Aligned) -> tuple[str, str] | None:
        name = _name(one, before)
        article = articles[name]
        return None if article == article_of(name) else (name, article)

    return named


class _Articles:
    """The articles of a corpus in the ids of sentences, each with a name of its own, given in the order of asking."""

    def __init__(self) -> None:
        self._taken: dict[str, str] = {}  # the article in ids, and whose it is

    def __getitem__(self, name: str) -> str:
        """Return the article for a name: always the same one for the same name."""
        found = article_of(name)
        if self._taken.setdefault(found, name) != name:
            found = _own_article(name)
        while self._taken.setdefault(found, name) != name:  # someone else is called like that
            found += "_"
        return found


def _name(one: Aligned, number: int) -> str:
    """Return the name of the article of a pair, which has this number in the corpus."""
    alignment = one.alignment
    documents = (alignment.source, alignment.target)
    return _article(documents, _levels(one)) or (alignment.id or "").strip() or str(number)


def _levels(one: Aligned) -> list[str]:
    given = ("", "") if one.levels == _UNNAMED else one.levels
    return [level.strip() or default for level, default in zip(given, "10", strict=True)]


def _lines(one: Aligned, article: str) -> Iterator[str]:
    alignment = one.alignment
    if not alignment.sentences:
        return
    documents = (alignment.source, alignment.target)
    levels = list(map(article_of, _levels(one)))
    complex_ids, simple_ids = (
        _ids(document, f"{article}-{level}") for document, level in zip(documents, levels, strict=True)
    )
    for link, pairs in zip(alignment.sentences, rows.pairs(alignment), strict=True):
        label = LABELS[link.kind != "1-1"]
        for x, y in pairs:
            texts = (alignment.target.sentences[y], alignment.source.sentences[x])
            yield "\t".join((label, simple_ids[y], complex_ids[x], *map(one_line, texts))) + "\n"


def _article(documents: Sequence[Document], levels: Sequence[str]) -> str:
    """Return the common start of the ids of two versions before their levels; empty if there is none."""
    ends = (((document.id or "").strip(), f".{level}") for document, level in zip(documents, levels, strict=True))
    stems = {name.removesuffix(end).strip() if name.endswith(end) else "" for name, end in ends}
    return stems.pop() if len(stems) == 1 else ""


def _ids(document: Document, start: str) -> list[str]:
    return [f"{start}-{i}-{j}" for i, paragraph in enumerate(document.paragraphs) for j in range(len(paragraph))]


def article_of(name: str) -> str:
    """Return a name as it stands in ids, without dashes and white space, if no other name is the same there."""
    return "_".join(name.split()).replace("-", "_")


def _own_article(name: str) -> str:
    """Return a name as it stands in ids if another name came first."""
    return f"{article_of(name)}_{zlib.crc32(name.encode('utf-8', 'surrogatepass')):08x}"


def articles_of(names: Iterable[str]) -> dict[str, str]:
    """Return the name behind each article that may stand in ids, for pairs that are identified by their own names."""
    names = list(names)
    plain = {article_of(name): name for name in reversed(names)}  # the first one keeps it
    return {_own_article(name): name for name in names} | plain


def count(alignment: Alignment) -> int:
    """Return the number of lines of an alignment."""
    return sum(map(len, rows.pairs(alignment)))


def parse_line(line: str) -> tuple[str, SentenceId, SentenceId] | None:
    """Return the label, simple id and complex id of a line; None for any other line."""
    fields = line.split("\t")
    found = [_ID.fullmatch(field) for field in fields[1:3]]
    if len(fields) < 5 or fields[0] not in LABELS or not found[0] or not found[1]:
        return None
    simple, complex_ = (
        SentenceId(match["article"], match["level"], int(match["paragraph"]), int(match["sentence"]))
        for match in found
        if match
    )
    return fields[0], simple, complex_


PARTS = Parts(part, naming=naming)
