"""Folders with more than two versions of a text, two folders, and names that are only almost understood."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_reader_folder import COMPOSED, DECOMPOSED, LIMITS, names, pairs, plain, read, rejected, write
from tests.test_runs import tree
from vicinal.corpus import run
from vicinal.corpus.contract import Accounts, Limits, Pair, Rejected
from vicinal.corpus.engines import Processes
from vicinal.corpus.local_folder import File
from vicinal.corpus.manifest import with_absolute_paths
from vicinal.corpus.readers import corpus_at
from vicinal.corpus.readers.folder import PairedFiles
from vicinal.corpus.readers.likely_patterns import Likely, cuts, likely_patterns
from vicinal.corpus.readers.name_patterns import Pattern
from vicinal.errors import InputError, SettingError

ROOT = Path(__file__).resolve().parents[1]
LEVELS = ("adv", "int", "ele")
TEXTS = {
    "adv": "The harbour authority postponed the repairs. Fishermen, whose boats lay idle, protested on Monday.",
    "int": "The harbour authority delayed the repairs. On Monday fishermen protested. Their boats could not leave.",
    "ele": "The harbour will be repaired later. The fishermen are angry. Their boats cannot leave.",
}


def onestop(folder: Path, *ids: str) -> Path:
    """Write a folder with the layout of OneStopEnglish as it is published: the middle level is there twice."""
    for level in LEVELS:
        write(folder, {f"{level.title()}-Txt/{id}-{level}.txt": f"{id}. {TEXTS[level]}" for id in ids})
    write(folder, {f"Int-Txt/Int-Txt/{id}-int.txt": f"{id}: “better.” {TEXTS['int']}" for id in ids})
    return folder


def ladder(folder: Path, *ids: str) -> Path:
    return write(folder, {f"{level}/{id}.txt": f"{id}. {TEXTS[level]}" for id in ids for level in LEVELS})


def paired(corpus: PairedFiles) -> list[str | None]:
    return [pair.id for pair in pairs(corpus)]


def message(corpus: PairedFiles) -> str:
    with pytest.raises(InputError) as caught:
        corpus.fingerprint()
    assert "\n" not in str(caught.value)
    return str(caught.value)


class TestLevels:
    """More than two versions of a text."""

    @pytest.mark.parametrize("parent", ["", "Texts-SeparatedByReadingLevel"])
    def test_onestopenglish_is_read_as_published(self, tmp_path: Path, parent: str) -> None:
        onestop(tmp_path / parent, "Banksy", "Arctic mapping")
        write(tmp_path, names("README.md"))
        corpus = PairedFiles(str(tmp_path))
        found = pairs(corpus)
        assert [(pair.id, pair.levels) for pair in found][:3] == [
            ("Arctic mapping.adv / Arctic mapping.int", ("adv", "int")),
            ("Arctic mapping.adv / Arctic mapping.ele", ("adv", "ele")),
            ("Arctic mapping.int / Arctic mapping.ele", ("int", "ele")),
        ]
        assert len(found) == 6
        assert found[0].target.sentences[0].endswith("“better.”")  # of the inner folder
        assert found[0].target == found[2].source
        assert corpus.accounts() == Accounts({"files": 6}, {"second copies": 2, "files of other names": 1})
        assert corpus.notes() == (
            "levels adv, int, ele (recognised), paired adv-int, adv-ele, int-ele; change it with --pairs, --level",
        )

    def test_a_text_that_only_one_copy_of_a_level_has_is_read_from_there(self, tmp_path: Path) -> None:
        onestop(tmp_path, "a", "b")
        (tmp_path / "Int-Txt/Int-Txt/a-int.txt").unlink()
        (tmp_path / "Int-Txt/b-int.txt").unlink()
        corpus = PairedFiles(str(tmp_path))
        assert [pair.file for pair in pairs(corpus) if pair.levels == ("int", "ele")] == [
            "Int-Txt/a-int.txt",
            "Int-Txt/Int-Txt/b-int.txt",
        ]
        assert corpus.accounts() == Accounts({"files": 6})

    @pytest.mark.parametrize(
        ("which", "expected"),
        [
            ("all", ["adv-int", "adv-ele", "int-ele"]),
            ("adjacent", ["adv-int", "int-ele"]),
            ("int-ele, adv-int,adv-int", ["adv-int", "int-ele"]),
            ("adv-ele,int-ele", ["adv-ele", "int-ele"]),
        ],
    )
    def test_which_levels_are_paired(self, tmp_path: Path, which: str, expected: list[str]) -> None:
        ladder(tmp_path, "may/1")
        found = pairs(PairedFiles(str(tmp_path), pairs=which))
        assert ["-".join(pair.levels) for pair in found] == expected
        assert {pair.source.id for pair in found} <= {"may/1.adv", "may/1.int"}
        assert {pair.origin for pair in found} == {"may"}

    def test_two_of_three_levels_are_as_if_the_third_were_not_there(self, tmp_path: Path) -> None:
        ladder(tmp_path / "three", "1", "2")
        corpus = PairedFiles(str(tmp_path / "three"), pairs="adv-ele")
        assert corpus.accounts() == Accounts({"files": 4}, {"files of other levels": 2})
        write(
            tmp_path / "two", {f"{level}/{id}.txt": f"{id}. {TEXTS[level]}" for id in "12" for level in ("adv", "ele")}
        )
        alone = PairedFiles(str(tmp_path / "two"))
        assert read(corpus) == read(alone)
        assert list(corpus.shards(LIMITS)) == list(alone.shards(LIMITS))
        assert corpus.fingerprint().sha256 == alone.fingerprint().sha256
        assert alone.notes() == ()

    @pytest.mark.parametrize("which", ["", "adv", "ele-adv", "adv-ele,", "0-1", "adv-adv"])
    def test_pairs_of_levels_that_are_not_there(self, tmp_path: Path, which: str) -> None:
        ladder(tmp_path, "1")
        assert message(PairedFiles(str(tmp_path), pairs=which)).endswith(
            "are not there; choose from all, adjacent, adv-int, adv-ele, int-ele"
        )

    def test_numbers_are_levels_if_0_is_among_them(self, tmp_path: Path) -> None:
        write(tmp_path, names("a.de.0.txt", "a.de.1.html", "a.de.3.txt", "b.0.txt", "b.1.txt", "c.1.txt"))
        corpus = PairedFiles(str(tmp_path))
        found = read(corpus)
        assert [one.id for one in found] == [
            "a.de.0 / a.de.1",
            "a.de.0 / a.de.3",
            "a.de.1 / a.de.3",
            "b.0 / b.1",
            "c",
        ]
        assert found[-1] == Rejected("c.1.txt", None, "c", "has no partner c.0.txt or c.3.txt", "without a partner")
        write(tmp_path / "chapters", names("a.1.txt", "a.2.txt"))
        assert "no paired files" in message(PairedFiles(str(tmp_path / "chapters")))

    def test_numbers_may_have_two_digits(self, tmp_path: Path) -> None:
        write(tmp_path, names("a.0.txt", "a.9.txt", "a.10.txt", "a.100.txt"))
        corpus = PairedFiles(str(tmp_path))
        assert [pair.id for pair in pairs(corpus)] == ["a.0 / a.9", "a.0 / a.10", "a.9 / a.10"]
        assert corpus.accounts().left_out == {"files of other names": 1}

    def test_the_sample_corpus_needs_no_patterns(self) -> None:
        corpus = PairedFiles(str(ROOT / "data" / "articles"))
        found = pairs(corpus)
        assert len(found) == 28
        gold = b"".join(path.read_bytes() for path in (ROOT / "data" / "gold").glob("*.jsonl")).splitlines()
        ids = {f"{pair.source.id}-{pair.levels[1]}" for pair in found}
        assert ids == {json.loads(line)["id"] for line in gold}
        assert corpus.accounts() == Accounts({"files": 32})

    def test_patterns_of_ones_own(self, tmp_path: Path) -> None:
        files = names("1_B2.txt", "1_A2.txt", "1_A1.txt", "1_C1.txt", "2_B2.txt", "notes.txt")
        write(tmp_path, files)
        corpus = corpus_at([str(tmp_path)], levels=("{id}_B2.txt", "{id}_A2.txt", "{id}_A1.txt"), pairs="adjacent")
        assert isinstance(corpus, PairedFiles)
        found = read(corpus)
        assert [one.id for one in found] == ["1.B2 / 1.A2", "1.A2 / 1.A1", "2"]
        assert found[-1] == Rejected("2_B2.txt", None, "2", "has no partner 2_A2.txt", "without a partner")
        assert corpus.accounts() == Accounts({"files": 4}, {"files of other names": 2})
        assert corpus.notes() == ()
        assert "no file matches --level '{id}_X.txt'; there are files such as '1_A1.txt'" in message(
            PairedFiles(str(tmp_path), levels=("{id}_B2.txt", "{id}_X.txt"))
        )

    def test_levels_without_words_of_their_own_are_numbered(self, tmp_path: Path) -> None:
        write(tmp_path, names("1", "1+", "1++"))
        found = pairs(PairedFiles(str(tmp_path), levels=("{id}", "{id}+", "{id}++"), pairs="adjacent"))
        assert [(pair.levels, pair.file) for pair in found] == [(("0", "1"), "1"), (("1", "2"), "1+")]

    @pytest.mark.parametrize(
        "settings",
        [
            {"levels": ("{id}.a",)},
            {"levels": ("{id}.a", "{id}.b", "{id}.a")},
            {"levels": ("{id}.a", "*.b")},
            {"levels": ("{id}.a", "{id}.b"), "source": "{id}.a", "target": "{id}.b"},
            {"levels": ("{id}.a", "{id}.b"), "other": "there"},
            {"levels": ("{id}.a", "")},
            {"other": "texts"},
            {"other": "./texts/"},
        ],
    )
    def test_settings_that_cannot_be_meant(self, settings: dict[str, object]) -> None:
        with pytest.raises(SettingError):
            PairedFiles("texts", **settings)  # type: ignore[arg-type]

    def test_what_lacks_a_level_is_paired_with_the_others(self, tmp_path: Path) -> None:
        ladder(tmp_path, "1", "2", "3")
        (tmp_path / "int/1.txt").unlink()
        (tmp_path / "adv/2.txt").unlink()
        (tmp_path / "ele/2.txt").unlink()
        write(tmp_path, {"int/3.txt": b"caf\xe9", "ele/4.txt": "Alone.", "ele/5.txt": "One.", "ele/5.md": "Again."})
        write(tmp_path, {"adv/5.txt": "Five.", "int/5.txt": "Five.", "adv/6.txt": "", "int/6.txt": "", "ele/6.txt": ""})
        found = read(PairedFiles(str(tmp_path)))
        assert [one.id if isinstance(one, Pair) else one[:4:2] + one[4:] for one in found] == [
            "1.adv / 1.ele",
            ("adv/1.txt", "1", "missing versions"),
            ("int/2.txt", "2", "without a partner"),
            ("int/3.txt", "3.int", "unreadable"),
            "3.adv / 3.ele",
            ("int/3.txt", "3.int", "unreadable"),
            ("ele/4.txt", "4", "without a partner"),
            "5.adv / 5.int",
            ("ele/5.md", "5", "unreadable"),
            *[("adv/6.txt", "6.adv", "empty")] * 2,
            ("int/6.txt", "6.int", "empty"),
        ]
        assert [one.reason for one in found[1:3] if isinstance(one, Rejected)] == [
            "has no other version int/1.txt",
            "has no partner adv/2.txt or ele/2.txt",
        ]

    def test_versions_that_are_missing_are_counted_and_listed(self, tmp_path: Path) -> None:
        levels = tuple(f"{{id}}_{level}.txt" for level in ("C1", "B1", "A2"))
        texts = [f"The mill has stood by the river since 17{year}. It still works." for year in (10, 20)]
        for id, text in zip("ab", texts, strict=True):
            write(tmp_path / "texts", {level.format(id=id): text for level in levels})
        (tmp_path / "texts/b_A2.txt").unlink()
        done = run(PairedFiles(str(tmp_path / "texts"), levels=levels), tmp_path / "out").manifest
        assert done["accounting"] == {"read": {"files": 5}, "pairs": 4, "left_out": {"missing versions": 1}}
        (line,) = (tmp_path / "out/rejected.jsonl").read_text().splitlines()
        assert json.loads(line)["reason"] == "has no other version b_A2.txt"

    def test_texts_may_have_fewer_numbered_versions(self, tmp_path: Path) -> None:
        write(tmp_path, names("a.0.txt", "a.1.txt", "a.2.txt", "b.0.txt", "b.1.txt", "c.0.txt", "c.2.txt"))
        assert [(one.file, one.reason) for one in rejected(PairedFiles(str(tmp_path)))] == [
            ("c.0.txt", "has no other version c.1.txt")
        ]

    def test_a_level_that_shares_no_text_is_none(self, tmp_path: Path) -> None:
        write(tmp_path, names("adv/1.txt", "ele/1.txt", "int/notes.txt"))
        corpus = PairedFiles(str(tmp_path))
        assert paired(corpus) == ["1"]
        assert corpus.accounts().left_out == {"files of other names": 1}

    def test_names_in_two_spellings_and_hostile_ones(self, tmp_path: Path) -> None:
        ids = ["{id}", "a\nb", "it's", "[x]*?", "日本", "x.adv"]
        write(tmp_path, names(*(f"{level}/{id}.txt" for id in ids for level in LEVELS)))
        write(tmp_path, names(f"adv/{COMPOSED}.txt", f"int/{DECOMPOSED}.txt", f"ele/{COMPOSED}.txt"))
        corpus = PairedFiles(str(tmp_path))
        found = pairs(corpus)
        assert {pair.source.id for pair in found if pair.levels[0] == "adv"} == {f"{id}.adv" for id in (*ids, COMPOSED)}
        (middle,) = (pair.file for pair in found if pair.source.id == f"{COMPOSED}.int")
        assert middle == f"int/{DECOMPOSED}.txt"
        assert all(plain(shard.part) for shard in corpus.shards(LIMITS))

    def test_names_that_are_not_utf8_are_rejected_in_writing(self, tmp_path: Path) -> None:
        ladder(tmp_path, "1")
        try:
            for level in LEVELS:
                (tmp_path / level / os.fsdecode(b"caf\xe9.txt")).write_bytes(b"Text.")
        except OSError:
            pytest.skip("this file system takes only UTF-8 names")
        (one,) = rejected(PairedFiles(str(tmp_path)))
        assert one.file == r"adv/caf\udce9.txt"
        assert "is not valid UTF-8" in one.reason

    def test_links_out_of_the_corpus_are_not_read(self, tmp_path: Path) -> None:
        ladder(tmp_path / "corpus", "1")
        write(tmp_path, {"secret.txt": "Secret."})
        (shard,) = PairedFiles(str(tmp_path / "corpus")).shards(LIMITS)
        (tmp_path / "corpus/int/1.txt").unlink()
        (tmp_path / "corpus/int/1.txt").symlink_to(tmp_path / "secret.txt")
        corpus = PairedFiles(str(tmp_path / "corpus"))
        assert [type(one) for one in corpus.read(shard)] == [Rejected, Pair, Rejected]
        assert paired(corpus) == ["1"]

    def test_the_pairs_of_a_text_stay_in_one_shard(self, tmp_path: Path) -> None:
        ladder(tmp_path, *"abcde")
        (tmp_path / "int/b.txt").unlink()
        corpus = PairedFiles(str(tmp_path))
        shards = list(corpus.shards(Limits(pairs=2)))
        assert [shard.pairs for shard in shards] == [3, 2, 3, 3, 3]
        again = pickle.loads(pickle.dumps(corpus))
        assert [one for shard in shards for one in again.read(shard)] == read(corpus)

    def test_versions_are_split_alike_in_all_their_pairs(self, tmp_path: Path) -> None:
        ladder(tmp_path, "a", "b")
        documents: dict[str, set[object]] = {}
        for pair in pairs(PairedFiles(str(tmp_path))):
            for one in (pair.source, pair.target):
                documents.setdefault(str(one.id), set()).add((one.paragraphs, one.language))
        assert len(documents) == 6
        assert all(len(versions) == 1 for versions in documents.values())

    @pytest.mark.parametrize("consistent", [False, True])
    def test_a_run_gives_the_same_bytes_however_it_is_cut(self, tmp_path: Path, consistent: bool) -> None:
        onestop(tmp_path / "texts", *"abcd")
        corpus = PairedFiles(str(tmp_path / "texts"))
        found = []
        for number, (workers, size) in enumerate(((1, 1000), (2, 3), (2, 1))):
            out = tmp_path / str(number)
            done = run(corpus, out, engine=Processes(workers), limits=Limits(pairs=size), consistent=consistent)
            found.append([one.alignment for one in done.aligned()])
            assert done.manifest["accounting"] == {
                "read": {"files": 12},
                "pairs": 12,
                "left_out": {"second copies": 4},
            }
        assert len(found[0]) == 12
        assert found[0] == found[1] == found[2]
        run(corpus, tmp_path / "again", engine=Processes(1), limits=Limits(pairs=3), consistent=consistent)
        assert tree(tmp_path / "again") == tree(tmp_path / "1")


class TestOneWord:
    """A file without a word is the original of the file with one."""

    @pytest.mark.parametrize(
        ("source", "target", "level"),
        [
            ("news.txt", "news.simple.txt", "simple"),
            ("news.docx", "news.simple.docx", "simple"),
            ("news.html", "news_easy.txt", "easy"),
            ("may/news.txt", "may/news-einfach.txt", "einfach"),
            ("news.2.txt", "news.2.simple.txt", "simple"),
        ],
    )
    def test_it_needs_no_patterns(self, tmp_path: Path, source: str, target: str, level: str) -> None:
        write(tmp_path, names(source, target, "data.json", "README.md"))
        corpus = PairedFiles(str(tmp_path))
        (shard,) = corpus.shards(LIMITS)
        (id,) = (entry if isinstance(entry, str) else entry[0] for entry in shard.part[-1])
        assert id == source.rpartition(".")[0]
        assert corpus.accounts() == Accounts({"files": 2}, {"files of other names": 2})
        patterns = f"'{{id}}.txt' with '{shard.part[1]}'"
        assert corpus.notes() == (f"paired {patterns} (recognised); change it with --source-pattern, --target-pattern",)
        if source.endswith(".txt"):
            (pair,) = pairs(corpus)
            assert (pair.levels, pair.file) == (("source", level), source)

    def test_words_for_both_versions_come_first(self, tmp_path: Path) -> None:
        write(tmp_path, names("1.txt", "1.complex.txt", "1.simple.txt"))
        corpus = PairedFiles(str(tmp_path))
        assert [pair.file for pair in pairs(corpus)] == ["1.complex.txt"]
        assert corpus.accounts() == Accounts({"files": 2}, {"files of other names": 1})

    def test_what_has_no_simple_version_is_told(self, tmp_path: Path) -> None:
        write(tmp_path, names("a.txt", "a.simple.txt", "b.txt", "c.simple.txt"))
        assert rejected(PairedFiles(str(tmp_path))) == [
            Rejected("b.txt", None, "b", "has no partner b.simple.txt", "without a partner"),
            Rejected("c.simple.txt", None, "c", "has no partner c.txt", "without a partner"),
        ]


class TestTwoFolders:
    """A folder of originals, and one of simpler versions."""

    @staticmethod
    def corpus(folder: Path, **settings: object) -> PairedFiles:
        return PairedFiles(str(folder / "originals"), other=str(folder / "simple"), **settings)  # type: ignore[arg-type]

    def test_files_are_paired_by_name(self, tmp_path: Path) -> None:
        write(
            tmp_path, names("originals/may/1.txt", "simple/may/1.txt", "originals/2.txt", f"originals/{COMPOSED}.txt")
        )
        write(tmp_path, names(f"simple/{DECOMPOSED}.txt", "simple/.hidden.txt", "simple/3.html"))
        corpus = corpus_at([str(tmp_path / "originals"), f"{tmp_path / 'simple'}/"])
        assert corpus == PairedFiles(str(tmp_path / "originals"), other=f"{tmp_path / 'simple'}/")
        assert isinstance(corpus, PairedFiles)
        lone, other, accented, pair = read(corpus)
        assert lone == Rejected("originals/2.txt", None, "2", "has no partner simple/2.txt", "without a partner")
        assert other == Rejected("simple/3.html", None, "3", "has no partner originals/3.txt", "without a partner")
        assert isinstance(accented, Pair)
        assert accented.id == COMPOSED
        assert isinstance(pair, Pair)
        assert (pair.id, pair.levels, pair.origin) == ("may/1", ("originals", "simple"), "may")
        assert (pair.source.sentences, pair.file) == (("This is originals/may/1.txt.",), "originals/may/1.txt")
        assert pair.target.sentences == ("This is simple/may/1.txt.",)
        assert corpus.accounts() == Accounts({"files": 6})
        assert corpus.notes() == ()

    def test_suffixes_may_differ(self, tmp_path: Path) -> None:
        write(tmp_path, {"originals/1.html": "<p>One is here.</p>", "simple/1.txt": "One.", "originals/2": "Two."})
        write(tmp_path, {"simple/2.md": "Two.", "originals/3.txt": "Three.", "simple/3.txt": b"\xff\xfe"})
        first, second, third = read(self.corpus(tmp_path))
        assert isinstance(first, Pair)
        assert first.source.sentences == ("One is here.",)
        assert second.id == "2"
        assert isinstance(third, Rejected)
        assert third.file == "simple/3.txt"

    @pytest.mark.parametrize(
        ("source", "target"),
        [("{}-adv.txt", "{}-ele.txt"), ("{}.txt", "{}_simple.txt"), ("orig {}.txt", "{}.txt"), ("src_{}", "tgt_{}")],
    )
    def test_a_word_that_all_names_share_is_left_out(self, tmp_path: Path, source: str, target: str) -> None:
        for id in ("red fox", "may/owl", "bat"):
            write(tmp_path, names(f"originals/{source.format(id)}", f"simple/{target.format(id)}"))
        corpus = self.corpus(tmp_path)
        expected = {"bat", "red fox"} if source.startswith(("orig", "src")) else {"bat", "may/owl", "red fox"}
        assert {one.id for one in read(corpus) if isinstance(one, Pair)} >= expected
        (guess,) = corpus.notes()
        assert guess.startswith("paired 'originals/")
        assert guess.endswith("(recognised); change it with --source-pattern, --target-pattern")

    def test_patterns_are_relative_to_each_folder(self, tmp_path: Path) -> None:
        write(tmp_path, names("originals/a1.x", "simple/b1.x", "simple/b2.x", "simple/c"))
        corpus = self.corpus(tmp_path, source="a{id}.x", target="b{id}.x")
        pair, lone = read(corpus)
        assert isinstance(pair, Pair)
        assert (pair.id, pair.file) == ("1", "originals/a1.x")
        assert lone == Rejected("simple/b2.x", None, "2", "has no partner originals/a2.x", "without a partner")
        assert corpus.accounts() == Accounts({"files": 3}, {"files of other names": 1})
        same = write(tmp_path / "same", names("originals/1.x", "simple/1.x"))
        assert paired(self.corpus(same, source="{id}.x", target="{id}.x")) == ["1"]
        assert f"{tmp_path / 'simple'}: no file matches --target-pattern '{{id}}.y'" in message(
            self.corpus(tmp_path, source="a{id}.x", target="{id}.y")
        )

    def test_files_about_the_others_are_no_pair(self, tmp_path: Path) -> None:
        about = names("originals/README.md", "simple/README.md", "originals/LICENSE", "simple/LICENSE")
        corpus = self.corpus(
            write(tmp_path, about | names("originals/1.txt", "simple/1.txt", "originals/readme 2.txt"))
        )
        assert [one.id for one in read(corpus)] == ["1", "readme 2"]
        assert corpus.accounts() == Accounts({"files": 3}, {"files of other names": 4})

    def test_folders_of_one_name_are_source_and_target(self, tmp_path: Path) -> None:
        write(tmp_path, names("de/texts/1.txt", "ls/texts/1.txt"))
        (pair,) = pairs(PairedFiles(str(tmp_path / "de/texts"), other=str(tmp_path / "ls/texts")))
        assert (pair.levels, pair.file) == (("source", "target"), "source/1.txt")

    def test_a_folder_within_the_other_is_not_read_twice(self, tmp_path: Path) -> None:
        write(tmp_path, names("1.txt", "simple/1.txt"))
        corpus = PairedFiles(str(tmp_path), other=str(tmp_path / "simple"))
        assert paired(corpus) == ["1"]
        assert corpus.accounts() == Accounts({"files": 2})

    def test_names_that_have_nothing_in_common(self, tmp_path: Path) -> None:
        write(tmp_path, names("originals/one.txt", "simple/deux.txt", "empty/.keep"))
        said = message(self.corpus(tmp_path))
        assert "no two files have the same name; there is 'one.txt' in one and 'deux.txt' in the other" in said
        assert "give" in said or "--source-pattern '{id}...'" in said
        empty = PairedFiles(str(tmp_path / "originals"), other=str(tmp_path / "empty"))
        assert "there is 'one.txt' in one and nothing in the other" in message(empty)
        assert "no such folder" in message(PairedFiles(str(tmp_path / "originals"), other=str(tmp_path / "nowhere")))

    def test_hostile_names(self, tmp_path: Path) -> None:
        ids = ["{id}", "a\nb", "x..", "[x]*?", "日本"]
        write(
            tmp_path, names(*(f"originals/{id}-{{id}}.txt" for id in ids), *(f"simple/{id}-{{id}}.txt" for id in ids))
        )
        assert set(paired(self.corpus(tmp_path))) == {f"{id}-{{id}}" for id in ids}
        write(tmp_path / "b", names(*(f"originals/{id}-{{id}}.txt" for id in ids), *(f"simple/{id}.txt" for id in ids)))
        assert "no two files have the same name" in message(self.corpus(tmp_path / "b"))

    def test_the_fingerprint_is_that_of_both(self, tmp_path: Path) -> None:
        write(tmp_path, names("originals/1.txt", "simple/1.txt"))
        corpus = self.corpus(tmp_path)
        first = corpus.fingerprint()
        assert first.files == 2
        write(tmp_path, {"simple/1.txt": "Longer than before, by far."})
        assert corpus.fingerprint().sha256 != first.sha256

    def test_a_run_does_not_depend_on_where_the_folders_are(self, tmp_path: Path) -> None:
        outs = []
        for place in ("here", "there/below"):
            files = {"originals/1.txt": TEXTS["adv"], "simple/1.txt": TEXTS["ele"]}
            corpus = self.corpus(write(tmp_path / place, dict(files)))
            outs.append(tmp_path / place / "out")
            run(corpus, outs[-1])
        assert tree(outs[0]) == tree(outs[1])
        assert with_absolute_paths(PairedFiles("texts")) == PairedFiles(str(Path("texts").absolute()))
        assert "other='simple'" in (outs[0] / "manifest.json").read_text()


def files(*names: str, sizes: dict[str, int] | None = None) -> list[File]:
    return [File(name, (sizes or {}).get(name, 10), 0) for name in sorted(names)]


class TestAlmostUnderstood:
    """Names of no known layout: the message has the patterns that would probably fit."""

    @pytest.mark.parametrize(
        ("source", "target"),
        [
            ("{id}_A.txt", "{id}_B1.txt"),
            ("{id}-de.txt", "{id}-ls.txt"),
            ("orig/{id}.txt", "leicht/{id}.txt"),
            ("{id}/lang.txt", "{id}/kurz.txt"),
            ("texte/alltag/{id}.html", "texte/leicht/{id}.docx"),
            ("AS {id}.txt", "LS {id}.txt"),
            ("Schwer/{id}-schwer.txt", "Leicht/{id}-leicht.txt"),
            ("{id}.de.txt", "{id}.leicht.de.txt"),
        ],
    )
    def test_the_message_has_patterns_that_work(self, tmp_path: Path, source: str, target: str) -> None:
        ids = ["text01", "text02", "text03", "wald"]
        write(tmp_path, {source.format(id=id): "Ein langer Satz steht hier." for id in ids})
        write(tmp_path, {target.format(id=id): "Ein Satz." for id in (*ids, "mehr")})
        said = message(PairedFiles(str(tmp_path)))
        quoted = [f"'{one}'" for one in (source, target)]
        assert said == (
            f"{tmp_path}: no paired files of well-known names; looks like 4 pairs of {quoted[0]} with {quoted[1]}; "
            f"give --source-pattern {quoted[0]} --target-pattern {quoted[1]}"
        )
        found = [one for one in read(PairedFiles(str(tmp_path), source, target)) if isinstance(one, Pair)]
        assert [pair.id for pair in found] == ids

    def test_three_levels_are_listed_longest_first(self, tmp_path: Path) -> None:
        for id in ("a", "b", "c"):
            write(tmp_path, {f"{id}_A2.txt": "x" * 20, f"{id}_B1.txt": "x" * 30, f"{id}_A1.txt": "x" * 10})
        said = message(PairedFiles(str(tmp_path)))
        levels = "--level '{id}_B1.txt' --level '{id}_A2.txt' --level '{id}_A1.txt'"
        assert said.endswith(f"looks like 3 texts in 3 levels; give {levels}")

    def test_names_that_are_not_alike_give_none(self) -> None:
        assert likely_patterns([]) is None
        assert likely_patterns(files("one.txt", "two.txt")) is None
        assert likely_patterns(files(*(f"{word}.txt" for word in "abcdefgh"))) is None
        many = [f"note {word} {word}.txt" for word in "abcdefghijklmnopqrstuvwxyz"]
        assert likely_patterns(files(*many, "x_A.txt", "x_B.txt")) is None

    def test_quotes_in_names_are_quoted(self) -> None:
        found = likely_patterns(files("a_it's.txt", "b_it's.txt", "a_o.txt", "b_o.txt"))
        assert found is not None
        assert "--source-pattern '{id}_it'\"'\"'s.txt' --target-pattern '{id}_o.txt'" in str(found)

    def test_words_are_levels_rather_than_numbers(self) -> None:
        found = likely_patterns(files("1/x.txt", "1/y.txt", "2/x.txt", "2/y.txt", sizes={"1/x.txt": 99}))
        assert found == Likely((Pattern("", "/x.txt"), Pattern("", "/y.txt")), 2)

    def test_what_the_patterns_leave_out_is_told(self, tmp_path: Path) -> None:
        for part in ("train", "test"):
            for number in range(10 if part == "train" else 6):
                write(tmp_path, names(*(f"{part}/{side}/{part}{number}.txt" for side in ("complex", "simple"))))
        assert message(PairedFiles(str(tmp_path))).endswith(
            "--target-pattern 'train/simple/{id}.txt'; 12 other files need a run of their own"
        )

    def test_many_names_that_are_not_alike_take_little_time(self) -> None:
        names = [File(f"{number:x} {number * 7919:x}-{number * 104729:x}_x.txt", 1, 0) for number in range(60_000)]
        with patch("vicinal.corpus.readers.likely_patterns.cuts", wraps=cuts) as cut:
            assert likely_patterns(names) is None
        assert cut.call_count == 5_000

    def test_many_names_take_little_time(self) -> None:
        names = [File(f"{side}/{number % 97}_{number}.txt", 1, 0) for side in "ab" for number in range(20_000)]
        found = likely_patterns(names)
        assert found == Likely((Pattern("a/", ".txt"), Pattern("b/", ".txt")), 20_000)

    @given(st.lists(st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=9), max_size=9))
    def test_no_names_are_too_odd(self, names: list[str]) -> None:
        found = likely_patterns(files(*{name.strip("/") or "x" for name in names}))
        for pattern in found.patterns if found else ():
            assert Pattern.of(str(pattern)) == pattern
