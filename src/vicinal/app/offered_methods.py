"""The methods that the app offers, with the settings that a slider, a check box or a number field can set.

Supervised methods need a model file and are not offered; neither are settings that are not numbers or booleans.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from vicinal.alignment import Aligner
from vicinal.app.answer_types import OfferedMethod, Setting
from vicinal.app.live_alignment import most_pairs
from vicinal.app.request_reading import convert
from vicinal.errors import InputError, check_choice
from vicinal.methods import METHODS, aligner_for, documentation_of, is_supervised, settings_of, summary_of

_STEP = 0.01
_MOST_ROUNDS = 10  # for an integer setting: more takes long and changes little


@cache
def offered() -> Mapping[str, tuple[Setting, ...]]:
    """Return the methods that need no model, each with its settings."""
    return {name: tuple(_settings(name)) for name in METHODS if not is_supervised(name)}


def methods() -> list[OfferedMethod]:
    """Return the methods and their settings, for the browser."""
    return [OfferedMethod(name, summary_of(name), settings, most_pairs(name)) for name, settings in offered().items()]


def aligner_with(method: str, settings: Mapping[str, Any]) -> Aligner:
    """Return a method with settings from a request.

    Raises:
        SettingError: The method is not offered.
        InputError: A setting is not offered, or out of range.
    """
    check_choice("method", method, offered())
    own = {setting.name for setting in offered()[method]}
    for name in settings:
        owners = [other for other, known in offered().items() if any(setting.name == name for setting in known)]
        if name not in own and owners:
            raise InputError(f"method {method!r} has no setting {name!r}; it is a setting of: {', '.join(owners)}")
    convert(settings, _settings_type(method), f"settings of {method}")
    return aligner_for(method, settings)  # as they were sent: the signature says 1 where the request does, not 1.0


@cache
def _settings_type(method: str) -> type[msgspec.Struct]:
    """Return a Struct with the settings of a method and their ranges."""
    fields: list[tuple[str, Any, Any]] = []
    for setting in offered()[method]:
        kind: Any = Annotated[bool, Meta(description="true or false")]
        if setting.type == "number":
            name = "a whole number" if isinstance(setting.default, int) else "a number"
            meta = Meta(ge=setting.least, le=setting.most, description=f"{name} from {setting.least} to {setting.most}")
            kind = Annotated[type(setting.default), meta]
        fields.append((setting.name, kind, setting.default))
    return msgspec.defstruct("Settings", fields, forbid_unknown_fields=True)


def _settings(method: str) -> list[Setting]:
    texts = documentation_of(method)
    found = []
    for name, default in settings_of(method).items():
        if isinstance(default, bool):
            found.append(Setting(name, "boolean", default, texts[name], None, None, None))
        elif isinstance(default, int):
            found.append(Setting(name, "number", default, texts[name], 0, _MOST_ROUNDS, 1))
        elif isinstance(default, float):
            # If the default is not a multiple of the usual step, no slider could return to it.
            step = _STEP if abs(default / _STEP - round(default / _STEP)) < 1e-9 else default
            found.append(Setting(name, "number", default, texts[name], 0, 1, step))
    return found
