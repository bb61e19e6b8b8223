"""What to try if a method found little: other settings and another method, tried out before they are named.

For documents of `MOST_TRIED` sentence pairs at most, each way is tried, and only those that find more links are named,
with how many. For longer documents, and for methods that cannot be made again, the ways are named as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from vicinal.alignment import Alignment
from vicinal.errors import VicinalError
from vicinal.methods import aligner_for
from vicinal.methods.global_.method import Global
from vicinal.methods.vicinity import Vicinity
from vicinal.signature import call_in
from vicinal.view.method_again import method_in

MOST_TRIED = 20_000  # sentence pairs: trying all ways takes a fraction of a second then
_CAUTIONS = (0.3, 0.1, 0.0)
_SHARES = (0.66, 0.33)  # of the thresholds of vicinity; then the similarity of the best pair
# The settings that make a method take less similar pairs, and the method to try instead.
_LOWER = {"vicinity": ("paragraph_alpha", "sentence_alpha"), "global": ("caution",)}
_OTHER = {"vicinity": "global", "global": "vicinity"}


class Way(NamedTuple):
    """A method and settings to try, and how many links it finds; the name is given only if it is another method."""

    method: str | None
    settings: Mapping[str, float]
    links: int = 0

    def named(self, *, flags: bool) -> str:
        """Return how people say it: as options, or in words."""
        if flags:
            options = [f"--method {self.method}"] if self.method else []
            return " ".join([*options, *(f"--{key.replace('_', '-')} {self.settings[key]:g}" for key in self.settings)])
        words = " and ".join(f"{key.replace('_', ' ')} {value:g}" for key, value in self.settings.items())
        return " with ".join(filter(None, [self.method and f"the method {self.method}", words]))


def tried_ways(alignment: Alignment, best: float) -> tuple[list[Way], list[Way]] | None:
    """Return the mildest ways that find more links than an alignment has, and those that do not.

    None if nothing was tried: the documents are too long, or the method cannot be made again.

    Args:
        alignment: What was found.
        best: The highest word similarity of any two sentences.
    """
    method = method_in(alignment.signature)
    source, target = alignment.source, alignment.target
    if method is None or len(source.sentences) * len(target.sentences) > MOST_TRIED:
        return None
    better: list[Way] = []
    useless: list[Way] = []
    for group in _ways(method, best):
        for way in group:
            links = _links(method, way, alignment)
            if links > len(alignment.sentences):
                better.append(way._replace(links=links))
                break
        else:
            # All of the group were tried: the name of the method says it, or the lowest setting.
            useless += group[:1] if group and group[0].method else group[-1:]
    return better, useless


def untried_ways(method: str, signature: str = "", *, flags: bool = False) -> list[str]:
    """Return ways that were not tried; a setting that is already 0 is not named."""
    call = call_in(signature)
    settings = {} if call is None else call.settings
    lower = [name for name in _LOWER.get(method, ()) if settings.get(name) != 0]
    named = ["--" + name.replace("_", "-") if flags else name.replace("_", " ") for name in lower]
    other = _OTHER.get(method, "global")
    return [
        *([f"a lower {' and '.join(named)}"] if named else []),
        f"--method {other}" if flags else f"the method {other}",
    ]


def _ways(method: Vicinity | Global, best: float) -> Iterator[Sequence[Way]]:
    """Yield groups of ways, the mildest of a group first."""
    if isinstance(method, Global):
        yield [Way(None, {"caution": caution}) for caution in _CAUTIONS if caution < method.caution]
        yield [Way("vicinity", {}), *(Way("vicinity", settings) for settings in _lowered(Vicinity(), best))]
    else:
        yield [Way(None, settings) for settings in _lowered(method, best)]
        yield [Way("global", {})]


def _lowered(method: Vicinity, best: float) -> list[dict[str, float]]:
    """Return lower thresholds than those of a method, the highest first: parts of them, and the best similarity."""
    alphas = {name: getattr(method, name) for name in _LOWER["vicinity"]}
    numbers = {name: 0.3 if alpha == "auto" else float(alpha) for name, alpha in alphas.items()}
    lowered = [{name: int(100 * share * alpha) / 100 for name, alpha in numbers.items()} for share in _SHARES]
    lowered.append({name: min(alpha, int(100 * best) / 100) for name, alpha in numbers.items()})
    lowered.sort(key=lambda settings: settings["sentence_alpha"], reverse=True)
    return [settings for settings in lowered if settings != numbers and min(settings.values()) > 0]


def _links(method: Vicinity | Global, way: Way, alignment: Alignment) -> int:
    """Return how many links a way finds; 0 if it fails."""
    settings: dict[str, Any] = dict(way.settings)
    try:
        aligner = replace(method, **settings) if way.method is None else aligner_for(way.method, settings)
        return aligner(alignment.source, alignment.target).link_count
    except VicinalError:
        return 0
