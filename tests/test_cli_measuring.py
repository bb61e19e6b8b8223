"""The commands that measure, run as a user runs them."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

import vicinal
from vicinal.methods import METHODS

ROOT = Path(__file__).resolve().parents[1]
EN = str(ROOT / "data" / "gold" / "en.jsonl")
DE = str(ROOT / "data" / "gold" / "de.jsonl")
ES = str(ROOT / "data" / "gold" / "es.jsonl")


def run(*arguments: str, code: int = 0, folder: Path | None = None) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "vicinal", *arguments], capture_output=True, text=True, cwd=folder, check=False
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr


def refused(*arguments: str) -> str:
    out, err = run(*arguments, code=2)
    assert out == ""
    assert err.startswith("vicinal: ")
    assert len(err.splitlines()) == 1
    return err


def test_methods_are_listed_a_line_each() -> None:
    out, _ = run("methods")
    assert [line.split()[0] for line in out.splitlines()] == list(METHODS)
    assert "Reconstructed" in run("methods", "bott_saggion")[0]
    assert "--threshold" in run("methods", "nearest")[0]


def test_evaluate_prints_json_for_each_file_and_all(tmp_path: Path) -> None:
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(gzip.compress(Path(DE).read_bytes()))
    data = json.loads(run("evaluate", EN, str(packed), "--json")[0])
    assert data["method"] == "global"
    assert data["signature"].startswith(f"vicinal {vicinal.__version__}: Global(caution=")
    assert data["documents"] == 26
    for measure in ("links", "pairs", "paragraphs", "strict", "lax"):
        assert {"precision", "recall", "f1", "f05", "interval95"} <= set(data[measure])
    assert set(data["files"]) == {"en", "packed"}
    parts = [data["files"][name]["links"]["correct"] for name in ("en", "packed")]
    assert data["links"]["correct"] == sum(parts)


def test_evaluate_takes_a_method_and_its_settings() -> None:
    low = json.loads(run("evaluate", DE, "--json", "--method", "nearest", "--threshold", "0.1")[0])
    high = json.loads(run("evaluate", DE, "--json", "--method", "nearest", "--threshold", "0.6")[0])
    assert low["signature"] == f"vicinal {vicinal.__version__}: Nearest(threshold=0.1, similarity=TfIdf(idf=None))"
    assert low["links"]["recall"] > high["links"]["recall"]
    out, err = run("evaluate", DE, "--method", "vicinity", "--sentence-alpha", "0.2")
    assert "links without identical" in out
    assert err.startswith(f"vicinal {vicinal.__version__}: Vicinity(paragraph_alpha=0.45, sentence_alpha=0.2, ")


def test_evaluate_scores_what_was_made_elsewhere(tmp_path: Path) -> None:
    predicted = tmp_path / "perfect.jsonl"
    records = [json.loads(line) for line in Path(DE).read_text(encoding="utf-8").splitlines()]
    predicted.write_text("".join(json.dumps({"id": r["id"], "links": r["gold"]}) + "\n" for r in records))
    data = json.loads(run("evaluate", DE, "--predicted", str(predicted), "--json")[0])
    assert (data["method"], data["links"]["f1"], data["strict"]["f1"], data["lax"]["f1"]) == ("predicted", 1, 1, 1)
    predicted.write_text("".join(json.dumps({"id": r["id"], "links": []}) + "\n" for r in records))
    data = json.loads(run("evaluate", DE, "-p", str(predicted), "--json")[0])
    assert (data["links"]["f1"], data["links"]["precision"], data["pairs"]["f05"]) == (0, 0, 0)
    texts = tmp_path / "pairs.tsv"
    texts.write_text("Nicht da.\tAuch nicht.\n", "utf-8")
    out, err = run("evaluate", DE, "-p", str(texts), "--json")
    assert "texts of 1 predicted link are not in the gold" in err
    assert json.loads(out)["links"]["predicted"] == 1


def test_fit_then_align_and_evaluate(tmp_path: Path) -> None:
    model = str(tmp_path / "model.json")
    _, err = run("fit", EN, "--method", "barzilay_elhadad", "-o", model)
    assert f"wrote {model}: barzilay_elhadad fitted on 24 documents" in err
    first = Path(model).read_bytes()
    run("fit", EN, "--method", "barzilay_elhadad", "-o", model)
    assert Path(model).read_bytes() == first
    data = json.loads(run("evaluate", DE, "--json", "--method", "barzilay_elhadad", "--model", model)[0])
    assert data["links"]["f1"] > 0.2
    articles = ROOT / "data" / "articles"
    texts = [str(articles / f"igel.de.{level}.txt") for level in (0, 1)]
    assert "1-1" in run("align", *texts, "-l", "de", "--method", "barzilay_elhadad", "--model", model)[0]
    assert "24 of 24 documents were used to fit" in refused(
        "evaluate", EN, "--method", "barzilay_elhadad", "--model", model
    )


def test_compare_writes_markdown_and_json(tmp_path: Path) -> None:
    page, data = tmp_path / "compare.md", tmp_path / "compare.json"
    for file in (page, data):
        run("compare", DE, "--methods", "vicinity,nearest", "-o", str(file))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("## de: 2 documents, ranked by F1 of links\n")
    assert text.count("\n| ") == 4
    rows = json.loads(data.read_text(encoding="utf-8"))
    assert [row["method"] for row in rows] == ["vicinity", "nearest"]
    assert all(row["seconds"] > 0 and row["megabytes"] > 0 for row in rows)
    assert "best" in run("compare", DE, "--methods", "vicinity,nearest", "--measure", "pairs")[0]


def test_tune_prints_flags_that_work(tmp_path: Path) -> None:
    table, picture = tmp_path / "grid.csv", tmp_path / "grid.svg"
    grid = ["--grid", "threshold=0.1,0.2,0.3"]
    out, _ = run("tune", EN, "--method", "nearest", *grid, "--csv", str(table), "--svg", str(picture))
    flags, held_out, flattering = out.splitlines()
    assert flags == "--method nearest --threshold 0.2"
    assert float(held_out.split(": ")[1].split()[0]) <= float(flattering.split(": ")[1].split()[0])
    data = json.loads(run("evaluate", EN, "--json", *flags.split())[0])
    assert f"{data['links']['f1']:.3f}" in flattering
    with table.open(encoding="utf-8") as file:
        assert [row["threshold"] for row in csv.DictReader(file)] == ["0.1", "0.2", "0.3"]
    assert picture.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["evaluate", "nosuch.jsonl"], "nosuch.jsonl: cannot be read"),
        (["evaluate", str(ROOT / "README.md")], "README.md:1: not JSON"),
        (["evaluate", DE, "--method", "nosuch"], "nosuch"),
        (["evaluate", DE, "--method", "nearest", "--beta", "0.1"], "method 'nearest' has no setting --beta"),
        (["evaluate", DE, "--method", "nearest", "--threshold", "7"], "threshold must be a number from 0 to 1"),
        (["evaluate", DE, DE], "is given twice"),
        (["evaluate", DE, "-p", DE, "--caution", "0.1"], "--caution: cannot be combined with --predicted"),
        (["evaluate", ES, "--method", "smith"], "the 1 given form 1"),
        (["evaluate", DE, "--method", "smith", "--model", DE], "de.jsonl: "),
        (["align", "a", "b", "--method", "smith"], "method 'smith' needs a model: make one with"),
        (["fit", DE, "-o", "x.json"], "Missing option '--method' / '-m'. Choose from: barzilay_elhadad, smith; see "),
        (["compare", DE, "--methods", "nosuch"], "unknown method 'nosuch'"),
        (["compare", DE, "-o", "x.txt"], "the name must end in .html, .md or .json"),
        (["compare", DE, "-o", DE], "the name must end in .html, .md or .json"),
        (["tune", ES], "the 1 given form 1"),
        (["tune", DE, "--method", "smith"], "'smith' needs 3 or more folds"),
        (["tune", EN, "--method", "bott_saggion", "--grid", "rounds=1.5"], "rounds must be a whole number, not 1.5"),
        (["tune", EN, "--grid", "nosuch=1"], "has no setting 'nosuch'"),
        (["tune", EN, "--grid", "beta=a"], "write NAME=A,B"),
        (["tune", EN, "--method", "nearest", "--threshold", "0.2"], "all settings are fixed"),
        (["methods", "nosuch"], "nosuch"),
    ],
    ids=lambda value: " ".join(Path(part).name for part in value) if isinstance(value, list) else "",
)
def test_what_is_refused(arguments: list[str], says: str) -> None:
    assert says in refused(*arguments)


def test_values_of_whole_number_settings_are_whole_numbers() -> None:
    out, _ = run("tune", DE, "--method", "bott_saggion", "--grid", "rounds=1,2", "--grid", "none=0.4000004")
    flags, held_out, _ = out.splitlines()
    assert flags == "--method bott_saggion --none 0.4000004 --rounds 1"
    assert held_out.endswith("(2 folds)")
    run("evaluate", DE, *flags.split())


def test_supervised_methods_are_cross_validated_over_as_many_folds_as_there_are() -> None:
    data = json.loads(run("evaluate", DE, "--json", "--method", "smith")[0])
    assert data["signature"].endswith(" cross-validated over 2 folds")
    assert data["documents"] == 2


def test_a_document_without_words_is_noted_and_the_run_goes_on(tmp_path: Path) -> None:
    lines = Path(DE).read_text(encoding="utf-8")
    bare = {"id": "bare", "source": [["..."]], "target": [["!"]], "gold": [[[0], [0]]]}
    gold = tmp_path / "gold.jsonl"
    gold.write_text(lines + json.dumps(bare) + "\n", "utf-8")
    out, err = run("evaluate", str(gold), "--json")
    note = "vicinal: note: bare: has no words to align; scored as an empty prediction"
    assert err.splitlines().count(note) == 1
    assert json.loads(out)["documents"] == 3
    _, err = run("tune", str(gold), "--method", "nearest", "--grid", "threshold=0.2,0.3")
    assert err.splitlines().count(note) == 1
    said = "1 document could not be aligned by nearest, jaccard: scored as if nothing were predicted"
    assert said in " ".join(run("compare", str(gold), "--methods", "nearest,jaccard")[0].split())
    run("compare", str(gold), "--methods", "nearest,jaccard", "-o", str(tmp_path / "page.md"))
    assert (tmp_path / "page.md").read_text(encoding="utf-8").endswith(f"\nNote: {said}.\n")


def test_a_document_in_two_files_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(Path(DE).read_text(encoding="utf-8").splitlines()[1], "utf-8")
    name = json.loads(other.read_text(encoding="utf-8"))["id"]
    for command in (["evaluate"], ["compare"], ["tune"], ["fit", "--method", "smith", "-o", str(tmp_path / "model")]):
        assert f"{other}: document {name!r} is also in {DE}" in refused(*command, DE, str(other))


def test_what_is_missing_from_predictions_is_noted(tmp_path: Path) -> None:
    record = json.loads(Path(DE).read_text(encoding="utf-8").splitlines()[0])
    predicted = tmp_path / "predicted.jsonl"
    predicted.write_text(json.dumps({"id": record["id"], "links": record["gold"]}) + "\n")
    _, err = run("evaluate", DE, "-p", str(predicted), "--json")
    assert "vicinal: note: no predictions for 1 of 2 gold documents" in err


def test_bad_gold_is_named_with_file_line_and_field(tmp_path: Path) -> None:
    lines = Path(DE).read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[1])
    record["gold"][0][0] = [999]
    (tmp_path / "bad.jsonl").write_text("\n".join([lines[0], json.dumps(record)]), "utf-8")
    err = refused("evaluate", str(tmp_path / "bad.jsonl"))
    assert "bad.jsonl:2: field 'gold': index 999 is not from 0 to" in err


# Gold as it is published.


def test_gold_with_links_that_share_a_sentence_is_scored_with_one_note(tmp_path: Path) -> None:
    records = [json.loads(line) for line in Path(DE).read_text(encoding="utf-8").splitlines()]
    for record in records:
        first = record["gold"][0]
        record["gold"] += [[[first[0][0]], [record["gold"][1][1][0]]], first, [[0], []]]
    gold = tmp_path / "gold.jsonl"
    gold.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    note = (
        f"vicinal: note: {gold}: 6 links share a sentence with another (exact links are scored as a set, pairs as "
        "their union); 2 null links and 2 repeated links ignored"
    )
    out, err = run("evaluate", str(gold), "--json")
    assert err.splitlines()[0] == note
    assert err.count("note") == 1
    plain = json.loads(run("evaluate", DE, "--json")[0])
    found = json.loads(out)
    assert found["links"]["gold"] == plain["links"]["gold"] + 2
    assert found["links"]["correct"] == plain["links"]["correct"]
    assert note in run("compare", str(gold), "--methods", "nearest,smith")[1]
    assert note in run("tune", str(gold), "--method", "nearest", "--grid", "threshold=0.2,0.3")[1]
    model = str(tmp_path / "model")
    for method in ("smith", "barzilay_elhadad"):
        assert note in run("fit", str(gold), "--method", method, "-o", model)[1]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the German sample: texts with a sentence a line, index lines, and a table of texts."""
    folder = tmp_path_factory.mktemp("published")
    rows = [("document", "complex", "simple", "label")]
    for record in (json.loads(line) for line in Path(DE).read_text(encoding="utf-8").splitlines()):
        name = record["id"].replace("/", "_").replace(" ", "")
        sides = [[sentence for paragraph in record[side] for sentence in paragraph] for side in ("source", "target")]
        for side, end in zip(("source", "target"), ("complex", "simple"), strict=True):
            blocks = ["\n".join(paragraph) for paragraph in record[side]]
            (folder / f"{name}.{end}").write_text("\n\n".join(blocks) + "\n", "utf-8")
        lines = [f"{xs}:{ys}:0.5\n" for xs, ys in record["gold"]]
        (folder / f"{name}.path").write_text("".join(lines))
        for link in record["gold"]:
            texts = [" ".join(side[k] for k in numbers) for side, numbers in zip(sides, link, strict=True)]
            rows.append((name, texts[0], texts[1], "aligned"))
    with (folder / "pairs.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return folder


def test_gold_of_others_gives_the_same_scores_as_our_own(published: Path, tmp_path: Path) -> None:
    texts = ["--source", "{id}.complex", "--target", "{id}.simple"]
    own = json.loads(run("evaluate", DE, "--json")[0])
    saved = tmp_path / "saved.jsonl"
    for gold in ("{id}.path", "pairs.csv"):
        out, err = run("evaluate", gold, *texts, "--json", "--save-gold", str(saved), folder=published)
        found = json.loads(out)
        assert found["documents"] == 2
        for measure in ("links", "strict", "lax"):  # not of pairs, which our own gold has apart from links
            assert found[measure] == own[measure]
        assert "change it with" in err
        assert f"wrote {saved}" in err
        again = json.loads(run("evaluate", str(saved), "--json")[0])
        assert (again["links"], again["pairs"]) == (found["links"], found["pairs"])
    assert (
        "sentence a line, because the gold has sentence numbers; change it with --split"
        in run("tune", "{id}.path", *texts, "--method", "nearest", "--grid", "threshold=0.2,0.3", folder=published)[1]
    )
    out, _ = run("compare", "pairs.csv", *texts, "--methods", "nearest", "--split", "lines", folder=published)
    assert "pairs: 2 documents, ranked by F1 of links" in out


def test_predictions_are_scored_against_gold_of_others(published: Path) -> None:
    name = next(published.glob("*.path")).stem
    texts = ["--source", f"{name}.complex", "--target", f"{name}.simple"]
    out, _ = run("evaluate", f"{name}.path", *texts, "--predicted", f"{name}.path", "--json", folder=published)
    data = json.loads(out)
    assert (data["links"]["f1"], data["strict"]["f1"], data["documents"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["{id}.path"], ".path: is vecalign's index lines; give its two texts with --source and --target"),
        (["{id}.path", "--source", "a"], "give both --source and --target"),
        (["{id}.path", "--source", "{id}.x", "--target", "b"], "write {id} in the names of both --source and --target"),
        (["{id}.path", "--source", "{id}.x", "--target", "{id}.x"], ".x: cannot be read"),
        (["{id}.nosuch"], "{id}.nosuch: no file has such a name"),
        ([DE, "--source", "pairs.csv", "--target", "pairs.csv"], "de.jsonl: has its own texts; leave out --source"),
        ([DE, "--split", "lines"], "are for GOLD that has links only; give --source and --target"),
        ([DE, "--source-column", "a"], "give both --source-column and --target-column, or neither"),
        (
            ["pairs.csv", "--source", "{id}.x", "--target", "{id}.y", "--source-column", "a", "--target-column", "b"],
            "pairs.csv: has no columns 'a' and 'b'; its first line is 'document,complex,simple,label'",
        ),
        (
            ["pairs.csv", "--source", "{id}.simple", "--target", "{id}.complex"],
            "give the texts that were annotated, so",
        ),
    ],
)
def test_gold_of_others_that_cannot_be_scored(arguments: list[str], says: str, published: Path) -> None:
    out, err = run("evaluate", *arguments, code=2, folder=published)
    assert out == ""
    (line,) = err.splitlines()
    assert says in line


@pytest.mark.parametrize("command", ["evaluate", "compare", "tune", "fit"])
def test_what_is_refused_is_one_line_without_notes(command: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The ferry runs twice a day.\nIt stays in the harbour.\n")
    (tmp_path / "b.txt").write_text("The boat goes two times a day.\nThen it stays.\n")
    (tmp_path / "x.path").write_text("[0]:[0]\n[4]:[5]\n")
    more = {"fit": ["-o", "model", "--method", "smith"], "compare": ["--methods", "nearest"]}.get(command, [])
    arguments = [command, "x.path", "--source", "a.txt", "--target", "b.txt", *more]
    err = run(*arguments, code=2, folder=tmp_path)[1]
    assert err.startswith("vicinal: x.path:2: link [4]:[5] is outside the 2 x 2 sentences of the two texts; ")
    assert len(err.splitlines()) == 1
    if command == "evaluate":
        (tmp_path / "y.path").write_text("[0]:[0]\n")
        arguments[1] = "y.path"
        err = run(*arguments, "--predicted", "x.path", code=2, folder=tmp_path)[1]
        assert err == "vicinal: x.path:2: link [4]:[5] is outside the 2 x 2 sentences\n"
        assert len(run(*arguments, folder=tmp_path)[1].splitlines()) > 2


@pytest.mark.parametrize("encoding", ["windows-1252", "utf-16"])
def test_gold_may_be_in_another_encoding(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Die Fähre fährt täglich.\nSie hält im Hafen.\n", "utf-8")
    (tmp_path / "b.txt").write_text("Das Schiff fährt jeden Tag.\nEs hält.\n", encoding)
    rows = "source,target\nDie Fähre fährt täglich.,Das Schiff fährt jeden Tag.\nSie hält im Hafen.,Es hält.\n"
    (tmp_path / "x.csv").write_text(rows, encoding)
    arguments = ["evaluate", "x.csv", "--source", "a.txt", "--target", "b.txt", "--predicted", "x.csv", "--json"]
    err = run(*arguments, code=2, folder=tmp_path)[1]
    assert "x.csv: is " in err
    assert f"give --encoding {encoding}" in err
    found = json.loads(run(*arguments, "--encoding", encoding, folder=tmp_path)[0])
    assert (found["links"]["f1"], found["links"]["gold"]) == (1, 2)
    record = {"source": ["Die Fähre fährt täglich."], "target": ["Das Schiff fährt."], "gold": [[[0], [0]]]}
    (tmp_path / "own.jsonl").write_text(json.dumps(record, ensure_ascii=False), encoding)
    run("evaluate", "own.jsonl", "--encoding", encoding, folder=tmp_path)


def test_a_name_in_gold_is_no_path(tmp_path: Path) -> None:
    (tmp_path / "gold.path").write_text("# ../x\n[0]:[0]\n# b\n[0]:[0]\n")
    err = run("evaluate", "gold.path", "--source", "a/{id}", "--target", "b/{id}", code=2, folder=tmp_path)[1]
    assert "document '../x': cannot be part of a file name" in err


def test_sentence_numbers_count_lines_as_other_programs_do(tmp_path: Path) -> None:
    lines = ["== Ein Titel ==", "Der Hund\u2028bellt laut.", "* * *", "Dann\x85schläft er.", "Die Katze sieht zu."]
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("\n".join([*lines[:2], "", *lines[2:]]), "utf-8", newline="")
    (tmp_path / "gold.path").write_text("".join(f"[{n}]:[{n}]\n" for n in range(5)))
    saved = tmp_path / "saved.jsonl"
    run("evaluate", "gold.path", "--source", "a.txt", "--target", "b.txt", "--save-gold", str(saved), folder=tmp_path)
    source = json.loads(saved.read_text(encoding="utf-8"))["source"]
    assert [len(paragraph) for paragraph in source] == [1, 1, 3]
    assert source[2][1:] == ["Dann schläft er.", "Die Katze sieht zu."]
    (tmp_path / "b.txt").write_text("\n \n")
    err = run("evaluate", "gold.path", "--source", "a.txt", "--target", "b.txt", code=2, folder=tmp_path)[1]
    assert err.splitlines()[-1] == "vicinal: b.txt: is empty; there is nothing to align"
