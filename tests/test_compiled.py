"""The compiled parts: turned off by the environment, and optional."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from vicinal import Characters, Vicinity
from vicinal.compiled import compiled, kernel

CODE = "from vicinal.compiled import active, kernel; print(active(), kernel is None)"


@pytest.mark.parametrize("value", ["1", "yes"])
def test_the_environment_turns_them_off(value: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=os.environ | {"VICINAL_PURE_PYTHON": value}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "pure Python True\n"


@pytest.mark.skipif(kernel is None, reason="the compiled kernel was not built, or VICINAL_PURE_PYTHON is set")
@pytest.mark.parametrize("value", ["", "0"])
def test_they_are_used_otherwise(value: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=os.environ | {"VICINAL_PURE_PYTHON": value}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "compiled kernel False\n"


def test_the_kernel_serves_all_that_is_made_of_text() -> None:
    assert Vicinity().is_compiled is (kernel is not None)
    assert Vicinity(similarity=Characters()).is_compiled is (kernel is not None)


def test_a_module_that_was_not_built_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VICINAL_PURE_PYTHON", raising=False)
    assert compiled("_nothing") is None
