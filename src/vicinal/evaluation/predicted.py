"""Read alignments made elsewhere, to score them against gold.

A file (plain or gzipped) is one of

    JSON lines   one for each document pair, `{"id": ..., "links": [[[i, ...], [j, ...]], ...]}` (the key may also be
                 "gold", with "gold_pairs" and "gold_paragraphs" as in our own gold); or one for each link,
                 `{"id": ..., "source": [i, ...], "target": [j, ...]}`, as `vicinal align -o FILE.jsonl` writes; with
                 `"pairs": [[i, j], ...]` where not all pairs inside the link are aligned
    JSON         one whole alignment, as `vicinal align -o FILE.json` writes, with its cells and paragraphs; or several,
                 a line each, as `.alignments.jsonl` has them
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
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vicinal.alignment import Alignment, pair_id
from vicinal.errors import FormatError, InputError
from vicinal.evaluation.collected import Collected
from vicinal.evaluation.link_files import LinkFile
from vicinal.evaluation.scores import Predicted
from vicinal.evaluation.text_lookup import bare
from vicinal.gold import Gold


@dataclass(frozen=True)
class Read:
    """The predictions of a file, or of alignments.

    Attributes:
        predictions: One for each gold document, in the gold's order; empty where there is none.
        without: The ids of the gold documents that there are no predictions for.
        signatures: The different signatures of the alignments.
    """

    predictions: tuple[Predicted, ...]
    without: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """How many gold documents there are no predictions for."""
        return len(self.without)

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
    if file.alignments:
        return _of_alignments(file.alignments, str(path), gold)
    if not file.kind and file.lines:
        raise FormatError(
            f"{path}: is neither JSON lines, nor vecalign's index lines, nor a table with tabs or named columns"
        )
    file.collect(collected)
    found = collected.found
    return Read(
        tuple(one.predicted() for one in found.values()), tuple(name for name, one in found.items() if not one.named)
    )


def _of_alignments(alignments: Sequence[Alignment], path: str, gold: Sequence[Gold]) -> Read:
    """Return what the alignments of a file predict."""
    names = [path] if len(alignments) == 1 else [f"{path}, alignment {at + 1}" for at in range(len(alignments))]
    try:
        return predictions_of(alignments, gold, names)
    except InputError as error:
        raise FormatError(str(error)) from None


def predictions_of(
    alignments: Iterable[Alignment] | Mapping[str, Alignment], gold: Sequence[Gold], names: Sequence[str] = ()
) -> Read:
    """Return what alignments predict for each gold document.

    An alignment belongs to the gold document with its id. One without an id belongs to the first document with its
    texts that has no prediction yet. If the gold has one document only, the id does not matter.

    Args:
        alignments: The alignments, or alignments by id.
        gold: The documents; no two have the same id.
        names: What each alignment is called in errors.

    Raises:
        InputError: An alignment has an id or texts that the gold does not have, or is the second one for a document.
    """
    places = _places(gold)
    by_texts: dict[_Texts, list[int]] | None = None
    found: dict[int, Predicted] = {}
    signatures: dict[str, None] = {}
    by_id = isinstance(alignments, Mapping)
    given = alignments.items() if isinstance(alignments, Mapping) else enumerate(alignments)
    for number, (key, alignment) in enumerate(given):
        where = names[number] if names else f"alignments[{key!r:.60}]"
        if not isinstance(alignment, Alignment):
            raise InputError(f"{where}: is {alignment!r:.60}; give an Alignment, which Alignment.from_links makes")
        id_ = str(key) if by_id else alignment.id
        if len(gold) == 1 and not by_id:
            at = 0
        elif id_ is None:
            if by_texts is None:
                by_texts = _by_texts(gold)
            same = by_texts.get(_texts(alignment), [])
            if not same:
                raise InputError(f"{where}: has no id, and its texts are not in the gold; give it the id of the gold")
            at = next((one for one in same if one not in found), same[0])
        elif id_ in places:
            at = places[id_]
        else:
            known = f"documents, such as {gold[0].id!r:.60}" if len(gold) > 1 else f"document, {gold[0].id!r:.60}"
            raise InputError(f"{where}: document {id_!r:.60} is not in the gold, which has {len(gold)} {known}")
        if at in found:
            raise InputError(f"{where}: is a second alignment of gold document {gold[at].id!r:.60}; give one for each")
        try:
            found[at] = Predicted.against(gold[at], alignment)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        signatures[alignment.signature] = None
    return Read(
        tuple(found.get(at, Predicted()) for at in range(len(gold))),
        tuple(one.id for at, one in enumerate(gold) if at not in found),
        tuple(signatures),
    )


_Texts = tuple[tuple[str, ...], tuple[str, ...]]


def _places(gold: Sequence[Gold]) -> dict[str, int]:
    """Return the place of each gold document by its id, and by that of its texts if no other document has it."""
    names = [pair_id(one.source, one.target) for one in gold]
    uses = Counter(names)
    found = {name: at for at, name in enumerate(names) if name is not None and uses[name] == 1}
    return found | {one.id: at for at, one in enumerate(gold)}


def _by_texts(gold: Sequence[Gold]) -> dict[_Texts, list[int]]:
    """Return the places of the gold documents by their texts."""
    found: dict[_Texts, list[int]] = defaultdict(list)
    for at, one in enumerate(gold):
        found[_texts(one)].append(at)
    return found


def _texts(pair: Gold | Alignment) -> _Texts:
    return tuple(map(bare, pair.source.sentences)), tuple(map(bare, pair.target.sentences))
