"""The methods that the app offers, with the settings that a slider, a check box or a number field can show.

Supervised methods need a model file and are not offered; nor are settings that are no numbers or switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from vicinal.alignment import Aligner
from vicinal.errors import SettingError, check_choice
from vicinal.methods import METHODS, aligner_for, documentation_of, is_supervised, settings_of, summary_of

_STEP = 0.01
_MOST_ROUNDS = 10  # of a setting that counts: more takes long and changes little


@dataclass(frozen=True)
class Setting:
    """A setting of a method, and what it may be; numbers from least to most, in steps."""

    name: str
    type: str
    default: float | bool
    help: str
    least: float | None = None
    most: float | None = None
    step: float | None = None

    def check(self, value: Any) -> None:
        """Raise SettingError for a value that the setting cannot have."""
        if self.type == "boolean":
            if not isinstance(value, bool):
                raise SettingError(f"{self.name} must be true or false, not {value!r:.40}")
            return
        kind = "whole number" if isinstance(self.default, int) else "number"
        is_kind = isinstance(value, int if kind == "whole number" else (int, float)) and not isinstance(value, bool)
        if not is_kind or self.least is None or self.most is None or not self.least <= value <= self.most:
            raise SettingError(f"{self.name} must be a {kind} from {self.least} to {self.most}, not {value!r:.40}")


@cache
def offered() -> Mapping[str, tuple[Setting, ...]]:
    """Return the methods that need no model, each with its settings."""
    return {name: tuple(_settings(name)) for name in METHODS if not is_supervised(name)}


def described() -> list[dict[str, Any]]:
    """Return what the browser is told of the methods."""
    return [
        {"name": name, "summary": summary_of(name), "settings": [asdict(setting) for setting in settings]}
        for name, settings in offered().items()
    ]


def aligner_of(method: str, settings: Mapping[str, Any]) -> Aligner:
    """Return a method with settings that came from outside.

    Raises:
        SettingError: The method or a setting is not offered, or out of range.
    """
    check_choice("method", method, offered())
    known = {setting.name: setting for setting in offered()[method]}
    for name, value in settings.items():
        check_choice(f"setting of method {method!r}:", name, known)
        known[name].check(value)
    return aligner_for(method, settings)


def _settings(method: str) -> list[Setting]:
    texts = documentation_of(method)
    found = []
    for name, default in settings_of(method).items():
        if isinstance(default, bool):
            found.append(Setting(name, "boolean", default, texts[name]))
        elif isinstance(default, int):
            found.append(Setting(name, "number", default, texts[name], 0, _MOST_ROUNDS, 1))
        elif isinstance(default, float):
            # A default that is finer than the usual step could not be come back to.
            step = _STEP if abs(default / _STEP - round(default / _STEP)) < 1e-9 else default
            found.append(Setting(name, "number", default, texts[name], 0, 1, step))
    return found
