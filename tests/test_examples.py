"""The example of a client package: its types hold against the installed wheel, and it does what its README says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import installed

CLIENT = Path(__file__).resolve().parents[1] / "examples" / "client"
NOTEBOOK = CLIENT / "look.ipynb"

RUN_CELLS = """
import ast, json, sys
names = {}
shown = []
for cell in json.load(open("look.ipynb", encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        *lines, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(lines, []), "look.ipynb", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "look.ipynb", "eval"), names)
        shown.append([type(value).__name__, repr(value), value._repr_html_()])
print(json.dumps(shown))
"""


def client(*arguments: str, folder: Path = CLIENT) -> str:
    """Run the Python that has the wheel, with the client package; return what it prints."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MYPY", "COV_"))}
    done = subprocess.run(
        [installed(), *arguments],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(CLIENT / "src"), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def type_errors(folder: Path, cache: Path) -> str:
    """Return what mypy says of the client in a folder, with the packages of the Python that has the wheel."""
    where = ["--python-executable", str(installed()), "--cache-dir", str(cache)]
    command = [sys.executable, "-m", "mypy", "--strict", *where]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MYPY"))}
    return subprocess.run(command, cwd=folder, env=kept, capture_output=True, text=True).stdout


def test_the_types_hold_against_the_installed_wheel(tmp_path: Path) -> None:
    checked = tmp_path / "client"
    package = checked / "src" / "sentence_pairs"
    package.mkdir(parents=True)
    for path in (CLIENT / "pyproject.toml", *CLIENT.glob("src/sentence_pairs/*.py")):
        (checked / path.relative_to(CLIENT)).write_bytes(path.read_bytes())
    assert type_errors(checked, tmp_path / "cache") == "Success: no issues found in 6 source files\n"
    wrong = package / "wrong.py"
    wrong.write_text("import vicinal\n\nx: int = vicinal.align('a', 'b').sentences[0].score\nvicinal.nothing()\n")
    found = type_errors(checked, tmp_path / "cache")
    assert 'wrong.py:3: error: Incompatible types in assignment (expression has type "float"' in found
    assert found.endswith("Found 2 errors in 1 file (checked 7 source files)\n"), found


def test_the_command_writes_a_table(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    for path in CLIENT.glob("texts/*.txt"):
        (texts / path.name).write_bytes(path.read_bytes())
    (texts / "alone.complex.txt").write_text("A text without a partner.")
    assert client("-m", "sentence_pairs", "texts", "pairs.csv", folder=tmp_path) == (
        "10 pairs of sentences from 2 pairs of texts\n"
    )
    header, first, *rest = (tmp_path / "pairs.csv").read_text(encoding="utf-8").splitlines()
    assert header == "id,kind,score,source_text,target_text"
    assert first.startswith("bees,1-1,0.5455")
    assert len(rest) == 9


def test_alignments_of_the_client_are_written_and_read_again(tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
import vicinal
from sentence_pairs import Beginnings, InOrder, read_folder
found = read_folder(Path("texts"), InOrder(0.3))
path = Path({str(tmp_path)!r}, "found.alignments.jsonl")
found.save(path)
assert list(vicinal.load_many(path)) == found.alignments
print(found.alignments[0])
print(found.unaligned().to_json(orient="values", double_precision=3))
print(vicinal.evaluate("gold.jsonl", vicinal.Vicinity(similarity=Beginnings())).links.f1)
"""
    (tmp_path / "program.py").write_text(program)
    shown, unaligned, score = client(str(tmp_path / "program.py")).splitlines()
    assert shown == "<Alignment 'bees': 6 and 6 sentences, 5 links, by sentence-pairs 1.0: InOrder>"
    assert json.loads(unaligned) == [["bees", 0.167, 0.167], ["library", 0.167, 0.0]]
    assert 0 < float(score) <= 1


def test_the_cells_of_the_notebook_run() -> None:
    shown = json.loads(client("-c", RUN_CELLS).splitlines()[-1])
    assert [kind for kind, _, _ in shown] == ["Alignment", "Alignment", "DataFrame", "DataFrame", "DataFrame"]
    assert all(html.startswith("<iframe") for kind, _, html in shown if kind == "Alignment")
    best = shown[3][1].splitlines()[1].split()
    assert best[:2] == ["0", "global"]
    assert re.findall("<td>(missed|wrong)</td>", shown[4][2]) == ["missed", "wrong"]


@pytest.mark.parametrize("cell", json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"], ids=lambda cell: cell["id"])
def test_the_notebook_is_kept_without_outputs(cell: dict[str, object]) -> None:
    assert not cell.get("outputs")
    assert cell.get("execution_count") is None
