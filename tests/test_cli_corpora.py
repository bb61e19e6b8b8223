"""Corpora on the command line: run, stats, export."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.test_cli import ENVIRONMENT, PROGRAM, SOURCE, TARGET
from tests.test_runs import ROOT, tree, until
from tests.toy_corpus import FREE, LIMITS, UNGATED
from vicinal.corpus import open_run, run
from vicinal.formats import load
from vicinal.methods.global_.pooling import Pool
from vicinal.view.little_found import advice


def vicinal(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*PROGRAM, *arguments]
    return subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, encoding="utf-8", check=False, timeout=100
    )


def done(folder: Path, *arguments: str) -> str:
    """Return what a command says, after it went well."""
    result = vicinal(folder, *arguments)
    assert (result.returncode, result.stdout) == (0, ""), result.stderr
    return result.stderr


def refused(folder: Path, *arguments: str) -> str:
    """Return the one line that a command says when it fails."""
    result = vicinal(folder, *arguments)
    assert (result.returncode, result.stdout) == (2, ""), result.stderr
    assert result.stderr.startswith("vicinal: ")
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr


def is_group(number: int) -> bool:
    """Tell whether a process group has any process."""
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """A folder with two pairs of texts and a file that lacks its partner."""
    for name in ("lighthouse", "island"):
        (tmp_path / "texts").mkdir(exist_ok=True)
        (tmp_path / "texts" / f"{name}.complex.txt").write_text(SOURCE)
        (tmp_path / "texts" / f"{name}.simple.txt").write_text(TARGET)
    (tmp_path / "texts" / "alone.simple.txt").write_text(TARGET)
    return tmp_path


def test_a_folder_of_texts_becomes_a_corpus_to_publish(texts: Path) -> None:
    said = done(texts, "run", "texts", "-o", "out", "--workers", "2")
    assert said.splitlines() == [
        "out: 2 pairs, 8 links by global",
        "read 5 files; left out: 1 without a partner; see out/rejected.jsonl",
        "vicinal: note: read as prose, in English (recognised); change it with --split, --language",
    ]
    (rejected,) = (json.loads(line) for line in (texts / "out" / "rejected.jsonl").read_text().splitlines())
    assert rejected["file"] == "alone.simple.txt"
    assert "alone.complex.txt" in rejected["reason"]

    shown = vicinal(texts, "stats", "out", "--by", "level")
    assert shown.returncode == 0
    assert shown.stdout.startswith(
        "2 pairs of documents; aligned by global\nread 5 files; left out: 1 without a partner\n"
    )
    assert "complex-simple" in shown.stdout
    counts = json.loads(vicinal(texts, "stats", "out", "--json").stdout)
    assert counts["accounting"]["pairs"] == 2
    assert counts["accounting"]["left_out"] == {"without a partner": 1}
    assert (counts["documents"], counts["links"]) == (2, 8)
    assert (counts["method"], counts["signature"]) == ("global", open_run(texts / "out").signature)
    assert counts["little_found"] == 0
    assert "wrote plots/scores.svg" in done(texts, "stats", "out", "--plots", "plots")
    assert (texts / "plots" / "scores.svg").read_text().startswith("<svg")

    said = done(texts, "export", "out", "--to", "tsv", "-o", "published", "--dedupe")
    assert said.splitlines() == [
        "wrote published/corpus.tsv",
        "wrote published/README.md; fill in the licence",
        "4 links of 2 pairs; 4 links dropped",
    ]
    assert len((texts / "published" / "corpus.tsv").read_text().splitlines()) == 5
    assert "wrote published/README.md" in done(
        texts, "export", "out", "--to", "tsv", "-o", "published", "--kinds", "1-1"
    )
    lines = done(texts, "export", "out", "--to", "csv", "-o", "parts", "--splits", "60,40").splitlines()
    assert lines[:3] == ["wrote parts/train.csv", "wrote parts/test.csv", "wrote parts/README.md; fill in the licence"]
    assert lines[3] == "8 links of 2 pairs"
    assert [line.split(":")[0] for line in lines[4:6]] == ["train", "test"]
    assert sorted(line.split(": ")[1] for line in lines[4:6]) == [
        "0 articles, 0 pairs, 0 links",
        "2 articles, 2 pairs, 8 links",
    ]
    assert lines[6:] == [
        "vicinal: note: a split is empty; the corpus is small, so try other shares, or split it by hand"
    ]
    assert (texts / "parts" / "train.csv").read_bytes().startswith(b"\xef\xbb\xbfpair,link,source,target,")
    (texts / "published" / "README.md").write_text("mine")
    assert "is kept" in done(texts, "export", "out", "--to", "tsv", "-o", "published")


def test_levels_and_two_folders_are_told(tmp_path: Path) -> None:
    for number, level in enumerate(("adv", "int", "ele")):
        (tmp_path / "texts" / level).mkdir(parents=True)
        (tmp_path / "texts" / level / f"island-{level}.txt").write_text(TARGET if number else SOURCE)
    (tmp_path / "texts" / "README.md").write_text("# Texts")
    said = done(tmp_path, "run", "texts", "-o", "out", "--level", "adv/{id}-adv.txt", "--level", "int/{id}-int.txt",
                "--level", "ele/{id}-ele.txt", "--consistent", "-l", "en", "--split", "prose")  # fmt: skip
    assert said.splitlines() == [
        "out: 3 pairs, 12 links by global",
        "read 3 files; left out: 1 file of other names",
    ]
    assert [one.levels for one in open_run(tmp_path / "out").aligned()] == [
        ("adv", "int"),
        ("adv", "ele"),
        ("int", "ele"),
    ]
    said = done(tmp_path, "run", "texts/adv", "texts/ele", "-o", "two", "-l", "en", "--split", "prose")
    assert said.splitlines() == [
        "two: 1 pair, 4 links by global",
        "read 2 files; nothing left out",
        "vicinal: note: paired 'adv/{id}-adv.txt' with 'ele/{id}-ele.txt' (recognised); change it with "
        "--source-pattern, --target-pattern",
    ]


def test_given_again_a_finished_run_is_left_alone_and_other_settings_are_refused(texts: Path) -> None:
    done(texts, "run", "texts", "-o", "out")
    before = tree(texts / "out")
    assert done(texts, "run", "texts/", "-o", "out").startswith("out: 2 pairs, 8 links")
    said = refused(texts, "run", "texts", "-o", "out", "--caution", "0.2")
    assert "holds a run with other settings" in said
    assert "choose a new folder" in said
    (texts / "texts" / "new.simple.txt").write_text(TARGET)
    assert "the corpus has changed" in refused(texts, "run", "texts", "-o", "out")
    assert tree(texts / "out") == before


def test_words_are_weighed_by_the_corpus_if_asked_for(texts: Path) -> None:
    done(texts, "run", "texts", "-o", "out", "-m", "vicinity", "--idf", "corpus", "--workers", "1")
    assert "similarity=TfIdf(idf=Idf(sentences=" in open_run(texts / "out").signature
    done(texts, "idf", "texts/island.complex.txt", "-o", "model.json")
    done(texts, "run", "texts", "-o", "own", "-m", "vicinity", "--idf", "model.json", "--workers", "1")
    assert "Idf(sentences=7" in open_run(texts / "own").signature


def test_priors_are_pooled_if_asked_for(texts: Path) -> None:
    done(texts, "run", "texts", "-o", "out", "--pool", "--workers", "2")
    first, *_ = (one.alignment for one in open_run(texts / "out").aligned())
    assert "pooled=Pooled(match_mean=" in first.signature
    pair = [f"texts/{first.source.id}.{level}.txt" for level in ("complex", "simple")]
    vicinal(texts, "align", *pair, "--pooled", "out/pool.json", "-o", "again.json")
    again = load(texts / "again.json")
    assert (again.signature, again.sentences) == (first.signature, first.sentences)
    assert "holds a run with other settings (pool True there, False here)" in refused(
        texts, "run", "texts", "-o", "out"
    )
    done(texts, "report", "out", "-o", "out.html")
    page = (texts / "out.html").read_text("utf-8")
    assert "<dt>Priors</dt>" in page
    done(texts, "run", "texts", "-o", "usual")
    done(texts, "report", "usual", "-o", "usual.html")
    assert "<dt>Priors</dt>" not in (texts / "usual.html").read_text("utf-8")


def test_tables_as_they_are_published(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    rows = "1;A dog barks. <s> It is loud.;A dog barks. <s> It is loud.\n2;Cats purr. <s> So.;Cats purr. <s> So.\n"
    (tmp_path / "tables" / "valid.csv").write_text("pair_id;complex;simple\n" + rows)
    recognised = (
        "vicinal: note: read the columns 'complex' and 'simple', ids from 'pair_id', cells separated by semicolons, "
        "sentences separated by '<s>' (recognised); change it with --source-column, --target-column, --id-column, "
        "--delimiter, --separator"
    )
    said = done(tmp_path, "run", "tables", "-o", "out", "--workers", "1").splitlines()
    assert said == ["out: 2 pairs, 4 links by global", "read 1 file; nothing left out", recognised]
    parts = "doc\tnormal\tsimple\na\tCafé One is open.\tOne is open.\na\tIt is Monday.\t\nb\tTwo.\tTwo.\n"
    (tmp_path / "parts.txt").write_bytes(parts.encode("utf-16"))
    command = ["run", "parts.txt", "--reader", "table", "--group-by", "doc", "--workers", "1", "--delimiter", "tab"]
    assert "parts.txt: is UTF-16 text; give --encoding utf-16" in refused(tmp_path, *command, "-o", "parts")
    said = done(tmp_path, *command, "-o", "parts", "--encoding", "utf-16").splitlines()
    assert said[0].startswith("parts: 2 pairs, ")
    (tmp_path / "cut.json").write_text('[{"complex": "A dog.", "simple": "A dog."}, {"comp')
    assert refused(tmp_path, "run", "cut.json", "-o", "cut") == (
        "vicinal: cut.json: ends inside its array, after 2 objects; get a complete copy\n"
    )
    assert "unknown delimiter 'x'" in refused(tmp_path, "run", "tables", "-o", "new", "--delimiter", "x")


def test_pairs_with_little_found_are_counted(tmp_path: Path) -> None:
    rows = [{"id": 1, "source": "Cats purr.", "target": "Cats purr."}, {"id": 2, "source": "Hi.", "target": "Bye."}]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for method, title in (("global", "global"), ("vicinity", "vicinity, the method of Paetzold & Specia (2016)")):
        said = done(
            tmp_path, "run", "t.jsonl", "-o", method, "--method", method, "--workers", "1", "-l", "en"
        ).splitlines()
        assert said == [
            f"{method}: 2 pairs, 1 link by {title}",
            f"vicinal: note: little or nothing found in 1 of 2 pairs; see 'vicinal report {method}'; "
            f"{advice(method, flags=True)}",
            "read 1 file; nothing left out",
            "vicinal: note: read as prose (recognised); change it with --split",
        ]
        assert open_run(tmp_path / method).manifest["counts"]["little"] == 1
        shown = vicinal(tmp_path, "stats", method).stdout
        assert (
            "2 pairs of documents, 1 of them without a link; little or nothing found in 1 of 2 pairs; "
            f"aligned by {title}"
        ) in " ".join(shown.split())
        assert json.loads(vicinal(tmp_path, "stats", method, "--json").stdout)["little_found"] == 1
        done(tmp_path, "report", method, "-o", f"{method}.html")
        page = (tmp_path / f"{method}.html").read_text("utf-8")
        assert f"aligned by {title.replace('&', '&amp;')}" in page
        assert "<p>Little or nothing found in 1 of 2 pairs" in page
        assert "are these versions of one text?" in page
        done(tmp_path, "export", method, "--to", "tsv", "-o", f"{method}-card")
        card = (tmp_path / f"{method}-card" / "README.md").read_text("utf-8")
        assert f"| method | `{method}`{title.removeprefix(method)} |" in card
        assert ("please cite Vicinal." in card) == (method == "global")
        assert ("arXiv:1612.04113" in card) == (method == "vicinity")


def test_every_table_gives_the_same_alignments(tmp_path: Path) -> None:
    rows = [
        ("a", "The cat sat on the mat.|||It rained.", "The cat sat.|||It rained."),
        ("b", "Dogs bark.", "Dogs bark."),
    ]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps({"id": i, "n": s, "e": t}) + "\n" for i, s, t in rows))
    (tmp_path / "t.csv").write_text("id,n,e\n" + "".join(f'{i},"{s}","{t}"\n' for i, s, t in rows))
    (tmp_path / "t.tsv").write_text("id\tn\te\n" + "".join(f"{i}\t{s}\t{t}\n" for i, s, t in rows))
    arrow = pytest.importorskip("pyarrow", reason="pyarrow (extra corpus) is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = list(zip(*rows, strict=True))
    parquet.write_table(arrow.table(dict(zip(("id", "n", "e"), columns, strict=True))), tmp_path / "t.parquet")
    found = []
    for name in ("t.jsonl", "t.csv", "t.tsv", "t.parquet"):
        columns_ = ("--source-column", "n", "--target-column", "e", "--separator", "|||")
        done(tmp_path, "run", name, "-o", f"out-{name}", *columns_, "--workers", "1")
        found.append([one.alignment for one in open_run(tmp_path / f"out-{name}").aligned()])
    assert found[0] == found[1] == found[2] == found[3]
    assert [(one.id, len(one.source.sentences), len(one.sentences)) for one in found[0]] == [("a", 2, 2), ("b", 1, 1)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "nowhere: no such folder"),
        (["a.docx"], "a.docx: no such file or folder"),
        (["texts", "more"], "more: no such file or folder"),
        (["texts", "t.csv"], "texts, t.csv: unknown kind of corpus; give a folder, or two"),
        (["texts/island.simple.txt"], "texts/island.simple.txt: unknown kind of corpus; give a folder, or two"),
        (["t.csv", "--pairs", "all"], "--pairs is not a setting of reader 'table'"),
        (["texts", "--pairs", "0-1"], "pairs '0-1' are not there; choose from all, adjacent, complex-simple"),
        (["texts", "--level", "{id}.complex.txt"], "one level is not enough; give --level for each version"),
        (["t.csv", "--level", "{id}.a", "--level", "{id}.b"], "--level is not a setting of reader 'table'"),
        (["texts", "texts"], "both folders are 'texts'; give the originals, then the simpler versions"),
        (["texts", "--source-pattern", "{id}.txt"], "one pattern is missing; give both"),
        (["one.xml"], "one.xml: is only one dump; give the dumps of two wikis, the original first"),
        (["t.csv"], "t.csv: has no column 'source'; it has: id, before, after"),
        (["texts", "--engine", "ray", "--workers", "2"], "--workers cannot be combined with --engine ray"),
        (["texts", "--address", "auto"], "--address needs --engine ray"),
        (["texts", "--method", "jaccard", "--idf", "corpus"], "'jaccard' does not use TF-IDF"),
        (["texts", "--method", "smith"], "vicinal fit"),
        (
            ["texts", "--idf", "corpus"],
            "'global' does not use TF-IDF; leave '--idf corpus' out, or add --method vicinity",
        ),
        (
            ["texts", "--method", "vicinity", "--pool"],
            "method 'vicinity' has no priors to pool; leave --pool out, or add --method global",
        ),
        (["texts", "--pooled", "t.csv"], "t.csv: is not made by 'vicinal run --pool' (not JSON"),
        (["texts", "--method", "nearest", "--pooled", "t.csv"], "method 'nearest' has no setting --pooled"),
        (["texts", "--pool", "--pooled", "pool.json"], "--pool estimates what --pooled gives; leave one of them out"),
        (["texts", "--method", "vicinity", "--beta", "2"], "beta must be a number from 0 to 1"),
        (["texts", "-o", "texts"], "texts: is not empty and holds no run"),
        (["texts", "-o", "t.csv"], "t.csv: cannot be created"),
        (["texts", "--strict"], "alone.simple.txt: has no partner"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], said: str, texts: Path) -> None:
    (texts / "t.csv").write_text("id,before,after\n1,A dog barks.,A dog.\n")
    (texts / "pool.json").write_bytes(Pool().pooled().to_json())
    output = [] if "-o" in arguments else ["-o", "out"]
    assert said in refused(texts, "run", *arguments, *output)


def test_mistakes_of_stats_and_export_are_one_line(texts: Path) -> None:
    assert "texts: holds no run" in refused(texts, "stats", "texts")
    assert "nowhere: holds no run" in refused(texts, "export", "nowhere", "--to", "tsv", "-o", "x")
    done(texts, "run", "texts", "-o", "out")
    assert "splits '80,30': give percentages with a sum of 100" in refused(
        texts, "export", "out", "--to", "tsv", "-o", "x", "--splits", "80,30"
    )
    assert "unknown kind '2-2'" in refused(texts, "export", "out", "--to", "tsv", "-o", "x", "--kinds", "2-2")
    assert "length_ratio must be at least 1" in refused(
        texts, "export", "out", "--to", "tsv", "-o", "x", "--length-ratio", "0.5"
    )
    assert not (texts / "x").exists()


def test_a_corpus_of_which_nothing_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text('{"source": 1, "target": 2}\nnot json\n')
    said = refused(tmp_path, "run", "t.jsonl", "-o", "out")
    assert "no pair could be aligned; 2 were rejected, the first one because: t.jsonl:1: " in said
    assert "; see out/rejected.jsonl" in said
    assert "not finished" in refused(tmp_path, "stats", "out")
    (tmp_path / "t.jsonl").write_text('{"source": "A big dog barks.", "target": "A dog barks."}\n')
    done(tmp_path, "run", "t.jsonl", "-o", "out")
    assert not (tmp_path / "out" / "rejected.jsonl").exists()


class TestInterrupted:
    """Ctrl-C and SIGTERM."""

    RUN = (sys.executable, "-m", "tests.toy_corpus", "run", "toy", "--reader", "toy", "--shard-pairs", "3")
    ENVIRONMENT = ENVIRONMENT | {"PYTHONPATH": os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))}

    @pytest.fixture
    def start(self, tmp_path: Path) -> Iterator[Callable[[int], subprocess.Popen[str]]]:
        """Start a run in a process group of its own, and wait until it stands at the gate."""
        started: list[subprocess.Popen[str]] = []

        def start(workers: int) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [*self.RUN, "-o", "out", "--workers", str(workers)],
                cwd=tmp_path, env=self.ENVIRONMENT, stderr=subprocess.PIPE, text=True, start_new_session=True,
            )  # fmt: skip
            started.append(process)
            until(lambda: len(list((tmp_path / "out").glob("shards/*.done"))) == FREE)
            return process

        yield start
        for process in started:
            process.kill()
            process.communicate()

    @pytest.mark.parametrize("workers", [1, 2])
    def test_ctrl_c_ends_the_run_and_says_how_to_resume(
        self, workers: int, start: Callable[[int], subprocess.Popen[str]]
    ) -> None:
        process = start(workers)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the group
        said = process.communicate(timeout=60)[1]
        assert process.returncode == 130
        # The last shard may be complete before the main process has counted it.
        assert re.fullmatch(r"vicinal: interrupted after (9|12) of 60 pairs; repeat the command to resume\n", said)
        until(lambda: not is_group(process.pid))  # no process is left

    def test_sigterm_does_the_same_and_the_run_can_be_resumed(
        self, start: Callable[[int], subprocess.Popen[str]], tmp_path: Path
    ) -> None:
        process = start(2)
        process.terminate()
        assert process.communicate(timeout=60)[1].endswith(" of 60 pairs; repeat the command to resume\n")
        (tmp_path / "toy").touch()
        command = [*self.RUN, "-o", "out", "--workers", "1"]
        subprocess.run(command, cwd=tmp_path, env=self.ENVIRONMENT, check=True, timeout=60)
        run(UNGATED, tmp_path / "undisturbed", limits=LIMITS)
        assert tree(tmp_path / "out") == tree(tmp_path / "undisturbed")


def test_progress_is_a_line_now_and_then_where_there_is_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from vicinal.cli import console

    clock = [0.0]
    monkeypatch.setattr(console, "monotonic", lambda: clock[0])
    with console.advancing() as advance:
        for second in range(0, 35, 5):
            clock[0] = float(second)
            advance("Aligning", 100 * second, 100_000)
    assert capsys.readouterr().err.splitlines() == [
        "Aligning: 1,000 of 100,000 (100/s, 16 min left)",
        "Aligning: 2,000 of 100,000 (100/s, 16 min left)",
        "Aligning: 3,000 of 100,000 (100/s, 16 min left)",
    ]
