/** The board drawn from its tiles. Every tile and every free cell beside one can be reached with the arrow keys. */

import { refill, svg } from "../dom.js";
import { reachable } from "./reach.js";
import { face, nameOf } from "./tiles.js";
import { say } from "../words.js";

/** How large a cell is at least and at most, in pixels: a fingertip must hit it, and a first tile must not fill the page. */
const LEAST = 44;
const MOST = 64;
const SIDES = [[-1, 0], [1, 0], [0, -1], [0, 1]];

/**
 * Draws the board.
 * @param {Object} view
 * @param {Array<{col: number, row: number, tile: string, doubted: boolean, added: boolean, draft: boolean}>} view.tiles those of a draft lie there, but are not written yet
 * @param {Object|null} view.move the move to draw; its tiles may be null, then only where it is; its `line` is pointed at
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
    (move?.line ?? []).map(({ col, row }) => svg("rect", { class: "pointed", x: col - 0.5, y: row - 0.5, width: 1, height: 1 })),
  );
  reachable(drawing, ".cell.laid");
  return drawing;
}

/**
 * Lays the drawing of a board into a pane: as large as fingertips need it, with its hinted cells in the middle, and moved
 * no further than it was if there are none.
 * @param {HTMLElement} pane that can be moved through
 * @param {SVGElement} drawing
 */
export function lay(pane, drawing) {
  const { width } = drawing.viewBox.baseVal;
  drawing.style.minWidth = `${LEAST * width}px`;
  drawing.style.maxWidth = `${MOST * width}px`;
  refill(pane, drawing);
  const shown = drawing.querySelector(".hinted")?.getBoundingClientRect();
  if (!shown) return;
  const room = pane.getBoundingClientRect();
  pane.scrollBy({ left: shown.x + shown.width / 2 - room.x - room.width / 2, top: shown.y + shown.height / 2 - room.y - room.height / 2, behavior: "instant" });
}

function drawnCell(cell, onclick) {
  const { col, row, tile, hinted, doubted, added, draft } = cell;
  const laid = tile && !hinted;
  const words = say(laid ? "cell_tile" : hinted ? (tile ? "cell_hint" : "cell_look") : "cell_free", { tile: tile && nameOf(tile), col, row });
  const label = [words, doubted && say("doubted"), added && say("new"), draft && say("draft")].filter(Boolean).join(", ");
  const classes = ["cell", laid && "laid", hinted && "hinted", doubted && "doubted", added && "added", draft && "draft"].filter(Boolean);
  return svg(
    "g",
    {
      class: classes.join(" "),
      transform: `translate(${col} ${row})`,
      role: "button",
      tabindex: "-1",
      "aria-label": label,
      "data-cell": `${col},${row}`,
      "data-key": `${col},${row}`,
      onclick,
    },
    svg("rect", { class: "reach", x: -0.5, y: -0.5, width: 1, height: 1 }), // what a fingertip hits
    tile ? face(tile) : svg("rect", { class: "free", x: -0.47, y: -0.47, width: 0.94, height: 0.94, rx: 0.07 }),
    tile ? svg("rect", { class: "ring", x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.07 }) : null,
    doubted ? svg("text", { class: "ask", x: 0.3, y: -0.17 }, "?") : null,
    added ? svg("circle", { class: "dot", cx: 0.34, cy: 0.34, r: 0.1 }) : null,
  );
}
