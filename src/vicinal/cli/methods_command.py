"""The command that describes the methods: methods."""

from __future__ import annotations

import inspect
import re
import textwrap

import click

from vicinal.cli.console import is_terminal, write
from vicinal.cli.sections import Command
from vicinal.cli.setting_options import setting_records
from vicinal.methods import DEFAULT, METHODS, method_class, summary_of

_UNCUT = 1000  # columns, in a pipe: a line per method


@click.command(
    "methods",
    cls=Command,
    examples="""
vicinal methods
vicinal methods vicinity
""",
)
@click.argument("name", required=False, type=click.Choice(list(METHODS)), metavar="[NAME]")
@click.pass_context
def methods_command(context: click.Context, /, name: str | None) -> None:
    """List the methods, or describe one with all its settings.

    NAME is a method: it is described as its authors did, and what is our reading of them is told apart. Each setting
    comes with its option, its range and its default.
    """
    formatter = context.make_formatter()
    if name is None:
        if not is_terminal():
            formatter.width = _UNCUT
        summaries = {method: summary_of(method) + " (default)" * (method == DEFAULT) for method in METHODS}
        formatter.write_dl(list(summaries.items()))
    else:
        module = inspect.getdoc(inspect.getmodule(method_class(name))) or ""
        own = (inspect.getdoc(method_class(name)) or "").partition("Attributes:")[0]
        formatter.write(wrapped(f"{own}\n\n{module}", formatter.width) + "\n")
        with formatter.section(f"Settings of {name}, for all commands that have --method"):
            formatter.write_dl(setting_records(context, name))
    write(formatter.getvalue().encode("utf-8"))


def wrapped(text: str, width: int) -> str:
    """Return documentation wrapped to a width; items of lists stay items, and indented blocks stay as they are."""
    made = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        if block.startswith("  "):
            made.append(block)
            continue
        items = re.split(r"\n(?=- )", block)
        lines = (
            textwrap.fill(" ".join(item.split()), width, subsequent_indent="  " * item.startswith("- "))
            for item in items
        )
        made.append("\n".join(lines))
    return "\n\n".join(filter(None, made))
