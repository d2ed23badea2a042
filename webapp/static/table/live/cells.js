/** Where cells lie in a picture: known by the tiles that were found, guessed for the free cells beside them. */

const SIDES = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/**
 * The free cells beside the tiles of a picture.
 * @param {Array<{cell: [number, number], corners: Array<[number, number]>}>} pieces those that lie on cells
 * @returns {Array<{cell: [number, number], corners: Array<[number, number]>}>}
 */
export function freeCells(pieces) {
  const taken = new Map(pieces.map((piece) => [piece.cell.join(), piece]));
  const quarters = turnOf(pieces, taken);
  const free = new Map();
  for (const { cell, corners } of pieces) {
    for (const side of SIDES) {
      const beside = plus(cell, side);
      if (taken.has(beside.join())) continue;
      const found = free.get(beside.join()) ?? { cell: beside, guesses: [] };
      found.guesses.push(moved(corners, turned(side, quarters)));
      free.set(beside.join(), found);
    }
  }
  return [...free.values()].map(({ cell, guesses }) => ({ cell, corners: guesses[0].map((_, at) => middle(guesses.map((guess) => guess[at]))) }));
}

/**
 * Where a cell lies in the picture, guessed by the tile that lies nearest.
 * @param {[number, number]} cell
 * @param {Array<{cell: [number, number], corners: Array<[number, number]>}>} pieces those that lie on cells, one at least
 * @returns {Array<[number, number]>} its corners
 */
export function onCell(cell, pieces) {
  const far = (piece) => Math.hypot(...minus(piece.cell, cell));
  const nearest = pieces.reduce((best, piece) => (far(piece) < far(best) ? piece : best));
  return moved(nearest.corners, turned(minus(cell, nearest.cell), turnOf(pieces)));
}

/**
 * By how many quarters the picture shows the cells turned: columns that grow to the right come to grow downwards by one.
 * @param {Array} pieces
 * @param {Map<string, Object>} taken the same by their cells
 */
export function turnOf(pieces, taken = new Map(pieces.map((piece) => [piece.cell.join(), piece]))) {
  const votes = [0, 0, 0, 0];
  for (const { cell, corners } of pieces) {
    SIDES.forEach((side, from) => {
      const other = taken.get(plus(cell, side).join());
      if (!other) return;
      const way = minus(middle(other.corners), middle(corners));
      const ahead = SIDES.map((step) => dot(way, minus(middle(moved(corners, step)), middle(corners))));
      votes[(ahead.indexOf(Math.max(...ahead)) - from + 4) % 4] += 1;
    });
  }
  return votes.indexOf(Math.max(...votes));
}

/** A step, or a cell, turned by quarters. */
export function turned([x, y], quarters) {
  return quarters ? turned([-y, x], quarters - 1) : [x, y];
}

/** The corners of a tile, moved by its own sides: so many to its right and so many down. */
function moved([a, b, c, d], [right, down]) {
  const across = minus(middle([b, c]), middle([a, d]));
  const along = minus(middle([c, d]), middle([a, b]));
  return [a, b, c, d].map((corner) => [0, 1].map((axis) => corner[axis] + right * across[axis] + down * along[axis]));
}

/** The middle of points. */
export const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);

const plus = (one, other) => one.map((value, axis) => value + other[axis]);
const minus = (one, other) => one.map((value, axis) => value - other[axis]);
const dot = (one, other) => one[0] * other[0] + one[1] * other[1];
