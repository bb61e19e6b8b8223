"""The sheet of a workbook that tells how to correct its table; caller: `workbook`."""

from __future__ import annotations

from vicinal.formats.cell_styles import SHEET, Style, Styles, text_cell
from vicinal.formats.xml_text import HEAD

_LINE = 15  # height of a line, in points
_LINES = (
    "A row is a link: what stands in source and target belongs together. A row with one side is a sentence without "
    "a link.",
    "Each sentence has its number in front, [12]. The number says which sentence it is: keep it.",
    "To move a sentence: cut its whole line, with the number, and paste it into the cell of another row.",
    "To add a link: insert a row, and put sentences into source and target. A number alone, [12], is enough.",
    "To remove a link: put its sentences into two rows, or delete the row. Its sentences then have no link.",
    "To correct a sentence: change the words after its number.",
    "To split a sentence: write [12a] and [12b] before its parts, on two lines. To join two: [12+13].",
    "[¶12] opens a paragraph (you may type [P12]), [#12] a heading. Add or remove the sign to change that.",
    "A sentence may be in two rows: then two links share it.",
    "unsure: yes, or nothing. comment: anything. Rows may be sorted, and rows and columns be added.",
    "link, kind and score are not read back. Do not merge cells, and use no formulas.",
    "Then: vicinal import THIS.xlsx -o gold.jsonl (or .json). It tells row by row what it cannot read.",
)


def help_sheet(styles: Styles) -> str:
    """Return the sheet that tells how to correct the table."""
    title = styles.number(Style(bold=True, size=14, framed=False))
    plain = styles.number(Style(framed=False))
    rows = [f'<row r="1" ht="24">{text_cell("A1", "How to correct this table", title)}</row>']
    for at, line in enumerate(_LINES, 2):
        rows.append(f'<row r="{at}" ht="{_LINE * (1 + len(line) // 100)}">{text_cell(f"A{at}", line, plain)}</row>')
    return (
        f'{HEAD}<worksheet xmlns="{SHEET}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
        f'<cols><col min="1" max="1" width="100" customWidth="1"/></cols><sheetData>{"".join(rows)}</sheetData>'
        '<pageSetup paperSize="9" fitToHeight="0"/></worksheet>'
    )
