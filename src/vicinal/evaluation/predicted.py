"""Read alignments made elsewhere, to score them against gold.

A file (plain or gzipped) is one of

    JSON lines   one for each document pair, `{"id": ..., "links": [[[i, ...], [j, ...]], ...]}` (the key may also be
                 "gold", with "gold_pairs" and "gold_paragraphs" as in our own gold); or one for each link,
                 `{"id": ..., "source": [i, ...], "target": [j, ...]}`, as `vicinal align -o FILE.jsonl` writes; with
                 `"pairs": [[i, j], ...]` where not all pairs inside the link are aligned
    JSON         one whole alignment, as `vicinal align -o FILE.json` writes, with its cells and paragraphs
    XML          InterText's `.alignment.xml` beside its two texts, as `vicinal align --format tei` writes
    vecalign     `[0, 1]:[2]:0.35`, one line a link; a line `# ID` before the links of each document
    ladder       hunalign's numeric ladder, for gold with one document only
    wiki-auto    sentence pairs with a label and the ids `article-level-paragraph-sentence`, the simple side first
    table        the two texts of a link, separated by a tab, as hunalign's text output has them (sentences of a side
                 may be joined by ` ~~~ `); or a table (TSV, or CSV with commas or semicolons) whose header names the
                 columns source_text and target_text, or source and target (texts, or sentence numbers as in 0,1 or
                 [0, 1]), and optionally id and label; `link_table` has all names
    to correct   the table that `vicinal align -o FILE.xlsx` (or `.csv`) writes, corrected or not

Gold with one document needs no ids. The sentence numbers of a table are used where their document is known;
`vicinal align -o FILE.tsv` writes them. Texts are looked up in the gold's documents, ignoring white space:
a text is any sequence of sentences, in order and possibly with gaps, that makes it up. Where the same text occurs
twice, the first link with it gets the first place, so links should be in document order. A link whose texts are not
found counts as predicted and wrong.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from vicinal.alignment import Alignment
from vicinal.errors import FormatError
from vicinal.evaluation.collected import Collected
from vicinal.evaluation.link_files import LinkFile
from vicinal.evaluation.scores import Predicted
from vicinal.evaluation.text_lookup import bare
from vicinal.gold import Gold
from vicinal.text.document import Document


@dataclass(frozen=True)
class Read:
    """The predictions of a file.

    Attributes:
        predictions: One for each gold document, in the gold's order; empty where the file has none.
        missing: How many gold documents the file has no predictions for.
    """

    predictions: tuple[Predicted, ...]
    missing: int

    @property
    def unmatched(self) -> int:
        """How many predicted links have texts that are not in the gold's documents."""
        return sum(one.unmatched for one in self.predictions)


def read_predicted(path: str | os.PathLike[str], gold: Sequence[Gold], encoding: str | None = None) -> Read:
    """Return what a file predicts for each gold document.

    Args:
        path: The file.
        gold: The documents.
        encoding: The encoding of a file that is not UTF-8.

    Raises:
        FormatError: A line is in none of the formats above, or names a document or sentence that the gold does not
            have; or two gold documents have the same id.
    """
    collected = Collected(gold, str(path))
    file = LinkFile.read(path, len(gold) == 1, encoding=encoding)
    if file.alignment is not None:
        return _of_alignment(file.alignment, str(path), gold)
    if not file.kind and file.lines:
        raise FormatError(
            f"{path}: is neither JSON lines, nor vecalign's index lines, nor a table with tabs or named columns"
        )
    file.collect(collected)
    found = collected.found.values()
    return Read(tuple(one.predicted() for one in found), sum(not one.named for one in found))


def _of_alignment(alignment: Alignment, path: str, gold: Sequence[Gold]) -> Read:
    """Return the prediction of one alignment, for the gold document with its id, or the only one."""
    known = [one for one in gold if len(gold) == 1 or one.id == alignment.id]
    if alignment.id is None and len(gold) > 1:  # a table without names: found by its texts
        known = [one for one in gold if all(_equal(alignment, one, side) for side in ("source", "target"))]
    if not known:
        raise FormatError(f"{path}: document {alignment.id!r:.60} is not in the gold, which has {len(gold)} documents")
    for side in ("source", "target"):
        if not _equal(alignment, known[0], side):
            raise FormatError(
                f"{path}: its {side} differs from the text of gold document {known[0].id!r:.60}; align the text of the "
                "gold, or correct only links in it"
            )
    nothing = Predicted(frozenset(), frozenset(), frozenset())
    predictions = [Predicted.of(alignment) if one is known[0] else nothing for one in gold]
    return Read(tuple(predictions), len(gold) - 1)


def _equal(alignment: Alignment, gold: Gold, side: str) -> bool:
    return _bare_paragraphs(getattr(alignment, side)) == _bare_paragraphs(getattr(gold, side))


def _bare_paragraphs(document: Document) -> list[list[str]]:
    return [list(map(bare, paragraph)) for paragraph in document.paragraphs]
