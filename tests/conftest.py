"""What several test files need: the sample corpus, and the development gold where it lies beside the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from vicinal.gold import Gold, read_gold

ROOT = Path(__file__).resolve().parents[1]
GOLD = ROOT.parent / "shared" / "gold"

# Machines are shared: slow generation is no failure. Where CI runs, the same cases come every time.
settings.register_profile(
    "vicinal",
    deadline=None,
    print_blob=True,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("vicinal")


@pytest.fixture(scope="session")
def sample() -> list[Gold]:
    """Every document pair of the sample corpus."""
    return [gold for path in sorted((ROOT / "data" / "gold").glob("*.jsonl")) for gold in read_gold(path)]


@pytest.fixture(scope="session")
def development_gold() -> Path:
    """The folder of development gold; tests that need it are skipped where it is absent."""
    if not GOLD.is_dir():
        pytest.skip("the development gold (../shared/gold) is not on this machine")
    return GOLD
