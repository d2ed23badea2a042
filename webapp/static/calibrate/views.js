/** Views of the calibration board: which tell something new, and whether the board is held still. */

/** How far the corners must have moved to tell something new, and how little for a board that is held still; as shares of the picture's longer side. */
const NEW = 0.06;
const STILL = 0.006;
/** Of corners that two views share, so many tell how far they moved. */
const FEW = 6;

/** Whether a view shows the board elsewhere, or otherwise, than all before. */
export const isNew = (view, before) => before.every((one) => moved(one, view) > NEW);

/** Whether a board is held as still as a sharp picture needs. */
export const isStill = (view, last) => last !== null && moved(last, view) < STILL;

/** Whether two views are of pictures of one size. */
export const alike = (one, other) => one.width === other.width && one.height === other.height;

/** How far the corners that two views share lie apart on average, as a share of the longer side; far if they share few. */
function moved(one, other) {
  const places = new Map(one.board.map((corner, at) => [corner.join(), one.picture[at]]));
  const ways = other.board.flatMap((corner, at) => {
    const before = places.get(corner.join());
    return before ? [Math.hypot(before[0] - other.picture[at][0], before[1] - other.picture[at][1])] : [];
  });
  if (ways.length < FEW) return Infinity;
  return ways.reduce((sum, way) => sum + way, 0) / ways.length / Math.max(other.width, other.height);
}
