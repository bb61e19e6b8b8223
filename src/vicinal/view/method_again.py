"""The method of a finished alignment, made again from its signature, to ask it what it did not store.

Callers: `why_not`, and `ways_on`, which tries the method with other settings.
"""

from __future__ import annotations

from contextlib import suppress

from vicinal.errors import VicinalError
from vicinal.methods.global_.method import Global
from vicinal.methods.vicinity import Vicinity
from vicinal.signature import call_in
from vicinal.view.thresholds import WORDS


def method_in(signature: str) -> Vicinity | Global | None:
    """Return vicinity or global with the settings that a signature names; None where it does not tell all of them.

    >>> method_in("vicinal 0.1.0: Global(caution=0.7, meaning=None, pooled=None)")
    Global(caution=0.7, meaning=None, pooled=None)
    >>> method_in("gold") is None
    True
    """
    call = call_in(signature)
    settings = {} if call is None else dict(call.settings)
    with suppress(VicinalError, TypeError):
        if call is not None and call.name == "Vicinity" and settings.pop("similarity", WORDS) == WORDS:
            return Vicinity(**settings)
        if call is not None and call.name == "Global":
            return Global(**settings)
    return None
