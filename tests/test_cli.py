"""The command line, run as people run it: a process of its own, its output read whole."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import vicinal
from vicinal.compiled import active
from vicinal.view.reasons import reason

PROGRAM = [sys.executable, "-m", "vicinal"]
UNWANTED = {"FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "PYTHONUTF8", "PYTHONUNBUFFERED"}
ENVIRONMENT = {key: value for key, value in os.environ.items() if key not in UNWANTED}
ENVIRONMENT |= {"COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}

SOURCE = """\
The lighthouse on the island was built from granite in 1835. Three keepers lived there with their families.

A fire destroyed the old wooden tower during a winter storm. Nobody was hurt. The keepers rowed to the mainland.
Wheat prices rose that year. Today a computer switches the lamp on every evening.
"""
TARGET = """\
The lighthouse on the island was built in 1835.

A fire destroyed the old tower during a storm. Nobody was hurt. Today a computer switches the lamp on.
"""
RECOGNISED = re.compile(r"(?m)^vicinal: note: (read .* \(recognised\); change it with .*)\n")
FILES = {
    "a.txt": SOURCE.encode(),
    "b.txt": TARGET.encode(),
    "a.tsv": SOURCE.encode(),
    "a.src": SOURCE.encode(),
    "empty.txt": b"",
    "mark.txt": b"\xef\xbb\xbf",
    "blank.txt": b"\n \n\t\r\n\n",
    "latin.txt": "Ein Satz.\nZwei Sätze.\n".encode("latin-1"),
    "utf16.txt": SOURCE.encode("utf-16"),
    "utf16le.txt": SOURCE.encode("utf-16-le"),
    "binary.txt": b"GIF89a\0\0\1\0",
    "no-words.txt": b"... !!!\n",
    "prose.json": b"The cat sat.",
    "list.json": b"[1, 2]",
    "other.json": b'{"format": "something else"}',
    "deep.json": b"[" * 100_000,
    "infinite.json": b'{"format": "vicinal-idf/1", "sentences": Infinity, "counts": {}}',
    "counts.json": b'{"format": "vicinal-idf/1", "sentences": 2, "counts": {"a": 3}}',
}


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str
    recognised: str = field(default="", compare=False)  # the note of what was recognised in the texts; not in `err`


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with texts, good and bad, that commands run in."""
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "directory").mkdir()
    (tmp_path / "directory.tsv").mkdir()
    return tmp_path


def run(folder: Path, *arguments: str, stdin: str = "", environment: Mapping[str, str] | None = None) -> Result:
    done = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=folder,
        env={**ENVIRONMENT, **(environment or {})},
        input=stdin.encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    parts = RECOGNISED.split(done.stderr.decode())
    is_given = "--split" in arguments and not {"-l", "--language"}.isdisjoint(arguments)
    assert len(parts) <= (1 if is_given else 3), done.stderr  # one note at most, and none of what was given
    return Result(done.returncode, done.stdout.decode(), "".join(parts[::2]), "".join(parts[1::2]))


def good(folder: Path, *arguments: str, stdin: str = "", environment: Mapping[str, str] | None = None) -> str:
    """Return what a command that must succeed, and say nothing, prints."""
    result = run(folder, *arguments, stdin=stdin, environment=environment)
    assert (result.code, result.err) == (0, ""), result
    return result.out


def snapshot(folder: Path) -> dict[str, bytes | None]:
    return {
        str(entry.relative_to(folder)): entry.read_bytes() if entry.is_file() else None for entry in folder.rglob("*")
    }


def assert_refused(folder: Path, *arguments: str, says: str = "", stdin: str = "") -> None:
    """Run a command that must fail with one line and leave every file as it was."""
    before = snapshot(folder)
    result = run(folder, *arguments, stdin=stdin)
    assert "Traceback" not in result.err, result.err[-600:]
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("vicinal: ")
    assert result.err.endswith("\n")
    assert len(result.err.splitlines()) == 1, result.err
    assert says in result.err
    assert snapshot(folder) == before


def read(folder: Path, language: str | None = None, split: str = "auto") -> tuple[vicinal.Document, vicinal.Document]:
    """Return the two texts as the library reads them."""
    source = vicinal.Document.from_file(folder / "a.txt", language, split=split)
    return source, vicinal.Document.from_file(folder / "b.txt", language, split=split)


def words(text: str) -> str:
    return " ".join(text.split())


# Mistakes: one line, exit code 2, nothing written.


@pytest.mark.parametrize("side", ["source", "target"])
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("missing.txt", "missing.txt: cannot be read: no such file"),
        ("directory", "directory: is a directory"),
        ("a.txt/b.txt", "a.txt/b.txt: cannot be read: not a directory"),
        ("n" * 300, "cannot be read: file name too long"),
        ("empty.txt", "empty.txt: is empty"),
        ("mark.txt", "mark.txt: is empty"),
        ("blank.txt", "blank.txt: is empty"),
        ("latin.txt", "latin.txt: is not UTF-8: byte 0xe4 at offset 16, line 2"),
        ("utf16.txt", "utf16.txt: is UTF-16"),
        ("utf16le.txt", "utf16le.txt: is UTF-16 text; give --encoding utf-16-le"),
        ("binary.txt", "binary.txt: is a GIF picture"),
        ("no-words.txt", "no-words.txt: has no words"),
        ("-", "is empty"),
    ],
)
def test_texts_that_cannot_be_aligned(folder: Path, name: str, says: str, side: str) -> None:
    arguments = (name, "b.txt") if side == "source" else ("a.txt", name)
    assert_refused(folder, "align", *arguments, "-o", "out.tsv", says=says)


@pytest.mark.parametrize(
    "arguments",
    [
        ["explain", "a.txt", "latin.txt"],
        ["explain", "no-words.txt", "b.txt"],
        ["explain", "a.txt", "b.txt", "--beta", "nan"],
        ["explain", "a.txt", "b.txt", "--vicinities", "0,0"],
        ["explain", "a.txt", "b.txt", "--idf", "other.json"],
        ["idf", "a.txt", "latin.txt", "-o", "model.json"],
        ["idf", "a.txt", "empty.txt", "-o", "model.json"],
        ["idf", "no-words.txt", "-o", "model.json"],
        ["idf", "missing.txt", "-o", "model.json"],
        ["idf", "a.txt", "other.json", "-o", "model.json"],
    ],
    ids=" ".join,
)
def test_what_the_other_commands_refuse(folder: Path, arguments: list[str]) -> None:
    assert_refused(folder, *arguments)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--paragraph-alpha", "1.5"], "from 0 to 1, not 1.5"),
        (["--paragraph-alpha=-0.1"], "from 0 to 1, not -0.1"),
        (["--sentence-alpha", "2"], "from 0 to 1, not 2.0"),
        (["--sentence-alpha", "nan"], "from 0 to 1, not nan"),
        (["--paragraph-alpha", "nan"], "from 0 to 1, not nan"),
        (["--beta", "-1"], "from 0 to 1, not -1.0"),
        (["--beta", "inf"], "from 0 to 1, not inf"),
        (["--beta", "much"], "'much' is not a valid float"),
        (["--vicinities", "1"], "write offsets as"),
        (["--vicinities", "1,1,1"], "write offsets as"),
        (["--vicinities", "a,b"], "write offsets as"),
        (["--vicinities", "1;1"], "write offsets as"),
        (["--vicinities", "1,1\n2 2"], "write offsets as"),
        (["--vicinities", "1,1; 0,0"], "vicinity V2: offset (0, 0)"),
        (["--vicinities", "-1,1"], "vicinity V1: offset (-1, 1)"),
        (["--vicinities", "1,1 1,-2"], "vicinity V1: offset (1, -2)"),
        (["--split", "words"], "'words' is not one of"),
        (["--idf", "missing.json"], "missing.json: cannot be read"),
        (["--idf", "directory"], "directory: is a directory"),
        (["--idf", "a.txt"], "a.txt: is not an idf model"),
        (["--idf", "list.json"], "list.json: is not an idf model"),
        (["--idf", "other.json"], "other.json: is not an idf model"),
        (["--idf", "deep.json"], "deep.json: is not an idf model"),
        (["--idf", "infinite.json"], "infinite.json: "),
        (["--idf", "counts.json"], "counts.json: "),
        (["--idf", "binary.txt"], "binary.txt: is a GIF picture"),
        (["--nothing"], "No such option"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_settings_that_are_refused(folder: Path, arguments: list[str], says: str) -> None:
    assert_refused(folder, "align", "a.txt", "b.txt", "-o", "out.tsv", "-m", "vicinity", *arguments, says=says)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-f", "xml"], "'xml' is not one of"),
        (["-f", "xml", "-o", "out.tsv"], "'xml' is not one of"),
        (["-f", "text", "-o", "out.txt"], "--format text"),
        (["-f", "lines"], "-o FILE"),
        (["-o", "out.txt"], "out.txt: cannot tell the format"),
        (["-o", "out"], "out: cannot tell the format"),
        (["-o", ""], "cannot tell the format"),
        (["-o", "nowhere/out.tsv"], "no such folder"),
        (["-o", "a.txt/out.tsv"], "no such folder"),
        (["-o", "directory.tsv"], "directory.tsv: is a directory"),
        (["-o", "directory", "-f", "json"], "directory: is a directory"),
        (["-o", ".", "-f", "lines"], ""),
        (["-o", "/", "-f", "lines"], ""),
        (["-o", "n" * 300 + ".tsv"], "too long"),
        (["-o", "a.txt", "-f", "tsv"], "a.txt: is also an input"),
        (["-o", "b.txt", "-f", "tsv"], "b.txt: is also an input"),
        (["-o", "directory/../b.txt", "-f", "json"], "is also an input"),
        (["-o"], "requires an argument"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_outputs_that_are_refused(folder: Path, arguments: list[str], says: str) -> None:
    assert_refused(folder, "align", "a.txt", "b.txt", *arguments, says=says)


@pytest.mark.parametrize(
    "arguments",
    [
        ["align", "a.tsv", "b.txt", "-o", "a.tsv"],
        ["align", "b.txt", "a.tsv", "-o", "a.tsv"],
        ["align", "a.tsv", "b.txt", "-o", "./directory/../a.tsv"],
        ["align", "a.src", "b.txt", "-o", "a.src"],
        ["align", "b.txt", "a.src", "-o", "a.tgt"],
        ["align", "b.txt", "a.src", "-o", "a", "-f", "lines"],
        ["idf", "a.txt", "-o", "a.txt"],
        ["idf", "a.txt", "b.txt", "-o", "b.txt"],
    ],
    ids=" ".join,
)
def test_no_text_is_ever_written_over(folder: Path, arguments: list[str]) -> None:
    assert_refused(folder, *arguments)


def test_a_symbolic_link_to_an_input_is_not_written_over(folder: Path) -> None:
    (folder / "link.tsv").symlink_to("a.txt")
    assert_refused(folder, "align", "a.txt", "b.txt", "-o", "link.tsv", says="is also an input")


def test_the_model_in_use_is_not_written_over(folder: Path) -> None:
    run(folder, "idf", "a.txt", "-o", "model.json")
    assert_refused(folder, "align", "a.txt", "b.txt", "--idf", "model.json", "-o", "model.json", says="model.json")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["algin", "a.txt", "b.txt"], "No such command 'algin'"),
        (["--nothing"], "No such option"),
        (["align"], "Missing argument 'SOURCE'"),
        (["align", "a.txt"], "Missing argument 'TARGET'"),
        (["align", "a.txt", "b.txt", "c.txt"], "unexpected extra argument"),
        (["align", "-", "-"], "only one of SOURCE and TARGET can be '-'"),
        (["explain", "-", "-"], "only one of SOURCE and TARGET can be '-'"),
        (["explain"], "Missing argument 'SOURCE'"),
        (["idf", "a.txt"], "Missing option '--output'"),
        (["idf", "-o", "model.json"], "Missing argument 'FILE...'"),
        (["idf", "a.txt", "-o", "directory"], "directory"),
        (["idf", "a.txt", "-o", "nowhere/model.json"], "nowhere"),
        (["explain", "missing.json"], "missing.json: cannot be read"),
        (["explain", "a.txt"], "a.txt: "),
        (["explain", "prose.json"], "prose.json: not JSON"),
        (["explain", "list.json"], "list.json: not an alignment"),
        (["explain", "other.json"], "other.json: not an alignment"),
        (["explain", "counts.json"], "counts.json: not an alignment"),
        (["explain", "deep.json"], "deep.json: "),
        (["explain", "latin.txt"], "latin.txt: is not UTF-8"),
        (["explain", "directory"], "directory: is a directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_commands_that_are_refused(folder: Path, arguments: list[str], says: str) -> None:
    assert_refused(folder, *arguments, says=says, stdin="Some words.")


HOSTILE_NAMES = ["two\nlines.txt", "two\r\nlines.txt", "two\u2028lines.txt", "\x1b]0;title\x07.txt", "\x1b[31mred.txt"]


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=ascii)
@pytest.mark.parametrize("data", [None, b"..."], ids=["missing", "no words"])
def test_a_hostile_file_name_still_gives_one_line(folder: Path, name: str, data: bytes | None) -> None:
    if data is not None:
        (folder / name).write_bytes(data)
    assert_refused(folder, "align", "a.txt", name, "-o", "out.tsv")


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=ascii)
def test_a_hostile_file_name_cannot_drive_the_terminal(folder: Path, name: str) -> None:
    result = run(folder, "align", "a.txt", name)
    assert "\x1b" not in result.err
    assert "\x07" not in result.err
    (folder / name).write_bytes(FILES["b.txt"])
    assert not set("\x1b\x07\r") & set(good(folder, "align", "a.txt", name))
    written = run(folder, "align", "a.txt", "b.txt", "-o", name.replace(".txt", ".tsv"))
    assert written.code == 0
    assert len(written.err.splitlines()) == 1
    assert "\x1b" not in written.err


# Commands that succeed.


def test_one_sentence_documents(folder: Path) -> None:
    (folder / "one.txt").write_text("The cat sat on the mat.")
    (folder / "other.txt").write_text("The cat sat on a mat.")
    vicinity = ("--method", "vicinity")
    assert good(folder, "align", "one.txt", "other.txt", "-f", "tsv", *vicinity).splitlines()[1:] == [
        '"1-1"\t0.756325\t0.9901\t"[0]"\t"[0]"\t"The cat sat on the mat."\t"The cat sat on a mat."'
    ]
    for method, title in (("vicinity", "vicinity, the method of Paetzold & Specia (2016)"), ("global", "global")):
        view = good(folder, "align", "one.txt", "other.txt", "-f", "text", "--method", method)
        aligned = "1 of 1 source sentence and 1 of 1 target sentence aligned in 1 link: 1 1-1"
        assert view.rstrip().splitlines()[-1] == f"{aligned}  by {title}"


def test_nothing_in_common(folder: Path) -> None:
    (folder / "one.txt").write_text("Cats purr.")
    (folder / "other.txt").write_text("Dogs bark.")
    result = run(folder, "align", "one.txt", "other.txt")
    assert result.code == 0
    assert "Cats purr." in result.out
    assert "Dogs bark." in result.out
    assert "0 of 1 source sentence and 0 of 1 target sentence aligned in 0 links by global" in result.out
    assert result.err == (
        "vicinal: note: nothing found: no sentences are aligned; no two sentences have a word in common; the caution "
        "is 0.5; --caution 0 and --method vicinity find no more; are these versions of one text? If so, try "
        "--meaning e5 (compares meanings)\n"
    )


@pytest.mark.parametrize("arguments", [[], ["-f", "tsv"], ["-o", "out.json"], ["-o", "out.html"]], ids=" ".join)
def test_little_found_is_one_line(folder: Path, arguments: list[str]) -> None:
    sentences = [
        "Snow closed the pass in April",
        "The baker sold rye bread",
        "Nine goats ate the hedge",
        "It thundered",
    ]
    others = ["Ships need anchors", "Her violin broke", "Numbers never lie", "Moss grew upward"]
    (folder / "one.txt").write_text("\n".join(f"{line}." for line in ("Cold tea tastes bitter", *sentences * 4)))
    (folder / "other.txt").write_text("\n".join(f"{line}." for line in ("Cold tea tastes bitter", *others * 4)))
    for method, demand, useless, way in (
        ("global", "the caution is 0.5", "--caution 0 and --method vicinity", "--meaning e5"),
        (
            "vicinity",
            "the least similarity is 0.45 for paragraphs and 0.3 for sentences",
            "--paragraph-alpha 0.14 --sentence-alpha 0.09 and --method global",
            "--method global --meaning e5",
        ),
    ):
        result = run(folder, "align", "one.txt", "other.txt", "--method", method, *arguments)
        note = [line for line in result.err.splitlines() if not line.startswith("wrote ")]
        assert note == [
            "vicinal: note: little found: 1 of 17 target sentences is aligned; the most similar two are source 1 and "
            f"target 1, with word similarity 1.00; {demand}; {useless} find no more; these texts are probably not "
            "versions of each other: their relatedness is 0.08, below 0.2; if they are, try "
            f"{way} (compares meanings)"
        ]
    kept = good(folder, "align", "a.txt", "b.txt")
    assert "little found" not in kept


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--sentence-alpha", ".2"], "method 'global' has no setting --sentence-alpha; add --method vicinity"),
        (["--idf", "a.json"], "method 'global' has no setting --idf; add --method vicinity"),
        (["--threshold", ".2"], "method 'global' has no setting --threshold; add --method nearest"),
        (
            ["--method", "massalign", "--threshold", ".2"],
            "method 'massalign' has no setting --threshold; it is a setting of: nearest, jaccard",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_setting_of_another_method_says_what_to_do(folder: Path, arguments: list[str], says: str) -> None:
    result = run(folder, "align", "a.txt", "b.txt", *arguments)
    assert (result.code, result.out, result.err) == (2, "", f"vicinal: {says}\n")


def test_the_same_document_twice(folder: Path) -> None:
    sentences = vicinal.Document.from_text(SOURCE).sentences
    alignment = json.loads(good(folder, "align", "a.txt", "a.txt", "-f", "json", "-m", "vicinity"))
    assert [(link["source"], link["target"], link["score"]) for link in alignment["sentences"]] == [
        ([i], [i], 1.0) for i in range(len(sentences))
    ]
    view = good(folder, "align", "a.txt", "a.txt", "-f", "text", "-m", "vicinity")
    assert view.count("1-1 1.00") == len(sentences)
    assert f"in {len(sentences)} links: {len(sentences)} 1-1" in view


@pytest.mark.parametrize("form", ["tsv", "jsonl", "json"])
def test_standard_input_for_either_side(folder: Path, form: str) -> None:
    plain = good(folder, "align", "a.txt", "b.txt", "-f", form)
    as_source = good(folder, "align", "-", "b.txt", "-f", form, stdin=SOURCE)
    as_target = good(folder, "align", "a.txt", "-", "-f", form, stdin=TARGET)
    assert as_source.replace("standard input", "a.txt") == plain
    assert as_target.replace("standard input", "b.txt") == plain


def test_explain_and_idf_read_standard_input(folder: Path) -> None:
    assert good(folder, "explain", "-", "b.txt", stdin=SOURCE) == good(folder, "explain", "a.txt", "b.txt")
    for name, stdin in (("a.txt", ""), ("-", SOURCE)):
        assert run(folder, "idf", name, "-o", f"{name}.json", stdin=stdin).code == 0
    assert (folder / "-.json").read_bytes() == (folder / "a.txt.json").read_bytes()


def test_explain_reads_an_alignment_from_standard_input(folder: Path) -> None:
    saved = good(folder, "align", "a.txt", "b.txt", "-f", "json")
    assert good(folder, "explain", "-", stdin=saved) == good(folder, "explain", "a.txt", "b.txt")


@pytest.mark.parametrize(
    ("arguments", "made"),
    [
        (["-o", "out.json"], {"out.json": "json"}),
        (["-o", "out.jsonl"], {"out.jsonl": "jsonl"}),
        (["-o", "out.tsv"], {"out.tsv": "tsv"}),
        (["-o", "OUT.TSV"], {"OUT.TSV": "tsv"}),
        (["-o", "out.txt", "-f", "tsv"], {"out.txt": "tsv"}),
        (["-o", "out.src"], {"out.src": None, "out.tgt": None}),
        (["-o", "out", "-f", "lines"], {"out.src": None, "out.tgt": None}),
        (["-o", "directory/out.tsv"], {"directory/out.tsv": "tsv"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_outputs(folder: Path, arguments: list[str], made: dict[str, str | None]) -> None:
    before = snapshot(folder)
    result = run(folder, "align", "a.txt", "b.txt", *arguments)
    assert result == Result(0, "", "".join(f"wrote {name}\n" for name in made))
    after = snapshot(folder)
    assert {name: data for name, data in after.items() if name not in made} == before
    for name, form in made.items():
        data = after[name]
        assert data is not None
        if form is not None:
            assert data.decode() == good(folder, "align", "a.txt", "b.txt", "-f", form)
        else:
            assert len(data.splitlines()) == 4


def test_an_output_is_written_over(folder: Path) -> None:
    (folder / "out.tsv").write_bytes(b"old")
    assert run(folder, "align", "a.txt", "b.txt", "-o", "out.tsv").code == 0
    assert (folder / "out.tsv").read_text("utf-8") == good(folder, "align", "a.txt", "b.txt", "-f", "tsv")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_dev_stdout_is_an_output(folder: Path) -> None:
    result = run(folder, "align", "a.txt", "b.txt", "-o", "/dev/stdout", "-f", "tsv")
    assert result.code == 0
    assert result.out == good(folder, "align", "a.txt", "b.txt", "-f", "tsv")


def test_json_on_standard_output_loads_back(folder: Path) -> None:
    (folder / "out.json").write_text(good(folder, "align", "a.txt", "b.txt", "-f", "json"), "utf-8")
    source, target = read(folder)
    assert vicinal.load(folder / "out.json") == vicinal.align(source, target)


def test_options_are_settings(folder: Path) -> None:
    options = ["--method", "vicinity", "--paragraph-alpha", "0.2", "--sentence-alpha", "0.1", "--beta", "0.05"]
    options += ["--no-title"]
    options += ["--vicinities", "1,1 0,1; 3,1", "--language", "en", "--split", "prose"]
    assert run(folder, "align", "a.txt", "b.txt", "-o", "out.json", *options).code == 0
    source, target = read(folder, "en", split="prose")
    assert vicinal.load(folder / "out.json") == vicinal.align(
        source,
        target,
        "vicinity",
        paragraph_alpha=0.2,
        sentence_alpha=0.1,
        beta=0.05,
        title=False,
        vicinities=(((1, 1), (0, 1)), ((3, 1),)),
    )


def test_an_unknown_language_is_noted_once(folder: Path) -> None:
    result = run(folder, "align", "a.txt", "b.txt", "-f", "tsv", "--language", "xx")
    assert result.code == 0
    assert result.out == good(folder, "align", "a.txt", "b.txt", "-f", "tsv", "--language", "en")
    assert result.err.startswith("vicinal: note: ")
    assert "'xx'" in result.err
    assert len(set(result.err.splitlines())) == 1
    assert len(result.err.splitlines()) == 1


def test_byte_order_mark_and_windows_line_ends(folder: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (folder / name).write_bytes(b"\xef\xbb\xbf" + FILES[name].replace(b"\n", b"\r\n"))
    changed = good(folder, "align", "a.txt", "b.txt", "-f", "json")
    for name in ("a.txt", "b.txt"):
        (folder / name).write_bytes(FILES[name])
    assert changed == good(folder, "align", "a.txt", "b.txt", "-f", "json")


def test_a_file_name_that_is_not_unicode(folder: Path) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    try:
        (folder / name).write_bytes(FILES["a.txt"])
    except OSError:
        pytest.skip("the file system takes only Unicode names")
    good(folder, "align", name, "b.txt")
    good(folder, "explain", name, "b.txt")
    for form in ("json", "jsonl", "tsv"):
        good(folder, "align", name, "b.txt", "-f", form)
    assert run(folder, "align", name, "b.txt", "-o", "out.json").code == 0
    assert vicinal.load(folder / "out.json").source.id == name


# The views.


def test_the_view_shows_everything(folder: Path) -> None:
    view = good(folder, "align", "a.txt", "b.txt", "-f", "text")
    for name in ("a.txt", "b.txt"):
        assert name in view.splitlines()[0]
        for number, sentence in enumerate(vicinal.Document.from_file(folder / name).sentences, start=1):
            assert f"{number} {sentence}" in view
    assert re.split(r" {2,}", view.splitlines()[1].strip()) == [
        "source (the original)",
        "link",
        "target (the simpler version)",
    ]
    alignment = vicinal.align(*read(folder))
    assert len(alignment.sentences) == 4
    for link in alignment.sentences:
        assert f"{link.kind} {link.score:.2f}" in view
    last = view.rstrip().splitlines()[-1]
    assert last.startswith("4 of 7 source sentences and 4 of 4 target sentences aligned in 4 links: 4 1-1")
    assert "\x1b" not in view


@pytest.mark.parametrize(
    ("source", "target", "kind"),
    [
        (
            "The red cat sat on the old mat and it slept there all day.",
            "The red cat sat on the mat. It slept there all day.",
            "1-N",
        ),
        (
            "The red cat sat on the mat. It slept there all day.",
            "The red cat sat on the old mat and it slept there all day.",
            "N-1",
        ),
    ],
)
def test_the_view_shows_kinds(folder: Path, source: str, target: str, kind: str) -> None:
    (folder / "one.txt").write_text(source)
    (folder / "other.txt").write_text(target)
    settings = ("-m", "vicinity", "--sentence-alpha", "0.1", "--beta", "1")
    view = good(folder, "align", "one.txt", "other.txt", "-f", "text", *settings)
    assert re.search(rf"{kind} \d\.\d\d", view)
    assert f"1 {kind}" in view.rstrip().splitlines()[-1]


@pytest.mark.parametrize("width", ["1", "40", "80"])
def test_narrow_terminals(folder: Path, width: str) -> None:
    for command in (("align", "-f", "text"), ("explain",)):
        good(folder, *command, "a.txt", "b.txt", environment={"COLUMNS": width})


def test_a_pipe_keeps_who_is_linked_with_whom(folder: Path) -> None:
    alignment = vicinal.align(*read(folder))
    piped = good(folder, "align", "a.txt", "b.txt", environment={"COLUMNS": "40"})
    assert piped == good(folder, "align", "a.txt", "b.txt", "-f", "plain")
    lines = [line.split("\t") for line in piped.splitlines() if line and not line.startswith("#")]
    found: dict[str, tuple[list[int], list[int]]] = {}
    for number, kind, score, side, sentence, text in lines:
        document = alignment.source if side == "source" else alignment.target
        assert text == document.sentences[int(sentence) - 1]
        if number == "-":
            assert (kind, score) == ("1-0" if side == "source" else "0-1", "-")
        else:
            found.setdefault(number, ([], []))[side == "target"].append(int(sentence) - 1)
            link = alignment.sentences[int(number) - 1]
            assert (kind, score) == (link.kind, f"{link.score:.2f}")
    assert [(tuple(xs), tuple(ys)) for xs, ys in found.values()] == [
        (link.source, link.target) for link in alignment.sentences
    ]
    assert len(lines) == len(alignment.source.sentences) + len(alignment.target.sentences)
    assert "aligned in 4 links" in piped.splitlines()[-1]


def test_no_line_is_cut_in_a_pipe(folder: Path) -> None:
    long = " ".join(f"word{i}" for i in range(60))
    (folder / "long.txt").write_text(f"{long}.\n")
    environment = {key: value for key, value in ENVIRONMENT.items() if key != "COLUMNS"}
    for command in (("explain", "long.txt", "long.txt"), ("read", "long.txt")):
        done = subprocess.run([*PROGRAM, *command], cwd=folder, env=environment, capture_output=True, check=True)
        assert f"{long}.\n" in done.stdout.decode()


def test_hostile_text_cannot_drive_the_terminal(folder: Path) -> None:
    hostile = (
        "The \x1b[31mred\x1b[0m cat \x1b]0;title\x07 sat\u202eevil\u202c on [bold]the[/nothing] mat\x08\x7f\x9b1m."
    )
    (folder / "hostile.txt").write_text(hostile, "utf-8")
    for command in (("align", "-f", "text"), ("align", "-f", "plain"), ("explain",)):
        view = good(folder, *command, "hostile.txt", "hostile.txt")
        assert not set("\x1b\x07\x08\x7f\x9b\u202e\u202c") & set(view)
        assert "[bold]the[/nothing]" in view
        assert "\ufffd[31mred" in view
    for form in ("json", "jsonl", "tsv"):
        assert "\u202eevil" in good(folder, "align", "hostile.txt", "hostile.txt", "-f", form)


@pytest.mark.parametrize("text", ["\x1b]0;title\x07", "\x1b[31mred", "[/nothing]", "[bold]", "\u202eevil"], ids=ascii)
@pytest.mark.parametrize("field", ["signature", "vicinity"])
def test_a_hostile_alignment_cannot_drive_the_terminal(folder: Path, field: str, text: str) -> None:
    (file,) = vicinal.save(vicinal.align(*read(folder)), folder / "hostile.json")
    data = json.loads(file.read_bytes())
    if field == "signature":
        data["signature"] = text
    else:
        data["steps"][0]["vicinity"] = text
    file.write_text(json.dumps(data))
    result = run(folder, "explain", "hostile.json")
    assert "Traceback" not in result.err
    assert not set("\x1b\x07\u202e") & set(result.out + result.err)
    if result.code == 0:
        assert text.startswith(("\x1b", "\u202e")) or text in result.out
    else:
        assert result.code == 2
        assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("method", "names"), [("vicinity", {"start", "V1", "nearest"}), ("global", {"first", "next", "skip"})]
)
def test_explain_shows_every_step(folder: Path, method: str, names: set[str]) -> None:
    shown = good(folder, "explain", "a.txt", "b.txt", "--method", method)
    alignment = vicinal.align(*read(folder), method)
    assert {step.vicinity for step in alignment.steps} == names
    lines = shown.splitlines()
    starts = [k for k, line in enumerate(lines) if re.match(r"\d+ ", line)]
    assert len(starts) == len(alignment.steps)
    for number, (k, step) in enumerate(zip(starts, alignment.steps, strict=True), start=1):
        stood = [] if step.stood is None else f"({step.stood[0] + 1}, {step.stood[1] + 1})".split()
        found = f"({step.cell[0] + 1}, {step.cell[1] + 1})".split()
        expected = [str(number), *stood, step.vicinity, *found, f"{step.similarity:.3f}"]
        assert lines[k].split() == expected
        assert lines[k + 1].strip() == reason(step)
    assert "> Nobody was hurt." in shown
    assert alignment.signature in words(shown)
    assert "\x1b" not in shown


@pytest.mark.parametrize("width", ["60", "80", "140"])
def test_explain_shows_every_column_beside_long_sentences(folder: Path, width: str) -> None:
    long = " ".join(f"word{i}" for i in range(60))
    (folder / "long.txt").write_text(f"{long}. Something else happened {long}.")
    shown = good(
        folder, "explain", "long.txt", "long.txt", "-m", "vicinity", environment={"COLUMNS": width}
    ).splitlines()
    assert shown[0].split() == ["step", "stood", "at", "by", "found", "similarity"]
    assert ["2", "start", "(1,", "1)", "1.000"] in [line.split() for line in shown]
    assert all(len(line) <= int(width) for line in shown)


def test_explain_of_a_saved_alignment_is_the_same(folder: Path) -> None:
    options = ["--method", "vicinity", "--sentence-alpha", "0.15", "--beta", "0.1"]
    run(folder, "align", "a.txt", "b.txt", "-o", "out.json", *options)
    assert good(folder, "explain", "out.json") == good(folder, "explain", "a.txt", "b.txt", *options)


def test_explain_tells_why_two_sentences_are_linked_or_not(folder: Path) -> None:
    source, target = read(folder)
    for options in (["--method", "vicinity"], []):
        alignment = vicinal.align(source, target, *options[1:])
        x, y = alignment.sentences[0].source[0], alignment.sentences[0].target[0]
        shown = good(folder, "explain", "a.txt", "b.txt", "--pair", f"{x + 1},{y + 1}", *options)
        assert f"source (the original), sentence {x + 1}" in shown
        assert f"target (the simpler version), sentence {y + 1}" in shown
        assert words(alignment.source.sentences[x]) in words(shown)
        assert words(alignment.target.sentences[y]) in words(shown)
        assert f"Linked: source {x + 1} with target {y + 1}" in shown
        other = good(folder, "explain", "a.txt", "b.txt", "--pair", f" {x + 2} : {y + 1}", *options)
        assert "Not linked." in other
        assert words(other).count("Their similarity by ") == 1
        run(folder, "align", "a.txt", "b.txt", "-o", "out.json", *options)
        assert good(folder, "explain", "out.json", "--pair", f"{x + 2},{y + 1}") == other


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (
            "0,1",
            "vicinal: --pair '0,1': give a source and a target sentence, counted from 1, such as 3,5",
        ),
        ("three", "vicinal: --pair 'three': give a source and a target sentence"),
        ("1,2,3", "vicinal: --pair '1,2,3': give "),
        ("8,1", "vicinal: source sentence 8: the source has sentences 1 to 7 only"),
    ],
)
def test_pairs_that_cannot_be_explained(folder: Path, pair: str, message: str) -> None:
    result = run(folder, "explain", "a.txt", "b.txt", "--pair", pair)
    assert result.code == 2
    assert result.err.startswith(message)


@pytest.mark.parametrize("command", ["align", "align -f text", "explain"])
def test_a_terminal_that_is_not_unicode(folder: Path, command: str) -> None:
    (folder / "wide.txt").write_text("Die Straße ist lang — 日本。", "utf-8")
    texts = ("wide.txt", "wide.txt")
    assert "ist lang" in good(folder, *command.split(), *texts, environment={"PYTHONIOENCODING": "ascii"})


# Corpus models.


def test_models_add_up(folder: Path) -> None:
    assert run(folder, "idf", "a.txt", "b.txt", "-o", "both.json").code == 0
    assert run(folder, "idf", "a.txt", "-o", "one.json").code == 0
    assert run(folder, "idf", "b.txt", "-o", "two.json").code == 0
    for name, inputs in (("merged.json", ["one.json", "two.json"]), ("mixed.json", ["b.txt", "one.json"])):
        result = run(folder, "idf", *inputs, "-o", name)
        assert result.code == 0
        assert result.out == ""
        assert re.fullmatch(rf"wrote {name}: \d+ words of 11 sentences\n", result.err)
        assert (folder / name).read_bytes() == (folder / "both.json").read_bytes()
    model = vicinal.Idf.load(folder / "both.json")
    assert model.sentences == 11
    assert model.counts["lighthouse"] == 2


def test_a_model_can_be_added_to(folder: Path) -> None:
    run(folder, "idf", "a.txt", "b.txt", "-o", "both.json")
    run(folder, "idf", "a.txt", "-o", "model.json")
    assert run(folder, "idf", "model.json", "b.txt", "-o", "model.json").code == 0
    assert (folder / "model.json").read_bytes() == (folder / "both.json").read_bytes()


def test_a_model_is_used(folder: Path) -> None:
    (folder / "corpus.txt").write_text("The lighthouse stood. The lighthouse fell. Nobody saw the lighthouse.")
    assert run(folder, "idf", "corpus.txt", "-o", "model.json").code == 0
    vicinity = ("--method", "vicinity", "--idf", "model.json")
    assert run(folder, "align", "a.txt", "b.txt", *vicinity, "-o", "out.json").code == 0
    model = vicinal.Idf.load(folder / "model.json")
    source, target = read(folder)
    alignment = vicinal.load(folder / "out.json")
    assert alignment == vicinal.align(source, target, "vicinity", similarity=vicinal.TfIdf(model))
    assert repr(model) in alignment.signature
    assert [link.score for link in alignment.sentences] != [
        link.score for link in vicinal.align(source, target, "vicinity").sentences
    ]
    assert good(folder, "explain", "a.txt", "b.txt", *vicinity) == good(folder, "explain", "out.json")


def test_version(folder: Path) -> None:
    assert good(folder, "--version") == f"vicinal {vicinal.__version__} ({active()})\n"


# Habits of a good program.


@pytest.mark.parametrize("arguments", [["align"], ["explain"], ["align", "-f", "json"]], ids=" ".join)
def test_the_same_input_gives_the_same_bytes(folder: Path, arguments: list[str]) -> None:
    outputs = {
        good(folder, *arguments, "a.txt", "b.txt", environment={"PYTHONHASHSEED": seed}) for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1


def test_the_same_corpus_gives_the_same_model(folder: Path) -> None:
    for seed in ("0", "1"):
        run(folder, "idf", "a.txt", "b.txt", "-o", f"{seed}.json", environment={"PYTHONHASHSEED": seed})
    assert (folder / "0.json").read_bytes() == (folder / "1.json").read_bytes()


READ_BY_NOBODY = [["align", "a.txt", "b.txt"], ["align", "a.txt", "b.txt", "-f", "tsv"], ["explain", "a.txt", "b.txt"]]


@pytest.mark.parametrize("arguments", READ_BY_NOBODY, ids=" ".join)
def test_a_reader_that_was_never_there(folder: Path, arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=folder,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr.decode() == ""
    assert done.returncode == 0


@pytest.mark.parametrize("arguments", [["align"], ["align", "-f", "jsonl"], ["explain"]], ids=" ".join)
def test_a_reader_that_has_seen_enough(folder: Path, arguments: list[str]) -> None:
    (folder / "long.txt").write_text("".join(f"Sentence {i} says word{i} and word{i + 1}.\n" for i in range(2000)))
    with subprocess.Popen(
        [*PROGRAM, *arguments, "long.txt", "long.txt"],
        cwd=folder,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read().decode() == ""
        assert process.wait(60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", READ_BY_NOBODY, ids=" ".join)
def test_a_full_disk_is_one_line(folder: Path, arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=folder,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    message = done.stderr.decode()
    assert done.returncode not in (0, -6)
    assert message.startswith("vicinal: ")
    assert "space left" in message.lower()
    assert len(message.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_disk_that_fills_up_is_no_success(folder: Path, form: str, unbuffered: str) -> None:
    command = f'ulimit -f 1; exec "$0" -m vicinal align a.txt b.txt -f {form} > out'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        cwd=folder,
        env={**ENVIRONMENT, "PYTHONUNBUFFERED": unbuffered, "PYTHONDONTWRITEBYTECODE": "1"},
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    assert len((folder / "out").read_bytes()) <= 1024
    assert done.returncode > 0
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("closing", ["<&-", ">&-"])
def test_closed_standard_streams_give_no_traceback(folder: Path, closing: str) -> None:
    command = f'exec "$0" -m vicinal align - b.txt -f tsv {closing}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        cwd=folder,
        env=ENVIRONMENT,
        input=FILES["a.txt"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert b"Traceback" not in done.stderr
