"""The engine for several machines: shards as Ray tasks (extra `cluster`).

The function and the shards are the same as on one machine. Ray sends them to its nodes, and repeats a shard if a node
is lost. All nodes must be able to reach corpus and output: in a shared folder, or at a URL that fsspec can open.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, ClassVar, TypeVar

from vicinal.corpus.contract import Shard
from vicinal.corpus.engines import too_heavy
from vicinal.errors import SettingError, VicinalError
from vicinal.files import message_of
from vicinal.installation import install_command

T = TypeVar("T")
_TRIES = 6  # several nodes may be lost while a shard runs on them


@dataclass(frozen=True)
class RayCluster:
    """An engine of Ray tasks.

    Attributes:
        address: The cluster to join, such as "auto" or "ray://host:10001"; None starts Ray on this machine.
    """

    address: str | None = None

    is_elsewhere: ClassVar[bool] = True  # its workers have other working directories

    def __call__(self, function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
        """Yield the result of the function for each shard, in the order in which they are finished.

        Raises:
            SettingError: Ray is not installed, or the cluster cannot be joined.
            VicinalError: The function raised it; pending tasks are cancelled.
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
                raise SettingError(f"Ray at {self.address}: cannot be joined: {message_of(error)}") from None
        try:
            yield from _tasks(ray, function, iter(shards))
        finally:
            if joined:
                ray.shutdown()


def _tasks(ray: Any, function: Callable[[Shard], T], shards: Iterator[Shard]) -> Iterator[T]:
    """Keep slightly more tasks submitted than there are cores, and yield their results."""
    # Tasks of a lost node are retried elsewhere; tasks that raise are not.
    task = ray.remote(num_cpus=1, max_retries=_TRIES - 1, retry_exceptions=False)(_apply)
    lost = import_module("ray.exceptions")
    shared = ray.put(function)
    submitted: dict[Any, Shard] = {}
    try:
        while True:
            room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(submitted)
            submitted |= {task.remote(shared, shard): shard for shard in islice(shards, max(0, room))}
            if not submitted:
                return
            for reference in ray.wait(list(submitted))[0]:
                shard = submitted.pop(reference)
                try:
                    answer = ray.get(reference)
                except VicinalError as error:
                    raise getattr(error, "cause", error) from None
                except (lost.WorkerCrashedError, lost.OutOfMemoryError, lost.NodeDiedError):
                    raise too_heavy(shard, _TRIES) from None
                yield answer
    finally:
        for reference in submitted:
            ray.cancel(reference, force=True)


def _apply(function: Callable[[Shard], T], shard: Shard) -> T:
    return function(shard)


def _check_reachable(address: str | None) -> None:
    """Raise SettingError if nothing listens at an address; Ray itself would retry for minutes."""
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
        raise SettingError(f"the engine 'ray' needs Ray; install it: {install_command('cluster')}") from None
    return ray
