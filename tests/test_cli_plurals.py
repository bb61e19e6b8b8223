"""Numbers and nouns agree in all that commands say: everything is run on one pair of one sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from vicinal.cli import cli
from vicinal.gold import Gold

ORIGINAL, SIMPLER = "The old lighthouse on the island was built in 1835.", "The lighthouse was built in 1835."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one pair: as texts, as gold, and as a finished run."""
    made = tmp_path_factory.mktemp("one")
    (made / "texts").mkdir()
    for suffix, text in (("complex", ORIGINAL), ("simple", SIMPLER)):
        (made / "texts" / f"a.{suffix}.txt").write_text(text)
        (made / f"{suffix}.txt").write_text(text)
    gold = Gold.from_links("a", [[ORIGINAL]], [[SIMPLER]], [(0, 0)])
    (made / "gold.jsonl").write_text(gold.to_json() + "\n")
    assert said(made, "run texts -o out -w 1").startswith("out: 1 pair, 1 link by global\n")
    assert said(made, "align complex.txt simple.txt -o a.xlsx")
    return made


def said(folder: Path, command: str) -> str:
    """Return all that a command prints, to stdout and stderr."""
    words = [str(folder / word) if (folder / word).exists() else word for word in command.split()]
    if "-o" in words:
        place = words.index("-o") + 1
        words[place] = str(folder / words[place])
    result = CliRunner().invoke(cli, words, prog_name="vicinal", catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output.replace(f"{folder}/", "")


@pytest.mark.parametrize(
    "command",
    [
        "align complex.txt simple.txt",
        "align complex.txt simple.txt -f text",
        "align complex.txt simple.txt -m vicinity -f text",
        "explain complex.txt simple.txt",
        "explain complex.txt simple.txt --pair 1,1",
        "read complex.txt simple.txt",
        "versions complex.txt simple.txt",
        "versions complex.txt simple.txt -f text",
        "idf complex.txt -o weights.json",
        "import a.xlsx",
        "import a.xlsx -o b.gold.jsonl",
        "stats out",
        "stats out --by source --operations",
        "report out -o report.html",
        "export out --to ladder -o ladder",
        "export out --to jsonl -o jsonl --splits 80,10,10",
        "evaluate gold.jsonl",
        "evaluate gold.jsonl -p gold.jsonl",
        "compare gold.jsonl --methods global",
    ],
)
def test_one_is_singular(folder: Path, command: str) -> None:
    text = said(folder, command)
    assert text
    assert (
        re.findall(
            r"\b1 (?:[a-z]+ )?(?:links|pairs|documents|sentences|words|files|pages|levels|rows|articles)\b", text
        )
        == []
    )
    if command.startswith("report"):
        page = (folder / "report.html").read_text()
        assert re.findall(r">[^<]*\b1 (?:links|pairs|documents|sentences|pages)\b", page) == []


def test_one_document_has_no_interval(folder: Path) -> None:
    text = said(folder, "evaluate gold.jsonl")
    assert "gold: 1 document\n" in text
    assert "one document has no confidence interval" in text
    assert "1.000-1.000" not in text
