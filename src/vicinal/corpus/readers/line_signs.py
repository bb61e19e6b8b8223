"""Whether files hold a document a line, or a document each.

The same files could be read in both ways: in OneStopEnglish a line is a paragraph, in D-Wikipedia a document. So two
files are taken for a corpus only if

- they have as many lines;
- their lines hold several sentences, at least `_SENTENCES` on average: other files have a sentence a line;
- and they are named after a part of a data set (`train`, `news.valid`, not `test_1`), or have at least `_LINES` lines.

A folder is taken for one only if all its pairs of files could be parts of a data set: they are named so and have at
least `_FEW` lines together, or have at least `MANY` lines each; and there are at most `_PAIRS` of them. If one of these
has other numbers of lines than its partner, or if their lines are single sentences, the folder is refused: to read each
file as one document would be wrong, too. Between these, a note tells that lines may be documents.

Measured on real corpora, by pairs of files. With a document a line, D-Wikipedia has 3,000 lines and 2.8 sentences a
line (in the first 400 characters of the first 100), a corpus of Wikipedia and Simple Wikipedia 1,768 lines and 3.4.
With a document a file, the numbers of lines are equal in 57 of 79 pairs of Alector, 30 and 45 of 189 of OneStopEnglish
and none of 128 of Klexikon. But no file with as many lines as its partner has more than 46, and Klexikon, whose files
have up to 1,299, has about a sentence a line. The limits were chosen on these corpora; no others were tried.

Callers: the choice of a reader, and the command line for its notes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from vicinal.corpus.folders import folder_at
from vicinal.corpus.readers.line_files import LineFile
from vicinal.corpus.readers.line_pairs import LinePair, line_pairs, pairs_in
from vicinal.corpus.readers.suffixes import COMPRESSION_SUFFIXES, TABLE_SUFFIXES
from vicinal.corpus.readers.text_files import valid_unicode
from vicinal.errors import InputError
from vicinal.text.document import Document
from vicinal.text.segment import sentences
from vicinal.wording import many

MANY = 1000  # lines that make a document suspicious
_LINES = 100
_FEW = 20  # lines that are enough in files of a folder that are named after parts of a data set
_CLOSE = 0.02  # of the lines: how many more may one of two files have that were probably meant to have as many
_PAIRS = 50
_SENTENCES = 1.5
_SAMPLE = 100  # lines of a file that are looked at
_MOST_CHARACTERS = 400  # of such a line
_LARGE = 20_000  # bytes of a file that may have many such lines
_NO_TEXTS = (*TABLE_SUFFIXES, *COMPRESSION_SUFFIXES, ".pdf", ".docx")
_PART = re.compile(
    r"(|.*[./_-])(?:train(?:ing)?|valid(?:ation)?|val|dev(?:el|elopment)?|test(?:ing)?|tune|eval)\Z",
    re.IGNORECASE | re.DOTALL,
)


class _Look(NamedTuple):
    """What a look at two files gave.

    Attributes:
        pair: The files.
        source: The lines of the first.
        target: The lines of the second.
        sample: The first lines of both.
        data_set: What the name has before the part of a data set, often ""; None if it is not named after a part.
    """

    pair: LinePair
    source: int
    target: int
    sample: list[str]
    data_set: str | None

    @property
    def is_close(self) -> bool:
        """Whether both files have as many lines, or were probably meant to."""
        return abs(self.source - self.target) <= _CLOSE * max(self.source, self.target)


def why_not_lines(pair: LinePair, encoding: str | None = None) -> str:
    """Return why two files are not taken for a document a line; "" if they are.

    Raises:
        InputError: A file cannot be read, or is no plain text.
    """
    look = _look(pair, encoding)
    if look.source != look.target:
        return f"one has {many(look.source, 'line')}, the other {look.target:,}"
    if not have_several_sentences(look.sample):
        return "most lines have one sentence" if look.source > 1 else "both have one line"
    if look.source < (_LINES if look.data_set is None else 2):
        return f"both have only {look.source:,} lines"
    return ""


def folder_has_lines(path: str, encoding: str | None = None) -> bool:
    """Tell whether a folder holds pairs of files with a document a line, and no other pairs.

    Raises:
        InputError: It looks like one, but a file is damaged, or has more lines than its partner, or its lines are
            single sentences.
    """
    looks: list[_Look] = []
    faults: list[InputError] = []
    for pair in pairs_in(path, _PAIRS):
        try:
            looks.append(_look(pair, encoding))
        except InputError as error:  # such as a Word file: the reader of folders says what is wrong, file by file
            faults.append(error)
    if not looks or not _is_data_set(looks):
        return False
    if not have_several_sentences([line for look in looks for line in look.sample]):
        lines = sum(look.source for look in looks)
        if lines < _LINES or any(look.source != look.target for look in looks):
            return False
        raise InputError(
            f"{_names(looks[0].pair)}: lines are single sentences, so there are no documents to align; add "
            "--reader folder if each file is one document, or --a-document-a-line if each line is"
        )
    if faults:
        raise faults[0]
    for look in looks:
        if look.source != look.target:
            raise InputError(
                f"{look.pair.source.shown}: has {many(look.source, 'line')}, and {look.pair.target.shown} has "
                f"{look.target:,}; if each line is a document, complete the shorter file; if each file is one "
                "document, add --reader folder"
            )
    return True


def check_files(paths: Sequence[str], encoding: str | None = None) -> None:
    """Raise InputError, with what to do, if files are not taken for a document a line."""
    for pair in line_pairs(paths):
        why = why_not_lines(pair, encoding)
        if why:
            raise InputError(
                f"{_names(pair)}: {why}, so they do not look like a corpus with a document a "
                "line; add --a-document-a-line if they are, or align two versions of one text with 'vicinal align'"
            )


def have_several_sentences(lines: Sequence[str]) -> bool:
    """Tell whether lines hold several sentences each, on average."""
    counts = [len(sentences(line[:_MOST_CHARACTERS].strip(), "en", line.islower())) for line in lines]
    return bool(counts) and sum(counts) >= _SENTENCES * len(counts)


def corpus_in_documents(documents: Sequence[Document]) -> int:
    """Return how many paragraphs of documents look like documents of their own; 0 unless all documents have many.

    For texts that were read with a paragraph a line.
    """
    least = min(len(document.paragraphs) for document in documents)
    if least < MANY:
        return 0
    number = sum(len(document.paragraphs) for document in documents)
    return least if sum(len(document.sentences) for document in documents) >= _SENTENCES * number else 0


def corpus_in_a_file(path: str, encoding: str | None = None) -> str | None:
    """Return a note that files of a folder may have a document a line, and what to do then; None if there are none.

    For a folder that was not taken for a document a line. Looked at are its pairs, if they are few, and the largest
    text file, which must have many lines.
    """
    for pair in pairs_in(path, _PAIRS):
        with suppress(InputError):  # no plain text
            look = _look(pair, encoding)
            least = MANY if not look.is_close else _LINES if look.data_set is None else 2
            if min(look.source, look.target) >= least and have_several_sentences(look.sample):
                return _may_be_documents(pair.source, look.source, "add --a-document-a-line")
    folder = folder_at(path)
    texts = (file for file in folder.files() if not file.name.lower().endswith(_NO_TEXTS))
    largest = max(texts, key=lambda file: file.size, default=None)
    if largest is None or largest.size < _LARGE:
        return None
    where = folder.where(largest.name)
    file = LineFile(where, valid_unicode(where))
    with suppress(InputError):
        codec = file.codec(encoding)
        number = file.count(codec)
        if number >= MANY and have_several_sentences(file.sample(codec, _SAMPLE)):
            return _may_be_documents(file, number, "give it and its other version: 'vicinal run FILE1 FILE2 -o OUT'")
    return None


def _may_be_documents(file: LineFile, number: int, what_to_do: str) -> str:
    return f"{file.shown} has {number:,} lines that look like documents of their own; if they are, {what_to_do}"


def _look(pair: LinePair, encoding: str | None) -> _Look:
    codecs = [file.codec(encoding) for file in pair.files]
    source, target = (file.count(codec) for file, codec in zip(pair.files, codecs, strict=True))
    sample = [line for file, codec in zip(pair.files, codecs, strict=True) for line in file.sample(codec, _SAMPLE)]
    part = _PART.match(pair.stem)
    return _Look(pair, source, target, sample, part[1] if part else None)


def _is_data_set(looks: Sequence[_Look]) -> bool:
    """Tell whether all pairs of files are named after parts of a data set with enough lines, or have very many."""
    lines: Counter[str | None] = Counter()
    for look in looks:
        lines[look.data_set] += max(look.source, look.target)
    return all(
        min(look.source, look.target) >= MANY or (look.data_set is not None and lines[look.data_set] >= _FEW)
        for look in looks
    )


def _names(pair: LinePair) -> str:
    return f"{pair.source.shown}, {pair.target.shown}"
