"""A folder of paired files: patterns, pairs, what is rejected and why, shards, fingerprints; here and behind URLs."""

from __future__ import annotations

import json
import os
import pickle
import unicodedata
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal.corpus import run
from vicinal.corpus.contract import Limits, Pair, Rejected, Shard
from vicinal.corpus.readers import corpus_at, reader_settings
from vicinal.corpus.readers.folder import PairedFiles
from vicinal.corpus.readers.name_patterns import BARE, NUMBERED, WELL_KNOWN, Pattern
from vicinal.errors import InputError, SettingError
from vicinal.extract import content as contents

LIMITS = Limits()
READ = "files that are read: .docx, .epub, .htm, .html, .markdown, .md, .odt, .pdf, .rtf, .txt, .xhtml"
WINDOWS = "it seems to be windows-1252: give --encoding windows-1252, or save it as UTF-8"
COMPOSED, DECOMPOSED = "caf\u00e9", "cafe\u0301"


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def names(*names: str) -> dict[str, str | bytes]:
    return {name: f"This is {name}." for name in names}


def read(corpus: PairedFiles, limits: Limits = LIMITS) -> list[Pair | Rejected]:
    return [found for shard in corpus.shards(limits) for found in corpus.read(shard)]


def pairs(corpus: PairedFiles) -> list[Pair]:
    found = read(corpus)
    assert all(isinstance(one, Pair) for one in found), found
    return [one for one in found if isinstance(one, Pair)]


def rejected(corpus: PairedFiles) -> list[Rejected]:
    return [one for one in read(corpus) if isinstance(one, Rejected)]


def test_a_pair_has_texts_names_levels_and_language(tmp_path: Path) -> None:
    write(tmp_path, {"bees.complex.txt": "Bees\n\nThey fly. They hum.\n", "bees.simple.txt": "Bees\n\nBees fly.\n"})
    (pair,) = pairs(PairedFiles(str(tmp_path), language="en"))
    assert pair.source.paragraphs == (("Bees",), ("They fly.", "They hum."))
    assert pair.target.paragraphs == (("Bees",), ("Bees fly.",))
    assert (pair.source.id, pair.target.id, pair.id) == ("bees", "bees", "bees")
    assert (pair.source.language, pair.target.language) == ("en", "en")
    assert (pair.levels, pair.origin, pair.file, pair.line) == (("complex", "simple"), "", "bees.complex.txt", None)


@pytest.mark.parametrize(
    ("source", "target", "levels"),
    [
        ("1.complex.txt", "1.simple.txt", ("complex", "simple")),
        ("1.src", "1.tgt", ("src", "tgt")),
        ("1.source.txt", "1.target.txt", ("source", "target")),
        ("1.normal", "1.simple", ("normal", "simple")),
        ("1_original.txt", "1_simple.txt", ("original", "simple")),
        ("1-orig.txt", "1-simp.txt", ("orig", "simp")),
        ("adv/1.txt", "ele/1.txt", ("adv", "ele")),
        ("source/1.txt", "target/1.txt", ("source", "target")),
    ],
)
def test_well_known_names_need_no_patterns(tmp_path: Path, source: str, target: str, levels: tuple[str, str]) -> None:
    write(tmp_path, names(source, target, "README.md", "notes.txt"))
    (pair,) = pairs(PairedFiles(str(tmp_path)))
    assert (pair.id, pair.levels) == ("1", levels)
    assert (pair.source.sentences, pair.target.sentences) == ((f"This is {source}.",), (f"This is {target}.",))


def test_every_known_pattern_is_found(tmp_path: Path) -> None:
    for number, layout in enumerate((*WELL_KNOWN, NUMBERED, *BARE)):
        for patterns in product(*layout):
            for source, target in combinations(patterns, 2) if layout is not NUMBERED else [patterns[:2]]:
                folder = tmp_path / str(number) / str(len(list(tmp_path.glob("*/*"))))
                write(folder, names(source.name("x/y"), target.name("x/y")))
                (pair,) = pairs(PairedFiles(str(folder)))
                assert (pair.id, pair.file) == ("x/y", source.name("x/y")), (source, target)


def test_well_known_names_may_have_the_suffix_of_any_document(tmp_path: Path) -> None:
    (tmp_path / "a.complex.md").write_text("# Bees\n\nBees fly **far**.\n", encoding="utf-8")
    (tmp_path / "a.simple.HTML").write_text("<html><body><h1>Bees</h1><p>Bees fly.</p></body></html>", encoding="utf-8")
    (tmp_path / "b.complex.txt").write_text("Bees fly.", encoding="utf-8")
    (tmp_path / "b.simple").write_text("Bees fly.", encoding="utf-8")
    pair, lone = read(PairedFiles(str(tmp_path)))
    assert isinstance(pair, Pair)
    assert pair.source.paragraphs == (("Bees",), ("Bees fly far.",))
    assert pair.target.paragraphs == (("Bees",), ("Bees fly.",))
    assert pair.source.headings == pair.target.headings == (0,)
    assert (pair.id, pair.file, pair.levels) == ("a", "a.complex.md", ("complex", "simple"))
    assert lone == Rejected("b.complex.txt", None, "b", "has no partner b.simple.txt", "without a partner")


def test_two_files_of_one_text_are_not_guessed_between(tmp_path: Path) -> None:
    write(tmp_path, names("a.complex.txt", "a.simple.txt", "a.simple.md", "b.complex.txt", "b.simple.txt"))
    rejected, pair = read(PairedFiles(str(tmp_path)))
    reason = "several files have this id: 'a.simple.md' and 'a.simple.txt'; keep one"
    assert rejected == Rejected("a.complex.txt", None, "a", reason)
    assert pair.id == "b"


def test_other_encodings(tmp_path: Path) -> None:
    (tmp_path / "a.src").write_bytes("Où est le café ?".encode("cp1252"))
    (tmp_path / "a.tgt").write_bytes("Le café est là.".encode("cp1252"))
    assert isinstance(read(PairedFiles(str(tmp_path)))[0], Rejected)
    (pair,) = pairs(PairedFiles(str(tmp_path), encoding="windows-1252"))
    assert pair.target.sentences == ("Le café est là.",)
    (wrong,) = read(PairedFiles(str(tmp_path), encoding="ascii"))
    assert isinstance(wrong, Rejected)
    assert (wrong.file, wrong.line) == ("a.src", 1)


@pytest.mark.parametrize(
    ("patterns", "files", "levels"),
    [
        (("{id}.txt", "{id}.simple.txt"), ("a.txt", "a.simple.txt"), ("source", "simple")),
        (("Adv-Txt/{id}-adv.txt", "Ele-Txt/{id}-ele.txt"), ("Adv-Txt/a-adv.txt", "Ele-Txt/a-ele.txt"), ("adv", "ele")),
        (("{id}/0.txt", "{id}/4.txt"), ("a/0.txt", "a/4.txt"), ("0", "4")),
        (("old {id}", "new {id}"), ("old a", "new a"), ("old", "new")),
        (("./{id}.[x]*?.txt", "./{id}.[y]*?.txt"), ("a.[x]*?.txt", "a.[y]*?.txt"), ("x", "y")),
        (("{id}", "{id}.source"), ("a", "a.source"), ("source", "target")),
    ],
)
def test_patterns_of_ones_own(
    tmp_path: Path, patterns: tuple[str, str], files: tuple[str, str], levels: tuple[str, str]
) -> None:
    write(tmp_path, names(*files))
    (pair,) = pairs(PairedFiles(str(tmp_path), *patterns))
    assert (pair.id, pair.levels, pair.file) == ("a", levels, files[0])
    assert pair.target.sentences == (f"This is {files[1]}.",)


def test_special_characters_in_a_pattern_are_no_wildcards(tmp_path: Path) -> None:
    write(tmp_path, names("a.*.txt", "a.b.txt", "a.[y].txt", "a.y.txt"))
    (pair,) = pairs(PairedFiles(str(tmp_path), "{id}.*.txt", "{id}.[y].txt"))
    assert (pair.id, pair.file) == ("a", "a.*.txt")


def test_ids_may_hold_folders_which_are_the_origin(tmp_path: Path) -> None:
    write(tmp_path, names("news/may/1.src", "news/may/1.tgt", "2.src", "2.tgt"))
    found = [(pair.id, pair.origin) for pair in pairs(PairedFiles(str(tmp_path)))]
    assert found == [("2", ""), ("news/may/1", "news/may")]
    write(tmp_path / "levels", names("adv/may/1.txt", "ele/may/1.txt"))
    (pair,) = pairs(PairedFiles(str(tmp_path / "levels")))
    assert (pair.id, pair.origin) == ("may/1", "may")


def test_order_is_that_of_the_ids_by_code_point(tmp_path: Path) -> None:
    ids = ["a", "a-b", "a.d", "a/1", "ab", "B", "10", "9", "é", "ö/z", "日本", "\U0001f41d", "[x]", "it's", "a b"]
    write(tmp_path, names(*[f"{id}.{side}.txt" for id in ids for side in ("simple", "complex")]))
    assert [pair.id for pair in pairs(PairedFiles(str(tmp_path)))] == sorted(ids)


def test_what_fits_neither_pattern_and_what_is_hidden_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, names("a.src", "a.tgt", "a.txt", "b.src.bak"))
    write(tmp_path, names(".b.src", "._a.src", ".git/c.src", "d/.e/f.src", ".src"))
    corpus = PairedFiles(str(tmp_path))
    assert [pair.id for pair in pairs(corpus)] == ["a"]
    assert corpus.fingerprint().files == 2


def test_a_file_without_partner_is_rejected_in_its_place(tmp_path: Path) -> None:
    write(tmp_path, names("a.src", "b.src", "b.tgt", "c/d.tgt"))
    first, second, third = read(PairedFiles(str(tmp_path)))
    assert first == Rejected("a.src", None, "a", "has no partner a.tgt", "without a partner")
    assert isinstance(second, Pair)
    assert second.id == "b"
    assert third == Rejected("c/d.tgt", None, "c/d", "has no partner c/d.src", "without a partner")


def test_letter_case_makes_another_id(tmp_path: Path) -> None:
    write(tmp_path, names("a.src", "a.tgt", "A.src", "A.tgt", "b.src", "B.tgt"))
    corpus = PairedFiles(str(tmp_path))
    assert [one.id for one in read(corpus)] == ["A", "B", "a", "b"]
    assert [one.reason for one in rejected(corpus)] == ["has no partner B.src", "has no partner b.tgt"]


def test_the_same_id_twice_is_rejected_with_both_names(tmp_path: Path) -> None:
    write(tmp_path, names(f"{COMPOSED}.src", f"{DECOMPOSED}.src", f"{COMPOSED}.tgt", "b.src", "b.tgt"))
    if len(list(tmp_path.iterdir())) < 5:
        pytest.skip("this file system does not tell the two spellings apart")
    corpus = PairedFiles(str(tmp_path))
    (one,) = rejected(corpus)
    assert (unicodedata.normalize("NFC", one.file), one.id) == (f"{COMPOSED}.src", COMPOSED)
    assert r"cafe\u0301.src" in one.reason
    assert r"caf\xe9.src" in one.reason
    assert [pair.id for pair in read(corpus) if isinstance(pair, Pair)] == ["b"]
    assert corpus.fingerprint()[:2] == (5, sum(path.stat().st_size for path in tmp_path.iterdir()))


def test_two_spellings_of_one_name_are_partners(tmp_path: Path) -> None:
    write(tmp_path, names(f"{COMPOSED}.src", f"{DECOMPOSED}.tgt"))
    (pair,) = pairs(PairedFiles(str(tmp_path)))
    assert pair.id == COMPOSED
    assert pair.target.sentences[0].startswith("This is caf")
    (pair,) = pairs(PairedFiles(str(tmp_path), DECOMPOSED[:3] + "{id}.src", COMPOSED[:3] + "{id}.tgt"))
    assert pair.id == "\u00e9"


def test_a_pattern_in_either_spelling_finds_the_folder(tmp_path: Path) -> None:
    write(tmp_path, names(f"{DECOMPOSED}/1.txt", "thé/1.txt"))
    (pair,) = pairs(PairedFiles(str(tmp_path), f"{COMPOSED}/{{id}}.txt", "thé/{id}.txt"))
    assert (pair.id, pair.file, pair.levels) == ("1", f"{DECOMPOSED}/1.txt", (COMPOSED, "thé"))


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", None, "is empty"),
        (b"\xef\xbb\xbf\r\n \t\n", None, "is empty"),
        (b"One.\nTwo \xe9.\n", 2, f"is not UTF-8: byte 0xe9 at offset 9, line 2; {WINDOWS}"),
        (b"One.\n\nTwo\0.", 3, f"is binary data (a NUL byte at offset 9); {READ}"),
        ("One.".encode("utf-16"), 1, "is UTF-16 text; give --encoding utf-16, or save it as UTF-8"),
    ],
)
def test_a_text_that_cannot_be_used_is_rejected(tmp_path: Path, content: bytes, line: int | None, reason: str) -> None:
    write(tmp_path, {"x/a.src": content, "x/a.tgt": "Fine.", "b.src": "Fine.", "b.tgt": content})
    write(tmp_path, names("c.src", "c.tgt"))
    why = "empty" if reason == "is empty" else "unreadable"
    assert rejected(PairedFiles(str(tmp_path))) == [
        Rejected("b.tgt", line, "b", reason, why),
        Rejected("x/a.src", line, "x/a", reason, why),
    ]


def test_an_old_word_file_is_paired_and_rejected(tmp_path: Path) -> None:
    write(tmp_path, {"old.complex.doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old.simple.txt": "Fine."})
    (found,) = rejected(PairedFiles(str(tmp_path)))
    assert (found.file, found.id) == ("old.complex.doc", "old")
    assert found.reason.startswith("is an old Word file (.doc) or an encrypted one; save it as .docx")


def test_a_file_that_is_gone_is_rejected(tmp_path: Path) -> None:
    write(tmp_path, names("a.src", "a.tgt", "b.src", "b.tgt"))
    corpus = PairedFiles(str(tmp_path))
    (shard,) = corpus.shards(LIMITS)
    (tmp_path / "a.tgt").unlink()
    (tmp_path / "b.src").unlink()
    (tmp_path / "b.src").mkdir()
    assert list(corpus.read(shard)) == [
        Rejected("a.tgt", None, "a", "cannot be read: no such file or directory"),
        Rejected("b.src", None, "b", "is not a regular file"),
    ]


def test_names_that_are_not_utf8_are_rejected_in_writing(tmp_path: Path) -> None:
    try:
        for name in (b"caf\xe9.src", b"caf\xe9.tgt", b"a.src", b"a.tgt"):
            (tmp_path / os.fsdecode(name)).write_bytes(b"Text.")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    corpus = PairedFiles(str(tmp_path))
    (one,) = rejected(corpus)
    assert one == Rejected(r"caf\udce9.src", None, r"caf\udce9", "the file name is not valid UTF-8; rename the file")
    json.dumps(one, ensure_ascii=False).encode()
    assert corpus.fingerprint().files == 4


def test_names_may_hold_what_the_file_system_takes(tmp_path: Path) -> None:
    ids = ["1: intro", "a:b", "a\\b", "c\nd"]
    write(tmp_path, names(*(f"{id}.{end}" for id in ids for end in ("src", "tgt"))))
    assert [one.id for one in read(PairedFiles(str(tmp_path)))] == ids


def test_links_out_of_the_corpus_are_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"secret.txt": "Secret.", "corpus/a.src": "Open.", "corpus/b.src": "B.", "corpus/b.tgt": "B."})
    (tmp_path / "corpus/a.tgt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "corpus/more").symlink_to(tmp_path)
    corpus = PairedFiles(str(tmp_path / "corpus"))
    assert rejected(corpus) == [Rejected("a.src", None, "a", "has no partner a.tgt", "without a partner")]
    (shard,) = corpus.shards(LIMITS)
    (tmp_path / "corpus/b.tgt").unlink()
    (tmp_path / "corpus/b.tgt").symlink_to(tmp_path / "secret.txt")
    assert list(corpus.read(shard))[1] == Rejected("b.tgt", None, "b", "is a link that leads out of the folder")


def test_line_ends_and_marks_of_other_systems(tmp_path: Path) -> None:
    text = b"\xef\xbb\xbfTitle\r\n\r\nOne here. Two here.\r\n"
    write(tmp_path, {"a.src": text, "a.tgt": text.replace(b"\r\n", b"\r"), "b.src": "One\nTwo", "b.tgt": "One\nTwo"})
    first, second = pairs(PairedFiles(str(tmp_path)))
    assert first.source.paragraphs == first.target.paragraphs == (("Title",), ("One here.", "Two here."))
    assert second.source.paragraphs == (("One", "Two"),)
    assert pairs(PairedFiles(str(tmp_path), split="prose"))[1].source.paragraphs == (("One Two",),)


@pytest.mark.parametrize("missing", ["nowhere", "file"])
def test_a_folder_that_is_none(tmp_path: Path, missing: str) -> None:
    write(tmp_path, {"file": "Text."})
    for corpus in (PairedFiles(str(tmp_path / missing)), PairedFiles((tmp_path / missing).as_uri())):
        for ask in (corpus.fingerprint, lambda corpus=corpus: list(corpus.shards(LIMITS))):
            with pytest.raises(InputError, match=f"{missing}.*folder"):
                ask()
    with pytest.raises(InputError, match="no such folder"):
        PairedFiles("").fingerprint()


def no_pairs(folder: Path) -> str:
    """What is said about a folder without pairs: one short line."""
    with pytest.raises(InputError) as caught:
        PairedFiles(str(folder)).fingerprint()
    said = str(caught.value)
    assert "\n" not in said
    assert len(said.replace(str(folder), "")) < 250
    return said.replace(str(folder), "HERE")


def test_a_folder_without_pairs_says_what_is_there_and_what_to_give(tmp_path: Path) -> None:
    assert no_pairs(tmp_path) == "HERE: the folder is empty"
    write(tmp_path, names("one.txt", "two\n.txt", "three.txt"))
    assert no_pairs(tmp_path) == (
        "HERE: no paired files; there are files such as 'one.txt', 'three.txt', 'two\\n.txt'; name them like "
        "ID.complex.txt and ID.simple.txt (more: vicinal run --help), or give --source-pattern '{id}...' "
        "--target-pattern '{id}...'"
    )
    write(tmp_path, names("1.simple.txt", "2.simple.txt", "3.complex.txt"))
    with pytest.raises(InputError, match=r"found only 1 x \{id\}.complex.txt, 2 x \{id\}.simple.txt, without partners"):
        PairedFiles(str(tmp_path)).fingerprint()


@pytest.mark.parametrize("other", ["simple.txt", "corpus.leicht.txt", "simple\n.txt"])
def test_two_files_are_to_be_given_themselves(tmp_path: Path, other: str) -> None:
    write(tmp_path, {"a long name.txt": "A long text. It is the original.", other: "Text.", "README.md": "# Mills"})
    second = repr(f"HERE/{other}") if "\n" in other else f"HERE/{other}"
    both = f"'HERE/a long name.txt' {second}"
    assert no_pairs(tmp_path) == (
        "HERE: no paired files of well-known names; give the two files, the original first: "
        f"vicinal run {both} -o OUT (if a line is a document), vicinal align {both} (if a file is one)"
    )


def test_tables_beside_other_files_are_to_be_given_themselves(tmp_path: Path) -> None:
    write(tmp_path, names("a.tsv", "b.csv.gz", "figure.png", "paper.pdf", "README.md"))
    assert no_pairs(tmp_path) == (
        "HERE: has tables and other files; give the tables: vicinal run HERE/a.tsv HERE/b.csv.gz -o OUT"
    )
    write(tmp_path, names("c.json", "d.jsonl"))
    assert no_pairs(tmp_path).endswith("vicinal run HERE/a.tsv HERE/b.csv.gz HERE/c.json ... -o OUT")


def test_two_folders_are_to_be_given_themselves(tmp_path: Path) -> None:
    write(tmp_path, names(*(f"Leichte Sprache/{id}.txt" for id in "abcdef")))
    write(tmp_path, {f"Alltag/{id}.txt": "A long text, which is the original." for id in "abcdef"})
    assert no_pairs(tmp_path) == (
        "HERE: no paired files of well-known names; give the two folders, the original first: "
        "vicinal run HERE/Alltag 'HERE/Leichte Sprache' -o OUT"
    )
    write(tmp_path, names("third/a.txt"))
    assert "two folders" not in no_pairs(tmp_path)


@pytest.mark.parametrize(
    ("source", "target", "levels"),
    [
        ("1.Complex.txt", "1.Simple.txt", ("complex", "simple")),
        ("1.SRC", "1.tgt", ("src", "tgt")),
        ("Original/1.txt", "Simplified/1.TXT", ("original", "simplified")),
        ("1.txt", "1_Leicht.md", ("source", "leicht")),
    ],
)
def test_words_may_have_capital_letters(tmp_path: Path, source: str, target: str, levels: tuple[str, str]) -> None:
    write(tmp_path, names(source, target))
    corpus = PairedFiles(str(tmp_path))
    assert corpus.accounts().read == {"files": 2}
    (pair,) = pairs(corpus)
    assert (pair.id, pair.file, pair.levels) == ("1", source, levels)


def test_one_name_in_small_and_capital_letters_is_one_text(tmp_path: Path) -> None:
    write(tmp_path, names("1.complex.txt", "1.Complex.txt", "1.simple.txt"))
    if len(list(tmp_path.iterdir())) < 3:
        pytest.skip("this file system does not tell capital letters")
    (one,) = rejected(PairedFiles(str(tmp_path)))
    assert one.reason == "several files have this id: '1.Complex.txt' and '1.complex.txt'; keep one"


def test_a_folder_with_several_kinds_of_pairs_asks_which(tmp_path: Path) -> None:
    write(tmp_path, names("1.complex.txt", "1.simple.txt", "2.src", "2.tgt"))
    with pytest.raises(InputError) as caught:
        list(PairedFiles(str(tmp_path)).shards(LIMITS))
    found = "{id}.complex.txt with {id}.simple.txt, {id}.src with {id}.tgt"
    assert f"several kinds of pairs: {found}; choose one with --source-pattern" in str(caught.value)
    assert [pair.id for pair in pairs(PairedFiles(str(tmp_path), "{id}.src", "{id}.tgt"))] == ["2"]


def test_one_kind_of_pairs_and_lone_files_of_another_leave_no_doubt(tmp_path: Path) -> None:
    write(tmp_path, names("1.complex.txt", "1.simple.txt", "2.src", "normal/3.txt"))
    assert [pair.id for pair in pairs(PairedFiles(str(tmp_path)))] == ["1"]


def test_patterns_that_nothing_fits(tmp_path: Path) -> None:
    write(tmp_path, names("a.one", "b.two", "c.three", "d.four"))
    with pytest.raises(
        InputError, match=r"no file matches --source-pattern '\{id\}.x'; .*'a.one', 'b.two', 'c.three'$"
    ):
        PairedFiles(str(tmp_path), "{id}.x", "{id}.two").fingerprint()
    with pytest.raises(InputError, match=r"no file matches --target-pattern '\{id\}.y'; there are files such as"):
        list(PairedFiles(str(tmp_path), "{id}.one", "{id}.y").shards(LIMITS))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("{id}.src", ""),
        ("", "{id}.tgt"),
        ("*.src", "{id}.tgt"),
        ("{id}.src", "{id}/{id}.tgt"),
        ("{id}.src", "../{id}.tgt"),
        ("/{id}.src", "{id}.tgt"),
        ("{id}.\0", "{id}.tgt"),
        ("{id}.\udce9", "{id}.tgt"),
        ("{id}.src", "{id}.src"),
        (f"{{id}}.{COMPOSED}", f"{{id}}.{DECOMPOSED}"),
    ],
)
def test_patterns_that_are_none(source: str, target: str) -> None:
    with pytest.raises(SettingError, match="pattern"):
        PairedFiles("texts", source, target)
    with pytest.raises(SettingError, match="split"):
        PairedFiles("texts", split="words")


def test_a_name_that_fits_two_patterns_of_one_length_is_not_lost(tmp_path: Path) -> None:
    write(tmp_path, names("x1y", "x2", "2y"))
    found = read(PairedFiles(str(tmp_path), "x{id}", "{id}y"))
    assert [(one.id, type(one)) for one in found] == [("1y", Rejected), ("2", Pair), ("x1", Rejected)]
    assert {one.file for one in found} == {"x1y", "x2"}


def test_shards_keep_to_the_limits_and_do_not_depend_on_each_other(tmp_path: Path) -> None:
    write(tmp_path, {f"{n}.{side}": "word " * 20 for n in range(7) for side in ("src", "tgt")})
    write(tmp_path, {"3.src": "word " * 2000, "lone.src": "x"})
    corpus = PairedFiles(str(tmp_path))
    shards = list(corpus.shards(Limits(pairs=3)))
    assert [(shard.number, shard.pairs) for shard in shards] == [(0, 3), (1, 3), (2, 2)]
    small = list(corpus.shards(Limits(bytes=450)))
    assert [shard.pairs for shard in small] == [2, 1, 1, 2, 2]  # the gigantic one is alone
    assert [shard.pairs for shard in corpus.shards(Limits(pairs=0, bytes=0))] == [1] * 8
    whole = read(corpus)
    assert [one.id for one in whole] == ["0", "1", "2", "3", "4", "5", "6", "lone"]
    for limits in (Limits(pairs=3), Limits(bytes=450)):
        assert read(corpus, limits) == whole
    again = pickle.loads(pickle.dumps(corpus))
    assert [one for shard in reversed(small) for one in reversed(list(again.read(shard)))] == whole[::-1]


def plain(value: object) -> bool:
    return value is None or type(value) in (str, int) or (type(value) is tuple and all(map(plain, value)))


def test_shards_are_plain_and_small(tmp_path: Path) -> None:
    write(tmp_path, names("a.src", "a.tgt", "b.src", f"{DECOMPOSED}.src", f"{COMPOSED}.tgt"))
    (shard,) = PairedFiles(str(tmp_path)).shards(LIMITS)
    assert type(shard) is Shard
    assert plain(shard.part)
    assert shard.part[:2] == ("{id}.src", "{id}.tgt")
    assert shard.part[2][0] == "a"


def test_the_fingerprint_is_that_of_the_files_of_the_corpus(tmp_path: Path) -> None:
    write(tmp_path, names("a.src", "a.tgt", "lone.src", "README"))
    corpus = PairedFiles(str(tmp_path))
    first = corpus.fingerprint()
    os.utime(tmp_path / "a.tgt", (2e9, 2e9))
    assert corpus.fingerprint() == first._replace(dates=corpus.fingerprint().dates)
    assert corpus.fingerprint().dates != first.dates
    assert first[:2] == (3, sum((tmp_path / name).stat().st_size for name in ("a.src", "a.tgt", "lone.src")))
    write(tmp_path, names("other", "README"))
    assert corpus.fingerprint().sha256 == first.sha256
    assert PairedFiles(str(tmp_path), "{id}.src", "{id}.tgt").fingerprint().sha256 == first.sha256
    write(tmp_path, {"a.src": "Longer than before, by far."})
    longer = corpus.fingerprint()
    assert longer.sha256 != first.sha256
    (tmp_path / "lone.src").rename(tmp_path / "lost.src")
    assert corpus.fingerprint().sha256 not in (longer.sha256, first.sha256)


def test_a_url_gives_the_same_as_the_folder(tmp_path: Path) -> None:
    write(tmp_path, {**names("a b/é#1.src", "a b/é#1.tgt", "x%20*[1].src", "x%20*[1].tgt"), "e.src": "", "e.tgt": "E."})
    write(tmp_path, names("lone.tgt", ".hidden/a.src", "a.txt"))
    here, there = PairedFiles(str(tmp_path)), PairedFiles(f"file://{tmp_path}/")
    assert [type(one) for one in read(here)] == [Pair, Rejected, Rejected, Pair]
    assert read(there) == read(here)
    assert there.fingerprint() == here.fingerprint()
    assert list(there.shards(Limits(1))) == list(here.shards(Limits(1)))


def test_a_store_that_is_no_file_system(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    try:
        for name in ("adv/1.txt", "ele/1.txt", "ele/2.txt"):
            memory.pipe_file(f"/paired-files/{name}", name.encode())
        corpus = PairedFiles("memory://paired-files")
        pair, lone = read(corpus)
        assert (pair.id, lone) == (
            "1",
            Rejected("ele/2.txt", None, "2", "has no partner adv/2.txt", "without a partner"),
        )
        (shard,) = corpus.shards(LIMITS)
        memory.rm_file("/paired-files/ele/1.txt")
        gone = next(corpus.read(shard))
        assert gone == Rejected("ele/1.txt", None, "1", "cannot be read: no such file or directory")
    finally:
        memory.rm("/paired-files", recursive=True)


def test_the_reader_is_found_by_its_settings(tmp_path: Path) -> None:
    settings = ["source", "target", "language", "split", "headings", "encoding", "levels", "pairs"]
    assert list(reader_settings("folder")) == settings
    write(tmp_path, names("a.src", "a.tgt"))
    assert corpus_at([str(tmp_path)], source="{id}.src", target="{id}.tgt") == PairedFiles(
        str(tmp_path), "{id}.src", "{id}.tgt"
    )


def test_three_folders_and_runs_are_no_corpus(tmp_path: Path) -> None:
    write(tmp_path, names(*(f"{level}/1.txt" for level in ("adv", "int", "ele"))))
    with pytest.raises(InputError, match="3 folders are too many; give the folder above them, or two"):
        corpus_at([str(tmp_path / level) for level in ("adv", "int", "ele")])
    run(PairedFiles(str(tmp_path)), tmp_path / "out")
    with pytest.raises(InputError, match="out: is a run, with its alignments; give the corpus, or see 'vicinal stats"):
        corpus_at([str(tmp_path / "out")])


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)


@given(before=texts, after=texts, id=texts)
def test_a_pattern_gives_back_the_id_of_each_name_it_makes(before: str, after: str, id: str) -> None:
    pattern = Pattern(before, after)
    allowed = bool(id) and not id.startswith("/") and not id.endswith("/")
    assert pattern.id(pattern.name(id)) == (id if allowed else None)


@given(before=texts, after=texts, name=texts)
def test_an_id_is_only_found_in_names_that_its_pattern_makes(before: str, after: str, name: str) -> None:
    pattern = Pattern(before, after)
    id = pattern.id(name)
    assert id is None or pattern.name(id) == name


def test_a_document_that_is_too_large_is_rejected_and_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "MOST_BYTES", 1_000_000)
    write(tmp_path, {"a.complex.pdf": "%PDF-1.7\n", "a.simple.txt": "Bees fly."})
    os.truncate(tmp_path / "a.complex.pdf", 10**10)  # ten gigabytes, none of them on the disk
    for place in (str(tmp_path), f"local://{tmp_path}"):
        reason = "has more than 1 MB; split it, or remove its pictures"
        assert rejected(PairedFiles(place, language="en")) == [Rejected("a.complex.pdf", None, "a", reason)]


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.complex.pdf", b"%PDF-1.7\n\0", "is damaged or incomplete: the PDF cannot be opened"),
        ("a.complex.docx", b"PK\x03\x04\n\0", "is damaged or incomplete: the zip archive cannot be opened"),
        ("a.complex.md", b"# Bees\n\0", "is binary data (a NUL byte at offset 7); give a text file"),
    ],
)
def test_only_plain_text_has_lines(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    write(tmp_path, {name: data, "a.simple.txt": "Bees fly."})
    assert rejected(PairedFiles(str(tmp_path), language="en")) == [Rejected(name, None, "a", reason)]
