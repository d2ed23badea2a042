/** Cells of the board, and moves in their text form. */

/** A cell as a key. */
export const at = ({ col, row }) => `${col},${row}`;

/** Tiles on cells as the engine reads a move or a board. */
export const moveText = (tiles) => tiles.map(({ col, row, tile }) => `${tile}@${col},${row}`).join(" ");
