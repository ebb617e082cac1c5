// Flame graphs: a press on a box, or Enter, gives it the whole width; arrows go from box to box; a field
// finds functions. Without scripts every box tells what it is in its title.

for (const figure of document.querySelectorAll("figure.flame")) {
  const picture = figure.querySelector("svg.calls");
  const tools = figure.querySelector(".tools");
  const [field, button, output] = ["input", "button", "output"].map((name) => tools.querySelector(name));
  const boxes = [...picture.querySelectorAll(":scope > svg")].map((part) => ({
    part,
    row: Number(part.getAttribute("y")),
    start: parseFloat(part.getAttribute("x")),
    width: parseFloat(part.getAttribute("width")),
    title: part.querySelector("title").textContent,
  }));
  // Places are rounded to 0.001 %.
  const near = 0.002;
  const holds = (outer, inner) =>
    inner.start >= outer.start - near && inner.start + inner.width <= outer.start + outer.width + near;
  const rows = [...new Set(boxes.map((box) => box.row))].sort((a, b) => a - b);

  const widen = (chosen) => {
    for (const box of boxes) {
      const isAbove = chosen && box.row < chosen.row && holds(box, chosen);
      const isBelow = !chosen || (box.row >= chosen.row && holds(chosen, box));
      box.part.toggleAttribute("hidden", !isAbove && !isBelow);
      const start = isAbove ? 0 : chosen ? (box.start - chosen.start) * 100 / chosen.width : box.start;
      const width = isAbove ? 100 : chosen ? box.width * 100 / chosen.width : box.width;
      box.part.setAttribute("x", `${start}%`);
      box.part.setAttribute("width", `${width}%`);
    }
    button.disabled = !chosen;
  };

  const find = () => {
    const wanted = field.value.trim().toLowerCase();
    const found = boxes.filter((box) => wanted && box.title.toLowerCase().includes(wanted));
    for (const box of boxes) box.part.classList.toggle("other", wanted !== "" && !found.includes(box));
    output.textContent = wanted ? ` ${found.length} of ${boxes.length}` : "";
  };

  let current = boxes[0];
  const focus = (box) => {
    if (!box) return;
    current.part.setAttribute("tabindex", "-1");
    current = box;
    box.part.setAttribute("tabindex", "0");
    box.part.focus();
  };
  const isSeen = (box) => !box.part.hasAttribute("hidden");
  const steps = {
    ArrowUp: (box) => boxes.findLast((one) => one.row < box.row && holds(one, box)),
    ArrowDown: (box) => boxes.find((one) => isSeen(one) && one.row > box.row && holds(box, one)),
    ArrowLeft: (box) => boxes.filter((one) => isSeen(one) && one.row === box.row && one.start < box.start)
      .sort((a, b) => b.start - a.start)[0],
    ArrowRight: (box) => boxes.filter((one) => isSeen(one) && one.row === box.row && one.start > box.start)
      .sort((a, b) => a.start - b.start)[0],
  };

  picture.setAttribute("role", "tree");
  for (const box of boxes) {
    box.part.setAttribute("role", "treeitem");
    box.part.setAttribute("aria-level", String(rows.indexOf(box.row) + 1));
    box.part.setAttribute("aria-label", box.title);
    box.part.setAttribute("tabindex", box === current ? "0" : "-1");
    box.part.addEventListener("click", () => { widen(box); focus(box); });
    box.part.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") widen(box);
      else if (event.key === "Escape") widen(null);
      else if (steps[event.key]) focus(steps[event.key](box));
      else return;
      event.preventDefault();
    });
  }
  field.addEventListener("input", find);
  button.addEventListener("click", () => widen(null));
  button.disabled = true;
  tools.hidden = false;
}
