"use strict";
// Sorts tables by a press on a heading, hides the stories that nobody asked for, opens what a link
// leads into, shades the edge of what scrolls on, and loads the page again while its experiment runs.
// Without scripts all of it can be read just as well.

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

const filter = document.getElementById("filter");
if (filter) {
  const label = filter.closest("label");
  const stories = [...document.querySelectorAll("[data-story]")];
  const tables = [...document.querySelectorAll("main table")]
    .filter((table) => table.tHead.rows[0].cells[0].textContent.startsWith("Story"));
  const rows = tables.flatMap((table) => [...table.querySelectorAll("tbody tr:not(.section)")]);
  label.hidden = false;
  filter.addEventListener("input", () => {
    const wanted = filter.value.trim().toLowerCase();
    const hide = (part, text) => { part.hidden = !text.toLowerCase().includes(wanted); };
    for (const story of stories) hide(story, story.dataset.story);
    for (const row of rows) hide(row, row.cells[0].textContent);
    const shown = stories.filter((story) => !story.hidden).length;
    label.querySelector("output").textContent = wanted ? ` ${shown} of ${stories.length}` : "";
  });
}

const shade = (box) => {
  const left = box.scrollWidth - box.clientWidth - box.scrollLeft;
  box.classList.toggle("more", left > 1);
  box.classList.toggle("before", box.scrollLeft > 1);
};
const sizes = new ResizeObserver((entries) => { for (const entry of entries) shade(entry.target); });
for (const box of document.querySelectorAll(".scroll, .links")) {
  sizes.observe(box);
  box.addEventListener("scroll", () => shade(box), { passive: true });
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
