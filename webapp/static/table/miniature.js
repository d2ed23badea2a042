/** A table at a glance: the tiles that lie there, or how far everybody's rows have come. */

import { svg } from "../dom.js";
import { face } from "../qwirkle/tiles.js";
import { told } from "../words.js";

const GAP = 1.5;

/** A small picture of where a game stands, from the text forms of its board or its sheets. */
export const miniature = ({ game, board, sheets }) => (game === "qwirkle" ? boardAtAGlance(board) : sheetsAtAGlance(sheets));

function boardAtAGlance(board) {
  const tiles = board.split(" ").filter(Boolean).map((placement) => {
    const [tile, cell] = placement.split("@");
    const [col, row] = cell.split(",").map(Number);
    return { tile, col, row };
  });
  if (!tiles.length) return drawing([-0.5, -0.5, 1, 1], svg("rect", { class: "bare", x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.1 }));
  const [cols, rows] = [tiles.map(({ col }) => col), tiles.map(({ row }) => row)];
  const [left, top] = [Math.min(...cols), Math.min(...rows)];
  const view = [left - 0.6, top - 0.6, Math.max(...cols) - left + 1.2, Math.max(...rows) - top + 1.2];
  return drawing(view, tiles.map(({ tile, col, row }) => svg("g", { transform: `translate(${col} ${row})` }, face(tile))));
}

function sheetsAtAGlance(sheets) {
  const { rows } = told.qwixx;
  const wide = rows[0].numbers.length;
  const drawn = sheets.map((text, player) => {
    const marked = Object.fromEntries(text.split(" ").map((part) => part.split(":")));
    const cells = rows.flatMap(({ letter, numbers }, row) =>
      numbers.map((number, at) => {
        const crossed = (marked[letter] ?? "").replace("L", "").split(",").includes(String(number));
        return svg("rect", { class: `row-${letter} ${crossed ? "crossed" : "open"}`, x: at, y: row * 1.2, width: 0.85, height: 1 });
      }),
    );
    return svg("g", { transform: `translate(${player * (wide + GAP)} 0)` }, cells);
  });
  return drawing([-0.5, -0.5, sheets.length * (wide + GAP) - GAP + 1, rows.length * 1.2 + 0.8], drawn);
}

const drawing = (view, ...children) => svg("svg", { class: "miniature", viewBox: view.join(" "), "aria-hidden": "true" }, ...children);
