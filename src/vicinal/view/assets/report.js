"use strict";
// A report is whole without this: it only lets readers sort tables and choose the colours.
(() => {
  const { element } = Vicinal;

  /** Return what a row is sorted by: the number behind a cell, or its text. */
  const value = (row, column) => {
    const cell = row.cells[column];
    if (!cell || cell.colSpan > 1) return null; // of a row that says why it has no numbers
    return cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
  };

  const compared = (a, b) =>
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true, sensitivity: "base" });

  /** Put rows in order; equals stay as they stood, and rows without a cell in this column come last. */
  function sort(table, column, descending) {
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => ({ row, value: value(row, column) }));
    const sign = descending ? -1 : 1;
    rows.sort((a, b) => (a.value === null) - (b.value === null) || sign * compared(a.value, b.value));
    body.append(...rows.map(({ row }) => row));
  }

  for (const table of document.querySelectorAll("table[data-sortable]")) {
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const pressed = () => {
        const now = heading.getAttribute("aria-sort");
        // Of numbers the largest is wanted first, of names the first.
        const descending = now ? now === "ascending" : heading.classList.contains("number");
        for (const other of headings) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
        sort(table, column, descending);
      };
      const button = element("button", { type: "button", class: "sort", on: { click: pressed } });
      button.append(...heading.childNodes);
      heading.append(button);
    });
  }
  document.querySelector(".actions").append(Vicinal.themeButton());
  document.documentElement.dataset.ready = "";
})();
