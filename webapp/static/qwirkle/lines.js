/** Lines of the board, found by the tiles that a reason names. */

const WAYS = [[1, 0], [0, 1]];

/**
 * The cells of the line that a reason speaks of, once a move is made.
 * @param {Object} reason as the server gave it
 * @param {Array<{col: number, row: number, tile: string}>} board
 * @param {Array<{col: number, row: number, tile: string}>} added the tiles of the move
 * @returns {Array<{col: number, row: number}>|null} null if it speaks of none, or of one that is not there
 */
export function lineOf({ params }, board, added) {
  if (typeof params?.line !== "string") return null;
  const cells = new Map([...board, ...added].map((cell) => [key(cell), cell]));
  const lines = [...cells.values()].flatMap((cell) => WAYS.map((way) => lineFrom(cell, way, cells)));
  const found = lines.filter((line) => line?.map(({ tile }) => tile).join(" ") === params.line);
  // Of several that are alike, it is the one to which the move belongs.
  const near = (line) => line.some((cell) => added.some((one) => key(one) === key(cell)));
  return found.find(near) ?? found[0] ?? null;
}

/** The line that begins on a cell; null if none does. */
function lineFrom(cell, way, cells) {
  if (cells.has(key(moved(cell, way, -1)))) return null;
  const line = [];
  for (let at = cell; at; at = cells.get(key(moved(at, way, 1)))) line.push(at);
  return line.length > 1 ? line : null;
}

const key = ({ col, row }) => `${col},${row}`;
const moved = ({ col, row }, [x, y], steps) => ({ col: col + steps * x, row: row + steps * y });
