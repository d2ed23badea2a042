/** What lies on a photo, as it is kept: of each piece its name and the upright box around it. */

/** What lies there but is named by nobody: it counts for nothing. */
const IGNORE = "ignore";
const DOWN = "face-down";

/** The upright box around corners: left, top, width and height. */
function boxOf(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

/**
 * The labels of tiles. As long as a doubtful one is left, it counts for nothing, and no cells are told: of a board that is
 * not known whole nobody can say whether it was read.
 * @param {Array<{corners: number[][], tile: ?string, cell: ?[number, number], doubted: boolean}>} tiles without a name if
 *   they show their backs
 */
export function labelsOf(tiles) {
  const whole = tiles.every(({ doubted }) => !doubted);
  return tiles.map(({ corners, tile, cell, doubted }) => ({
    name: doubted ? IGNORE : (tile ?? DOWN),
    box: boxOf(corners),
    ...(whole && cell && tile ? { col: cell[0], row: cell[1] } : {}),
  }));
}

/** The labels of dice that a photo shows; those that were not rolled count for nothing. */
export const labelsOfDice = (dice) =>
  dice
    .filter(({ box }) => box)
    .map((die) => (die.in_play && !die.doubted ? { name: String(die.value), box: die.box, colour: die.colour } : { name: IGNORE, box: die.box }));
