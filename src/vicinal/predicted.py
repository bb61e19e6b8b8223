"""Alignments made elsewhere, read for scoring against gold.

A file (plain or gzipped) is one of

    JSON lines   one a document pair, `{"id": ..., "links": [[[i, ...], [j, ...]], ...]}` (the key may also be "gold");
                 or one a link, `{"id": ..., "source": [i, ...], "target": [j, ...]}`, as `vicinal align -o FILE.jsonl`
                 writes
    vecalign     `[0, 1]:[2]:0.35`, one a link; a line `# ID` before the links of each document
    TSV          the two texts of a link, separated by a tab (or a table with a header that names the columns
                 source_text and target_text, as `vicinal align -o FILE.tsv` writes)

Where the gold has one document only, its links need no id. Texts of a TSV are looked up in the gold's documents, white
space aside; the texts of neighbouring sentences joined together are found too. What is not found counts as predicted
and wrong.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from vicinal.document import Document
from vicinal.errors import FormatError
from vicinal.evaluate import Predicted
from vicinal.gold import Gold, LinkKey, read_lines

_VECALIGN = re.compile(r"(\[[\d,\s]*\]):(\[[\d,\s]*\])(?::[-+.\deE]*|:nan|:inf)?\s*$")
_LONGEST = 12  # sentences that the text of one side of a link may be made of

Lines = list[tuple[int, str]]


def read_predicted(path: str | os.PathLike[str], gold: Sequence[Gold]) -> list[Predicted]:
    """Return what a file predicts for each gold document, in the gold's order.

    Raises:
        FormatError: A line is none of the formats above, or names a document or sentence the gold does not have.
    """
    lines = list(read_lines(path))
    first = lines[0][1].lstrip() if lines else ""
    reader = _json_links if first.startswith("{") else _vecalign_links if first.startswith(("[", "#")) else None
    if reader is None and "\t" not in first:
        raise FormatError(f"{path}: is neither JSON lines, nor vecalign's index lines, nor tab-separated texts")
    if reader is None:
        return _text_links(lines, gold, str(path))
    known = {document.id: document for document in gold}
    found: dict[str, list[LinkKey]] = {document.id: [] for document in gold}
    for number, name, link in reader(lines, lambda n, why: FormatError(f"{path}:{n}: {why}")):
        if len(gold) == 1:
            name = gold[0].id
        if name not in known:
            raise FormatError(f"{path}:{number}: document {name!r} is not in the gold")
        sizes = (len(known[name].source.sentences), len(known[name].target.sentences))
        for side, size in zip(link, sizes, strict=True):
            if any(index >= size for index in side):
                raise FormatError(f"{path}:{number}: link {link} is outside the {sizes[0]} x {sizes[1]} sentences")
        found[name].append(link)
    return [Predicted.of_links(found[document.id], document) for document in gold]


Reader = Iterator[tuple[int, "str | None", LinkKey]]
Error = Callable[[int, str], FormatError]


def _json_links(lines: Lines, error: Error) -> Reader:
    for number, line in lines:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise error(number, "is not JSON") from None
        if not isinstance(data, dict):
            raise error(number, "is no JSON object")
        if "links" in data or "gold" in data:
            links = data.get("links", data.get("gold"))
        elif "source" in data and "target" in data:
            links = [[data["source"], data["target"]]]
        else:
            raise error(number, "has neither 'links' nor 'source' and 'target'")
        name = None if data.get("id") is None else str(data["id"])
        for link in links if isinstance(links, list) else [None]:
            if not isinstance(link, list) or len(link) != 2 or not all(map(_indices, link)):
                raise error(number, f"a link is [[i, ...], [j, ...]], found {link!r:.60}")
            if all(link):
                yield number, name, (tuple(link[0]), tuple(link[1]))


def _indices(side: Any) -> bool:
    return isinstance(side, list) and all(type(index) is int and index >= 0 for index in side)


def _vecalign_links(lines: Lines, error: Error) -> Reader:
    name = None
    for number, line in lines:
        if line.startswith("#"):
            name = line[1:].strip()
            continue
        match = _VECALIGN.match(line.strip())
        if match is None:
            raise error(number, f"is no link of vecalign's, such as [0, 1]:[2]:0.35: {line!r:.60}")
        source, target = (tuple(ast.literal_eval(side)) for side in match.groups())
        if source and target:  # an empty side is a sentence without a counterpart
            yield number, name, (source, target)


def _text_links(lines: Lines, gold: Sequence[Gold], path: str) -> list[Predicted]:
    columns = (0, 1)
    header = lines[0][1].split("\t")
    if "source_text" in header and "target_text" in header:
        columns = (header.index("source_text"), header.index("target_text"))
        lines = lines[1:]
    places = [_Places(document) for document in gold]
    found: list[list[LinkKey]] = [[] for _ in gold]
    unmatched = 0
    at = 0
    for number, line in lines:
        fields = line.split("\t")
        if len(fields) <= max(columns):
            raise FormatError(f"{path}:{number}: has {len(fields)} columns, where texts are expected in two")
        texts = [" ".join(fields[column].split()) for column in columns]
        # Links come document by document, as a rule: look where the last one was found first.
        for k in (*range(at, len(gold)), *range(at)):
            link = places[k].take(texts[0], texts[1])
            if link is not None:
                found[k].append(link)
                at = k
                break
        else:
            unmatched += 1
    predicted = [Predicted.of_links(links, document) for links, document in zip(found, gold, strict=True)]
    if unmatched and predicted:
        predicted[0] = Predicted.of_links(found[0], gold[0], unmatched)
    return predicted


class _Places:
    """Where the texts of a document pair stand: the texts of all runs of sentences, each place given out once."""

    def __init__(self, gold: Gold) -> None:
        self._source, self._target = _runs(gold.source), _runs(gold.target)
        self._taken: set[LinkKey] = set()
        self._used: tuple[set[tuple[int, ...]], set[tuple[int, ...]]] = (set(), set())

    def take(self, source: str, target: str) -> LinkKey | None:
        """Return the first link with these texts that was not given out before, of places not yet used if possible."""
        places = [(xs, ys) for xs in self._source.get(source, ()) for ys in self._target.get(target, ())]
        places = [link for link in places if link not in self._taken]
        if not places:
            return None
        link = min(places, key=lambda link: (link[0] in self._used[0]) + (link[1] in self._used[1]))
        self._taken.add(link)
        self._used[0].add(link[0])
        self._used[1].add(link[1])
        return link


def _runs(document: Document) -> dict[str, list[tuple[int, ...]]]:
    sentences = [" ".join(sentence.split()) for sentence in document.sentences]
    found: dict[str, list[tuple[int, ...]]] = {}
    for start in range(len(sentences)):
        for end in range(start + 1, min(start + _LONGEST, len(sentences)) + 1):
            found.setdefault(" ".join(sentences[start:end]), []).append(tuple(range(start, end)))
    return found
