"""Why `global` linked two sentences, or did not: what it made of the pair, and of the best link with both."""

from __future__ import annotations

from vicinal.alignment import Alignment
from vicinal.link import Cell, Link
from vicinal.methods.global_.method import Global
from vicinal.methods.global_.priors import PRIORS
from vicinal.methods.global_.weighed import Weighed, Worth
from vicinal.view.reasons import reason
from vicinal.wording import listed, many


def why_global(alignment: Alignment, method: Global, weighed: Weighed | None, cell: Cell) -> list[str]:
    """Return why two sentences are linked or not, each reason in a sentence that is true by itself.

    Args:
        alignment: What this method found.
        method: The method with its settings.
        weighed: What it made of all pairs of the prose or of the headings; None for a heading and a sentence of prose.
        cell: The two sentences, counted from 0.
    """
    if weighed is None:
        return ["One of the two is a heading and the other is not; global links headings with headings only."]
    lines = [f"The probability that the two belong together is {_chance(weighed.probability(*cell))}."]
    step = next((step for step in alignment.steps if step.cell == cell), None)
    if step is not None:
        return [*lines, f"How it follows the link before: {reason(step)}."]
    lines += _copied(alignment, cell)
    crossed = sum(_crosses(link, cell) for link in alignment.sentences)
    if crossed:
        lines.append(
            f"A link of the two would cross {many(crossed, 'other link')}; out of order, links are improbable."
        )
    return lines + _worth(alignment, method, weighed.best(*cell))


def _worth(alignment: Alignment, method: Global, best: Worth | None) -> list[str]:
    """Return what the best link with both sentences was worth, and why it was not taken."""
    if best is None:
        return [f"No link with both has a probability above {PRIORS.negligible}, so none was considered."]
    named = _named(best.source, best.target)
    line = f"The best link with both ({named}) has probability {_chance(best.posterior)}"
    if best.gain > 0:
        taken = [
            f"{side} {index + 1}"
            for side, ours in (("source", best.source), ("target", best.target))
            for index in ours
            if any(index in getattr(link, side) for link in alignment.sentences)
        ]
        return [
            f"{line}. It would be worth taking ({best.gain:.2f}, above 0), but another link that is worth as much or "
            f"more has {listed(taken)}."
        ]
    lines = [
        f"{line}. It is worth {best.gain:.2f}, with a caution of {method.caution:g}; it must be worth more than 0."
    ]
    least = int((best.gain + method.caution) * 100) / 100
    if least > 0:
        lines.append(f"With a caution below {least:.2f} it would be worth taking, if its sentences are free then.")
    return lines


def _copied(alignment: Alignment, cell: Cell) -> list[str]:
    """Return which of the two sentences stands on the other side word for word, elsewhere, and nowhere else."""
    documents = alignment.source, alignment.target
    lines = []
    for side, (own, other) in enumerate((documents, documents[::-1])):
        text = own.sentences[cell[side]]
        if own.sentences.count(text) == other.sentences.count(text) == 1:
            copy = other.sentences.index(text)
            if (copy in other.heading_sentences) == (cell[side] in own.heading_sentences) and copy != cell[1 - side]:
                here, there = ("source", "target") if side == 0 else ("target", "source")
                lines.append(
                    f"The {here} sentence stands word for word in the {there}, as {there} {copy + 1}; global compares "
                    "such a sentence with its copy only."
                )
    return lines


def _crosses(link: Link, cell: Cell) -> bool:
    """Tell whether a link stands on the other side of a pair in the target than in the source."""
    x, y = cell
    return (link.source[-1] < x and link.target[0] > y) or (link.source[0] > x and link.target[-1] < y)


def _chance(probability: float) -> str:
    """Return a probability with two decimals; one that is small but not 0 is not shown as 0."""
    return "below 0.01" if probability < 0.005 else f"{probability:.2f}"


def _named(source: tuple[int, ...], target: tuple[int, ...]) -> str:
    numbers = (listed([str(index + 1) for index in side]) for side in (source, target))
    return "source {}, target {}".format(*numbers)
