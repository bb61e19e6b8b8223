"""Priors of `global` that are pooled over a corpus: the numbers, and runs that use them, whatever disturbs them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.test_runs import ROOT, children, tree, until
from tests.toy_corpus import FREE as BEFORE_GATE
from tests.toy_corpus import LIMITS, UNGATED, Toy
from vicinal import Document, InputError, SettingError
from vicinal.corpus import Limits, Processes, corpus_at, open_run, run
from vicinal.corpus.contract import Shard
from vicinal.errors import FormatError
from vicinal.methods.global_ import method as global_method
from vicinal.methods.global_.chain import prior_chain
from vicinal.methods.global_.method import Global
from vicinal.methods.global_.pooling import Estimates, Pool, Pooled
from vicinal.methods.global_.priors import PRIORS
from vicinal.signature import signature_of

T = TypeVar("T")

POOLED = Pooled(match_mean=0.5, split=0.1, merge=0.05, null=0.4, resume=0.2, skip=0.25, skip_on=0.5)
CHAIN = prior_chain(1.0)
FREE = [  # a free version: few words are kept
    ("The ferry crosses the harbour every hour until midnight.", "Boats go over the harbour each hour."),
    ("Farmers sell apples and plums at the market in autumn.", "In autumn you can buy apples there."),
    ("The keeper of the lighthouse found a wooden box in winter.", "One winter, a man found a box."),
    ("Children learned to swim in the cold river behind the school.", "Pupils swam in the river."),
    ("The old bridge was repaired with stone from the quarry.", "Workers fixed the bridge using stones."),
    ("Nobody had expected the concert to last until the morning.", "The concert was very long."),
]
SHORT = (
    [
        "The council closed the library because the roof leaked.",
        "It will open again in spring.",
        "A new roof costs a lot of money.",
        "Readers are angry about the decision.",
    ],
    ["Rain came in, so the house for books shut.", "People who like books are angry."],
)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of an undisturbed run with pooled priors."""
    out = tmp_path_factory.mktemp("undisturbed") / "out"
    run(UNGATED, out, pool=True, limits=LIMITS)
    return tree(out)


def table(path: Path, rows: Iterable[tuple[list[str], list[str]]]) -> str:
    """Write pairs as a table, and return its path."""
    lines = (json.dumps({"source": source, "target": target}) + "\n" for source, target in rows)
    path.write_text("".join(lines))
    return str(path)


class TestNumbers:
    """The pooled numbers."""

    def test_they_are_means_weighted_by_target_sentences(self) -> None:
        first = CHAIN._replace(split=0.1, merge=0.02, null=0.6, resume=0.2, skip=0.2, following=0.6, skip_on=0.9)
        second = CHAIN._replace(split=0.3, merge=0.06, null=0.2, resume=0.4, skip=0.3, following=0.3, skip_on=0.5)
        pool = Pool.of([Estimates(0.8, first, 1), Estimates(0.4, second, 3)])
        assert pool.pooled() == Pooled(
            match_mean=0.5,  # (0.8 + 3 * 0.4) / 4
            split=0.25,
            merge=0.05,
            null=0.3,
            resume=0.35,
            skip=0.4375,  # (0.2 / 0.8 + 3 * 0.3 / 0.6) / 4: a share of the sentences in order
            skip_on=0.6,
        )

    def test_the_order_and_the_grouping_of_pairs_change_nothing(self) -> None:
        found = [Estimates(0.1 * k, CHAIN._replace(null=1 / (k + 2)), 7 * k + 1) for k in range(1, 10)]
        whole = Pool.of(found)
        assert Pool.of(reversed(found)) == whole
        assert Pool.of(found[:2]) + (Pool.of(found[2:7]) + Pool.of(found[7:])) == whole

    def test_nothing_becomes_impossible_or_certain(self) -> None:
        ends = CHAIN._replace(null=0.0, resume=1.0, skip=0.7, following=0.1, split=1 / 3)
        found = Pool.of([Estimates(0.5, ends, 10)]).pooled()
        assert (found.null, found.resume, found.skip, found.split) == (0.0001, 0.9999, 0.6, 0.3333)

    def test_no_pairs_leave_the_usual_priors(self) -> None:
        assert Pool().pooled().priors() == PRIORS

    def test_they_take_the_places_of_priors(self) -> None:
        changed = {name for name, value in asdict(POOLED.priors()).items() if value != getattr(PRIORS, name)}
        assert changed == {"match_mean", "split", "merge", "null", "resume", "skip", "skip_on"}
        source, target = (Document([side]) for side in SHORT)
        parts = global_method.COMPILED or global_method.PYTHON
        pooled, given = (
            Global(pooled=POOLED)(source, target),
            Global().align_with(parts, source, target, POOLED.priors()),
        )
        assert pooled.sentences == given.sentences != Global()(source, target).sentences

    def test_they_are_read_as_they_were_written(self, tmp_path: Path) -> None:
        (tmp_path / "pool.json").write_bytes(POOLED.to_json())
        assert Pooled.load(tmp_path / "pool.json") == POOLED
        sums = Pool.of([Estimates(0.5, CHAIN, 10)])
        assert Pool.of_json(sums.to_json(), "sums") == sums

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"{", "not JSON"),
            (b"{}", 'no "format": "vicinal-pool/1"'),
            (POOLED.to_json().replace(b'"null"', b'"nil"'), "field 'null': missing"),
            (POOLED.to_json().replace(b"0.4", b'"0.4"'), "field 'null': expected a number"),
            (POOLED.to_json().replace(b"0.4", b"1.4"), "null must be a number from 0.0001 to 0.9999, not 1.4"),
        ],
    )
    def test_a_file_of_something_else_is_refused(self, data: bytes, said: str) -> None:
        with pytest.raises(FormatError, match=r"^p\.json: is not made by 'vicinal run --pool'") as error:
            Pooled.of_json(data, "p.json")
        assert said in str(error.value)

    def test_sums_of_other_numbers_are_refused(self) -> None:
        data = Pool().to_json().replace(b"skip_on", b"skip_off")
        with pytest.raises(
            FormatError, match=r"000000\.pool\.json: is not made by .*\(sums must be of: match_mean, split"
        ):
            Pool.of_json(data, "000000.pool.json")

    @pytest.mark.parametrize(
        ("numbers", "said"),
        [
            ({"skip": 0.61}, "skip must be a number from 0.0001 to 0.6, not 0.61"),
            ({"match_mean": 0}, "match_mean must be a number from 0.0001"),
            ({"null": True}, "null must be a number from 0.0001"),
            ({"null": "much"}, "null must be a number from 0.0001 to 0.9999, not 'much'"),
            ({"split": 0.6, "merge": 0.4}, "split and merge must be less than 1 together"),
        ],
    )
    def test_numbers_that_are_no_probabilities_are_refused(self, numbers: dict[str, Any], said: str) -> None:
        with pytest.raises(SettingError, match=said):
            replace(POOLED, **numbers)

    def test_a_setting_that_is_no_pool_is_refused(self) -> None:
        with pytest.raises(SettingError, match=r"pooled must be the Pooled priors of a corpus, or None, not 0\.5"):
            Global(pooled=0.5)  # type: ignore[arg-type]


def test_compiled_and_python_estimate_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    if global_method.COMPILED is None:
        pytest.skip("the compiled parts are not built")
    pairs = [UNGATED.pair(k) for k in range(5)]
    found = [Global().estimates(pair.source, pair.target) for pair in pairs]
    monkeypatch.setattr(global_method, "COMPILED", None)
    assert [Global().estimates(pair.source, pair.target) for pair in pairs] == found


def test_estimates_are_of_the_simpler_version_whichever_side_it_is_on() -> None:
    source, target = (Document([side]) for side in SHORT)
    found = Global().estimates(source, target)
    assert found.sentences == 2
    assert Global().estimates(target, source) == found


def test_a_run_uses_the_priors_of_its_corpus(tmp_path: Path) -> None:
    corpus, out = Toy(bad=(4,), empty=(9,)), tmp_path / "out"
    done = run(corpus, out, pool=True, caution=0.6, limits=Limits(pairs=4))
    pairs = [corpus.pair(k) for k in range(30) if k not in (4, 9)]
    pooled = Pool.of(Global(caution=0.6).estimates(pair.source, pair.target) for pair in pairs).pooled()
    assert Pooled.load(out / "pool.json") == pooled
    aligner = Global(caution=0.6, pooled=pooled)
    assert done.signature == signature_of(aligner) == next(done.aligned()).alignment.signature
    assert f"pooled=Pooled(match_mean={pooled.match_mean}, " in done.signature
    assert [one.alignment for one in done.aligned()] == [aligner(pair.source, pair.target) for pair in pairs]
    assert done.manifest["pool"] is True
    assert done.manifest["counts"]["rejected"] == 2
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", "pool.json", "rejected.jsonl", "shards"]


def test_a_free_corpus_tells_that_a_short_pair_is_free(tmp_path: Path) -> None:
    """Alone, its two weak links seem to be chance."""
    turned = ([FREE[(start + k) % 6] for k in range(4)] for start in range(6))
    rows = [([source for source, _ in pairs], [target for _, target in pairs]) for pairs in turned]
    corpus = corpus_at([table(tmp_path / "free.jsonl", [*rows, SHORT])])
    found = {}
    for pool in (False, True):
        *_, last = run(corpus, tmp_path / str(pool), pool=pool).aligned()
        found[pool] = [(link.source, link.target) for link in last.alignment.sentences]
    assert found == {False: [], True: [((0,), (0,)), ((3,), (1,))]}


def test_a_corpus_of_one_pair(tmp_path: Path) -> None:
    corpus = corpus_at([table(tmp_path / "one.jsonl", [SHORT])])
    done = run(corpus, tmp_path / "out", pool=True)
    pooled = Pool.of([Global().estimates(*(Document([side]) for side in SHORT))]).pooled()
    assert done.signature == signature_of(Global(pooled=pooled))


def test_a_corpus_of_which_nothing_can_be_estimated(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no pair could be aligned; 3 were rejected"):
        run(Toy(count=3, bad=(0,), empty=(1, 2)), tmp_path / "out", pool=True)
    assert Pooled.load(tmp_path / "out" / "pool.json").priors() == PRIORS


def test_levels_are_made_consistent_afterwards(tmp_path: Path) -> None:
    done = run(Toy(count=3), tmp_path / "out", pool=True, consistent=True)
    assert done.manifest["counts"]["pairs"] == 3
    assert "pooled=Pooled(" in done.signature


@pytest.mark.parametrize("workers", [1, 2])
def test_the_number_of_workers_changes_no_byte(workers: int, tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    run(UNGATED, tmp_path / "out", pool=True, engine=Processes(workers), limits=LIMITS)
    assert tree(tmp_path / "out") == undisturbed


def test_the_size_of_shards_does_not_change_the_priors(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    run(UNGATED, tmp_path / "out", pool=True, limits=Limits(pairs=17))
    assert (tmp_path / "out" / "pool.json").read_bytes() == undisturbed["pool.json"]


def test_a_run_that_is_interrupted_anywhere_ends_with_the_same_bytes(
    tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    """After each shard of both passes in turn, of which there are 20 each, in one folder."""
    interruptions = 0

    def one_shard(function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
        for number, shard in enumerate(shards):
            if number == 1:
                raise KeyboardInterrupt
            yield function(shard)

    def checking_all(function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
        return map(function, shards) if getattr(function, "__name__", "") == "check" else one_shard(function, shards)

    while True:
        try:
            run(UNGATED, tmp_path / "out", pool=True, limits=LIMITS, engine=checking_all)
            break
        except KeyboardInterrupt:
            interruptions += 1
    assert interruptions == 19 + 19  # the last shard of a pass ends it, and the first pass leads to the second
    assert tree(tmp_path / "out") == undisturbed


def test_a_run_that_is_killed_while_it_estimates_ends_with_the_same_bytes(
    tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    gate, out = tmp_path / "toy", tmp_path / "out"
    options = ["--reader", "toy", "-o", str(out), "--pool", "--shard-pairs", str(LIMITS.pairs), "--workers", "2"]
    command = [sys.executable, "-m", "tests.toy_corpus", "run", str(gate), *options]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    workers: list[int] = []
    try:
        until(lambda: len(list(out.glob("work/*.pool.json"))) == BEFORE_GATE)
        workers = children(process.pid)
    finally:
        process.kill()
        process.wait()
    assert len(workers) == 2
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    assert not (out / "pool.json").exists()
    run(UNGATED, out, pool=True, engine=Processes(2), limits=LIMITS)
    assert tree(out) == undisturbed


def test_estimating_goes_on_where_it_stopped_and_is_not_repeated(tmp_path: Path) -> None:
    corpus, limits = Toy(bad=(29,)), Limits(pairs=4)
    seen: list[tuple[str, int, int]] = []

    def again(**options: Any) -> None:
        seen.clear()
        run(corpus, tmp_path / "out", pool=True, limits=limits, advance=lambda *step: seen.append(step), **options)

    with pytest.raises(InputError, match="is bad"):
        again(strict=True)
    assert seen == [("Estimating priors", done, 30) for done in (0, 4, 8, 12, 16, 20, 24, 28)]
    again()
    assert seen[:2] == [("Estimating priors", 28, 30), ("Estimating priors", 30, 30)]
    assert seen[2:4] == [("Aligning", 0, 30), ("Aligning", 4, 30)]
    (tmp_path / "out" / "shards" / "000003.done").unlink()
    again()
    assert {what for what, *_ in seen} == {"Aligning"}


def test_what_does_not_go_together_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        SettingError, match="'vicinity' has no priors to pool; leave --pool out, or add --method global"
    ):
        run(Toy(), tmp_path / "out", "vicinity", pool=True)
    with pytest.raises(SettingError, match="--pool estimates what --pooled gives; leave one of them out"):
        run(Toy(), tmp_path / "out", pool=True, pooled=POOLED)
    assert not (tmp_path / "out").exists()


def test_the_other_choice_does_not_resume_a_run(tmp_path: Path) -> None:
    for pool in (False, True):
        out = tmp_path / str(pool)
        run(Toy(), out, pool=pool)
        before = tree(out)
        with pytest.raises(SettingError, match=f"pool {pool} there, {not pool} here"):
            run(Toy(), out, pool=not pool)
        assert tree(out) == before


def test_a_run_from_before_priors_were_pooled_is_read_and_resumed(tmp_path: Path) -> None:
    done = run(Toy(), tmp_path / "out")
    path = tmp_path / "out" / "manifest.json"
    old = json.loads(path.read_text())
    del old["pool"]
    path.write_text(json.dumps(old))
    assert list(open_run(tmp_path / "out").aligned()) == list(done.aligned())
    assert run(Toy(), tmp_path / "out").manifest["counts"] == done.manifest["counts"]
    with pytest.raises(SettingError, match="pool False there, True here"):
        run(Toy(), tmp_path / "out", pool=True)
