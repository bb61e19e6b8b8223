"""Tables of figures in a narrow terminal: no cell and no heading is lost."""

from __future__ import annotations

import pytest
from rich.console import Console

from vicinal.view.folded_table import FoldedTable

ROWS = [["method", "precision", "recall", "F1"], ["global", ".903", ".933", ".918"], ["all", ".739", ".567", ".642"]]


def shown(width: int) -> list[str]:
    """Return the lines of the table in a terminal of a width."""
    console = Console(width=width)
    with console.capture() as capture:
        console.print(FoldedTable(ROWS))
    return capture.get().splitlines()


def test_columns_stand_beside_each_other_if_they_fit() -> None:
    assert [line.split() for line in shown(28)] == ROWS
    assert [line.split() for line in shown(200)] == ROWS


@pytest.mark.parametrize("width", [16, 20, 27])
def test_columns_that_do_not_fit_go_below(width: int) -> None:
    lines = shown(width)
    assert all(len(line) <= width for line in lines)
    assert "…" not in "".join(lines)
    parts = [part.splitlines() for part in "\n".join(map(str.rstrip, lines)).split("\n\n")]
    assert len(parts) > 1
    columns = [list(zip(*(line.split() for line in part), strict=True)) for part in parts]
    assert {part[0] for part in columns} == {("method", "global", "all")}
    assert [column for part in columns for column in part[1:]] == list(zip(*ROWS, strict=True))[1:]


def test_cells_wider_than_the_terminal_are_folded() -> None:
    text = "".join("".join(shown(4)).split())
    assert sorted(text) == sorted("".join(row[0] + row[place] for place in (1, 2, 3) for row in ROWS))
