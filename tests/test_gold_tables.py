"""Gold as DEplain and PorSimples publish it: links in one table, texts in files or in another table."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli_corpora import refused, vicinal

# As DEplain has them: a row a link, with the ids of its sentences.
DEPLAIN = [
    *("original", "simplification", "original_id", "simplification_id", "pair_id", "domain", "corpus"),
    *("language_level_original", "language_level_simple", "license", "author", "simple_url", "complex_url"),
    *("simple_title", "complex_title", "access_date", "rater", "alignment"),
]
BELL = (
    [
        "Ihr Haus wurde 2009 eröffnet: ein Museum nur für die Glocke.",
        "Die Glocke, die seit 60 Jahren im Turm hängt, wiegt acht Tonnen, und jeder kennt sie.",
        "Niemand weiß, wer sie gegossen hat.",
        "Sie läutet am Morgen.",
    ],
    [
        "Das Museum gibt es seit 2009.",
        "Die Glocke hängt seit 60 Jahren im Turm.",
        "Alle kennen sie.",
        "Sie läutet am Morgen.",
        "Sie wiegt acht Tonnen.",
    ],
)
BUS = (
    ["Der Bus fährt, wenn es schneit, nicht.", "Das war schon 1990 so."],
    ["Bei Schnee fährt der Bus nicht.", "Das war früher auch so."],
)
LINKS = {
    "86": (BELL, [[[0], [0]], [[1], [1, 2, 4]], [[3], [3]]]),
    "9": (BUS, [[[0, 1], [0, 1]]]),
}


def done(folder: Path, *arguments: str) -> str:
    """Return what a command says beside its table."""
    result = vicinal(folder, *arguments)
    assert result.returncode == 0, result.stderr
    return result.stderr


def write_csv(path: Path, rows: list[list[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def deplain(folder: Path) -> None:
    """Write the links as DEplain does: the texts of joined sentences have a space between them."""
    rows: list[list[Any]] = [DEPLAIN]
    for name, (sides, links) in LINKS.items():
        for link in links:
            texts = [" ".join(side[number] for number in numbers) for side, numbers in zip(sides, link, strict=True)]
            ids = [
                "|".join(f"{name}-{level}-0-{number}" for number in numbers)
                for level, numbers in zip((1, 0), link, strict=True)
            ]
            about = ["health", "web", "c2", "a2", "CC_BY_4", "", "u", "u", "Glocke", "Die Glocke", "2021-01-07", "2"]
            label = "identical" if texts[0] == texts[1] else "aligned"
            rows.append([*texts, *ids, name, *about, label])
    write_csv(folder / "DEplain_web_alignments_test.csv", rows)


def saved(folder: Path) -> dict[str, Any]:
    lines = (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    return {record["id"]: record for record in map(json.loads, lines)}


class TestDEplain:
    """Links with the name of their document."""

    def test_texts_in_files(self, tmp_path: Path) -> None:
        deplain(tmp_path)
        for name, (sides, _) in LINKS.items():
            for side, text in zip(("complex", "simple"), sides, strict=True):
                (tmp_path / f"{name}.{side}").write_text("\n".join(text) + "\n", encoding="utf-8")
        texts = ("--source", "{id}.complex", "--target", "{id}.simple")
        done(tmp_path, "evaluate", "DEplain_web_alignments_test.csv", *texts, "--save-gold", "gold.jsonl")
        found = saved(tmp_path)
        assert {name: record["gold"] for name, record in found.items()} == {n: gold for n, (_, gold) in LINKS.items()}

    def test_texts_in_a_table(self, tmp_path: Path) -> None:
        """As DEplain publishes the documents: sentences between bars."""
        deplain(tmp_path)
        rows = [[*map("|||".join, sides), name, f"{name}-1"] for name, (sides, _) in LINKS.items()]
        write_csv(
            tmp_path / "test.csv", [["original", "simplification", "pair_id", "complex_document_id"], *reversed(rows)]
        )
        command = ["evaluate", "DEplain_web_alignments_test.csv", "--texts", "test.csv"]
        said = done(tmp_path, *command, "--save-gold", "gold.jsonl")
        assert (
            "read the columns 'original' and 'simplification', ids from 'pair_id', sentences separated by '|||'" in said
        )
        assert "--source-column" not in said
        found = saved(tmp_path)
        assert {name: record["gold"] for name, record in found.items()} == {n: gold for n, (_, gold) in LINKS.items()}
        assert found["86"]["source"] == [BELL[0]]
        assert found["86"]["lang"] == "de"

    def test_documents_that_are_not_there(self, tmp_path: Path) -> None:
        deplain(tmp_path)
        write_csv(tmp_path / "test.csv", [["original", "simplification", "pair_id"], [*map("|||".join, BUS), "9"]])
        command = ["evaluate", "DEplain_web_alignments_test.csv", "--texts", "test.csv"]
        assert (
            "test.csv: has no texts for 1 of 2 documents of the gold, such as '86'; its ids are such as '9'"
            in refused(tmp_path, *command)
        )
        write_csv(tmp_path / "test.csv", [["original", "simplification", "pair_id"], ["", "x", "86"], ["a", "b", "9"]])
        assert "test.csv, line 2: column 'original' is empty" in refused(tmp_path, *command)
        assert "leave out --source and --target" in refused(tmp_path, *command, "--source", "a", "--target", "b")
        assert "nowhere.csv: cannot be read" in refused(tmp_path, *command[:-1], "nowhere.csv")


SENTENCES = [
    (1, "ORI", 1, "A balsa que liga a ilha ao porto parou na terça-feira por causa do vento forte."),
    (1, "ORI", 1, "Mais de cem passageiros esperaram no cais."),
    (1, "ORI", 2, "A empresa pediu desculpas aos moradores."),
    (1, "NAT", 1, "A balsa liga a ilha ao porto."),
    (1, "NAT", 1, "Na terça-feira, a balsa parou por causa do vento forte."),
    (1, "NAT", 3, "A empresa pediu desculpas aos moradores."),
    (1, "STR", 1, "A balsa parou."),
    (2, "ORI", 1, "O pomar, plantado em 1931, produz maçãs."),
    (2, "NAT", 1, "O pomar produz maçãs."),
]
ALIGNED = [(0, 3), (0, 4), (2, 5), (4, 6), (7, 8)]  # numbers of sentences
ALIGNS = "production_id\tlevel\ttext_id_from\tsentence_id_from\ttext_id_to\tsentence_id_to\n"


def porsimples(folder: Path, *more: str) -> list[str]:
    """Write the sentences and the links as PorSimples does; return a command."""
    lines = ["production_id\tlevel\ttext_id\tsentence_id\tparagraph\tsentence_text"]
    for number, (article, level, paragraph, text) in enumerate(SENTENCES, 700):
        lines.append(f"{article}\t{level}\t{article}{level}\t{number}\t{paragraph}\t{text} ")
    (folder / "sentences.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = "".join(
        f"{SENTENCES[x][0]}\t{SENTENCES[x][1]}->{SENTENCES[y][1]}\t1\t{700 + x}\t2\t{700 + y}\n" for x, y in ALIGNED
    )
    (folder / "aligns.tsv").write_text(ALIGNS + rows + "".join(more), encoding="utf-8")
    return ["evaluate", "aligns.tsv", "--texts", "sentences.tsv"]


class TestPorSimples:
    """Links between sentence ids."""

    def test_links_of_each_two_levels(self, tmp_path: Path) -> None:
        said = done(tmp_path, *porsimples(tmp_path), "--save-gold", "gold.jsonl")
        assert (
            "read the sentences in 'sentence_text' of sentences.tsv, articles by 'production_id', levels by 'level', "
            "paragraphs by 'paragraph' (recognised)"
        ) in said
        found = saved(tmp_path)
        assert {name: record["gold"] for name, record in found.items()} == {
            "1.ORI / 1.NAT": [[[0], [0, 1]], [[2], [2]]],
            "1.NAT / 1.STR": [[[1], [0]]],
            "2.ORI / 2.NAT": [[[0], [0]]],
        }
        assert found["1.ORI / 1.NAT"]["source"] == [
            [SENTENCES[0][3], SENTENCES[1][3]],
            [SENTENCES[2][3]],
        ]
        assert found["1.ORI / 1.NAT"]["lang"] == "pt"

    def test_packed_tables(self, tmp_path: Path) -> None:
        command = porsimples(tmp_path)
        done(tmp_path, *command, "--save-gold", "gold.jsonl")
        plain = saved(tmp_path)
        for name in ("aligns.tsv", "sentences.tsv"):
            (tmp_path / f"{name}.gz").write_bytes(gzip.compress((tmp_path / name).read_bytes()))
        command = ["evaluate", "aligns.tsv.gz", "--texts", "sentences.tsv.gz", "--save-gold", "gold.jsonl"]
        done(tmp_path, *command)
        assert saved(tmp_path) == plain

    def test_links_of_sentences_that_are_not_there(self, tmp_path: Path) -> None:
        said = done(tmp_path, *porsimples(tmp_path, "1\tORI->NAT\t1\t999\t2\t703\n", "1\tORI->NAT\t1\t701\t\t\n"))
        assert (
            "1 of 6 links left out, because sentences.tsv lacks their sentences; the first is in line 7" in said
        )  # and a sentence without a partner is no link

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            (["1\tORI->NAT\t1\t998\t2\t999\n"] * 6, "aligns.tsv, line 7: 6 of 11 links have sentence ids that are not"),
            (
                ["1\tORI->NAT\t1\t700\t2\t708\n"],
                "aligns.tsv, line 7: links '700' of '1.ORI' and '708' of '2.NAT'; give",
            ),
            (
                ["1\tORI->ORI\t1\t700\t2\t701\n"],
                "aligns.tsv, line 7: links '700' of '1.ORI' and '701' of '1.ORI'; give",
            ),
            (["1\tORI\n"], "aligns.tsv, line 7: has 2 cells; the header has 6"),
        ],
    )
    def test_links_that_cannot_be_scored(self, more: list[str], said: str, tmp_path: Path) -> None:
        assert said in refused(tmp_path, *porsimples(tmp_path, *more))

    def test_sentences_that_cannot_be_read(self, tmp_path: Path) -> None:
        command = porsimples(tmp_path)
        assert "aligns.tsv: has sentence ids; give the table of the sentences with --texts" in refused(
            tmp_path, *command[:2]
        )
        text = (tmp_path / "sentences.tsv").read_text(encoding="utf-8")
        (tmp_path / "sentences.tsv").write_text(text.replace("\t701\t", "\t700\t"), encoding="utf-8")
        assert "sentences.tsv, line 3: the sentence id '700' comes again; ids must be unique" in refused(
            tmp_path, *command
        )
        (tmp_path / "sentences.tsv").write_text(text.replace("sentence_id", "number"), encoding="utf-8")
        assert "sentences.tsv: has no column 'sentence_id'" in refused(tmp_path, *command)
        (tmp_path / "sentences.tsv").write_text("id,advanced,intermediate,elementary\n1,a,b,c\n", encoding="utf-8")
        (tmp_path / "sentences.csv").write_bytes((tmp_path / "sentences.tsv").read_bytes())
        assert "has a column for each level; give a table with a sentence a row" in refused(
            tmp_path, *command[:-1], "sentences.csv"
        )
