"""The command for the demonstration: demo."""

from __future__ import annotations

from pathlib import Path

import click

from vicinal.cli.console import advancing, show, write
from vicinal.cli.sections import Command

_FOLDER = "vicinal-demo"


@click.command(
    "demo",
    cls=Command,
    examples="""
vicinal demo                    writes the folder vicinal-demo
vicinal demo elsewhere
""",
)
@click.argument("folder", type=click.Path(path_type=Path), default=_FOLDER)
def demo_command(folder: Path) -> None:
    """Align the sample corpus with two methods, and say what to look at.

    Twelve articles in four languages, at two or three reading levels each, come with Vicinal. FOLDER (vicinal-demo, if
    it is not given) gets the texts, their gold, the alignments, a run and its report. It must be new or empty, or
    written by this command before.
    """
    from vicinal.installation import own_command, quoted
    from vicinal.report.demonstration import SHOWN, demonstrate, demonstration_table

    with advancing(log=False) as advance:
        made = demonstrate(folder, advance)
    show(demonstration_table(made))
    vicinal = own_command()
    text, simple = (quoted(str(folder / "articles" / f"{SHOWN}.{level}.txt")) for level in (0, 1))
    lines = f"""
vicinity: the method of Paetzold & Specia (2016). global: our own, the default.
right, found: precision and recall of links, compared with the gold.

Open the report:     {folder / "report.html"}
Open one page:       {folder / "alignments" / f"{SHOWN}.0-1.html"}
In the terminal:     {vicinal} align {text} {simple}
Correct links:       {vicinal} serve {quoted(str(folder / "run"))}
Measure a method:    {vicinal} evaluate {quoted(str(folder / "gold" / "en.jsonl"))} --method vicinity
Your own texts:      {vicinal} align --help
"""
    write(lines.encode("utf-8", "backslashreplace"))
