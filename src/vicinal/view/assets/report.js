"use strict";
// Sorting of tables and choice of colours in a report, which is complete without this script.

(() => {
  /**
   * Return what a row is sorted by: the number behind a cell, or its text; null for a row without cells of its own.
   *
   * @param {HTMLTableRowElement} row
   * @param {number} column
   */
  function sortKey(row, column) {
    const cell = row.cells[column];
    if (!cell || cell.colSpan > 1) return null;
    return cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
  }

  /** @param {string | number | null} a @param {string | number | null} b */
  const compare = (a, b) =>
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true, sensitivity: "base" });

  /**
   * Sort rows; equal ones keep their order, and rows without a value in this column come last.
   *
   * @param {HTMLTableElement} table
   * @param {number} column
   * @param {boolean} descending
   */
  function sort(table, column, descending) {
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => ({ row, key: sortKey(row, column) }));
    const sign = descending ? -1 : 1;
    rows.sort((a, b) => Number(a.key === null) - Number(b.key === null) || sign * compare(a.key, b.key));
    body.append(...rows.map(({ row }) => row));
  }

  /** @param {HTMLTableElement} table */
  function makeSortable(table) {
    const headings = [...(table.tHead?.rows[0].cells ?? [])];
    headings.forEach((heading, column) => {
      const click = () => {
        const now = heading.getAttribute("aria-sort");
        // The first click puts the largest number first, or the first name.
        const descending = now ? now === "ascending" : heading.classList.contains("number");
        for (const other of headings) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
        sort(table, column, descending);
      };
      const button = Dom.element("button", { type: "button", class: "sort", on: { click } });
      button.append(...heading.childNodes);
      heading.append(button);
    });
  }

  for (const table of document.querySelectorAll("table")) if (table.hasAttribute("data-sortable")) makeSortable(table);
  document.querySelector(".actions")?.append(Theme.button());
  document.documentElement.dataset.ready = "";
})();
