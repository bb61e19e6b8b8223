"""Lines of shards: their bytes, that they are read back equal, and that the kernel gives the same bytes."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.test_kernel import by_python
from vicinal import Alignment, Document, FormatError, InputError, Link, Step, Vicinity
from vicinal.alignment import Aligned
from vicinal.compiled import kernel
from vicinal.corpus.contract import Pair
from vicinal.corpus.records import decode, decode_brief, encode
from vicinal.methods import METHODS, aligner_for, is_supervised

SOURCE = Document([["The ferry"], ["The ferry left at dawn.", 'It carried "mail".', "Rain fell."]], "a", "en")
TARGET = Document([["Ferry"], ["The ferry left early.", "Rain fell – a lot."]], "b")
STEPS = (
    Step("paragraph", None, "start", (0, 0), 0.0),
    Step("paragraph", (0, 0), "V1", (1, 1), 1.0),
    Step("sentence", None, "start", (1, 1), 0.25),
    Step("sentence", (1, 1), "run", (2, 1), 1e-12),
)
FOUND = Alignment(
    SOURCE, TARGET, (Link((1,), (1,), 1.0),), (Link((1, 2), (1,), 0.5),), ((1, 1), (2, 1)), STEPS, "by hand"
)
LINE = (
    '{"levels":["0","3"],"origin":"x",'
    '"source":{"id":"a","language":"en","paragraphs":[["The ferry"],'
    '["The ferry left at dawn.","It carried \\"mail\\".","Rain fell."]]},'
    '"target":{"id":"b","language":null,"paragraphs":[["Ferry"],["The ferry left early.","Rain fell – a lot."]]},'
    '"paragraphs":[[[1],[1],1.0]],"sentences":[[[1,2],[1],0.5]],'
    '"steps":[["paragraph",null,"start",[0,0],0.0],["paragraph",[0,0],"V1",[1,1],1.0],'
    '["sentence",null,"start",[1,1],0.25],["sentence",[1,1],"run",[2,1],1e-12]]}\n'
).encode()

WORD = st.sampled_from(["the", "ferry", "boat", "rain", "ß", "İ", "e\u0301", "日本", "🙂", '"', "\\", "\x00", "\u2028"])
SENTENCE = st.lists(WORD | st.text(st.characters(exclude_categories=["Cs"]), max_size=4), max_size=5).map(" ".join)
DOCUMENT = st.lists(st.lists(SENTENCE, max_size=4), max_size=5).map(Document)
TIES = st.lists(st.lists(st.sampled_from(["ferry", "ferry boat", "rain", ""]), max_size=6), max_size=6).map(Document)
FAR = Document([["boat", *["lamp"] * 12, f"ferry {k}"] for k in range(9)])  # 126 sentences
SETTINGS = st.fixed_dictionaries(
    {
        "paragraph_alpha": st.sampled_from([0.0, 0.2, 0.45, 1.0]),
        "sentence_alpha": st.sampled_from([0.0, 1e-12, 0.3, 1.0]),
        "title": st.booleans(),
        "vicinities": st.sampled_from([(), (((1, 1),),) * 11, (((1, 0),), ((0, 1),))]),
    }
)
needs_kernel = pytest.mark.skipif(kernel is None, reason="the compiled kernel was not built, or is not wanted")


def pair_of(alignment: Alignment) -> Pair:
    return Pair(alignment.source, alignment.target, ("0", "3"), "x", "file.txt", 7)


def test_a_line_by_hand() -> None:
    assert encode(pair_of(FOUND), FOUND) == LINE
    assert decode(LINE, "by hand") == Aligned(FOUND, ("0", "3"), "x")


def test_a_brief_record_has_texts_and_sentence_links() -> None:
    brief = decode_brief(LINE)
    assert (brief.levels, brief.origin, brief.sentences) == (("0", "3"), "x", (((1, 2), (1,), 0.5),))
    assert (brief.source.paragraphs, brief.target.id) == (SOURCE.paragraphs, "b")
    for damaged in (LINE[:50], b"{}", LINE.replace(b"Rain", b"\xff"), LINE.replace(b"0.5", b'"high"')):
        with pytest.raises(FormatError, match="is not a record of a run"):
            decode_brief(damaged)


@pytest.mark.parametrize(
    "cells", [((2, 1), (1, 1)), ((1, 1),), ((1, 1), (2, 1), (3, 2)), ()], ids=["turned", "fewer", "more", "none"]
)
def test_cells_are_written_where_steps_do_not_tell_them(cells: tuple[tuple[int, int], ...]) -> None:
    other = Alignment(SOURCE, TARGET, FOUND.paragraphs, FOUND.sentences, cells, STEPS, "by hand")
    line = encode(pair_of(other), other)
    assert json.loads(line)["cells"] == [list(cell) for cell in cells]
    assert decode(line, "by hand").alignment == other


@pytest.mark.parametrize("name", [name for name in METHODS if not is_supervised(name)])
def test_every_method_comes_back_as_it_was(name: str) -> None:
    alignment = aligner_for(name, {})(SOURCE, TARGET)
    line = encode(pair_of(alignment), alignment)
    assert decode(line, alignment.signature).alignment == alignment
    assert encode(pair_of(alignment), alignment) == line  # now that links and steps were looked at


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"[[1],[1],1.0]", b"[[1],[1]]"),
        (b"[[1],[1],1.0]", b"[[1],[1],1.0,1.0]"),
        (b"[[1],[1],1.0]", b'[[1],["1"],1.0]'),
        (b"[[1],[1],1.0]", b'[[1],[1],"1.0"]'),
        (b"[[1],[1],1.0]", b"[[1],[1],null]"),
        (b"[[1],[1],1.0]", b"[[1],[],1.0]"),
        (b"[[1],[1],1.0]", b"[[1],[2],1.0]"),
        (b"[[1],[1],1.0]", b"[[-1],[1],1.0]"),
        (b"[[1],[1],1.0]", b"[[1.5],[1],1.0]"),
        (b"[[1],[1],1.0]", b'{"source":[1],"target":[1],"score":1.0}'),
        (b'"run",[2,1],1e-12]', b'"run",[2,1]]'),
        (b'"run",[2,1],1e-12]', b'"run",[2,1],1e-12,0]'),
        (b'"run",[2,1],1e-12]', b'"run",[2,1,0],1e-12]'),
        (b'"run",[2,1],1e-12]', b'"run",null,1e-12]'),
        (b'"run",[2,1],1e-12]', b'"run",[4,1],1e-12]'),
        (b'"run",[2,1],1e-12]', b'"run",[2,1],NaN]'),
        (b'"run",[2,1],1e-12]', b'3,[2,1],1e-12]'),
        (b'["sentence",[1,1]', b'["word",[1,1]'),
        (b']]}\n', b']],"cells":[[1,9]]}\n'),
        (b']]}\n', b']],"cells":[[1]]}\n'),
        (b']]}\n', b']]\n'),
        (b'"sentences"', b'"sentence"'),
        (b'"steps"', b'"step"'),
        (b'"levels":["0","3"]', b'"levels":["0"]'),
        (b'"Rain fell."', b'"Rain \xff."'),
        (b'"Rain fell."', b"4"),
    ],
)  # fmt: skip
def test_a_damaged_line_is_refused(old: bytes, new: bytes) -> None:
    damaged, changes = re.subn(re.escape(old), lambda _: new, LINE)
    assert changes == 1
    with pytest.raises(FormatError, match="is not a record of a run"):
        decode(damaged, "by hand")


@pytest.mark.parametrize("end", range(0, len(LINE) - 1, 7))
def test_a_line_that_was_cut_short_is_refused(end: int) -> None:
    with pytest.raises(FormatError, match="is not a record of a run"):
        decode(LINE[:end], "by hand")


def by_kernel(source: Document, target: Document, **settings: object) -> Alignment | None:
    method = Vicinity(**settings)  # type: ignore[arg-type]
    given = (method.paragraph_alpha, method.sentence_alpha, method.beta, method.vicinities, method.title)
    assert kernel is not None
    (result,) = kernel.align_all([(source.paragraphs, target.paragraphs)], *given, None)
    return None if result is None else Alignment.of_result(source, target, result, "by kernel")


def check(alignment: Alignment | None) -> None:
    """Compare what the kernel writes with what is written from its rows, and from its links and steps."""
    if alignment is None:
        return
    pair = pair_of(alignment)
    line, count, aligned = encode(pair, alignment), alignment.link_count, alignment.aligned_count
    assert alignment.result is not None  # no links and steps were made
    assert alignment.result.json(msgspec.json.encode) == tuple(map(msgspec.json.encode, alignment.result.rows()))
    assert count == len(alignment.sentences) == alignment.link_count
    assert alignment.result is None
    sizes = len(alignment.source.sentences), len(alignment.target.sentences)
    assert aligned == (sizes[0] - len(alignment.unaligned_source), sizes[1] - len(alignment.unaligned_target))
    assert alignment.aligned_count == aligned
    assert encode(pair, alignment) == line
    assert decode(line, alignment.signature).alignment == alignment


@needs_kernel
@settings(max_examples=200)
@given(DOCUMENT | TIES, DOCUMENT | TIES, SETTINGS)
@example(FAR, FAR, {})
@example(FAR, Document([["boat"], ["ferry 8 7", "ferry 8"]]), {"vicinities": (), "title": False})
def test_rows_and_objects_of_the_kernel_give_the_same_bytes(
    source: Document, target: Document, given: dict[str, object]
) -> None:
    check(by_kernel(source, target, **given))


@needs_kernel
def test_links_and_steps_are_not_written_without_memory() -> None:
    found = by_kernel(SOURCE, TARGET)
    assert kernel is not None
    assert found is not None
    assert found.result is not None
    kernel.fail_allocation(1)
    with pytest.raises(MemoryError):
        found.result.json(msgspec.json.encode)
    assert kernel.fail_allocation(0) == 0
    check(found)


@given(DOCUMENT | TIES, DOCUMENT | TIES)
def test_what_global_finds_is_counted_and_written(source: Document, target: Document) -> None:
    try:
        found = aligner_for("global", {})(source, target)
    except InputError:  # no words
        return
    if found.result is not None:
        check(found)


@needs_kernel
@given(DOCUMENT | TIES, DOCUMENT | TIES, SETTINGS)
def test_a_run_without_the_kernel_writes_the_same_bytes(
    source: Document, target: Document, given: dict[str, object]
) -> None:
    found = by_kernel(source, target, **given)
    if found is not None:
        python = by_python(source, target, **given)  # type: ignore[arg-type]
        assert encode(pair_of(found), found) == encode(pair_of(python), python)
