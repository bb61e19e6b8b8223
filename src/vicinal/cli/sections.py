"""The shape of `--help`: options in sections, commands in groups, examples at the end.

Callers: the modules of commands, which name the section of each option, and `setting_options`, whose options are shown
only for the method that is chosen.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

OUTPUT = "Output"
READING = "Reading the texts"
METHOD = "Method"
RUNNING = "Running"
_METHOD_KEY = "vicinal.method"  # what was given as --method
_PARSED_KEY = "vicinal.parsed_method"  # the method whose settings are parsed
_ALL_KEY = "vicinal.all_settings"
_SETTINGS = "_vicinal_settings"
OptionsFor = Callable[[str | None], Sequence[click.Parameter]]


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


def knows_all_settings(context: click.Context | None) -> bool:
    """Tell whether a command was parsed with the settings of all methods, because one of another method was given."""
    return context is not None and bool(context.meta.get(_ALL_KEY))


def add_settings(command: Callable[..., Any], options_for: OptionsFor) -> None:
    """Let a command have the options for the settings of a method, which are made when the method is known."""
    setattr(command, _SETTINGS, options_for)


class Command(click.Command):
    """A command whose help has sections and ends with examples.

    Args:
        examples: Lines of examples, each at most 76 characters, so that they fit a terminal of 80 columns.
    """

    def __init__(self, *args: Any, examples: str = "", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._options_for: OptionsFor | None = getattr(self.callback, _SETTINGS, None)
        self._settings: dict[str | None, Sequence[click.Parameter]] = {}
        self.examples = examples.strip().splitlines()

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return all parameters, after --method the settings: of the method, or of all if one of another was given."""
        found = super().get_params(ctx)
        if self._options_for is None:
            return found
        method = None if knows_all_settings(ctx) else ctx.meta.get(_PARSED_KEY)
        if method not in self._settings:
            self._settings[method] = self._options_for(method)
        place = 1 + [one.name for one in found].index("method")
        return [*found[:place], *self._settings[method], *found[place:]]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does, but know the method first, since --help shows its settings and is answered at once."""
        if self._options_for is not None:
            self._find_method(ctx, args)
        return super().parse_args(ctx, args)

    def _find_method(self, ctx: click.Context, args: list[str]) -> None:
        """Note which method is given, and whether its settings are enough to parse the arguments."""
        wants_help = not set(args).isdisjoint(ctx.help_option_names)
        parser = click.Command(None, params=self.params, add_help_option=False).make_parser(ctx)
        parser.ignore_unknown_options = True
        with suppress(click.UsageError):  # said by click, later
            given, _, _ = parser.parse_args(args=[one for one in args if one not in ctx.help_option_names])
            ctx.meta[_METHOD_KEY] = given.get("method")
        method = next(one for one in self.params if one.name == "method")
        chosen = ctx.meta.get(_METHOD_KEY) or method.default
        choices = getattr(method.type, "choices", ())
        if not wants_help and chosen in choices:
            ctx.meta[_PARSED_KEY] = chosen
            try:
                self.make_parser(ctx).parse_args(args=list(args))
            except click.NoSuchOption:
                ctx.meta[_ALL_KEY] = True
            except click.UsageError:  # said by click, later
                pass

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
        sections: The commands by section: for each name its module in `vicinal.cli`, loaded when it is called, and the
            first line of its help.
        examples: As for `Command`.
    """

    def __init__(
        self, *args: Any, sections: Mapping[str, Mapping[str, tuple[str, str]]], examples: str = "", **attributes: Any
    ) -> None:
        super().__init__(*args, **attributes)
        self.sections = sections
        self.commands = _Commands({name: known[0] for names in sections.values() for name, known in names.items()})
        self.examples = examples.strip().splitlines()

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the sections."""
        del ctx
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with the first lines of their help."""
        del ctx
        width = max(map(len, self.commands))
        for section, names in self.sections.items():
            with formatter.section(section):
                formatter.write_dl([(f"{name:{width}}", first) for name, (_, first) in names.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        del ctx
        write_examples(formatter, self.examples)


class _Commands(UserDict[str, Any]):
    """The modules of commands by name; asking for one loads it, and gives the command."""

    def __getitem__(self, name: str) -> click.Command:
        made: click.Command = getattr(import_module(f"vicinal.cli.{self.data[name]}"), f"{name}_command")
        return made


def write_examples(formatter: click.HelpFormatter, lines: Sequence[str]) -> None:
    """Write examples as they are."""
    if lines:
        with formatter.section("Examples"):
            for line in lines:
                formatter.write(f"{'':>{formatter.current_indent}}{line}".rstrip() + "\n")
