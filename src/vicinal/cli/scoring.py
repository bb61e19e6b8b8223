"""What the commands that score have in common: options, and how they tell what could not be aligned.

Callers: `gold_commands` and `tuning_commands`.
"""

from __future__ import annotations

import click

from vicinal.cli.console import say
from vicinal.cli.sections import option

SCORING = "Scoring"
FOLDS = option(
    SCORING,
    "--folds",
    type=click.IntRange(2),
    default=5,
    show_default=True,
    help="Maximum number of cross-validation folds; pairs that share a text stay together.",
)
MEASURE = option(
    SCORING,
    "--measure",
    type=click.Choice(["links", "pairs", "paragraphs"]),
    default="links",
    show_default=True,
    help="Measure whose F1 is used.",
)


def say_problems(problems: list[str]) -> None:
    """Report each document that could not be aligned, once."""
    for message in dict.fromkeys(problems):
        say(f"vicinal: note: {message}; scored as an empty prediction")
