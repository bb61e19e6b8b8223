"""Gold whose texts are in a table of a corpus, as its makers publish both.

- Links with the name of their document (DEplain): the table has a pair of texts a row, with the same names.
- Links between sentence ids (PorSimples): the table has a sentence a row, with its id, its article and its level.

Caller: the command line, for commands that read gold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from vicinal.alignment import connected, pair_id
from vicinal.corpus.contract import Corpus, Limits, Pair, Rejected, silent
from vicinal.corpus.folders import folder_at
from vicinal.corpus.readers import corpus_at
from vicinal.corpus.readers.level_table_columns import named
from vicinal.corpus.readers.level_table_guesses import Settings, recognised_settings
from vicinal.corpus.readers.table_file import TableFile, table_files
from vicinal.corpus.readers.table_rows import Columns, Fault, Row
from vicinal.corpus.settling import recognised_corpus, settled_corpus
from vicinal.errors import InputError
from vicinal.evaluation.foreign_gold import Texts
from vicinal.gold import Gold
from vicinal.link import Cell
from vicinal.text.document import Document
from vicinal.text.reading import recognised_language
from vicinal.wording import many

_FROM = ("sentence_id_from", "from_sentence_id", "source_sentence_id")
_TO = ("sentence_id_to", "to_sentence_id", "target_sentence_id")
_ID = ("sentence_id", "sent_id", "id")

_CHANGE = "; change it with"  # names options that commands for gold do not have
_SAMPLE = 100  # versions whose language is taken for that of all

Say = Callable[[str], None]  # tells the user what was recognised, or left out
_Version = tuple[str, str]  # article, level


def texts_in_table(path: str, settings: dict[str, Any], say: Say) -> Texts:
    """Return the texts of a table for gold that names its documents as the table does.

    Args:
        path: The table, as `vicinal run` reads it.
        settings: Settings of the reader.
        say: Called with what was recognised.
    """

    def read(names: Sequence[str], numbered: bool) -> list[tuple[Document, Document]]:
        own = {"split": "lines", **settings} if numbered else settings  # the sentences must be those that were numbered
        found: dict[str | None, Pair | Rejected] = {}
        with TemporaryDirectory() as work:
            corpus: Any
            corpus, notes = recognised_corpus(corpus_at([path], **own))
            if getattr(corpus, "needs_staging", False):
                corpus = corpus.stage(work, silent)
            for one in _all(corpus):
                found[one.id] = one
        missing = [name for name in names if name not in found]
        if missing:
            known = next((id for id in found if id), "nothing")
            raise InputError(
                f"{path}: has no texts for {len(missing):,} of {many(len(names), 'document')} of the gold, such as "
                f"{missing[0]!r:.60}; its ids are such as {known!r:.60}; give the table of the documents that were "
                "annotated, or remove the links of the others"
            )
        sides = [_sides(found[name], path) for name in names]
        for note in notes:
            say(note.partition(_CHANGE)[0])
        return sides

    return Texts(read, by_name=True)


def has_sentence_ids(path: str, encoding: str | None = None) -> bool:
    """Tell whether gold is a table of links between sentence ids."""
    try:
        names = table_files((path,), (), encoding)[0].names()
    except InputError:  # another kind of gold
        return False
    return named(names, _FROM) is not None and named(names, _TO) is not None


def read_sentence_ids(path: str, sentences: str, encoding: str | None, language: str | None, say: Say) -> list[Gold]:
    """Return the document pairs of links between sentence ids: a pair for each two levels of an article.

    A row is a pair of sentences, so the links are what the pairs form.

    Args:
        path: The links.
        sentences: The table of the sentences.
        encoding: The encoding of the tables; None for UTF-8.
        language: The language of the sentences; None to recognise it.
        say: Called with what was recognised, and what is left out.

    Raises:
        InputError: A table cannot be read, or the links are not between sentences of the other.
    """
    versions, note = _versions(sentences, encoding)
    cells: dict[tuple[_Version, _Version], list[Cell]] = {}
    missing: list[int] = []
    total = 0
    with _opened(path, encoding) as file:
        names = file.names()
        columns = Columns(named(names, _FROM) or "", named(names, _TO) or "", "", "", "")
        for row in _rows(file, columns):
            ids = [str(cell or "").strip() for cell in (row.source, row.target)]
            if not all(ids):  # an unaligned sentence
                continue
            total += 1
            places = [versions.places.get(id) for id in ids]
            if places[0] is None or places[1] is None:
                missing.append(row.line)
                continue
            (source, x), (target, y) = places[0], places[1]
            if source[0] != target[0] or source == target:
                raise InputError(
                    f"{path}, line {row.line}: links {ids[0]!r:.40} of {'.'.join(source)!r:.40} and {ids[1]!r:.40} of "
                    f"{'.'.join(target)!r:.40}; give links between two versions of an article"
                )
            cells.setdefault((source, target), []).append((x, y))
    if len(missing) * 2 > total or not total:
        where = f", line {missing[0]}" if missing else ""
        raise InputError(
            f"{path}{where}: {len(missing):,} of {many(total, 'link')} {'has' if len(missing) == 1 else 'have'} "
            f"sentence ids that are not in {sentences}; give the table of the sentences that were annotated"
        )
    say(note)
    if missing:
        where = f"the first is in line {missing[0]}"
        say(f"{len(missing):,} of {many(total, 'link')} left out, because {sentences} lacks their sentences; {where}")
    language = language or recognised_language(versions.sample())
    return [versions.gold(*pair, language, found) for pair, found in cells.items()]


class _Versions(NamedTuple):
    """The paragraphs of each version, and the version and the number of each sentence, by its id."""

    paragraphs: dict[_Version, list[list[str]]]
    places: dict[str, tuple[_Version, int]]

    def sample(self) -> list[str]:
        """Return the texts of some versions, which tell the language."""
        return [" ".join(chain.from_iterable(one)) for one in islice(self.paragraphs.values(), _SAMPLE)]

    def gold(self, source: _Version, target: _Version, language: str | None, pairs: list[Cell]) -> Gold:
        """Return the gold of two versions, given the sentence pairs."""
        first, second = (Document(self.paragraphs[one], ".".join(one), language) for one in (source, target))
        links = frozenset((tuple(xs), tuple(ys)) for xs, ys in connected(pairs))
        return Gold(str(pair_id(first, second)), first, second, links, frozenset(pairs))


def _versions(path: str, encoding: str | None) -> tuple[_Versions, str]:
    """Return the versions in a table of sentences, and which of its columns were read."""
    found = _Versions({}, {})
    numbers: dict[_Version, int] = {}
    last: dict[_Version, object] = {}
    with _opened(path, encoding) as file:
        id = named(file.names(), _ID)
        if id is None:
            raise InputError(f"{path}: has no column 'sentence_id'; give the table of the sentences with their ids")
        taken, _ = recognised_settings([file], Settings(None, None, None, None, "sentence", ()), "all")
        if not taken.level_column:
            raise InputError(f"{path}: has a column for each level; give a table with a sentence a row")
        columns = Columns(
            taken.text_column or "",
            "",
            id,
            "",
            "",
            taken.group_by or "",
            taken.level_column,
            taken.paragraph_column or "",
        )
        for row in _rows(file, columns):
            version, name = (str(row.group), str(row.level).strip()), str(row.id)
            if name in found.places:
                raise InputError(
                    f"{path}, line {row.line}: the sentence id {name!r:.40} comes again; ids must be unique"
                )
            paragraphs = found.paragraphs.setdefault(version, [])
            if version not in last or last[version] != row.paragraph:
                paragraphs.append([])
            last[version] = row.paragraph
            paragraphs[-1].append(str(row.source or "").strip())
            found.places[name] = (version, numbers.get(version, 0))
            numbers[version] = numbers.get(version, 0) + 1
    paragraphs_by = f", paragraphs by {columns.paragraph!r}" if columns.paragraph else ""
    by = f"articles by {columns.group!r}, levels by {columns.level!r}{paragraphs_by}"
    return found, f"read the sentences in {columns.source!r} of {path}, {by} (recognised)"


@contextmanager
def _opened(path: str, encoding: str | None) -> Iterator[TableFile]:
    """Yield a table file that can be cut: the file itself, or a copy that is removed in the end."""
    file = table_files((path,), (), encoding)[0]
    with TemporaryDirectory() as work:
        if file.needs_staging:
            file = table_files((file.stage(folder_at(work), silent),), (path,), encoding)[0]
        yield file


def _rows(file: TableFile, columns: Columns) -> Iterator[Row]:
    """Yield the rows of a file; raise InputError at one that cannot be read."""
    file.check(columns)
    for _, part in file.parts(columns, Limits()):
        for row in file.rows(columns, part):
            if isinstance(row, Fault):
                raise InputError(f"{file.shown}, {file.unit} {row.line}: {row.reason}")
            yield row


def _all(corpus: Corpus) -> Iterator[Pair | Rejected]:
    """Yield all pairs of a corpus that can be cut."""
    shards = list(corpus.shards(Limits()))
    settled, _ = settled_corpus(corpus, shards)
    for shard in shards:
        for one in settled.read(shard):
            if isinstance(one, (Pair, Rejected)):
                yield one


def _sides(one: Pair | Rejected, path: str) -> tuple[Document, Document]:
    if isinstance(one, Rejected):
        raise InputError(f"{path}, line {one.line}: {one.reason}")
    return one.source, one.target
