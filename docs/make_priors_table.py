"""Write the table of the numbers of `global` into docs/method.md, from `Priors` (`--print`: to stdout)."""

from __future__ import annotations

import re
import sys
from dataclasses import fields
from pathlib import Path

from vicinal.methods.global_.priors import PRIORS

PAGE = Path(__file__).resolve().parent / "method.md"
BEGIN, END = "<!-- priors: written by make_priors_table.py -->\n", "<!-- end of priors -->"


def table() -> str:
    """Return the table: name, value, unit and reason of each number."""
    rows = ["| number | value | unit | reason |", "| --- | --- | --- | --- |"]
    for field in fields(PRIORS):
        value = f"{getattr(PRIORS, field.name):,}" if isinstance(field.default, int) else str(field.default)
        rows.append(f"| `{field.name}` | {value} | {field.metadata['unit']} | {field.metadata['reason']} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    if "--print" in sys.argv[1:]:
        print(table(), end="")
    else:
        page = PAGE.read_text(encoding="utf-8")
        page = re.sub(f"(?s){BEGIN}.*{END}", lambda _: f"{BEGIN}{table()}{END}", page)
        PAGE.write_text(page, encoding="utf-8")
