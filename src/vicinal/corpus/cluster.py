"""The engine for more than one machine: shards as Ray tasks (extra `cluster`).

The function and the shards are the same as on one machine; Ray carries them to its nodes and does a shard again when a
node is lost. Corpus and output must be where all nodes see them: a shared folder, or a URL that fsspec knows.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, ClassVar, TypeVar

from vicinal.corpus.engines import too_heavy
from vicinal.corpus.pair import Shard
from vicinal.errors import SettingError, VicinalError

T = TypeVar("T")
_TRIES = 6  # a shard may be on several nodes that are lost, one after the other


@dataclass(frozen=True)
class RayCluster:
    """An engine of Ray tasks.

    Attributes:
        address: The cluster to join, such as "auto" or "ray://host:10001"; None starts Ray on this machine only.
    """

    address: str | None = None

    is_elsewhere: ClassVar[bool] = True  # its workers do not stand in the folder of the calling process

    def __call__(self, function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
        """Yield what the function returns for each shard, in the order in which they get done.

        Raises:
            SettingError: Ray is not installed, or the cluster cannot be joined.
            VicinalError: The function raised it; tasks that wait are given up.
        """
        ray = _ray()
        joined = not ray.is_initialized()
        if joined:
            _check_reachable(self.address)
            try:
                ray.init(
                    address=self.address or "local", log_to_driver=False, logging_level="error", include_dashboard=False
                )
            except (ConnectionError, ValueError, RuntimeError, OSError) as error:
                raise SettingError(f"Ray at {self.address}: cannot be joined: {' '.join(str(error).split())}") from None
        try:
            yield from _tasks(ray, function, iter(shards))
        finally:
            if joined:
                ray.shutdown()


def _tasks(ray: Any, function: Callable[[Shard], T], shards: Iterator[Shard]) -> Iterator[T]:
    """Keep a few more tasks at work than there are cores, and yield what they return."""
    # A node that is lost takes its tasks with it: they are done again elsewhere. An error of the function is not.
    task = ray.remote(num_cpus=1, max_retries=_TRIES - 1, retry_exceptions=False)(_apply)
    lost = import_module("ray.exceptions")
    shared = ray.put(function)
    at_work: dict[Any, Shard] = {}
    try:
        while True:
            room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(at_work)
            at_work |= {task.remote(shared, shard): shard for shard in islice(shards, max(0, room))}
            if not at_work:
                return
            for reference in ray.wait(list(at_work))[0]:
                shard = at_work.pop(reference)
                try:
                    answer = ray.get(reference)
                except VicinalError as error:
                    raise getattr(error, "cause", error) from None
                except (lost.WorkerCrashedError, lost.OutOfMemoryError, lost.NodeDiedError):
                    raise too_heavy(shard, _TRIES) from None
                yield answer
    finally:
        for reference in at_work:
            ray.cancel(reference, force=True)


def _apply(function: Callable[[Shard], T], shard: Shard) -> T:
    return function(shard)


def _check_reachable(address: str | None) -> None:
    """Raise SettingError if nobody listens at an address; Ray itself would try again for many minutes."""
    host, colon, port = (address or "").removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise SettingError(f"Ray at {address}: cannot be joined: {str(error).lower()}") from None


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise SettingError("the engine 'ray' needs Ray; pip install 'vicinal[cluster]'") from None
    return ray
