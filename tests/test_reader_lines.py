"""Two files with a document a line: what a line gives, what is rejected or refused, and when files are taken for it."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import pickle
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_cli_corpora import done, refused, vicinal
from tests.test_runs import tree
from vicinal.corpus import Limits, Processes, corpus_at, open_run, run
from vicinal.corpus.contract import EMPTY, NO_PARTNER, UNREADABLE, Pair, Rejected
from vicinal.corpus.readers import detect_reader, document_lines
from vicinal.corpus.readers.document_lines import DocumentLines
from vicinal.corpus.readers.folder import PairedFiles
from vicinal.corpus.settling import settled_corpus
from vicinal.errors import InputError, SettingError

SOURCE = [
    "The mill stands by the river. It has ground corn since 1780, and its wheel still turns.",
    "Otters were hunted here for their fur. Since the ban of 1952 they have slowly come back. Anglers dislike them.",
    "Nobody knows who built the bridge. A legend names a giant who wanted to visit his sister.",
]
TARGET = [
    "The mill is old. It stands by a river.",
    "Otters came back to the river.",
    "No one knows who made the bridge.",
]
GERMAN = "Der Müller öffnet früh. Danach mahlt er das Korn für das ganze Dorf."
EASY_GERMAN = "Der Müller macht Mehl. Er beginnt früh."
GREEK = "Ο μύλος είναι παλιός. Στέκεται δίπλα στο ποτάμι."


def written(folder: Path, name: str, lines: Sequence[str] | bytes) -> str:
    data = lines if isinstance(lines, bytes) else "".join(f"{line}\n" for line in lines).encode()
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    return str(folder / name)


def two(
    folder: Path, source: Sequence[str] | bytes = SOURCE, target: Sequence[str] | bytes = TARGET
) -> tuple[str, str]:
    return written(folder, "valid.src", source), written(folder, "valid.tgt", target)


def everything(corpus: DocumentLines, limits: Limits = Limits()) -> list[Pair | Rejected]:  # noqa: B008
    """All that a corpus gives, shard after shard, read as a run reads it."""
    shards = list(corpus.shards(limits))
    assert [shard.number for shard in shards] == list(range(len(shards)))
    settled: Any = settled_corpus(corpus, shards)[0]
    found = [(shard, list(settled.read(shard))) for shard in shards]
    assert all(shard.pairs == len(items) <= limits.pairs for shard, items in found)
    return [item for _, items in found for item in items]


def sentences(corpus: DocumentLines) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The sentences of a corpus that rejects nothing."""
    found = everything(corpus)
    assert not [item for item in found if isinstance(item, Rejected)]
    return [(item.source.sentences, item.target.sentences) for item in found if isinstance(item, Pair)]


def test_line_n_of_one_file_goes_with_line_n_of_the_other(tmp_path: Path) -> None:
    first, second, third = everything(DocumentLines(two(tmp_path)))
    assert isinstance(second, Pair)
    assert second.source.paragraphs == (
        (
            "Otters were hunted here for their fur.",
            "Since the ban of 1952 they have slowly come back.",
            "Anglers dislike them.",
        ),
    )
    assert second.target.paragraphs == (("Otters came back to the river.",),)
    assert (second.id, second.levels, second.origin) == ("valid:2", ("src", "tgt"), "")
    assert (second.file, second.line) == ("valid.src", 2)
    assert second.source.language == second.target.language == "en"
    assert [first.id, third.id] == ["valid:1", "valid:3"]


@pytest.mark.parametrize(
    ("names", "stem", "levels"),
    [
        (("valid.src", "valid.tgt"), "valid", ("src", "tgt")),
        (("news.valid.complex", "news.valid.simple"), "news.valid", ("complex", "simple")),
        (("test_complex.txt", "test_simple.txt"), "test", ("complex", "simple")),
        (("src-train.txt", "tgt-train.txt"), "train", ("src", "tgt")),
        (("adv/all.txt", "ele/all.txt"), "all", ("adv", "ele")),
        (("normal.txt", "formal.txt"), "normal", ("normal", "formal")),
        (("été.source.gz", "été.target.gz"), "été", ("source", "target")),
    ],
)
def test_names_tell_ids_and_levels(tmp_path: Path, names: tuple[str, str], stem: str, levels: tuple[str, str]) -> None:
    packed: Callable[[bytes], bytes] = gzip.compress if names[0].endswith(".gz") else bytes
    paths = [
        written(tmp_path, name, packed("\n".join(lines).encode()))
        for name, lines in zip(names, (SOURCE, TARGET), strict=True)
    ]
    corpus = DocumentLines(tuple(paths)).stage(str(tmp_path / "work"), lambda *_: None)
    pair = everything(corpus)[0]
    assert isinstance(pair, Pair)
    assert (pair.id, pair.levels, pair.file) == (f"{stem}:1", levels, names[0])


def test_lower_case_text_with_spaces_around_its_marks_is_split_into_sentences(tmp_path: Path) -> None:
    source = [
        "the mill ( built in 1780 ) stands by the river . it still grinds corn , mr. hill says . `` we like it '' ."
    ]
    target = ["the mill is old . it stands by the river ."]
    assert sentences(DocumentLines(two(tmp_path, source, target), language="en")) == [
        (
            (
                "the mill ( built in 1780 ) stands by the river .",
                "it still grinds corn , mr. hill says .",
                "`` we like it '' .",
            ),
            ("the mill is old .", "it stands by the river ."),
        )
    ]


def test_a_separator_tells_the_sentences(tmp_path: Path) -> None:
    source, target = ["One. <s> Two, etc. and more <s> ", " <s> "], ["One <s> Two", "Three"]
    first, second = everything(DocumentLines(two(tmp_path, source, target), separator="<s>"))
    assert isinstance(first, Pair)
    assert first.source.paragraphs == (("One.", "Two, etc. and more"),)
    assert first.target.paragraphs == (("One", "Two"),)
    assert second == Rejected("valid.src", 2, "valid:2", "is empty", EMPTY)


def test_a_line_can_be_one_sentence_and_headings_can_be_left_out(tmp_path: Path) -> None:
    paths = two(tmp_path)
    assert sentences(DocumentLines(paths, split="lines"))[0] == ((SOURCE[0],), (TARGET[0],))
    assert DocumentLines(paths, headings=False).reading.headings is False


# Lines, in every encoding.


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="crlf"),
        pytest.param(lambda data: data.removesuffix(b"\n"), id="no last line end"),
        pytest.param(lambda data: data + b"\n \r\n\n", id="blank lines at the end"),
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="byte order mark"),
    ],
)
def test_ends_of_lines_and_of_files_make_no_difference(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    plain = sentences(DocumentLines(two(tmp_path)))
    source, target = two(tmp_path / "changed")
    Path(source).write_bytes(change(Path(source).read_bytes()))
    corpus = DocumentLines((source, target))
    assert sentences(corpus) == plain
    assert corpus.accounts().read == {"files": 2, "pairs of lines": 3}


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1e", "\r"])
def test_only_a_line_feed_ends_a_line(tmp_path: Path, mark: str) -> None:
    source = [f"The wheel{mark}{mark}turns. It is old.", *SOURCE[1:]]
    found = everything(DocumentLines(two(tmp_path, source)))
    assert isinstance(found[0], Pair)
    assert found[0].source.paragraphs == (("The wheel turns.", "It is old."),)
    assert len(found) == 3


@pytest.mark.parametrize(
    ("encoding", "texts"),
    [
        ("latin-1", (GERMAN, EASY_GERMAN)),
        ("windows-1253", (GREEK, GREEK)),
        ("utf-16", (GERMAN, EASY_GERMAN)),
        ("utf-16-be", (GREEK, "ਊ ਊ. Ċ Ċ.")),  # characters with the byte of a line feed in them
        ("utf-16", ("中文的村庄。河水很长。", "中文。")),  # some are two letters of ASCII
        ("utf-32", (GREEK, GERMAN)),
        ("cp037", (GERMAN, EASY_GERMAN)),
        ("shift_jis", ("水車は古い。川のそばにある。", "水車は古い。")),
    ],
)
def test_encodings(tmp_path: Path, encoding: str, texts: tuple[str, str]) -> None:
    many = [[text, "x. y.", text] for text in texts]
    plain = DocumentLines(two(tmp_path / "utf-8", *many), language="de", encoding=encoding)  # which it need not be
    coded = DocumentLines(
        two(tmp_path / "other", *("\n".join(lines).encode(encoding) for lines in many)),
        language="de",
        encoding=encoding,
    )
    assert sentences(coded) == sentences(plain)
    assert len(sentences(coded)) == 3


def test_a_line_in_another_encoding_is_rejected_with_the_encoding_to_name(tmp_path: Path) -> None:
    source = "\n".join([SOURCE[0], GERMAN, SOURCE[2]]).encode("latin-1")
    corpus = DocumentLines(two(tmp_path, source, [TARGET[0], EASY_GERMAN, TARGET[2]]))
    first, second, third = everything(corpus)
    assert isinstance(first, Pair)
    assert isinstance(third, Pair)
    assert isinstance(second, Rejected)
    assert second[:3] == ("valid.src", 2, "valid:2")
    assert second.why == UNREADABLE
    assert second.reason == (
        "is not UTF-8: byte 0xfc at offset 5 of the line; it seems to be windows-1252: give --encoding windows-1252, "
        "or save it as UTF-8"
    )
    assert all(isinstance(item, Pair) for item in everything(DocumentLines(corpus.paths, encoding="windows-1252")))


def test_faults_of_a_line_reject_its_pair_only(tmp_path: Path) -> None:
    source = b"\n".join([SOURCE[0].encode(), b"The whe\0el turns.", b"", b"A wheel.", b"A mill."])
    target = b"\n".join([TARGET[0].encode(), b"It turns.", b"It is old.", " \t\u00a0\ufeff".encode(), b"A mill."])
    found = everything(DocumentLines(two(tmp_path, source, target)))
    assert [isinstance(item, Pair) for item in found] == [True, False, False, False, True]
    assert found[1:4] == [
        Rejected("valid.src", 2, "valid:2", "is binary data (a NUL byte at offset 7); correct the line", UNREADABLE),
        Rejected("valid.src", 3, "valid:3", "is empty", EMPTY),
        Rejected("valid.tgt", 4, "valid:4", "is empty", EMPTY),
    ]


def test_faults_of_wide_encodings_reject_their_pair_only(tmp_path: Path) -> None:
    lines = [line.encode("utf-16-le") for line in ("Eins. Zwei.\n", "", "a\0b\n", "Drei.\n")]
    lines[1] = b"\x00\xdc" + "\n".encode("utf-16-le")  # half of a character
    data = "\ufeff".encode("utf-16-le") + b"".join(lines)
    found = everything(DocumentLines(two(tmp_path, data, ["1.", "2.", "3.", "4."]), encoding="utf-16"))
    assert [isinstance(item, Pair) for item in found] == [True, False, False, True]
    assert [item.reason for item in found if isinstance(item, Rejected)] == [
        "is not utf-16: byte 0x00; correct the line",
        "contains NUL characters, so it is not text; correct the line",
    ]


def test_a_very_long_line_is_rejected_without_being_loaded(tmp_path: Path) -> None:
    source = b"\n".join([b"One. Two.", b"long " * 400_000, b"Three."])
    corpus = DocumentLines(two(tmp_path, source, ["1.", "2.", "3."]))
    with patch.object(document_lines, "LARGEST", 1_000_000):
        tracemalloc.start()
        shards = list(corpus.shards(Limits()))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < 1_500_000
        assert [shard.pairs for shard in shards] == [1, 1, 1]
        first, second, third = (item for shard in shards for item in corpus.read(shard))
    assert isinstance(first, Pair)
    assert isinstance(third, Pair)
    assert second == Rejected("valid.src", 2, "valid:2", "is larger than 256 MB; a line end is missing")
    assert (first.id, third.id) == ("valid:1", "valid:3")


# Cutting never shows.


@given(
    lines=st.lists(st.tuples(*[st.text(st.characters(exclude_characters="\n\0", exclude_categories=["Cs"]))] * 2)),
    limits=st.builds(Limits, st.integers(1, 4), st.integers(1, 60)),
    encoding=st.sampled_from([None, "utf-16", "utf-16-be"]),
)
def test_any_lines_are_read_in_any_shards(lines: list[tuple[str, str]], limits: Limits, encoding: str | None) -> None:
    lines = [("First. One.", "One."), *lines, ("Last. One.", "One.")]
    codec = encoding or "utf-8"
    with tempfile.TemporaryDirectory() as folder:
        paths = two(Path(folder), *("\n".join(side).encode(codec) for side in zip(*lines, strict=True)))
        corpus = DocumentLines(paths, language="en", encoding=encoding)
        found = everything(corpus, limits)
        assert found == everything(corpus)
    assert [item.line for item in found] == list(range(1, len(lines) + 1))
    for item, pair in zip(found, lines, strict=True):
        blank = [not text.replace("\ufeff", "").strip() for text in pair]
        assert isinstance(item, Rejected) == any(blank)
        if isinstance(item, Pair):
            # All signs are there, in order, but for white space and marks of the byte order.
            read = ["".join("".join(side.sentences).split()) for side in (item.source, item.target)]
            assert read == ["".join(text.replace("\ufeff", "").split()) for text in pair]


@pytest.mark.parametrize(("workers", "pairs"), [(1, 1000), (2, 7), (3, 1)])
def test_a_run_gives_the_same_bytes_in_any_number_of_workers_and_resumes(
    tmp_path: Path, workers: int, pairs: int
) -> None:
    lines = [[f"{text} Number {number} ends it." for number in range(20) for text in side] for side in (SOURCE, TARGET)]
    corpus = corpus_at(two(tmp_path, *lines))
    assert isinstance(corpus, DocumentLines)
    run(corpus, tmp_path / "one", limits=Limits(pairs))
    run(corpus, tmp_path / "out", engine=Processes(workers), limits=Limits(pairs))
    whole = tree(tmp_path / "one")
    assert tree(tmp_path / "out") == whole
    (tmp_path / "out" / "shards" / "000000.done").unlink()
    run(corpus, tmp_path / "out", engine=Processes(workers), limits=Limits(pairs))
    assert tree(tmp_path / "out") == whole
    run(corpus, tmp_path / "all")
    assert [one.alignment for one in open_run(tmp_path / "out").aligned()] == [
        one.alignment for one in open_run(tmp_path / "all").aligned()
    ]


def test_a_run_tells_what_it_read_and_left_out(tmp_path: Path) -> None:
    corpus = DocumentLines(two(tmp_path, [*SOURCE, "", "A. B."], [*TARGET, "A.", "A."]))
    manifest = run(corpus, tmp_path / "out").manifest
    assert manifest["accounting"] == {
        "read": {"files": 2, "pairs of lines": 5},
        "pairs": 4,
        "left_out": {EMPTY: 1},
    }
    assert manifest["reading"] == {"split": "prose", "language": "en"}
    assert manifest["corpus"] == (
        "DocumentLines(paths=('valid.src', 'valid.tgt'), separator='', language=None, split='auto', headings=True, "
        "encoding=None)"
    )


def test_a_corpus_can_be_sent_and_its_fingerprint_tells_names_and_sizes(tmp_path: Path) -> None:
    corpus = DocumentLines(two(tmp_path))
    assert pickle.loads(pickle.dumps(corpus)) == corpus
    before = corpus.fingerprint()
    assert (before.files, before.bytes) == (2, sum(len(line) + 1 for line in SOURCE + TARGET))
    assert DocumentLines(two(tmp_path / "elsewhere")).fingerprint().sha256 == before.sha256
    two(tmp_path, [*SOURCE[:2], "Other."])
    assert corpus.fingerprint().sha256 != before.sha256


# Compressed files, folders, URLs.


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_compressed_files_are_unpacked_first(tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]) -> None:
    plain = everything(DocumentLines(two(tmp_path)))
    source = written(tmp_path, f"valid.src{suffix}", pack("\n".join(SOURCE).encode()))
    corpus = DocumentLines((source, str(tmp_path / "valid.tgt")))
    assert corpus.needs_staging
    ready = corpus.stage(str(tmp_path / "work"), lambda *_: None)
    assert not ready.needs_staging
    found = everything(ready)
    assert [item.id for item in found] == [item.id for item in plain]
    assert [item.source for item in found if isinstance(item, Pair)] == [
        item.source for item in plain if isinstance(item, Pair)
    ]
    assert run(corpus, tmp_path / "out").manifest["counts"]["pairs"] == 3
    Path(source).write_bytes(Path(source).read_bytes()[:-9])
    with pytest.raises(InputError, match=r"valid\.src\.\w+: is (?:truncated|damaged)"):
        corpus.fingerprint()


def test_a_folder_of_several_pairs_is_one_corpus(tmp_path: Path) -> None:
    for name in ("train", "test", "dev"):
        written(tmp_path, f"data/{name}.src", [f"{line} In {name}." for line in SOURCE * 3])
        written(tmp_path, f"data/{name}.tgt", TARGET * 3)
    written(tmp_path, "data/train.ids", ["1", "2", "3"])
    written(tmp_path, "data/README.md", ["# Mills"])
    written(tmp_path, "data/more.src", SOURCE)
    corpus = corpus_at([str(tmp_path / "data")])
    assert isinstance(corpus, DocumentLines)
    found = everything(corpus, Limits(2))
    assert [(item.id, item.origin) for item in found if isinstance(item, Pair)] == [
        (f"{name}:{line}", name) for name in ("dev", "test", "train") for line in range(1, 10)
    ]
    assert corpus.accounts() == ({"files": 6, "pairs of lines": 27}, {NO_PARTNER: 1, "files of other names": 2})
    files = [str(tmp_path / "data" / f"{name}.{side}") for name in ("train", "test") for side in ("tgt", "src")]
    given_files = corpus_at(files)
    assert isinstance(given_files, DocumentLines)
    assert [item.id for item in everything(given_files)][::9] == ["train:1", "test:1"]
    with pytest.raises(InputError, match=r"README\.md: has no partner among the files"):
        DocumentLines((*files, str(tmp_path / "data" / "README.md"))).fingerprint()


def test_pairs_of_the_same_name_in_several_folders_have_different_ids(tmp_path: Path) -> None:
    for name in ("en", "de"):
        for side, lines in (("src", SOURCE), ("tgt", TARGET)):
            written(tmp_path, f"{name}/test.{side}", lines)
    files = [str(tmp_path / name / f"test.{side}") for name in ("en", "de") for side in ("src", "tgt")]
    for paths in (files, [str(tmp_path)]):
        found = everything(DocumentLines(tuple(paths)))
        assert {item.id for item in found} == {f"{name}/test:{line}" for name in ("en", "de") for line in (1, 2, 3)}


@pytest.mark.parametrize(
    "names",
    [
        ("wiki.txt", "wiki.simple.txt"),
        ("wiki.txt", "wiki_leicht.txt"),
        ("adv/wiki.txt", "ele/wiki.txt"),
        ("wiki.0.txt", "wiki.1.txt"),
    ],
)
def test_files_that_pair_up_as_documents_can_be_read_line_by_line(tmp_path: Path, names: tuple[str, str]) -> None:
    for name, lines in zip(names, (SOURCE, TARGET), strict=True):
        written(tmp_path, f"few/{name}", lines)
        written(tmp_path, f"some/{name}", PARAGRAPHS)
        written(tmp_path, f"many/{name}", MANY)
    corpus = DocumentLines((str(tmp_path / "few"),))
    assert [item.id for item in everything(corpus)] == ["wiki:1", "wiki:2", "wiki:3"]
    assert corpus.accounts().left_out == {}
    assert [detect_reader([str(tmp_path / how)]) for how in ("few", "some", "many")] == ["folder", "folder", "lines"]
    said = done(tmp_path, "run", "some", "-o", "out", "--workers", "1", "--method", "vicinity")
    assert f"some/{names[0]} has 120 lines that look like documents of their own; if they are, add --a-docu" in said


@pytest.fixture
def store() -> Iterator[Any]:
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    system.makedirs("/lines", exist_ok=True)
    yield system
    system.rm("/lines", recursive=True)


def test_files_behind_urls_are_recognised_cut_and_unpacked_there(store: Any) -> None:
    store.pipe_file("/lines/valid.src", "\n".join(SOURCE * 7).encode())
    store.pipe_file("/lines/valid.tgt.gz", gzip.compress("\n".join(TARGET * 7).encode()))
    files = ["memory://lines/valid.src", "memory://lines/valid.tgt.gz"]
    for paths in (files, ["memory://lines"]):
        corpus = corpus_at(paths)
        assert isinstance(corpus, DocumentLines)
        ready = corpus.stage("memory://lines/work", lambda *_: None)
        assert [item.id for item in everything(ready, Limits(2))] == [f"valid:{line}" for line in range(1, 22)]
    with pytest.raises(InputError, match="memory://lines/none: cannot be read: no such file"):
        DocumentLines((files[0], "memory://lines/none")).fingerprint()
    with pytest.raises(InputError, match="is the same file as"):
        DocumentLines((files[0], files[0])).fingerprint()


# What is refused.


def test_different_numbers_of_lines_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    two(tmp_path, SOURCE, TARGET[:2])
    said = refused(tmp_path, "run", "valid.src", "valid.tgt", "-o", "out", "--a-document-a-line")
    assert said == (
        "vicinal: valid.src: has 3 lines, and valid.tgt has 2; with a document a line, both need as many; usually one "
        "file is truncated, or has line ends within documents\n"
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty; there is nothing to align"),
        (b"\n \r\n", "is empty; there is nothing to align"),
        ("Eins. Zwei.\n".encode("utf-16"), "is UTF-16 text; give --encoding utf-16, or save it as UTF-8"),
        (gzip.compress(b"One. Two.", mtime=0), r"is gzip data; rename it to end in \.gz"),
        (b"PK\3\4" + bytes(50), "is a zip archive or an Office file; save it as plain text"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "is a PNG picture"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=rf"valid\.src: {message}"):
        DocumentLines(two(tmp_path, data, data)).fingerprint()


def test_files_that_are_not_there_or_the_same(tmp_path: Path) -> None:
    source, _ = two(tmp_path)
    with pytest.raises(InputError, match=r"none: cannot be read: no such file or directory"):
        DocumentLines((source, str(tmp_path / "none"))).fingerprint()
    with pytest.raises(InputError, match="is a directory or a device; give a text file"):
        DocumentLines((source, str(tmp_path))).fingerprint()
    (tmp_path / "copy").symlink_to(source)
    with pytest.raises(InputError, match=r"copy: is the same file as .*valid\.src; give two versions"):
        DocumentLines((source, str(tmp_path / "copy"))).fingerprint()
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"empty: has no two files named like train\.src and train\.tgt"):
        DocumentLines((str(tmp_path / "empty"),)).fingerprint()


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"paths": "valid.src"}, SettingError, "paths must be a tuple of two files"),
        ({"paths": ()}, SettingError, "paths must be a tuple of two files"),
        ({"split": "words"}, SettingError, "unknown split 'words'"),
        ({"encoding": "utf-9"}, InputError, "unknown encoding 'utf-9'"),
    ],
)
def test_settings_that_are_refused(settings: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        DocumentLines(**{"paths": ("a.src", "a.tgt"), **settings})


def test_a_file_that_shrinks_after_it_was_cut_is_an_error(tmp_path: Path) -> None:
    corpus = DocumentLines(two(tmp_path))
    (shard,) = corpus.shards(Limits())
    Path(corpus.paths[1]).write_bytes(b"Short.\n")
    with pytest.raises(InputError, match=r"valid\.tgt: became shorter during the run"):
        list(corpus.read(shard))


# What is taken for a document a line.

PARAGRAPHS = [f"{text} It was year {number}." for number in range(40) for text in SOURCE]
MANY = PARAGRAPHS * 9


@pytest.mark.parametrize(
    ("names", "source", "target", "why"),
    [
        pytest.param(("valid.src", "valid.tgt"), SOURCE, TARGET, "", id="a part of a data set"),
        pytest.param(("a.txt", "b.txt"), PARAGRAPHS, PARAGRAPHS, "", id="many lines"),
        pytest.param(("a.txt", "b.txt"), SOURCE, TARGET, "both have only 3 lines", id="a short text"),
        pytest.param(("a.txt", "b.txt"), SOURCE[:1], TARGET[:1], "both have only 1 line", id="one line"),
        pytest.param(("a.src", "a.tgt"), PARAGRAPHS, PARAGRAPHS[1:], "one has 120 lines, the other 119", id="unequal"),
        pytest.param(
            ("train.src", "train.tgt"), TARGET[1:] * 60, TARGET[1:] * 60, "most lines have one sentence", id="sentences"
        ),
    ],
)
def test_two_files(tmp_path: Path, names: tuple[str, str], source: list[str], target: list[str], why: str) -> None:
    paths = [written(tmp_path, name, lines) for name, lines in zip(names, (source, target), strict=True)]
    if why:
        with pytest.raises(InputError, match=f"{why}.* add --a-document-a-line .* 'vicinal align'"):
            detect_reader(paths)
    else:
        assert detect_reader(paths) == "lines"
    assert isinstance(corpus_at(paths, "lines"), DocumentLines)


@pytest.mark.parametrize(
    ("files", "reader"),
    [
        pytest.param({"valid.src": PARAGRAPHS[:20], "valid.tgt": PARAGRAPHS[:20]}, "lines", id="a part of a data set"),
        pytest.param({"valid.src": PARAGRAPHS[:19], "valid.tgt": PARAGRAPHS[:19]}, "folder", id="a short part"),
        pytest.param(
            {f"old.{part}.{side}": PARAGRAPHS[:10] for part in ("train", "dev") for side in ("src", "tgt")},
            "lines",
            id="parts that are long enough together",
        ),
        pytest.param(
            {f"{kind}.test.{side}": PARAGRAPHS[:10] for kind in ("crash", "blood") for side in ("src", "tgt")},
            "folder",
            id="texts about tests",
        ),
        pytest.param(
            {f"reading-test-{n}.{side}.txt": PARAGRAPHS[:25] for n in range(6) for side in ("complex", "simple")},
            "folder",
            id="tests with numbers",
        ),
        pytest.param({"test3.src": PARAGRAPHS, "test3.tgt": PARAGRAPHS}, "folder", id="a test with a number"),
        pytest.param({"val-d-aosta.src": PARAGRAPHS, "val-d-aosta.tgt": PARAGRAPHS}, "folder", id="a valley"),
        pytest.param({"mills.complex.txt": MANY, "mills.simple.txt": MANY}, "lines", id="very many lines"),
        pytest.param({"novel.src": PARAGRAPHS, "novel.tgt": PARAGRAPHS}, "folder", id="a novel"),
        pytest.param({"mill.src": SOURCE, "mill.tgt": SOURCE}, "folder", id="a paragraph a line"),
        pytest.param({"mill.src": PARAGRAPHS, "mill.tgt": PARAGRAPHS[1:]}, "folder", id="a long text"),
        pytest.param({"mill.src": TARGET * 90, "mill.tgt": TARGET * 90}, "folder", id="a sentence a line"),
        pytest.param(
            {"a.src": PARAGRAPHS, "a.tgt": PARAGRAPHS, "b.src": SOURCE, "b.tgt": TARGET}, "folder", id="one of two"
        ),
        pytest.param({f"{n}.{side}": SOURCE for n in range(60) for side in ("src", "tgt")}, "folder", id="many pairs"),
        pytest.param({"train.csv": ["source,target"], "README.md": ["# Mills"]}, "table", id="tables"),
        pytest.param({"articles_metadata.csv": ["slug"], "train.csv": ["source,target"]}, "newsela", id="Newsela"),
        pytest.param({"valid.src": [gzip.compress(b"x").hex()], "valid.tgt": TARGET}, "folder", id="no partner"),
    ],
)
def test_folders(tmp_path: Path, files: dict[str, list[str]], reader: str) -> None:
    for name, lines in files.items():
        written(tmp_path, name, lines)
    assert detect_reader([str(tmp_path)]) == reader


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param({"valid": (24, 23)}, id="one pair"),
        pytest.param({"train": (10, 10), "valid": (10, 9)}, id="one of two, few lines"),
        pytest.param({"train": (100, 100), "test": (100, 0)}, id="an empty file"),
        pytest.param({"mills": (1040, 1030)}, id="very many lines"),
    ],
)
def test_parts_of_a_data_set_with_unequal_lines_are_refused(tmp_path: Path, lines: dict[str, tuple[int, int]]) -> None:
    for name, (source, target) in lines.items():
        written(tmp_path, f"data/{name}.src", MANY[:source])
        written(tmp_path, f"data/{name}.tgt", MANY[:target])
    name, (source, target) = list(lines.items())[-1]
    said = refused(tmp_path, "run", "data", "-o", "out")
    assert said == (
        f"vicinal: data/{name}.src: has {source:,} lines, and data/{name}.tgt has {target:,}; if each line is a "
        "document, complete the shorter file; if each file is one document, add --reader folder\n"
    )
    assert not (tmp_path / "out").exists()
    assert isinstance(corpus_at([str(tmp_path / "data")], "folder"), PairedFiles)


def test_one_damaged_file_does_not_change_how_the_others_are_read(tmp_path: Path) -> None:
    for side in ("src", "tgt"):
        written(tmp_path, f"train.{side}", PARAGRAPHS)
        written(tmp_path, f"valid.{side}", PARAGRAPHS)
    written(tmp_path, "test.src", PARAGRAPHS)
    written(tmp_path, "test.tgt", "\n".join(PARAGRAPHS).encode("utf-16"))
    with pytest.raises(InputError, match=r"test\.tgt: is UTF-16 text; give --encoding utf-16"):
        detect_reader([str(tmp_path)])


def test_pairs_of_sentences_are_refused(tmp_path: Path) -> None:
    for side in ("src", "tgt"):
        written(tmp_path, f"data/train.{side}", TARGET[1:] * 60)
    said = refused(tmp_path, "run", "data", "-o", "out")
    assert said.startswith("vicinal: data/train.src, data/train.tgt: lines are single sentences, so there are no docum")
    assert "--reader folder if each file is one document, or --a-document-a-line if each line is" in said


def test_files_in_another_encoding(tmp_path: Path) -> None:
    paths = two(tmp_path, *("\n".join(lines * 7).encode("utf-16") for lines in (SOURCE, TARGET)))
    with pytest.raises(InputError, match=r"valid\.src: is UTF-16 text; give --encoding utf-16"):
        detect_reader(paths)
    assert isinstance(corpus_at(paths, encoding="utf-16"), DocumentLines)
    assert isinstance(corpus_at([str(tmp_path)], encoding="utf-16"), DocumentLines)


def test_patterns_and_two_folders_are_those_of_files(tmp_path: Path) -> None:
    two(tmp_path)
    (tmp_path / "more").mkdir()
    assert detect_reader([str(tmp_path)], {"source": "{id}.src", "target": "{id}.tgt"}) == "folder"
    assert detect_reader([str(tmp_path), str(tmp_path / "more")]) == "folder"


def test_a_folder_of_tables_is_read(tmp_path: Path) -> None:
    for name in ("a", "b"):
        written(tmp_path, f"{name}.jsonl", [json.dumps({"source": SOURCE[0], "target": TARGET[0]})])
    corpus: Any = corpus_at([str(tmp_path)])
    assert [Path(path).name for path in corpus.paths] == ["a.jsonl", "b.jsonl"]


# On the command line.


def test_two_files_are_aligned_and_a_note_says_how_they_were_read(tmp_path: Path) -> None:
    two(tmp_path)
    said = done(tmp_path, "run", "valid.src", "valid.tgt", "-o", "out", "--workers", "1").splitlines()
    assert said[0].startswith("out: 3 pairs, ")
    assert said[-3:] == [
        "read 2 files, 3 pairs of lines; nothing left out",
        "vicinal: note: read valid.src, valid.tgt as a document a line (recognised); if each file is one document, use "
        "'vicinal align'",
        "vicinal: note: read as prose, in English (recognised); change it with --split, --language",
    ]
    assert "(recognised); if" not in done(
        tmp_path, "run", "valid.src", "valid.tgt", "-o", "forced", "--a-document-a-line", "-l", "en", "--split", "prose"
    )
    assert "leave out --reader folder" in refused(
        tmp_path, "run", "valid.src", "valid.tgt", "-o", "x", "--a-document-a-line", "--reader", "folder"
    )
    written(tmp_path, "a.docx", b"PK")
    assert "two texts are no corpus; align them with 'vicinal align'" in refused(
        tmp_path, "run", "a.docx", "a.docx", "-o", "x"
    )


def test_a_document_that_looks_like_a_corpus_is_pointed_out(tmp_path: Path) -> None:
    long = [f"Mill {number} is old, and nobody has used it for many years. It turns." for number in range(1500)]
    written(tmp_path, "texts/mills.src", long)
    written(tmp_path, "texts/mills.tgt", long[:-1])
    written(tmp_path, "texts/otters.src", SOURCE)
    written(tmp_path, "texts/otters.tgt", TARGET)
    what = "mills.src has 1,500 lines that look like documents of their own; if they are, "
    fast = ("--method", "vicinity")
    assert f"{what}add --a-document-a-line\n" in done(tmp_path, "run", "texts", "-o", "out", "--workers", "1", *fast)
    said = vicinal(tmp_path, "align", "texts/mills.src", "texts/mills.src", *fast, "-o", "a.tsv").stderr
    assert f"{what}use 'vicinal run texts/mills.src texts/mills.src -o OUT'\n" in said
    for folder in ("originals", "simple"):
        written(tmp_path, f"{folder}/mills.txt", long)
    said = done(tmp_path, "run", "originals", "simple", "-o", "two", "--workers", "1", *fast)
    assert what.replace(".src", ".txt") + "give it and its other version: 'vicinal run FILE1 FILE2 -o OUT'\n" in said
    written(tmp_path, "short.txt", PARAGRAPHS)
    said = vicinal(tmp_path, "align", "short.txt", "short.txt", *fast).stderr
    assert "documents of their own" not in said
    assert "read as a paragraph a line" in said


@pytest.mark.parametrize(
    ("names", "lines", "is_noted"),
    [
        pytest.param(("novel.src", "novel.tgt"), (120, 120), True, id="as many"),
        pytest.param(("novel.src", "novel.tgt"), (120, 118), True, id="nearly as many"),
        pytest.param(("novel.src", "novel.tgt"), (120, 100), False, id="fewer"),
        pytest.param(("novel.src", "novel.tgt"), (90, 90), False, id="a shorter text"),
        pytest.param(("test.src", "test.tgt"), (5, 5), True, id="a part of a data set"),
    ],
)
def test_what_is_read_as_documents_but_could_be_lines_is_noted(
    tmp_path: Path, names: tuple[str, str], lines: tuple[int, int], is_noted: bool
) -> None:
    for name, number in zip(names, lines, strict=True):
        written(tmp_path, f"data/{name}", PARAGRAPHS[:number])
    said = done(tmp_path, "run", "data", "-o", "out", "--workers", "1", "--method", "vicinity")
    assert said.startswith("out: 1 pair")
    note = f"data/{names[0]} has {lines[0]} lines that look like documents of their own; if they are, add --a-document"
    assert (note in said) == is_noted
