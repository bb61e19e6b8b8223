"""Write docs/cli.md, the reference of the command line, from the commands' own help (`--print`: to stdout)."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from vicinal.cli import cli

HERE = Path(__file__).resolve().parent


def reference() -> str:
    """Return the help of every command as one page."""
    parts = ["# The command line\n\nMade by `docs/make_cli_reference.py` from what `--help` prints.\n"]
    root = click.Context(cli, info_name="vicinal", terminal_width=100, help_option_names=["-h", "--help"])
    for name, command in [("", cli), *sorted(cli.commands.items())]:
        context = click.Context(command, info_name=name, parent=root, terminal_width=100) if name else root
        parts.append(f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    if "--print" in sys.argv[1:]:
        print(reference(), end="")
    else:
        (HERE / "cli.md").write_text(reference(), encoding="utf-8")
