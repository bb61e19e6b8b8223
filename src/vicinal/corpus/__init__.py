"""Corpora: readers for the ones people have, and runs that align them whole.

`corpus_at` finds the reader for a path, `run` aligns everything into a folder and goes on where it stopped, `open_run`
reads such a folder, `survey` counts what is in it, `export` writes it for others. The names below are imported when
they are first used.

>>> from vicinal.corpus import Processes, corpus_at, open_run, run
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vicinal.corpus.cluster import RayCluster
    from vicinal.corpus.engines import Engine, Processes
    from vicinal.corpus.exports import Exported, export
    from vicinal.corpus.filter import LinkFilter
    from vicinal.corpus.pair import Corpus, Limits, Pair, Rejected, Shard
    from vicinal.corpus.readers import corpus_at
    from vicinal.corpus.run_stats import survey
    from vicinal.corpus.runs import Run, open_run, run

__all__ = [
    "Corpus",
    "Engine",
    "Exported",
    "Limits",
    "LinkFilter",
    "Pair",
    "Processes",
    "RayCluster",
    "Rejected",
    "Run",
    "Shard",
    "corpus_at",
    "export",
    "open_run",
    "run",
    "survey",
]
_MODULES = {
    "cluster": ("RayCluster",),
    "engines": ("Engine", "Processes"),
    "exports": ("Exported", "export"),
    "filter": ("LinkFilter",),
    "pair": ("Corpus", "Limits", "Pair", "Rejected", "Shard"),
    "readers": ("corpus_at",),
    "runs": ("Run", "open_run", "run"),
    "run_stats": ("survey",),
}


def __getattr__(name: str) -> Any:
    """Import a name's module on first use: reading a folder of texts needs none of what a cluster needs."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
