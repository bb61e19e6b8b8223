"""Tables with several levels: a row for each (PorSimples), or a column for each (OneStopEnglish)."""

from __future__ import annotations

import gzip
import json
import pickle
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli_corpora import refused as refused_command
from tests.test_cli_corpora import vicinal
from vicinal.corpus import open_run, run
from vicinal.corpus.contract import EMPTY, NO_PARTNER, Accounts, LeftOut, Limits, Pair, Rejected, silent
from vicinal.corpus.engines import Processes
from vicinal.corpus.readers import corpus_at, detect_reader
from vicinal.corpus.readers.level_table import LevelTable
from vicinal.corpus.readers.table import Table
from vicinal.errors import InputError, SettingError

HEAD = ("production_id", "level", "text_id", "sentence_id", "paragraph", "sentence_text")
Rows = Iterable[tuple[Any, ...]]
# Article, level, paragraph, sentence.
FERRY = [
    (1, "ORI", 1, "A balsa que liga a ilha ao porto parou na terça-feira por causa do vento forte."),
    (1, "ORI", 1, "Mais de cem passageiros esperaram no cais. "),
    (1, "ORI", 2, "A empresa pediu desculpas aos moradores, que dependem do serviço."),
    (1, "NAT", 1, "A balsa liga a ilha ao porto."),
    (1, "NAT", 1, "Na terça-feira, a balsa parou por causa do vento forte."),
    (1, "NAT", 1, "Mais de cem passageiros esperaram no cais."),
    (1, "NAT", 3, "A empresa pediu desculpas aos moradores."),
    (1, "STR", 1, "A balsa parou na terça-feira."),
    (1, "STR", 1, "O vento estava forte."),
    (1, "STR", 3, "A empresa pediu desculpas."),
]
ORCHARD = [
    (2, "ORI", 1, "O pomar, plantado em 1931, produz maçãs. Hoje ele é público."),
    (2, "NAT", 1, "O pomar produz maçãs."),
    (2, "STR", 1, "O pomar dá maçãs."),
]


def porsimples(path: Path, rows: Rows, mark: str = "\t") -> str:
    """Write a table as PorSimples is published."""
    lines = [
        (article, level, f"{article}{level}", number, paragraph, text)
        for number, (article, level, paragraph, text) in enumerate(rows, 700)
    ]
    path.write_text("".join(mark.join(map(str, line)) + "\n" for line in (HEAD, *lines)), encoding="utf-8")
    return str(path)


def staged(corpus: Any, folder: Path) -> Any:
    taken, _ = corpus.recognised()
    taken.fingerprint()
    return taken.stage(str(folder / "work"), silent)


def read(corpus: Any, folder: Path) -> list[Any]:
    table = staged(corpus, folder)
    return [one for shard in table.shards(Limits()) for one in table.read(shard)]


def ids(found: Iterable[Any]) -> list[tuple[str | None, str | None]]:
    return [(one.source.id, one.target.id) for one in found if isinstance(one, Pair)]


def refused(corpus: Any, folder: Path) -> str:
    with pytest.raises(InputError) as caught:
        read(corpus, folder)
    assert "\n" not in str(caught.value)
    return str(caught.value)


class TestRows:
    """A level a row."""

    def test_porsimples_needs_no_settings(self, tmp_path: Path) -> None:
        path = porsimples(tmp_path / "porsimples_sentences.tsv", [*FERRY, *ORCHARD])
        assert detect_reader([path]) == "table-levels"
        corpus = corpus_at([path])
        taken, notes = corpus.recognised()  # type: ignore[attr-defined]
        assert notes == (
            "read the texts in 'sentence_text', each row a sentence, paragraphs by 'paragraph', articles by "
            "'production_id', levels by 'level': ORI, NAT, STR, paired ORI-NAT, ORI-STR, NAT-STR (recognised); change "
            "it with --text-column, --row, --paragraph-column, --group-by, --level-column, --level, --pairs",
        )
        assert taken.recognised()[0] == taken
        found = read(corpus, tmp_path)
        pairs = [("ORI", "NAT"), ("ORI", "STR"), ("NAT", "STR")]
        assert [one.levels for one in found] == 2 * pairs
        assert ids(found)[:3] == [(f"1.{source}", f"1.{target}") for source, target in pairs]
        assert found[0].source.paragraphs == (
            (FERRY[0][3], "Mais de cem passageiros esperaram no cais."),
            (FERRY[2][3],),
        )
        assert [len(paragraph) for paragraph in found[0].target.paragraphs] == [3, 1]
        # A row is a sentence, even if it has two.
        assert found[3].source.paragraphs == ((ORCHARD[0][3],),)
        assert [(one.file, one.line, one.origin) for one in found[2:4]] == [
            ("porsimples_sentences.tsv", 5, ""),
            ("porsimples_sentences.tsv", 12, ""),
        ]

    def test_the_documents_can_be_named(self, tmp_path: Path) -> None:
        """As the issue has it."""
        path = porsimples(tmp_path / "s.tsv", FERRY)
        settings = {"group_by": "production_id"}
        assert detect_reader([path], settings) == "table-levels"
        _, notes = corpus_at([path], **settings).recognised()  # type: ignore[attr-defined]
        assert "production_id" not in notes[0]
        assert "--group-by" not in notes[0]
        assert len(read(corpus_at([path], **settings), tmp_path)) == 3

    def test_levels_may_be_interleaved(self, tmp_path: Path) -> None:
        rows = [FERRY[0], FERRY[3], FERRY[1], FERRY[7], FERRY[4], FERRY[2], FERRY[8], FERRY[5], FERRY[6], FERRY[9]]
        plain = read(LevelTable((porsimples(tmp_path / "a.tsv", FERRY),)), tmp_path)
        mixed = read(LevelTable((porsimples(tmp_path / "b.tsv", rows),)), tmp_path)
        assert [(one.source, one.target) for one in mixed] == [(one.source, one.target) for one in plain]

    @pytest.mark.parametrize(
        ("pairs", "wanted"),
        [
            ("adjacent", [("1.ORI", "1.NAT"), ("1.NAT", "1.STR")]),
            ("ORI-STR", [("1", "1")]),
            ("ORI-NAT,ORI-STR", [("1.ORI", "1.NAT"), ("1.ORI", "1.STR")]),
        ],
    )
    def test_pairs_are_chosen(self, pairs: str, wanted: list[tuple[str, str]], tmp_path: Path) -> None:
        found = read(LevelTable((porsimples(tmp_path / "s.tsv", FERRY),), pairs=pairs), tmp_path)
        assert ids(found) == wanted
        left_out = [one for one in found if isinstance(one, LeftOut)]
        assert left_out == ([LeftOut("versions of other levels")] if pairs == "ORI-STR" else [])

    def test_pairs_that_are_not_there(self, tmp_path: Path) -> None:
        path = porsimples(tmp_path / "s.tsv", FERRY)
        said = refused(LevelTable((path,), pairs="STR-ORI"), tmp_path)
        assert said.startswith("pairs 'STR-ORI' are not there; choose from all, adjacent, ORI-NAT, ORI-STR, NAT-STR")

    def test_levels_can_be_given(self, tmp_path: Path) -> None:
        path = porsimples(tmp_path / "s.tsv", FERRY)
        found = read(LevelTable((path,), levels=("STR", "ORI")), tmp_path)
        assert [one.levels for one in found if isinstance(one, Pair)] == [("STR", "ORI")]
        assert LeftOut("versions of other levels") in found
        assert refused(LevelTable((path,), levels=("ORI", "B1")), tmp_path / "other") == (
            f"{path}: no row has the level 'B1'; there are: ORI, NAT, STR"
        )

    @pytest.mark.parametrize(
        ("column", "levels", "wanted"),
        [
            ("level", ["str", "Ori", "nat"], ["Ori", "nat", "str"]),
            ("level", ["ele", "adv", "int"], ["adv", "int", "ele"]),
            ("version", ["10", "0", "2"], ["0", "2", "10"]),
            ("grade", ["4", "12", "7"], ["12", "7", "4"]),
            ("level", ["leicht", "einfach"], ["einfach", "leicht"]),
            ("level", ["umbra", "lux", "nox"], ["umbra", "lux", "nox"]),
        ],
    )
    def test_the_order_of_levels(self, column: str, levels: list[str], wanted: list[str], tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text(f"article,{column},text\n" + "".join(f"a,{level},Text {level}.\n" for level in levels))
        found = read(corpus_at([str(path)], pairs="adjacent"), tmp_path)
        assert [one.levels for one in found] == list(pairwise(wanted))
        (note,) = LevelTable((str(path),)).recognised()[1]
        assert ("in the order of the table" in note) == ("umbra" in levels)

    def test_a_level_that_the_start_does_not_have(self, tmp_path: Path) -> None:
        rows = [(1, "NAT", n, f"Frase {n}.") for n in range(600)] + [(1, "ORI", 1, "Frase."), (1, "B9", 1, "Frase.")]
        found = read(LevelTable((porsimples(tmp_path / "s.tsv", rows),), group_by="production_id"), tmp_path)
        assert [one.levels for one in found] == [("NAT", "ORI"), ("NAT", "B9"), ("ORI", "B9")]

    def test_a_text_a_row(self, tmp_path: Path) -> None:
        """Sentences are found in it."""
        path = tmp_path / "t.jsonl"
        rows = [
            {"slug": "bees", "version": 0, "text": "Bees dance. They show the way.\n\nThe hive follows."},
            {"slug": "bees", "version": 1, "text": "Bees dance."},
        ]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        (pair,) = read(corpus_at([str(path)]), tmp_path)
        assert (pair.id, pair.levels) == ("bees", ("0", "1"))
        assert pair.source.paragraphs == (("Bees dance.", "They show the way."), ("The hive follows.",))

    def test_a_paragraph_a_row(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text(
            "doc_id,level,paragraph_id,text\n"
            "a,complex,1,Bees dance. They turn.\na,complex,2,The hive follows.\na,simple,1,Bees dance. It is true.\n"
        )
        corpus = LevelTable((str(path),))
        assert corpus.recognised()[0].row == "paragraph"
        (pair,) = read(corpus, tmp_path)
        assert pair.source.paragraphs == (("Bees dance.", "They turn."), ("The hive follows.",))
        (pair,) = read(LevelTable((str(path),), row="sentence"), tmp_path / "other")
        assert pair.source.paragraphs == (("Bees dance. They turn.",), ("The hive follows.",))

    def test_sentences_without_paragraphs_are_one(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text("doc_id,level,sentence\na,complex,One.\na,complex,Two. Three.\na,simple,One.\n")
        (pair,) = read(LevelTable((str(path),)), tmp_path)
        assert pair.source.paragraphs == (("One.", "Two. Three."),)

    def test_a_column_of_paragraphs_is_the_text(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text("title,Level,Paragraph\nA,normal,One. Two.\nA,normal,Three.\nA,simple,One.\n")
        assert detect_reader([str(path)]) == "table-levels"
        (pair,) = read(corpus_at([str(path)]), tmp_path)
        assert pair.source.paragraphs == (("One.", "Two."), ("Three.",))

    def test_every_file_is_an_article(self, tmp_path: Path) -> None:
        for name in ("bees", "wasps"):
            (tmp_path / f"{name}.csv").write_text("level,sentence\nadv,Insects fly.\nele,They fly.\n")
        found = read(corpus_at([str(tmp_path)], group_by="file"), tmp_path)
        assert [(one.id, one.origin) for one in found] == [("bees", "bees.csv"), ("wasps", "wasps.csv")]

    def test_origin_and_language(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        rows = ["a,adv,de,news,Hunde bellen.", "a,ele,de,news,Hunde.", "b,adv,!,news,X.", "b,ele,!,news,X."]
        path.write_text("article,level,lang,genre,text\n" + "\n".join(rows) + "\n")
        corpus = LevelTable((str(path),), language_column="lang", origin_column="genre")
        good, bad = read(corpus, tmp_path)
        assert (good.origin, good.source.language) == ("news", "de")
        assert (bad.id, bad.reason) == ("b", "column 'lang' is not a language code: '!'")

    def test_packed_and_array(self, tmp_path: Path) -> None:
        plain = read(LevelTable((porsimples(tmp_path / "s.tsv", FERRY),)), tmp_path / "1")
        packed = tmp_path / "s.tsv.gz"
        packed.write_bytes(gzip.compress((tmp_path / "s.tsv").read_bytes()))
        names = ("production_id", "level", "paragraph", "sentence_text")
        array = tmp_path / "s.json"
        array.write_text(json.dumps([dict(zip(names, row, strict=True)) for row in FERRY]))
        for number, path in enumerate((packed, array)):
            found = read(corpus_at([str(path)]), tmp_path / f"to{number}")
            assert [(one.source, one.target) for one in found] == [(one.source, one.target) for one in plain]

    def test_parquet(self, tmp_path: Path) -> None:
        arrow = pytest.importorskip("pyarrow", reason="pyarrow (extra corpus) is not installed")
        parquet = pytest.importorskip("pyarrow.parquet")
        names = ("production_id", "level", "paragraph", "sentence_text")
        columns = dict(zip(names, map(list, zip(*FERRY, strict=True)), strict=True))
        parquet.write_table(arrow.table(columns), tmp_path / "s.parquet")
        plain = read(LevelTable((porsimples(tmp_path / "s.tsv", FERRY),)), tmp_path / "1")
        found = read(corpus_at([str(tmp_path / "s.parquet")]), tmp_path / "2")
        assert [(one.source, one.target) for one in found] == [(one.source, one.target) for one in plain]

    def test_shards_never_cut_an_article(self, tmp_path: Path) -> None:
        rows = [(n, level, 1, f"Frase {n}.") for n in range(30) for level in ("ORI", "NAT", "STR")]
        table = staged(LevelTable((porsimples(tmp_path / "s.tsv", rows),)), tmp_path)
        whole = [one for shard in table.shards(Limits()) for one in table.read(shard)]
        for limits in (Limits(pairs=1), Limits(pairs=7), Limits(bytes=300)):
            shards = list(table.shards(limits))
            assert shards == list(table.shards(limits))
            assert [shard.number for shard in shards] == list(range(len(shards)))
            assert len(shards) > 5
            parts = [list(table.read(pickle.loads(pickle.dumps(shard)))) for shard in shards]
            assert [one for part in parts for one in part] == whole
            assert all(len(part) % 3 == 0 for part in parts)
            assert sum(shard.pairs for shard in shards) == 90
        assert table.accounts() == Accounts({"files": 1})

    def test_a_run_is_consistent_and_resumes(self, tmp_path: Path) -> None:
        path = porsimples(tmp_path / "s.tsv", [*FERRY, *ORCHARD])
        for _ in range(2):
            done = run(corpus_at([path]), tmp_path / "out", engine=Processes(1), consistent=True)
        assert done.manifest["counts"]["pairs"] == 6
        assert "levels=()" in done.manifest["corpus"]
        assert "group_by='production_id'" in done.manifest["corpus"]
        assert done.manifest["reading"]["language"] == "pt"
        assert [one.levels for one in open_run(tmp_path / "out").aligned()][:3] == [
            ("ORI", "NAT"),
            ("ORI", "STR"),
            ("NAT", "STR"),
        ]

    def test_on_the_command_line(self, tmp_path: Path) -> None:
        porsimples(tmp_path / "s.tsv", [*FERRY, *ORCHARD])
        columns = ["--level-column", "level", "--text-column", "sentence_text", "--paragraph-column", "paragraph"]
        command = ["run", "s.tsv", "--group-by", "production_id", "--workers", "1", "--language", "pt", *columns]
        done = vicinal(tmp_path, *command, "-o", "out", "--row", "sentence", "--pairs", "ORI-STR")
        assert done.returncode == 0, done.stderr
        lines = done.stderr.splitlines()
        assert lines[0].startswith("out: 2 pairs, ")
        assert lines[1] == "read 1 file; left out: 2 versions of other levels"
        assert lines[2] == (
            "vicinal: note: read levels: ORI, NAT, STR, paired ORI-STR (recognised); change it with --level, --pairs"
        )
        for more, said in (
            (["--level", "ORI"], "give --level for each of two or more levels, the original first"),
            (["--level", "ORI", "--level", "A1"], "s.tsv: no row has the level 'A1'; there are: ORI, NAT, STR"),
            (["--id-column", "text_id"], "--id-column is not a setting of reader 'table-levels'"),
        ):
            assert said in refused_command(tmp_path, *command, "-o", "other", *more)


class TestFaults:
    """Tables that are not quite as they should be."""

    def test_missing_and_empty_versions(self, tmp_path: Path) -> None:
        rows = [
            (1, "ORI", 1, "Uma frase."), (1, "NAT", 1, " "), (1, "STR", 1, "Frase."),
            (2, "NAT", 1, "Só uma versão."),
            (3, "ORI", 1, "Duas."), (3, "STR", 1, "Duas."),
        ]  # fmt: skip
        found = read(LevelTable((porsimples(tmp_path / "s.tsv", rows),)), tmp_path)
        assert found[0] == Rejected("s.tsv", 3, "1", "the version 'NAT' is empty", EMPTY)
        assert ids(found) == [("1.ORI", "1.STR"), ("3.ORI", "3.STR")]
        assert found[2] == Rejected("s.tsv", 3, "1", "the version 'NAT' is empty", EMPTY)
        assert found[3] == Rejected("s.tsv", 5, "2", "the version 'NAT' has no partner ORI or STR", NO_PARTNER)

    def test_an_article_that_comes_again(self, tmp_path: Path) -> None:
        path = porsimples(tmp_path / "s.tsv", [FERRY[0], *ORCHARD, FERRY[3]])
        said = refused(LevelTable((path,), group_by="production_id"), tmp_path)
        assert said.startswith(f"{path}, line 6: production_id '1' comes again after other rows; sort the table")

    def test_a_broken_row_makes_its_article_unreadable(self, tmp_path: Path) -> None:
        path = porsimples(tmp_path / "s.tsv", [*FERRY, *ORCHARD])
        with Path(path).open("a", encoding="utf-8") as file:
            file.write("2\tSTR\tonly three\n3\t\t1\t1\t1\tSem nível.\n3\tORI\t1\t1\t1\tFrase.\n")
        found = read(LevelTable((path,)), tmp_path)
        assert len(ids(found)) == 3
        assert [one.reason for one in found[3:]] == [
            "'2' cannot be read as a whole: line 15 has 3 cells; the header has 6",
            "'3' cannot be read as a whole: line 15 has 3 cells; the header has 6",
        ]

    def test_an_article_is_not_too_large(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("vicinal.corpus.readers.table_groups.LARGEST_GROUP", 300)
        path = porsimples(tmp_path / "s.tsv", FERRY)
        assert refused(LevelTable((path,)), tmp_path).startswith(f"{path}: the document '1' is larger than 0 MB; group")

    def test_a_column_that_is_there_twice(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text("article,level,text,text\na,ORI,One.,One.\na,NAT,One.,One.\n")
        assert refused(corpus_at([str(path)]), tmp_path) == (f"{path}: has 2 columns 'text'; give each a unique name")

    def test_objects_without_a_level(self, tmp_path: Path) -> None:
        path = tmp_path / "t.jsonl"
        rows = [{"slug": "a", "level": 0, "text": "One."}, {"slug": "a", "level": 1, "text": "One."}, {"slug": "b"}]
        path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, {"slug": "c", "level": 0, "text": ["x", 1]}]))
        (fault,) = read(LevelTable((str(path),)), tmp_path)
        assert fault.reason == "'a' cannot be read as a whole: line 3 has no column 'text'"

    def test_a_row_without_a_level(self, tmp_path: Path) -> None:
        path = porsimples(tmp_path / "s.tsv", [*FERRY, (2, "ORI", 1, "Frase."), (2, "", 1, "Sem nível.")])
        found = read(LevelTable((path,)), tmp_path)
        assert found[3].reason == (
            "'2' cannot be read as a whole: row 13 has no level; give each row the level of its version"
        )

    @pytest.mark.parametrize(
        ("text", "settings", "said"),
        [
            ("article,level,text\na,ORI,One.\n", {"group_by": "article"}, "there is only the level 'ORI', and nothing"),
            ("article,level,text\n", {"group_by": "article"}, "there is no level, and nothing to pair it with"),
            ("x,level,text\na,ORI,One.\n", {}, "cannot tell which column has the articles; it has: x, level, text; "),
            ("article,level,words\na,b,c\n", {"row": "sentence"}, "cannot tell which column has the texts"),
            ("article,degree,text\na,b,c\n", {"row": "sentence"}, "cannot tell which column has the levels"),
            ("article,level,text\na,b,c\n", {"text_column": "txt"}, "has no column 'txt'; it has: article, level, te"),
            ("article,level,text\na,b,c\n", {"group_by": "slug"}, "has no column 'slug'; it has: article, level, te"),
            ("file,level,text\na,b,c\n", {"group_by": "file"}, "has a column 'file'; rename it, or group by another"),
            (
                "article,level,text\n" + "".join(f"a,{n},Text.\n" for n in range(21)),
                {},
                "column 'level' has more than 20 values; name the column of the levels with --level-column",
            ),
        ],
    )
    def test_what_cannot_be_read(self, text: str, settings: dict[str, str], said: str, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text(text)
        assert refused(corpus_at([str(path)], **settings), tmp_path).startswith(f"{path}: {said}")

    @pytest.mark.parametrize(
        ("settings", "said"),
        [
            ({"row": "word"}, "unknown row 'word'"),
            ({"group_by": "a", "text_column": "a"}, "must be different ones"),
            ({"levels": ("a",)}, "give --level for each of two or more levels"),
            ({"levels": ("a", "a")}, "give --level for each of two or more levels"),
            ({"text_column": ""}, "must name a column"),
            ({"delimiter": "x"}, "unknown delimiter 'x'"),
            ({"encoding": "nope"}, "nope"),
        ],
    )
    def test_settings(self, settings: dict[str, Any], said: str, tmp_path: Path) -> None:
        with pytest.raises((SettingError, InputError), match=said):
            LevelTable((str(tmp_path / "t.csv"),), **settings)
        with pytest.raises(SettingError, match="paths must be a tuple"):
            LevelTable("t.csv")  # type: ignore[arg-type]

    def test_it_is_cut_after_staging(self, tmp_path: Path) -> None:
        corpus = LevelTable((porsimples(tmp_path / "s.tsv", FERRY),))
        with pytest.raises(InputError, match="stage the table first"):
            list(corpus.shards(Limits()))

    def test_other_tables_are_read_as_before(self, tmp_path: Path) -> None:
        for number, header in enumerate(("source,target,level,text", "id,text,words", "complex,simple,version")):
            path = tmp_path / f"{number}.csv"
            path.write_text(f"{header}\n")
            assert detect_reader([str(path)]) == "table"
        assert detect_reader([str(tmp_path / "nowhere.csv")]) == "table"
        long = porsimples(tmp_path / "s.tsv", FERRY)
        assert detect_reader([long], {"source_column": "a", "target_column": "b"}) == "table"
        assert detect_reader([str(tmp_path / "0.csv")], {"level_column": "level"}) == "table-levels"


class TestColumns:
    """A column for each level."""

    HEADER = "Elementary,Intermediate,Advanced\n"
    ROWS = "It rained.,It rained a lot.,It rained heavily.\n,Then it stopped.,Then it stopped.\nBye.,Bye.,Bye.\n"

    def test_every_level_of_onestopenglish(self, tmp_path: Path) -> None:
        for name in ("storm", "flood"):
            (tmp_path / f"{name}.csv").write_text(self.HEADER + self.ROWS)
        settings = {"group_by": "file", "pairs": "all"}
        assert detect_reader([str(tmp_path)], settings) == "table-levels"
        corpus = corpus_at([str(tmp_path)], **settings)
        assert corpus.recognised()[1] == (  # type: ignore[attr-defined]
            "read levels: Advanced, Intermediate, Elementary, paired Advanced-Intermediate, Advanced-Elementary, "
            "Intermediate-Elementary (recognised); change it with --level, --pairs",
        )
        found = read(corpus, tmp_path)
        assert ids(found)[:2] == [
            ("flood.Advanced", "flood.Intermediate"),
            ("flood.Advanced", "flood.Elementary"),
        ]
        assert len(found) == 6
        assert found[1].source.paragraphs == (("It rained heavily.",), ("Then it stopped.",), ("Bye.",))
        assert found[1].target.paragraphs == (("It rained.",), ("Bye.",))

    def test_without_pairs_two_levels_are_read(self, tmp_path: Path) -> None:
        path = tmp_path / "storm.csv"
        path.write_text(self.HEADER + self.ROWS)
        corpus = corpus_at([str(path)], group_by="file")
        assert isinstance(corpus, Table)
        assert "not read: 'Intermediate' (add --pairs all)" in corpus.recognised()[1][0]

    def test_a_row_is_an_article(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text(self.HEADER + self.ROWS.replace("\n,", "\nIt stopped.,"))
        found = read(corpus_at([str(path)], pairs="adjacent"), tmp_path)
        assert ids(found)[2] == ("t:3.Advanced", "t:3.Intermediate")
        assert len(found) == 6
        path.write_text("id," + self.HEADER + "s9,It rained.,It rained a lot.,It rained heavily.\n")
        assert ids(read(corpus_at([str(path)], pairs="adjacent"), tmp_path / "other"))[0] == (
            "s9.Advanced",
            "s9.Intermediate",
        )

    def test_given_columns(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text("doc,B1,A2,A1\nx,It poured down.,It rained.,Rain.\nx,It poured down.,It was wet.,Rain.\n")
        settings: dict[str, Any] = {"group_by": "doc", "levels": ("B1", "A2")}
        (pair,) = read(corpus_at([str(path)], **settings), tmp_path)
        assert (pair.id, pair.levels) == ("x", ("B1", "A2"))
        assert pair.source.paragraphs == (("It poured down.",),)  # what repeats the cell above is passed over
        assert len(pair.target.paragraphs) == 2

    def test_rows_that_cannot_be_read(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text("doc," + self.HEADER + "x,a.,b.\ny,One.,One.,One.\n")
        found = read(corpus_at([str(path)], group_by="doc", pairs="all"), tmp_path)
        assert [one.reason for one in found] == ["'y' cannot be read as a whole: line 2 has 3 cells; the header has 4"]
