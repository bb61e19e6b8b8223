"""Read a corrected table (`.xlsx`, `.csv`) back as alignments; nothing is guessed.

A row with sentences on both sides is a link. A row with one side says that its sentences are in the text, so a sentence
has a link if any row links it. Whatever cannot be read is a problem of its row, and then nothing is returned.

Links that are as they were keep their scores; new ones have the score 1, as in the app. `.xlsx` knows the texts and
links as they were exported from its hidden sheet. `.csv` knows them from its rows, so each sentence must be in one, or
the texts be given.

Callers: `vicinal import`, and `evaluation.link_files`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from math import isfinite

from vicinal.alignment import Aligned, NotedLink, assemble
from vicinal.errors import FormatError, InputError
from vicinal.formats.corrected_side import Side, SideReader
from vicinal.formats.correction_result import Changes, Corrected, merged_notes
from vicinal.formats.correction_table import read_was, restored_lines, was_of
from vicinal.formats.exported_pairs import exported_pairs
from vicinal.formats.sentence_cell import Key, lines_of, restored, shown
from vicinal.formats.table_input import Problem, RawTable, TableRow, read_table
from vicinal.link import Link

CORRECTED = "corrected in a table"
_PAIR = re.compile(r"\s*\[\s*([0-9]{1,9})\s*\](.*)", re.DOTALL)
_WAS_LINK = re.compile(r"\[[0-9 ]*[0-9] \| [0-9][0-9 ]*\]")
_YES = frozenset(("yes", "y", "x", "true", "1", "?", "unsure"))
_MOST_GONE = 20  # pairs
_NO = frozenset(("", "no", "n", "false", "0"))


def read_corrected(
    path: str | os.PathLike[str],
    *,
    encoding: str | None = None,
    texts: Sequence[Aligned] | None = None,
    keep_texts: bool = False,
) -> Corrected:
    """Return the alignments of a corrected table, or what cannot be read.

    Args:
        path: The table, `.xlsx` or `.csv`.
        encoding: The encoding of a `.csv` that is not UTF-8.
        texts: The pairs as they were, for a table that does not hold them: the only one, or found by their ids.
        keep_texts: Whether changed texts of sentences are problems.

    Raises:
        InputError: The file cannot be read, or is no such table.
    """
    table = read_table(path, encoding)
    found = Corrected(problems=table.problems)
    if table.strange:
        found.notes.append(f"{_columns(table.strange)} not read")
    if table.data is not None and texts is not None:
        raise InputError(f"{path}: has its own texts; leave out --texts")
    before = exported_pairs(table, os.fspath(path))
    for number, (name, rows) in _by_pair(table, os.fspath(path), found, before).items():
        original = before.get(number) if texts is None else _given(number, name, texts, table, found)
        sizes = _sizes(rows, original, found)
        pair = f"pair [{number}], " if table.has_pairs else ""
        _Pair(pair, name or None, original, sizes, keep_texts, found).read(rows)
    found.problems.sort(key=lambda one: one.row)
    if found.problems:
        found.aligned = []
    return found


def _columns(names: Sequence[str]) -> str:
    shown = ", ".join(f"{name!r:.40}" for name in names[:5]) + ", ..." * (len(names) > 5)
    return f"the column {shown} is" if len(names) == 1 else f"the columns {shown} are"


def _by_pair(
    table: RawTable, path: str, found: Corrected, before: Mapping[int, Aligned]
) -> dict[int, tuple[str, list[TableRow]]]:
    """Return the name and the rows of each pair by its number; those of the hidden sheet, even without rows."""
    pairs: dict[int, tuple[str, list[TableRow]]] = {
        number: (one.alignment.id or "", []) for number, one in before.items()
    }
    if not table.has_pairs:
        if len(before) > 1:
            raise FormatError(f"{path}: the column 'pair' is missing, and the table has several pairs; restore it")
        number, (name, _) = next(iter(pairs.items()), (1, ("", [])))
        return {number: (name, table.rows)}
    for row in table.rows:
        label = _PAIR.match(row.cells["pair"])
        if label is None:
            why = "names no pair" if row.cells["pair"].strip() else "is empty"
            found.problems.append(Problem(row.number, "pair", f"{why}; copy it from another row, such as [1]"))
            continue
        number, name = int(label[1]), restored(label[2].strip())
        if table.data is not None and number not in pairs:
            found.problems.append(Problem(row.number, "pair", f"there is no pair [{number}] in this table; correct it"))
            continue
        known = pairs.setdefault(number, (name, []))
        if name and known[0] and name.split() != known[0].split():
            why = f"the pair [{number}] has another name, {known[0]!r:.60}; make them equal"
            found.problems.append(Problem(row.number, "pair", why))
        elif name and not known[0]:
            pairs[number] = (name, known[1])
        pairs[number][1].append(row)
    if table.data is None:
        gone = [number for number in range(1, max(pairs, default=0)) if number not in pairs][:_MOST_GONE]
        found.notes += [f"the pair [{number}] is in no row, and is left out" for number in gone]
    return pairs


def _given(number: int, name: str, texts: Sequence[Aligned], table: RawTable, found: Corrected) -> Aligned | None:
    """Return the pair with the given texts."""
    fits = [one for one in texts if one.alignment.id == name] if table.has_pairs else list(texts)
    if len(fits) == 1:
        return fits[0]
    what = f"the pair [{number}] {name!r:.60}" if table.has_pairs else "this table"
    why = f"--texts has {len(fits)} pairs for {what}; give texts with one"
    found.problems.append(Problem(0, "", why))
    return None


def _sizes(rows: Sequence[TableRow], original: Aligned | None, found: Corrected) -> tuple[int, int] | tuple[None, None]:
    """Return how many sentences the texts of a pair had; a row that says otherwise comes from another table."""
    known = None
    if original is not None:
        known = (len(original.alignment.source.sentences), len(original.alignment.target.sentences))
    for row in rows:
        sizes = read_was(row.cells.get("was", "")).sizes
        if known is not None and sizes not in (None, known):
            why = (
                f"the row comes from a table of other texts, with {sizes[0]:,} and {sizes[1]:,} sentences, not "
                f"{known[0]:,} and {known[1]:,}; delete the row, or empty this cell if the numbers in the row are right"
            )
            found.problems.append(Problem(row.number, "was", why))
        known = known or sizes
    return known or (None, None)


class _Pair:
    """Reads the rows of a pair."""

    def __init__(
        self,
        pair: str,
        name: str | None,
        original: Aligned | None,
        sizes: tuple[int, int] | tuple[None, None],
        keep_texts: bool,
        found: Corrected,
    ) -> None:
        self._pair, self._original, self._found = pair, original, found
        documents = (original.alignment.source, original.alignment.target) if original else (None, None)
        self._readers = [
            SideReader(side, document, size, pair, name, keep_texts, found)
            for side, document, size in zip(("source", "target"), documents, sizes, strict=True)
        ]
        self._old: dict[str, float] = {}  # the links as they were: what `was` says, and their scores
        if original is not None:
            for link in original.alignment.sentences:
                self._old[was_of(sorted(set(link.source)), sorted(set(link.target)))] = link.score

    def read(self, rows: Sequence[TableRow]) -> None:
        """Add the pair to what was found, or its problems."""
        keys = [tuple(reader.add(row.number, lines_of(row.cells[reader.side])) for reader in self._readers)
                for row in rows]  # fmt: skip
        source, target = (reader.finished() for reader in self._readers)
        notes = list(map(self._note, rows))
        links = self._links(rows, keys)
        if source is None or target is None or self._found.problems:
            return
        changes = self._changes(rows, keys, links)
        for side in (source, target):
            for name in ("corrected", "split", "joined", "marked", "missing"):
                setattr(changes, name, getattr(changes, name) + getattr(side, name))
        self._found.changes += changes
        alignment = assemble(
            source.document,
            target.document,
            sorted(
                (Link(_indices(source, xs), _indices(target, ys), score) for (xs, ys), score in links.items()),
                key=lambda link: (link.source, link.target),
            ),
            self._signature(bool(changes)),
            steps=(),
        )
        kept = merged_notes(
            NotedLink(_indices(source, xs), _indices(target, ys), *note)
            for (xs, ys), note in zip(keys, notes, strict=True)
            if any(note)
        )
        place = self._original or Aligned(alignment)
        self._found.aligned.append(Aligned(alignment, place.levels, place.origin, notes=kept))

    def _signature(self, changed: bool) -> str:
        if self._original is None:
            return CORRECTED
        before = self._original.alignment.signature
        return f"{CORRECTED}; at first {before}" if changed else before

    def _links(self, rows: Sequence[TableRow], keys: Sequence[tuple[tuple[Key, ...], ...]]) -> dict[_LinkKeys, float]:
        """Return the links and their scores; note those that are given again, and sentences that links share."""
        links: dict[_LinkKeys, float] = {}
        first: dict[_LinkKeys, int] = {}
        users: dict[tuple[int, Key], int] = {}
        for row, (xs, ys) in zip(rows, keys, strict=True):
            if not xs or not ys:
                continue
            link = (tuple(sorted(xs)), tuple(sorted(ys)))
            if link in links:
                self._tell(f"row {row.number} repeats the link of row {first[link]}; it counts once")
                continue
            links[link], first[link] = self._score(row, link), row.number
            for side, reader in enumerate(self._readers):
                for key in link[side]:
                    before = users.setdefault((side, key), row.number)
                    if before != row.number:
                        self._tell(
                            f"{reader.side} sentence {shown(key)} is in rows {before} and {row.number}: two links "
                            "share it"
                        )
        return links

    def _score(self, row: TableRow, link: _LinkKeys) -> float:
        """Return the score of a link: what it was, if the link is as it was; else 1."""
        name = _name(link)
        if self._original is not None:
            return self._old.get(name, 1.0)
        cell = row.cells.get("score", "").strip()
        if _was(row) != name or not cell:
            return 1.0
        try:
            score = float(cell.replace(",", ".", 1))
        except ValueError:
            score = float("nan")
        if not isfinite(score):
            why = f"{cell!r:.40} is not a number; leave it empty, or write one such as 0.8"
            self._found.problems.append(Problem(row.number, "score", why))
        return score

    def _changes(
        self, rows: Sequence[TableRow], keys: Sequence[tuple[tuple[Key, ...], ...]], links: Mapping[_LinkKeys, float]
    ) -> Changes:
        """Return how the links differ from those that were exported; a row whose link changed is one change."""
        old = set(self._old) if self._original else {was for row in rows if _WAS_LINK.fullmatch(was := _was(row))}
        now = {_name(link) for link in links}
        gone = old - now
        changed: dict[str, str] = {}  # what a link was, and what it is
        taken: set[str] = set()
        for row, (xs, ys) in zip(rows, keys, strict=True):
            was, name = _was(row), _name((tuple(sorted(xs)), tuple(sorted(ys))))
            if xs and ys and was in gone and was not in changed and name not in old and name not in taken:
                changed[was] = name
                taken.add(name)
                self._found.details.append(f"row {row.number}: the link was {was}, and is {_shown(xs, ys)}")
            elif xs and ys and name not in old and name not in taken:
                self._found.details.append(f"row {row.number}: the link {_shown(xs, ys)} is new")
        self._found.details += [f"{self._pair}the link {was} is gone" for was in sorted(gone - changed.keys())]
        return Changes(len(now - old - taken), len(gone - changed.keys()), len(changed))

    def _note(self, row: TableRow) -> tuple[bool, str]:
        """Return whether the annotator was unsure, and the comment."""
        word = row.cells.get("unsure", "").strip()
        if word.casefold() not in _YES | _NO:
            why = f"{word!r:.40} is neither yes nor no; write yes, or nothing"
            self._found.problems.append(Problem(row.number, "unsure", why))
        comment = restored_lines(row.cells.get("comment", "").removeprefix("\t")).strip()
        if not any(row.cells[reader.side].strip() for reader in self._readers):
            why = "there is a note but no sentence; delete the row, or put sentences into it"
            self._found.problems.append(Problem(row.number, "comment", why))
        return word.casefold() in _YES, comment

    def _tell(self, what: str) -> None:
        self._found.notes.append(what)


_LinkKeys = tuple[tuple[Key, ...], tuple[Key, ...]]


def _indices(side: Side, keys: Sequence[Key]) -> tuple[int, ...]:
    return tuple(sorted(side.index[key] for key in keys))


def _name(link: _LinkKeys) -> str:
    """Return what the column `was` would say of a link; of a split or joined sentence, something that it never says."""
    if all(len(numbers) == 1 and not part for side in link for numbers, part in side):
        return was_of(*([numbers[0] for numbers, _ in side] for side in link))
    return repr(link)


def _shown(source: Sequence[Key], target: Sequence[Key]) -> str:
    """Return a link as people see it."""
    sides = (" ".join(shown(key)[1:-1] for key in sorted(side)) for side in (source, target))
    return f"[{' | '.join(sides)}]"


def _was(row: TableRow) -> str:
    return read_was(row.cells.get("was", "")).numbers
