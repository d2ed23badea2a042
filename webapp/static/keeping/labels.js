/** What lies on a photo, as it is kept: of each piece its name and the upright box around it. */

import { codeOf } from "../qwirkle/tiles.js";
import { textOf } from "../qwixx/sheet.js";
import { onCell } from "../table/live/cells.js";

/** What lies there but is named by nobody: it counts for nothing. */
export const IGNORE = "ignore";
export const DOWN = "face-down";
const SHEET = "sheet";

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

/**
 * The labels of all tiles on a photo: those of the board and the hand as they are believed by now, those that a person has
 * added to the board, and those that belong to neither.
 * @param {Object|null} reading what was read of it
 * @param {Array<{col: number, row: number, tile: string, piece: ?number, doubted: boolean, told: ?boolean}>} tiles of the
 *   board; a person has `told` those that were not found
 * @param {Array<{tile: string, piece: ?number}>} hand
 */
export function labelsOfTiles(reading, tiles, hand = []) {
  if (!reading) return [];
  const on = ({ piece }) => reading.tiles[piece] !== undefined;
  const laid = tiles.filter(on).map((one) => ({ ...one, corners: reading.tiles[one.piece].corners, cell: [one.col, one.row] }));
  const added = tiles.filter((one) => one.told && laid.length).map((one) => ({ ...one, corners: onCell([one.col, one.row], laid), cell: [one.col, one.row] }));
  const held = hand.filter(on).map((one) => ({ ...reading.tiles[one.piece], tile: one.tile }));
  const known = new Set([...reading.board, ...hand].map(({ piece }) => piece));
  const loose = reading.tiles.filter((seen, piece) => !known.has(piece) && !seen.cut).map((seen) => ({ ...seen, tile: codeOf(seen) }));
  return labelsOf([...laid, ...added, ...held, ...loose]);
}

/** The labels of sheets that a photo shows, each with its corners; one on which a number is doubtful counts for nothing. */
export const labelsOfSheets = (sheets) =>
  sheets.map(({ corners, sheet, doubted }) => (doubted.length ? { name: IGNORE, box: boxOf(corners) } : { name: SHEET, box: boxOf(corners), marks: textOf(sheet) }));

/** The labels of dice that a photo shows; those that were not rolled count for nothing. */
export const labelsOfDice = (dice) =>
  dice
    .filter(({ box }) => box)
    .map((die) => (die.in_play && !die.doubted ? { name: String(die.value), box: die.box, colour: die.colour } : { name: IGNORE, box: die.box }));
