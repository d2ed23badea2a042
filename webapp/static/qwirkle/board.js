/** The board drawn from its tiles. Every tile and every free cell beside one can be reached with the arrow keys. */

import { svg } from "../dom.js";
import { face, nameOf } from "./tiles.js";
import { say } from "../words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIDES = Object.values(ARROWS);

/**
 * Draws the board.
 * @param {Object} view
 * @param {Array<{col: number, row: number, tile: string, doubted: boolean, added: boolean}>} view.tiles
 * @param {Object|null} view.move the move to draw
 * @param {(cell: {col: number, row: number}) => void} view.oncell called when a cell is tapped
 */
export function board({ tiles, move, oncell }) {
  const cells = new Map();
  const at = (col, row) => `${col},${row}`;
  for (const { col, row } of tiles) for (const [x, y] of SIDES) cells.set(at(col + x, row + y), { col: col + x, row: row + y });
  for (const tile of move?.tiles ?? []) cells.set(at(tile.col, tile.row), { ...tile, hinted: true });
  for (const tile of tiles) cells.set(at(tile.col, tile.row), tile);
  if (!cells.size) cells.set(at(0, 0), { col: 0, row: 0 });
  const all = [...cells.values()];
  const [cols, rows] = [all.map((cell) => cell.col), all.map((cell) => cell.row)];
  const [left, top] = [Math.min(...cols), Math.min(...rows)];
  const drawing = svg(
    "svg",
    {
      viewBox: [left - 0.5, top - 0.5, Math.max(...cols) - left + 1, Math.max(...rows) - top + 1].join(" "),
      class: "drawing",
      role: "group",
      "aria-label": say("board_label", { count: tiles.length }),
    },
    all.sort((one, other) => one.row - other.row || one.col - other.col).map((cell) => drawnCell(cell, () => oncell(cell))),
  );
  const first = drawing.querySelector(".cell.laid") ?? drawing.querySelector(".cell");
  first?.setAttribute("tabindex", "0");
  drawing.addEventListener("keydown", (event) => pressed(event, drawing));
  return drawing;
}

function drawnCell(cell, onclick) {
  const { col, row, tile, hinted, doubted, added } = cell;
  const laid = tile && !hinted;
  const words = say(laid ? "cell_tile" : hinted ? "cell_hint" : "cell_free", { tile: tile && nameOf(tile), col, row });
  const label = [words, doubted && say("doubted"), added && say("new")].filter(Boolean).join(", ");
  const classes = ["cell", laid && "laid", hinted && "hinted", doubted && "doubted", added && "added"].filter(Boolean);
  return svg(
    "g",
    {
      class: classes.join(" "),
      transform: `translate(${col} ${row})`,
      role: "button",
      tabindex: "-1",
      "aria-label": label,
      "data-cell": `${col},${row}`,
      onclick,
    },
    tile ? face(tile) : svg("rect", { class: "free", x: -0.47, y: -0.47, width: 0.94, height: 0.94, rx: 0.07 }),
    tile ? svg("rect", { class: "ring", x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.07 }) : null,
    doubted ? svg("text", { class: "ask", x: 0.3, y: -0.17 }, "?") : null,
    added ? svg("circle", { class: "dot", cx: 0.34, cy: 0.34, r: 0.1 }) : null,
  );
}

function pressed(event, drawing) {
  const here = event.target.closest(".cell");
  if (!here) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    here.dispatchEvent(new MouseEvent("click"));
  }
  const step = ARROWS[event.key];
  if (!step) return;
  event.preventDefault();
  const next = nearest(here, step, [...drawing.querySelectorAll(".cell")]);
  if (!next) return;
  here.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}

/** The cell that lies next in a direction: straight ahead if there is one, else the least to the side. */
function nearest(here, [x, y], cells) {
  const [col, row] = here.dataset.cell.split(",").map(Number);
  const ways = cells.map((cell) => {
    const [right, down] = cell.dataset.cell.split(",").map((value, axis) => value - [col, row][axis]);
    return { cell, ahead: right * x + down * y, aside: Math.abs(right * y) + Math.abs(down * x) };
  });
  const best = ways.filter((way) => way.ahead > 0).sort((one, other) => one.ahead + 3 * one.aside - other.ahead - 3 * other.aside);
  return best[0]?.cell;
}
