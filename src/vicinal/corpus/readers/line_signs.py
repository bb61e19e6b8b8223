"""Whether files hold a document a line, or a document each.

The same files could be read in both ways: in OneStopEnglish a line is a paragraph, in D-Wikipedia a document. So two
files are taken for a corpus only if

- they have as many lines;
- their lines hold several sentences, at least `_SENTENCES` on average: other files have a sentence a line;
- and they are named after a part of a data set (`train`, `valid`, `test`), or have at least `_LINES` lines.

In a folder, all pairs of files must be so, and there are at most `_PAIRS` of them.

Measured on real corpora, by pairs of files. With a document a line, D-Wikipedia has 3,000 lines and 2.8 sentences a
line (in the first 400 characters of the first 100), a corpus of Wikipedia and Simple Wikipedia 1,768 lines and 3.4.
With a document a file, the numbers of lines are equal in 57 of 79 pairs of Alector, 30 and 45 of 189 of OneStopEnglish
and none of 128 of Klexikon. But no file with as many lines as its partner has more than 46, and Klexikon, whose files
have up to 1,299, has about a sentence a line. The limits were chosen on these corpora; no others were tried.

Callers: the choice of a reader, and the command line for its notes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from vicinal.corpus.folders import folder_at
from vicinal.corpus.readers.line_files import LineFile
from vicinal.corpus.readers.line_pairs import LinePair, line_pairs, pairs_in
from vicinal.corpus.readers.suffixes import COMPRESSION_SUFFIXES, TABLE_SUFFIXES
from vicinal.corpus.readers.text_files import valid_unicode
from vicinal.errors import InputError
from vicinal.text.document import Document
from vicinal.text.segment import sentences

MANY = 1000  # lines that make a document suspicious
_LINES = 100
_FEW = 20  # lines that are enough in a file that is named after a part of a data set
_PAIRS = 50
_SENTENCES = 1.5
_SAMPLE = 100  # lines of a file that are looked at
_MOST_CHARACTERS = 400  # of such a line
_LARGE = 20_000  # bytes of a file that may have many such lines
_NO_TEXTS = (*TABLE_SUFFIXES, *COMPRESSION_SUFFIXES, ".pdf", ".docx")
_PART = re.compile(
    r"(?:^|[^a-z])(?:train(?:ing)?|valid(?:ation)?|val|dev(?:el|elopment)?|test(?:ing)?|tune|eval)\d*(?:[^a-z]|$)",
    re.IGNORECASE,
)


def why_not_lines(pair: LinePair, encoding: str | None = None) -> str:
    """Return why two files are not taken for a document a line; "" if they are.

    Raises:
        InputError: A file cannot be read, or is no plain text.
    """
    codecs = [file.codec(encoding) for file in pair.files]
    source, target = (file.count(codec) for file, codec in zip(pair.files, codecs, strict=True))
    if source != target:
        return f"one has {source:,} lines, the other {target:,}"
    samples = [file.sample(codec, _SAMPLE) for file, codec in zip(pair.files, codecs, strict=True)]
    if not have_several_sentences(samples[0] + samples[1]):
        return "most lines have one sentence" if source > 1 else "both have one line"
    if source < (2 if _PART.search(pair.stem) else _LINES):
        return f"both have only {source:,} lines"
    return ""


def folder_has_lines(path: str, encoding: str | None = None) -> bool:
    """Tell whether a folder holds pairs of files with a document a line, and no other pairs."""
    try:
        pairs = pairs_in(path, _PAIRS)
        return bool(pairs) and not any(why_not_lines(pair, encoding) for pair in pairs)
    except InputError:  # such as a Word file: the reader of folders says what is wrong, file by file
        return False


def check_files(paths: Sequence[str], encoding: str | None = None) -> None:
    """Raise InputError, with what to do, if files are not taken for a document a line."""
    for pair in line_pairs(paths):
        why = why_not_lines(pair, encoding)
        if why:
            raise InputError(
                f"{pair.source.shown}, {pair.target.shown}: {why}, so they do not look like a corpus with a document a "
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


def corpus_in_a_file(path: str, encoding: str | None = None) -> tuple[str, int] | None:
    """Return a file of a folder, and the number of its lines, if they look like documents of their own.

    None if there is no such file. Looked at are files that are named after a part of a data set, and the largest text
    file, which must have many lines. For a folder that was not taken for a document a line, such as one in which a file
    was cut short.
    """
    folder = folder_at(path)
    texts = (file for file in folder.files() if not file.name.lower().endswith(_NO_TEXTS))
    largest = max(texts, key=lambda file: file.size, default=None)
    files = [(pair.source, _FEW) for pair in pairs_in(path, _PAIRS) if _PART.search(pair.stem)]
    if largest is not None and largest.size >= _LARGE:
        where = folder.where(largest.name)
        files.append((LineFile(where, valid_unicode(where)), MANY))
    for file, least in files:
        with suppress(InputError):  # no plain text
            codec = file.codec(encoding)
            number = file.count(codec)
            if number >= least and have_several_sentences(file.sample(codec, _SAMPLE)):
                return file.shown, number
    return None
