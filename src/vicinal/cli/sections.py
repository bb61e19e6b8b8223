"""The shape of `--help`: options in sections, commands in groups, examples at the end.

Callers: the modules of commands, which name the section of each option, and `setting_options`, whose options are shown
only for the method that is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

OUTPUT = "Output"
READING = "Reading the texts"
METHOD = "Method"
RUNNING = "Running"
_METHOD_KEY = "vicinal.method"


class Option(click.Option):
    """An option that stands in a section of the help; in a command that has such, all others do, too."""

    def __init__(self, *args: Any, section: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.section = section

    def section_in(self, ctx: click.Context) -> str:
        """Return the section that the option stands in; a setting's depends on the method."""
        del ctx
        return self.section


def option(section: str, *names: str, **attributes: Any) -> Callable[[F], F]:
    """Add an option to a command, as `click.option` does, in a section of its help."""
    return click.option(*names, **{"cls": Option, "section": section, **attributes})


def method_given(context: click.Context) -> str | None:
    """Return what was given as --method, before or after --help; None if nothing was."""
    given: str | None = context.meta.get(_METHOD_KEY)
    return given


class Command(click.Command):
    """A command whose help has sections and ends with examples.

    Args:
        examples: Lines of examples, each at most 76 characters, so that they fit a terminal of 80 columns.
    """

    def __init__(self, *args: Any, examples: str = "", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.examples = examples.strip().splitlines()

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does, but know the method first, since --help shows its settings and is answered at once."""
        with suppress(click.UsageError):  # said by click, below
            given, _, _ = self.make_parser(ctx).parse_args(args=list(args))
            ctx.meta[_METHOD_KEY] = given.get("method")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section, and then those without a section: --help."""
        sections: dict[str, list[tuple[str, str]]] = {}
        plain: list[tuple[str, str]] = []
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None and isinstance(parameter, Option):
                sections.setdefault(parameter.section_in(ctx), []).append(record)
            elif record is not None:
                plain.append(record)
        if METHOD in sections:
            plain.append((f"{ctx.command_path} -m NAME --help", "Show the settings of another method."))
            plain.append(("vicinal methods", "List all methods."))
        sections["Help" if sections else "Options"] = plain
        for name, records in sections.items():
            with formatter.section(name):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        del ctx
        write_examples(formatter, self.examples)


class Group(click.Group):
    """A group of commands, in sections, in the order in which a person meets them.

    Args:
        sections: The names of the commands by section; commands that none of them names come last.
        examples: As for `Command`.
    """

    def __init__(
        self, *args: Any, sections: dict[str, Sequence[str]] | None = None, examples: str = "", **attributes: Any
    ) -> None:
        super().__init__(*args, **attributes)
        self.sections = dict(sections or {})
        self.examples = examples.strip().splitlines()

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the sections."""
        del ctx
        ordered = [name for names in self.sections.values() for name in names if name in self.commands]
        return ordered + sorted(set(self.commands) - set(ordered))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with the first lines of their help."""
        named = {name for names in self.sections.values() for name in names}
        others = [name for name in self.list_commands(ctx) if name not in named]
        width = max(map(len, self.commands), default=0)
        for section, names in {**self.sections, "Others": others}.items():
            commands = [self.commands[name] for name in names if name in self.commands]
            records = [(f"{command.name:{width}}", command.get_short_help_str(70)) for command in commands]
            if records:
                with formatter.section(section):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        del ctx
        write_examples(formatter, self.examples)


def write_examples(formatter: click.HelpFormatter, lines: Sequence[str]) -> None:
    """Write examples as they are."""
    if lines:
        with formatter.section("Examples"):
            for line in lines:
                formatter.write(f"{'':>{formatter.current_indent}}{line}".rstrip() + "\n")
