"""What `global`, our default method, costs beside the paper's: python benchmarks/speed_global.py.

In v, the processor time of `Vicinity()` on the same documents in the same round; both make results whose links and
steps nobody asks for. Then the same with all links and steps as objects, what many pairs cost with one worker and with
two (seconds on the clock, so that two can be faster), and how many times the compiled parts are faster than the Python.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from itertools import cycle, islice

from measured import Figure, gold_sets, in_turns, ratios, table
from vicinal import Document, Vicinity, align_many
from vicinal.alignment import Alignment
from vicinal.gold import Gold
from vicinal.methods.global_.method import COMPILED, PYTHON, Global

TARGET = 4.0
MANY = 600  # pairs for the workers
IN_PYTHON = 3  # documents of each set that are also aligned in Python

Method = Callable[[Document, Document], Alignment]


def measure(gold: dict[str, list[Gold]], rounds: int = 3) -> list[Figure]:
    """Return how long `global` takes on each set of gold, with one and two workers, and beside the Python."""
    figures = []
    for name, documents in gold.items():
        pairs = [(one.source, one.target) for one in documents]
        figures += _beside_the_paper(name, pairs, rounds)
        if COMPILED is not None:
            figures.append(_beside_the_python(name, pairs[:IN_PYTHON], rounds))
    pairs = [(one.source, one.target) for documents in gold.values() for one in documents]
    return [*figures, *_workers(list(islice(cycle(pairs), MANY)), rounds)]


def _all(method: Method, pairs: list[tuple[Document, Document]], *, objects: bool) -> Callable[[], None]:
    def run() -> None:
        for source, target in pairs:
            found = method(source, target)
            if objects:
                _ = found.steps

    return run


def _beside_the_paper(name: str, pairs: list[tuple[Document, Document]], rounds: int) -> list[Figure]:
    paper, ours = Vicinity(), Global()
    took = in_turns(
        {
            "paper": _all(paper, pairs, objects=False),
            "ours": _all(ours, pairs, objects=False),
            "paper, objects": _all(paper, pairs, objects=True),
            "ours, objects": _all(ours, pairs, objects=True),
        },
        rounds,
        repeats=7,
    )
    note = f"{min(took['ours']) / len(pairs) * 1000:.2f} ms a pair"
    return [
        Figure("global", "global", name, "v", ratios(took["ours"], took["paper"]), TARGET, note=note),
        Figure("global", "with objects", name, "v", ratios(took["ours, objects"], took["paper, objects"])),
    ]


def _beside_the_python(name: str, pairs: list[tuple[Document, Document]], rounds: int) -> Figure:
    ours = Global()
    runs = {
        "compiled": _all(ours, pairs, objects=True),
        "Python": _all(lambda source, target: ours.align_with(PYTHON, source, target), pairs, objects=True),
    }
    took = in_turns(runs, rounds, repeats=1)
    faster = ratios(took["Python"], took["compiled"])
    return Figure("global", "the Python, beside the compiled parts", name, "times", faster)


def _workers(pairs: list[tuple[Document, Document]], rounds: int) -> list[Figure]:
    def run(workers: int) -> Callable[[], object]:
        return lambda: deque(align_many(pairs, workers=workers), maxlen=0)

    took = in_turns({"one": run(1), "two": run(2)}, rounds, repeats=2, clock=time.perf_counter)
    rates = {name: tuple(len(pairs) / seconds for seconds in times) for name, times in took.items()}
    return [
        Figure("global", "align_many, one worker", "all sets", "pairs/s", rates["one"], more_is_better=True),
        Figure("global", "align_many, two workers", "all sets", "pairs/s", rates["two"], more_is_better=True),
        Figure("global", "two workers", "all sets", "times one", ratios(rates["two"], rates["one"]), None, True),
    ]


if __name__ == "__main__":
    print(table(measure(gold_sets())))
