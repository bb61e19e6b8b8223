"""Shared fixtures: the sample corpus, and the development gold if it is beside the repository."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from vicinal.gold import Gold, read_gold_lines

pytest_plugins = ("tests.browser", "tests.app_window")

ROOT = Path(__file__).resolve().parents[1]
GOLD = ROOT.parent / "shared" / "gold"

# A shell that runs the tests in the background lets them, and all that they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests run in several processes already: threads of numerical libraries would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# HYPOTHESIS_PROFILE chooses: "vicinal" by default, "thorough" for ten times as many examples, "mutants" for
# tests/mutants.py, which needs a failure and not the smallest one. No deadlines: machines are shared.
settings.register_profile(
    "vicinal",
    deadline=None,
    print_blob=True,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("vicinal"), max_examples=1000)
settings.register_profile(
    "mutants",
    settings.get_profile("vicinal"),
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "vicinal"))


# Files whose few tests take long. Begun last, one of them would keep one core busy while the others have nothing to do.
SLOWEST = (
    "accessibility_browser",
    "small_windows_browser",
    "docs_blocks",
    "cluster",
    "packaging",
    "examples",
    "site",
    "embeddings",
    "method_runs",
    "quality_floor",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slowest files, then those that need a browser; then those with the most tests first."""
    sizes = Counter(item.path for item in items)
    slowest = [f"test_{name}" for name in SLOWEST]

    def order(item: pytest.Item) -> tuple[int, int]:
        name = item.path.stem
        place = slowest.index(name) if name in slowest else len(slowest) + (not name.endswith("_browser"))
        return place, -sizes[item.path]

    items.sort(key=order)


@pytest.fixture(scope="session")
def sample() -> list[Gold]:
    """Every document pair of the sample corpus."""
    return [gold for path in sorted((ROOT / "data" / "gold").glob("*.jsonl")) for gold in read_gold_lines(path)]


@pytest.fixture(scope="session")
def development_gold() -> Path:
    """The folder of development gold; tests that need it are skipped where it is absent."""
    if not GOLD.is_dir():
        pytest.skip("the development gold (../shared/gold) is not on this machine")
    return GOLD
