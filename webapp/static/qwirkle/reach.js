/** Cells of a drawing that the arrow keys reach: one of them is in the order of the page, Enter or the space bar taps it. */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CELL = "[data-cell]";
/** What is nearer than that in the direction of an arrow, in cells, lies beside rather than ahead: photos are seldom straight. */
const AHEAD = 0.5;

/**
 * Lets the keyboard reach the cells of a drawing.
 * @param {Element} drawing holds elements with their column and row in `data-cell`, out of the order of the page
 * @param {string} first which of them to begin with, if there is one
 */
export function reachable(drawing, first) {
  (drawing.querySelector(first) ?? drawing.querySelector(CELL))?.setAttribute("tabindex", "0");
  drawing.addEventListener("keydown", (event) => pressed(event, drawing));
  // Not on the drawing itself: a browser would take that for something to be focused.
  for (const cell of drawing.querySelectorAll(CELL)) cell.addEventListener("focus", () => comeBackTo(cell, drawing));
}

/** Makes a cell the one to which the order of the page leads. */
function comeBackTo(cell, drawing) {
  drawing.querySelector(`${CELL}[tabindex="0"]`)?.setAttribute("tabindex", "-1");
  cell.setAttribute("tabindex", "0");
}

function pressed(event, drawing) {
  const here = event.target.closest(CELL);
  if (!here) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    here.dispatchEvent(new MouseEvent("click"));
  }
  const step = ARROWS[event.key];
  if (!step) return;
  event.preventDefault();
  nearest(here, step, [...drawing.querySelectorAll(CELL)])?.focus();
}

/** The cell that lies next in a direction: straight ahead if there is one, else the least to the side. */
function nearest(here, [x, y], cells) {
  const [col, row] = here.dataset.cell.split(",").map(Number);
  const ways = cells.map((cell) => {
    const [right, down] = cell.dataset.cell.split(",").map((value, axis) => value - [col, row][axis]);
    return { cell, ahead: right * x + down * y, aside: Math.abs(right * y) + Math.abs(down * x) };
  });
  const best = ways.filter((way) => way.ahead >= AHEAD).sort((one, other) => one.ahead + 3 * one.aside - other.ahead - 3 * other.aside);
  return best[0]?.cell;
}
