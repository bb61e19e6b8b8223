"""Runs on a Ray cluster: two real nodes on this machine, one of which is lost in the middle."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.test_runs import ROOT, tree
from tests.toy_corpus import FREE, LIMITS, UNGATED, Gated
from vicinal import InputError, SettingError
from vicinal.corpus import Processes, RayCluster, run

pytest.importorskip("ray", reason="Ray (extra cluster) is not installed")
pytestmark = [
    pytest.mark.skipif("VICINAL_PURE_PYTHON" in os.environ, reason="the engine is the same without the kernel"),
    # Ray leaves sockets and processes to its own shutdown.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning"),
]


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A cluster of two nodes with one core each."""
    ray: Any = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)  # nodes must find the toy corpus
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        started: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        try:
            yield started
        finally:
            ray.shutdown()
            started.shutdown()


def test_a_lost_node_changes_no_byte(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # nodes have other working directories: relative paths must still mean this one
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes(timeout=300)
    lost = False

    def lose_a_node(what: str, done: int, total: int) -> None:
        nonlocal lost
        assert (what, total) == ("Aligning", 60)
        if done >= FREE * LIMITS.pairs and not lost:  # all nodes are waiting at the gate
            assert len(_alive(cluster)) == 2
            cluster.remove_node(second, allow_graceful=False)
            assert len(_alive(cluster)) == 1
            lost = True
            Path("toy").touch()

    run(Gated("toy"), "ray", engine=RayCluster(cluster.address), limits=LIMITS, advance=lose_a_node)
    assert lost
    run(UNGATED, tmp_path / "here", engine=Processes(1), limits=LIMITS)
    assert tree(tmp_path / "ray") == tree(tmp_path / "here")

    # An error in a shard comes through unchanged, and another engine can resume the run.
    with pytest.raises(InputError, match=r"^toy.txt:8: is bad; leave --strict out"):
        run(UNGATED, tmp_path / "strict", engine=RayCluster(cluster.address), limits=LIMITS, strict=True)
    run(UNGATED, tmp_path / "strict", engine=Processes(1), limits=LIMITS)
    assert tree(tmp_path / "strict") == tree(tmp_path / "here")


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    for address in ("127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:100000"):
        with pytest.raises(SettingError, match=f"Ray at {address}: cannot be joined: "):
            run(UNGATED, tmp_path / "out", engine=RayCluster(address), limits=LIMITS)


def _alive(cluster: Any) -> list[Any]:
    return [node for node in cluster.list_all_nodes() if not node.dead_processes()]
