"""Explanations of the steps of a search."""

from __future__ import annotations

from vicinal.link import Step

# Steps of methods other than vicinity.
_OTHERS = {
    "both directions": "chosen in both directions",
    "diagonal": "the next {unit} on both sides",
    "down": "one more source {unit}, joined to those before",
    "first": "the first link: the most probable start",
    "found": "linked by the method",
    "from the source": "chosen from the source, next to a pair chosen in both directions",
    "from the target": "chosen from the target, next to a pair chosen in both directions",
    "jump": "a jump back in the source, similar enough to outweigh its cost",
    "mapped": "mapped by the classifier",
    "more source": "one more source {unit} in the same link",
    "more target": "one more target {unit} in the same link",
    "most likely": "the most likely source {unit}, given the ones before and after",
    "most similar": "the source {unit} most similar to this target {unit}",
    "next": "the next source {unit} after the previous link",
    "resume": "the same link resumes after other target {unit}s",
    "right": "one more target {unit}, joined to those before",
    "path": "on the best path through the {unit}s",
    "similar": "similar enough",
    "skip": "further ahead in the source; the {unit}s between are unaligned or linked elsewhere",
}


def reason(step: Step) -> str:
    """Return a short explanation of how a cell was found.

    >>> reason(Step("sentence", (3, 2), "V1", (4, 3), 0.71))
    'best neighbour: the next sentence on both sides'
    """
    unit = step.level
    if step.vicinity in _OTHERS:
        return _OTHERS[step.vicinity].format(unit=unit)
    if step.stood is None:
        if step.level == "paragraph" and step.cell == (0, 0):
            return "the first paragraphs: where the search starts"
        return f"the similar {unit} pair nearest to the start"
    down, right = step.cell[0] - step.stood[0], step.cell[1] - step.stood[1]
    if step.vicinity == "run":
        side = "target" if right else "source"
        return f"run: still similar enough with one more {side} sentence"
    if step.vicinity == "nearest":
        return f"no similar neighbour; nearest similar pair: {_moved(down, right)}"
    if (down, right) == (1, 1):
        where = f"the next {unit} on both sides"
    elif (down, right) == (0, 1):
        where = f"one more target {unit}"
    elif (down, right) == (1, 0):
        where = f"one more source {unit}"
    else:
        where = _moved(down, right)
    return f"best neighbour: {where}" if step.vicinity == "V1" else f"no similar neighbour; {step.vicinity}: {where}"


def _moved(down: int, right: int) -> str:
    return f"{down} ahead in the source, {right} in the target"
