"""Time and memory of one synthetic pair of documents, in a process that does nothing else.

    python benchmarks/growth.py alignable|unrelated SENTENCES compiled|python|sklearn

Prints JSON: seconds (the best of three rounds, one for all but the kernel), the peak memory of the whole process, and
which parts of it are for the two documents and for aligning them. `speed_growth.py` calls it once for each length.
Only `sklearn` loads numpy and scikit-learn, so that their memory is not counted as that of Vicinal.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from synthetic import alignable, unrelated
from vicinal import Document, TfIdf, Vectors, Vicinity
from vicinal.evaluation.method_runs import peak_megabytes

Run = Callable[[Document, Document], Any]


class Slow(Vectors):
    """Vectors of a class that the kernel does not take: so the Python runs."""


def in_python(source: Document, target: Document) -> Vectors:
    """TF-IDF in Python."""
    return Slow.of_rows(TfIdf()(source, target).rows)


COMPILED, PYTHON = Vicinity(), Vicinity(similarity=in_python)


def compiled(source: Document, target: Document) -> Any:
    return COMPILED(source, target).steps  # with all its objects


def python(source: Document, target: Document) -> Any:
    return PYTHON(source, target).steps


def sklearn(source: Document, target: Document) -> Any:
    import with_sklearn

    return with_sklearn.align(source, target, COMPILED)


IMPLEMENTATIONS: dict[str, Run] = {"compiled": compiled, "python": python, "sklearn": sklearn}


def seconds(run: Run, source: Document, target: Document) -> float:
    start = time.perf_counter()
    run(source, target)
    return time.perf_counter() - start


def main(kind: str, size: str, how: str) -> None:
    run = IMPLEMENTATIONS[how]
    run(*alignable(50))  # everything is loaded
    loaded = peak_megabytes()
    source, target = {"alignable": alignable, "unrelated": unrelated}[kind](int(size))
    before = peak_megabytes()
    times = [seconds(run, source, target)]
    peak = peak_megabytes()  # of aligning once
    if how == "compiled":
        times += [seconds(run, source, target) for _ in range(2)]
    found = {"size": int(size), "seconds": min(times), "mb": peak}
    print(json.dumps({**found, "documents_mb": before - loaded, "added_mb": peak - before}))


if __name__ == "__main__":
    main(*sys.argv[1:])
