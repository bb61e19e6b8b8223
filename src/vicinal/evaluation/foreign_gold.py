"""Gold in the formats of others: their links, and the texts that they belong to.

Our own gold (`vicinal.gold`) holds texts and links. Of the others, these hold both:

    InterText    `.alignment.xml` beside its two texts
    JSON         one alignment, as `vicinal align -o FILE.json` writes
    wiki-auto    sentence pairs with ids and texts, if every sentence of both versions is in some line: the makers
                 publish all pairs of two articles, also those that are not aligned

All other formats that `predicted` reads are links only: vecalign's index lines, ladders, tables of sentence numbers or
of texts, JSON lines, and wiki-auto with aligned pairs alone. For these, the two texts are given.

A link of a table is a row, and links may share a sentence, as in our own gold. A line of wiki-auto is a pair of
sentences, so there the links are what the pairs form.

A gold file is about one document, or names the documents of its links. A path with `{id}` in its name stands for a file
for each document.

Callers: the command line; anyone who scores against such gold.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vicinal.alignment import Alignment, pair_id
from vicinal.errors import FormatError, InputError
from vicinal.evaluation.collected import Collected, Found
from vicinal.evaluation.link_files import KINDS, LinkFile
from vicinal.evaluation.link_table import header
from vicinal.files import reason
from vicinal.formats import wiki_auto
from vicinal.gold import Gold, parse_gold
from vicinal.gold_irregularities import Irregularities
from vicinal.json_text import parsed
from vicinal.text.document import Document
from vicinal.wording import listed, many

ID = "{id}"
_NUMBERS_HINT = (
    " of the two texts; numbers count from 0; give the texts that were annotated, or split them as they were (--split)"
)


@dataclass(frozen=True)
class Texts:
    """The two texts of each document of the gold.

    Attributes:
        read: Returns source and target of each document by name; the second argument tells whether the links are
            sentence numbers, so that the sentences must be those that were numbered.
        by_name: Whether there are texts for each name; else they are those of one document.
        columns: The columns of a table that have the two sides of a link; nothing for those with known names.
    """

    read: Callable[[Sequence[str], bool], Sequence[tuple[Document, Document]]]
    by_name: bool = False
    columns: tuple[str, ...] = ()


def read_any_gold(path: str | os.PathLike[str], texts: Texts | None = None, encoding: str | None = None) -> list[Gold]:
    """Return the document pairs of gold in any format; a path with `{id}` stands for a file for each document.

    Args:
        path: The gold.
        texts: The texts, for gold without any.
        encoding: The encoding of gold that is not UTF-8.

    Raises:
        InputError: The gold cannot be read, or not be scored; the message tells the line, or what to give.

    Warns:
        GoldWarning: Something in it is unusual, and scored all the same, or is left out; given once.
    """
    irregular = Irregularities()
    if ID in Path(path).name and not Path(path).exists():
        found = []
        for name, file in _files(path).items():
            documents = _read(file, texts, name, irregular, encoding)
            if not documents:
                raise InputError(f"{file}: is empty; give the links of {name!r:.60}, or remove the file")
            found += documents
    else:
        found = _read(path, texts, Path(path).name.partition(".")[0], irregular, encoding)
    if found and not any(gold.links or gold.pairs or gold.paragraphs for gold in found):
        raise FormatError(f"{path}: has no links; nothing to score")
    irregular.warn(os.fspath(path))
    return found


def _files(pattern: str | os.PathLike[str]) -> dict[str, Path]:
    """Return the files whose names fit a pattern, by what stands for the id, in order of these."""
    place = Path(pattern)
    before, after = place.name.split(ID, 1)
    fits = re.compile(f"{re.escape(before)}(.+){re.escape(after)}", re.DOTALL)
    try:
        found = {match[1]: one for one in place.parent.iterdir() if (match := fits.fullmatch(one.name))}
    except OSError as error:
        raise InputError(f"{place.parent}: cannot be read: {reason(error)}") from None
    if not found:
        raise InputError(f"{pattern}: no file has such a name; {ID} stands for the name of a document")
    return dict(sorted(found.items()))


def _read(
    path: str | os.PathLike[str], texts: Texts | None, name: str, irregular: Irregularities, encoding: str | None
) -> list[Gold]:
    """Return the document pairs of one file; a document that it does not name gets the given name."""
    file = LinkFile.read(path, True, texts.columns if texts else (), encoding)
    own = file.kind == "json" and _has_texts(file.lines[0][1])
    if texts is not None and (own or file.alignments):
        raise InputError(f"{path}: has its own texts; leave out --source and --target")
    if file.alignments:
        names = [name] if len(file.alignments) == 1 else map(str, range(1, len(file.alignments) + 1))
        return [_of_alignment(one, name, irregular) for one, name in zip(file.alignments, names, strict=True)]
    if own or not file.lines:
        return list(parse_gold(file.lines, str(path), irregular))
    if not file.kind:
        number, line = file.lines[0]
        if {".csv", ".tsv"} & {suffix.lower() for suffix in Path(path).suffixes[-2:]} and (names := header(line)):
            shown = listed([f"{one!r:.40}" for one in names[:8]])
            raise FormatError(
                f"{path}:{number}: has the columns {shown}; name those with the "
                "two sides with --source-column and --target-column, and give the two texts with --source and --target"
            )
        raise FormatError(
            f"{path}:{number}: not JSON, nor other gold that is read (vecalign, a ladder, wiki-auto, InterText's XML, "
            f"a table with a header such as source_text,target_text): {line[:40]!r}"
        )
    if file.kind == "wiki-auto" and texts is None:
        documents = _rebuilt(path, file, irregular)
        collected = Collected(documents, str(path))
    elif texts is None:
        raise InputError(f"{path}: is {KINDS[file.kind]}; give its two texts with --source and --target")
    else:
        documents = _documents(path, file, texts, name)
        collected = Collected(documents, str(path), hint=_NUMBERS_HINT, any_name=not texts.by_name)
    file.collect(collected)
    _check_found(collected)
    irregular += collected.irregular
    irregular.others += _left_out(collected)
    return [_of_found(one, irregular) for one in collected.found.values()]


def _has_texts(line: str) -> bool:
    """Return whether a JSON line is of our own gold, or so broken that its reader should tell."""
    try:
        data = parsed(line)
    except FormatError:
        return True
    if not isinstance(data, dict):
        return True
    sides = [data[key] for key in ("source", "target") if key in data]
    if not sides:
        return not {"links", "gold", "gold_pairs"} & data.keys()
    return not any(isinstance(one, int) for side in sides if isinstance(side, list) for one in side)


def _documents(path: str | os.PathLike[str], file: LinkFile, texts: Texts, name: str) -> list[Gold]:
    """Return the documents that a file of links is about, with the given texts and no links."""
    names = [one or name for one in file.names()]
    if file.kind == "wiki-auto" and len({pair for pair, _ in _sentences(path, file)}) > len(names):
        raise InputError(f"{path}: has several versions of a document; leave out --source and --target")
    if not texts.by_name:
        if len(names) > 1 and (file.numbered or file.kind == "wiki-auto"):
            raise InputError(
                f"{path}: is about {len(names)} documents, such as {names[0]!r:.40} and {names[1]!r:.40}; give "
                f"--source and --target with {ID} in their names"
            )
        names = names if len(names) == 1 else [name]
    names = list(dict.fromkeys(names))
    return [_bare(one, *sides) for one, sides in zip(names, texts.read(names, file.numbered), strict=True)]


def _bare(name: str, source: Document, target: Document) -> Gold:
    return Gold(name, source, target, frozenset(), frozenset())


def _check_found(collected: Collected) -> None:
    """Raise FormatError if what was found cannot be scored."""
    path, missing = collected.path, collected.unmatched
    links = sum(len(one.links) for one in collected.found.values())
    if len(missing) > links:
        raise FormatError(
            f"{path}:{missing[0]}: the texts of this line are not in the two texts, nor those of {len(missing) - 1:,} "
            f"of {many(links + len(missing) - 1, 'other line')}; give the texts that were annotated, source first"
        )
    for one in collected.found.values():
        _check_complete(one, path)


def _left_out(collected: Collected) -> Iterator[str]:
    """Yield what is not scored, and why."""
    missing = collected.unmatched
    if missing:
        links = sum(len(one.links) for one in collected.found.values()) + len(missing)
        shown = ", ".join(map(str, missing[:3])) + f" and {len(missing) - 3:,} more" * (len(missing) > 3)
        where = f"line{'s' * (len(missing) > 1)} {shown} of {Path(collected.path).name}"
        yield f"{len(missing):,} of {many(links, 'link')} left out, because their texts are no sentences ({where})"
    if collected.contradicted:
        yield f"{many(collected.contradicted, 'pair')} labelled both aligned and notAligned taken for aligned"
    for label, rows in collected.left_out.items():
        yield f"{many(rows, 'row')} labelled {label!r:.40} taken for no link{'s' * (rows > 1)}"


def _check_complete(one: Found, path: str) -> None:
    """Raise FormatError if a file names every sentence, also unaligned ones, but the texts have more."""
    for side, named, unaligned in zip(("source", "target"), one.numbers, one.unaligned, strict=True):
        count = len(getattr(one.gold, side).sentences)
        if unaligned and named == set(range(len(named))) and len(named) < count:
            raise FormatError(
                f"{path}: names {many(len(named), 'sentence')} of the {side}, all that there are, but the text of "
                f"{one.gold.id!r:.60} has {count}; give the text that was annotated, or split it as it was (--split)"
            )


def _of_found(one: Found, irregular: Irregularities) -> Gold:
    links = frozenset(one.links)
    irregular.count_sharing(links)
    irregular.count_outside(links, one.pairs)
    paragraphs = None if one.paragraphs is None else frozenset(one.paragraphs)
    return Gold(one.gold.id, one.gold.source, one.gold.target, links, frozenset(one.pairs), paragraphs)


def _of_alignment(alignment: Alignment, name: str, irregular: Irregularities) -> Gold:
    """Return the gold of an alignment that holds its texts."""
    irregular.count_sharing(irregular.distinct((link.source, link.target) for link in alignment.sentences))
    return Gold.from_alignment(alignment, alignment.id or name)


_Versions = tuple[str, str, str]  # article, level of the complex side, level of the simple side
_Places = dict[tuple[int, int], dict[str, None]]  # paragraph and sentence: its texts, one unless the lines differ


def _sentences(path: str | os.PathLike[str], file: LinkFile) -> Sequence[tuple[_Versions, tuple[_Places, _Places]]]:
    """Return the sentences of wiki-auto's lines, complex side first, for each pair of versions of an article."""
    found: dict[_Versions, tuple[_Places, _Places]] = defaultdict(lambda: ({}, {}))
    for number, line in file.lines:
        pair = wiki_auto.parse_line(line)
        if pair is None or pair[1].article != pair[2].article:
            raise FormatError(f"{path}:{number}: not a line of wiki-auto with two ids of one article: {line!r:.60}")
        _, simple, complex_ = pair
        fields = line.split("\t")
        sides = found[complex_.article, complex_.level, simple.level]
        for places, one, text in zip(sides, (complex_, simple), (fields[4], fields[3]), strict=True):
            places.setdefault((one.paragraph, one.sentence), {})[text] = None
    return list(found.items())


def _rebuilt(path: str | os.PathLike[str], file: LinkFile, irregular: Irregularities) -> list[Gold]:
    """Return the documents of wiki-auto's lines, without links.

    Raises:
        FormatError: A sentence is in no line, so that the documents are not complete.
    """
    found = _sentences(path, file)
    differing = sum(len(texts) > 1 for _, sides in found for places in sides for texts in places.values())
    if differing:
        have = "has" if differing == 1 else "have"
        irregular.others.append(f"{many(differing, 'sentence id')} {have} several texts, the first is taken")
    versions = Counter(article for (article, *_), _ in found)
    documents = []
    for (article, *levels), sides in found:
        source, target = (
            Document(_paragraphs(path, places, f"{article}-{level}"), f"{article}.{level}")
            for places, level in zip(sides, levels, strict=True)
        )
        name = article if versions[article] == 1 else pair_id(source, target)
        documents.append(_bare(str(name), source, target))
    if not any(line.startswith("notAligned\t") for _, line in file.lines):
        pairs = sum(len(one.source.sentences) * len(one.target.sentences) for one in documents)
        if len(file.lines) < pairs:
            raise _incomplete(path, "has no pairs that are not aligned, so unaligned sentences may be missing")
    return documents


def _paragraphs(path: str | os.PathLike[str], places: _Places, version: str) -> list[list[str]]:
    paragraphs: list[list[str]] = []
    for (paragraph, sentence), texts in sorted(places.items()):
        if paragraph == len(paragraphs):
            paragraphs.append([])
        if paragraph != len(paragraphs) - 1 or sentence != len(paragraphs[-1]):
            number = len(paragraphs[-1]) if paragraph == len(paragraphs) - 1 else 0
            missing = f"{version}-{min(paragraph, len(paragraphs))}-{number}"
            raise _incomplete(path, f"has no line with the sentence {missing!r:.80}")
        paragraphs[-1].append(next(iter(texts)))
    return paragraphs


def _incomplete(path: str | os.PathLike[str], why: str) -> FormatError:
    return FormatError(f"{path}: {why}; give the two texts with --source and --target")
