"use strict";
// Sorts tables by a press on a heading, opens what a link leads into, and loads the page again
// while its experiment runs. Without scripts all of it can be read just as well.

const sortKey = (row, column) => {
  const cell = row.cells[column];
  if (cell.classList.contains("missing") || cell.textContent === "") return null;
  const value = cell.dataset.value;
  if (value === undefined) return cell.textContent;
  return Number(value.replace("inf", "Infinity"));
};

const compare = (a, b) => {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
};

const sort = (heading) => {
  const table = heading.closest("table");
  const column = heading.cellIndex;
  const sign = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const other of table.querySelectorAll("th[aria-sort]")) {
    other.setAttribute("aria-sort", "none");
  }
  heading.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
  for (const body of table.tBodies) {
    const rows = [...body.rows].filter((row) => !row.classList.contains("section"));
    const keyed = rows.map((row) => ({ row, key: sortKey(row, column) }));
    keyed.sort((a, b) => {
      // Gaps stay at the end, whichever way it is sorted.
      if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
      return sign * compare(a.key, b.key);
    });
    body.append(...keyed.map((entry) => entry.row));
  }
};

for (const heading of document.querySelectorAll("th[aria-sort]")) {
  heading.firstElementChild.addEventListener("click", () => sort(heading));
}

const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) {
    box.open = true;
  }
  target.scrollIntoView();
};
addEventListener("hashchange", reveal);
reveal();

const seconds = Number(document.body.dataset.reload);
if (seconds) setTimeout(() => location.reload(), seconds * 1000);
