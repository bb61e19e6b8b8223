"""The help of the command line: options in sections, the settings of one method at a time, and what it refuses."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from vicinal.cli import SECTIONS, cli
from vicinal.cli.setting_options import flag, supervised
from vicinal.methods import DEFAULT, METHODS, settings_of

COMMANDS = sorted(cli.commands)
WITH_METHOD = [name for name in COMMANDS if any(one.name == "method" for one in cli.commands[name].params)]
SETTINGS = {method: {flag(name) for name in settings_of(method)} for method in METHODS}
for options in SETTINGS.values():
    options.update(["--idf"] if "--similarity" in options else [])


def shown(*arguments: str, width: int = 80) -> str:
    """Return the help that a command prints."""
    result = CliRunner().invoke(cli, arguments, prog_name="vicinal", env={"COLUMNS": str(width)}, terminal_width=width)
    assert result.exit_code == 0, result.output
    return result.output


def context_of(command: click.Command) -> click.Context:
    """Return the context in which the group calls a command."""
    return click.Context(command, parent=click.Context(cli, **cli.context_settings))


def entries(text: str) -> dict[str, str]:
    """Return the options of a help, each with its text on one line."""
    found = re.split(r"\n  (?=-)|\n(?=\S)", text)
    return {re.findall(r"--[a-z0-9-]+", one)[0]: " ".join(one.split()) for one in found if one.startswith("-")}


def refused(*arguments: str) -> str:
    """Return the one line that a command says before it ends with exit code 2."""
    done = subprocess.run([sys.executable, "-m", "vicinal", *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr.removeprefix("vicinal: ").rstrip("\n")


def test_commands_with_methods() -> None:
    assert WITH_METHOD == ["align", "evaluate", "explain", "fit", "run", "tune", "versions"]


@pytest.mark.parametrize("command", [name for name in WITH_METHOD if name != "fit"])
def test_help_shows_the_settings_of_the_default_method_only(command: str) -> None:
    others = set().union(*SETTINGS.values()) - SETTINGS[DEFAULT]
    text = shown(command, "--help")
    assert f"\nSettings of {DEFAULT}:\n" in text
    assert SETTINGS[DEFAULT] <= set(entries(text))
    assert not others & set(entries(text))
    assert f"vicinal {command} -m NAME --help" in text


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "arguments",
    [
        "align -m NAME --help",
        "align --help -m NAME",
        "tune -h --method=NAME",
        "explain -mNAME a b -h",
        "versions --help -m NAME",
        "run --help -m NAME",
        "evaluate --help -m NAME",
    ],
)
def test_help_shows_the_settings_of_the_method_that_is_given(arguments: str, method: str) -> None:
    text = shown(*arguments.replace("NAME", method).split())
    assert f"\nSettings of {method}:\n" in text
    settings = text.partition(f"\nSettings of {method}:\n")[2].partition("\n\n")[0]
    assert set(entries("\n" + settings)) == SETTINGS[method]


@pytest.mark.parametrize("method", METHODS)
def test_methods_describes_every_setting_with_its_default(method: str) -> None:
    described = entries(shown("methods", method).partition(f"\nSettings of {method}, ")[2])
    assert set(described) == SETTINGS[method]
    for name, default in settings_of(method).items():
        entry = described[flag(name)]
        assert "[default: " in entry
        if type(default) in (int, float):
            assert entry.endswith(f"[default: {default:g}]")
            assert " 0 to 1" in entry or "above 0" in entry
        elif isinstance(default, bool):
            assert entry.endswith(f"[default: {'yes' if default else 'no'}]")
            assert f"--no-{flag(name)[2:]}" in entry


def test_auto_is_offered_where_it_exists() -> None:
    assert "--sentence-alpha FLOAT|auto" in shown("align", "-m", "vicinity", "-h")
    assert "auto" not in entries(shown("align", "-m", "massalign", "-h"))["--sentence-alpha"]


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("width", [80, 120])
def test_help_fits_the_terminal(command: str, width: int) -> None:
    text = shown(*filter(None, [command]), "--help", width=width)
    assert [line for line in text.splitlines() if len(line) > 80 and len(line) > width] == []
    assert "\\b" not in text
    assert "\b" not in text


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_sections_and_ends_with_examples(command: str) -> None:
    text = shown(command, "--help")
    assert re.search(rf"\nExamples:\n  vicinal {command}\b", text)
    made = cli.commands[command]
    options = [one for one in made.get_params(context_of(made)) if isinstance(one, click.Option)]
    own = {name for one in options for name in one.opts if name.startswith("--")}
    settings = set().union(*SETTINGS.values())
    assert own - settings <= set(entries(text))


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_name_options_that_exist(command: str) -> None:
    for example in re.findall(r"^  vicinal (.*)", shown(command, "--help").partition("\nExamples:\n")[2], re.MULTILINE):
        made = cli.commands[example.split()[0]]
        known = {name for one in made.get_params(context_of(made)) for name in one.opts}
        assert {word for word in example.partition(" | ")[0].split() if word.startswith("-")} <= known


def test_commands_are_grouped() -> None:
    text = shown("--help")
    assert {name for names in SECTIONS.values() for name in names} >= set(COMMANDS)
    places = [text.index(f"\n{section}:\n") for section in SECTIONS]
    assert places == sorted(places)
    for section, names in SECTIONS.items():
        listed = text.partition(f"\n{section}:\n")[2].partition("\n\n")[0]
        assert re.findall(r"^  (\w+) ", listed, re.MULTILINE) == [name for name in names if name in COMMANDS]
    assert "..." not in text.partition("\nAlign and look:")[2]


def test_no_command_shows_the_help() -> None:
    assert shown() == shown("--help") == shown("-h")


def test_fit_needs_a_method() -> None:
    assert not {"--null-loss", "--caution", "--model"} & set(entries(shown("fit", "--help")))
    assert "--null-loss" in entries(shown("fit", "--help", "-m", "smith"))
    assert refused("fit", "gold.jsonl", "-o", "model.json") == (
        f"Missing option '--method' / '-m'. Choose from: {', '.join(supervised())}; see 'vicinal fit --help'"
    )
    assert "'global' is not one of 'barzilay_elhadad', 'smith'" in refused("fit", "g", "-o", "m", "-m", "global")
    assert "--model is for aligning" in refused("fit", "g", "-o", "m", "-m", "smith", "--model", "m.json")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["align", "a"], "Missing argument 'TARGET'; see 'vicinal align --help'"),
        (["align", "-m", "foo", "--help"], "'foo' is not one of 'vicinity', 'global', "),
        (["align", "a", "b", "--sentence-alpa", "1"], "Did you mean '--sentence-alpha'"),
        (["align", "a", "b", "--methd", "x"], "'--method'? See 'vicinal align --help'"),
        (["algin"], "Did you mean 'align'? See 'vicinal --help'"),
        (["nothing"], "No such command 'nothing'; see 'vicinal --help'"),
        (
            ["compare", "gold.jsonl", "--beta", "1"],
            "'--beta'; it is a setting of: vicinity, massalign; give it to a command with --method",
        ),
        (["stats", "out", "--fast"], "'--fast'; see 'vicinal stats --help'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_use_is_one_line(arguments: list[str], says: str) -> None:
    assert says in refused(*arguments)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("command", [name for name in WITH_METHOD if name != "fit"])
def test_the_settings_of_one_method_are_parsed_as_among_those_of_all(command: str, method: str) -> None:
    """A command makes the options of its method alone, unless one of another method is given."""
    made = cli.commands[command]
    context = context_of(made)
    every = {one.name: one for one in made.get_params(context)}
    with pytest.raises(click.UsageError):
        made.parse_args(context, ["--method", method, "--no-such-option"])
    alone = context_of(made)
    with contextlib.suppress(click.UsageError):  # arguments that miss
        made.parse_args(alone, ["--method", method])
    for one in made.get_params(alone):
        other = every[one.name]
        assert (one.opts, one.secondary_opts, type(one.type), one.default) == (
            other.opts,
            other.secondary_opts,
            type(other.type),
            other.default,
        )
    assert {flag(str(one.name)) for one in made.get_params(alone)} >= SETTINGS[method]
    assert len(made.get_params(alone)) < len(every)
