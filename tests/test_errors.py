"""The tree of errors, and the two checks that raise them."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from vicinal import FormatError, InputError, LanguageWarning, SettingError, VicinalError
from vicinal.errors import check_choice, check_unit


def test_the_tree_of_errors() -> None:
    for error in (InputError, FormatError, SettingError):
        assert issubclass(error, VicinalError)
        assert issubclass(error, ValueError)
    assert issubclass(FormatError, InputError)
    assert not issubclass(SettingError, InputError)
    assert issubclass(LanguageWarning, UserWarning)


@pytest.mark.parametrize("value", [0, 1, 0.0, 1.0, 0.5, Fraction(1, 3), np.float32(0.25)])
def test_numbers_from_0_to_1(value: Any) -> None:
    check_unit("beta", value)


@pytest.mark.parametrize("value", [-1e-9, 1.0000001, 2, -1, nan, inf, True, False, "0.5", None, 0.5j])
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(SettingError) as caught:
        check_unit("beta", value)
    assert str(caught.value) == f"beta must be a number from 0 to 1, not {value!r}"


def test_unknown_choices_are_refused() -> None:
    check_choice("fruit", "pear", ["pear", "apple"])
    with pytest.raises(SettingError) as caught:
        check_choice("fruit", "plum", iter(["pear", "apple"]))
    assert str(caught.value) == "unknown fruit 'plum'; choose one of: apple, pear"
