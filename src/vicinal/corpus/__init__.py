"""Corpora: readers for common formats, and runs that align a whole corpus.

`corpus_at` finds the reader for a path; `Files` reads files in a format of your own. `run` aligns everything into a
folder and resumes after an interruption. `open_run` reads such a folder, `survey` computes its statistics, and `export`
writes it in another format. Each name is imported on first use.

>>> from vicinal.corpus import Processes, corpus_at, open_run, run
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vicinal.alignment import Aligned
    from vicinal.corpus.cluster import RayCluster
    from vicinal.corpus.contract import Corpus, Fingerprint, LeftOut, Limits, Pair, Rejected, Shard
    from vicinal.corpus.engines import Engine, Processes
    from vicinal.corpus.exports import Exported, export
    from vicinal.corpus.link_filter import LinkFilter
    from vicinal.corpus.own_files import Files
    from vicinal.corpus.readers import corpus_at
    from vicinal.corpus.run_folder import Run, open_run
    from vicinal.corpus.run_stats import survey
    from vicinal.corpus.runs import run
    from vicinal.corpus.splits import Splits

__all__ = [
    "Aligned",
    "Corpus",
    "Engine",
    "Exported",
    "Files",
    "Fingerprint",
    "LeftOut",
    "Limits",
    "LinkFilter",
    "Pair",
    "Processes",
    "RayCluster",
    "Rejected",
    "Run",
    "Shard",
    "Splits",
    "corpus_at",
    "export",
    "open_run",
    "run",
    "survey",
]
_MODULES = {
    "cluster": ("RayCluster",),
    "contract": ("Corpus", "Fingerprint", "LeftOut", "Limits", "Pair", "Rejected", "Shard"),
    "engines": ("Engine", "Processes"),
    "exports": ("Exported", "export"),
    "link_filter": ("LinkFilter",),
    "own_files": ("Files",),
    "readers": ("corpus_at",),
    "run_folder": ("Aligned", "Run", "open_run"),
    "run_stats": ("survey",),
    "runs": ("run",),
    "splits": ("Splits",),
}


if not TYPE_CHECKING:  # for a type checker, a module with __getattr__ has every name

    def __getattr__(name: str) -> Any:
        """Import a name on first use: reading a folder of texts needs nothing that a cluster needs."""
        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(f"{__name__}.{module}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
