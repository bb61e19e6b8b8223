"""The demonstration: what it writes and says, in the source tree and from the wheel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import vicinal
from tests.installed import installed
from vicinal.errors import InputError
from vicinal.gold import Gold
from vicinal.report.demonstration import demonstrate

ROOT = Path(__file__).resolve().parents[1]
PARTS = ["README.txt", "alignments", "articles", "gold", "report-pages", "report.html", "run"]


def demo(folder: Path, *arguments: str, python: Path | str = sys.executable) -> subprocess.CompletedProcess[str]:
    """Run the demonstration in a folder."""
    command = [python, "-m", "vicinal", "demo", *arguments]
    kept = os.environ if python == sys.executable else {"PATH": os.environ["PATH"]}
    environment = {**kept, "COLUMNS": "80"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder in which the demonstration was started, and what it printed."""
    folder = tmp_path_factory.mktemp("demo")
    done = demo(folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder, done.stdout


def test_the_table_shows_both_methods(made: tuple[Path, str], sample: list[Gold]) -> None:
    folder, printed = made
    table = printed.partition("\nvicinity: the method of Paetzold & Specia (2016)")[0]
    assert all(len(line) <= 80 for line in table.splitlines())
    rows = {line.split()[0]: line.split() for line in table.splitlines() if line.strip()}
    assert rows["article"] == ["article", "sentences", *["links", "right", "found"] * 2]
    assert rows["vicinity"] == ["vicinity", "global"]
    assert {gold.id for gold in sample} <= set(rows)
    links = dict.fromkeys(("vicinity", "global"), 0)
    for gold in sample:
        for name, column in (("vicinity", 4), ("global", 7)):
            links[name] += int(rows[gold.id][column])
    assert rows["all"][1::3] == [str(links["vicinity"]), str(links["global"])]
    for gold in sample:
        assert vicinal.load(folder / "vicinal-demo" / "alignments" / f"{gold.id}.json").signature.startswith(
            f"vicinal {vicinal.__version__}: Global("
        )


def test_everything_is_in_one_folder(made: tuple[Path, str]) -> None:
    folder = made[0] / "vicinal-demo"
    assert sorted(path.name for path in made[0].iterdir()) == ["vicinal-demo"]
    assert sorted(path.name for path in folder.iterdir()) == PARTS
    for part in ("articles", "gold"):
        assert {path.name: path.read_bytes() for path in (folder / part).iterdir()} == {
            path.name: path.read_bytes() for path in (ROOT / "data" / part).iterdir()
        }


def test_what_is_advised_works_in_that_place(made: tuple[Path, str]) -> None:
    folder, printed = made
    advised = dict(re.findall(r"^(\w[^:\n]+): {2,}(.+)$", printed, re.MULTILINE))
    assert list(advised) == [
        "Open the report",
        "Open one page",
        "In the terminal",
        "Correct links",
        "Measure a method",
        "Your own texts",
    ]
    for name in ("Open the report", "Open one page"):
        assert (folder / advised[name]).read_text(encoding="utf-8").startswith("<!doctype html>")
    for name in ("In the terminal", "Measure a method", "Your own texts"):
        done = subprocess.run(advised[name], shell=True, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert advised["Correct links"].endswith(" serve vicinal-demo/run")


def test_a_second_time_leaves_other_files_alone(tmp_path: Path) -> None:
    demonstrate(tmp_path / "new")
    (tmp_path / "new" / "mine.txt").write_text("mine")
    (tmp_path / "new" / "articles" / "igel.de.0.txt").write_text("changed")
    again = demonstrate(tmp_path / "new")
    assert sorted(path.name for path in again.folder.iterdir()) == sorted([*PARTS, "mine.txt"])
    assert (again.folder / "articles" / "igel.de.0.txt").read_text(encoding="utf-8") != "changed"


def test_a_folder_with_other_content_is_left_alone(tmp_path: Path) -> None:
    for name, content in {"notes.txt": "mine", "README.txt": "of another program"}.items():
        folder = tmp_path / name.partition(".")[0]
        folder.mkdir()
        (folder / name).write_text(content)
        done = demo(tmp_path, folder.name)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"vicinal: {folder.name}: has other files in it; name a new folder\n"
        assert [path.name for path in folder.iterdir()] == [name]
    with pytest.raises(InputError, match=r"notes\.txt: is a file; name a new folder"):
        demonstrate(tmp_path / "notes" / "notes.txt")
    with pytest.raises(InputError, match=r"x: cannot be written: not a directory"):
        demonstrate(tmp_path / "notes" / "notes.txt" / "x")


def test_the_wheel_brings_the_sample_corpus(tmp_path: Path, made: tuple[Path, str]) -> None:
    done = demo(tmp_path, python=installed())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.partition("\n\n")[0] == made[1].partition("\n\n")[0]
    pages = [folder / "vicinal-demo" / "alignments" / "igel.de.0-1.html" for folder in (tmp_path, made[0])]
    assert pages[0].read_bytes() == pages[1].read_bytes()
