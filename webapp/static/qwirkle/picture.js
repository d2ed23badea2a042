/** The photo with what was found on it: outlines and names of the tiles, and a move. */

import { svg } from "../dom.js";
import { frame, photo, whole as wholePhoto } from "../frame.js";
import { reachable } from "./reach.js";
import { nameOf, shapeOf } from "./tiles.js";
import { say } from "../words.js";

const MARGIN = 1.2;
/** How far from its tile's middle a label lies, in half diagonals: beside the corner, over as little of a neighbour as may be. */
const BESIDE = 1.3;

/**
 * Draws the photo.
 * @param {Object} view
 * @param {Object} view.reading as the server gave it
 * @param {{url: string}|null} view.preview
 * @param {Map<number, {tile: string, role: string, doubted: boolean, added: boolean}>} view.pieces the tiles of board and hand, by their numbers in the reading
 * @param {Object|null} view.move the move to draw
 * @param {boolean} view.whole whether to show the whole photo, not just where tiles lie
 * @param {number} view.ratio width by height of the room for the picture
 * @param {(piece: number) => void} view.onpiece called when a tile is tapped
 */
export function picture({ reading, preview, pieces, move, whole, ratio, onpiece }) {
  const hinted = (move?.tiles ?? []).filter((tile) => tile.corners);
  const unnamed = reading.tiles.filter((tile, piece) => !tile.cut && !pieces.has(piece));
  const drawing = svg(
    "svg",
    { viewBox: (whole ? wholePhoto(reading) : around(reading, pieces, hinted, ratio)).join(" "), class: "drawing", role: "group", "aria-label": say("photo_of") },
    photo(preview, reading),
    unnamed.map((tile) => drawnTile(tile)),
    inOrder(pieces).map(([piece, known]) => tappable(reading, piece, known, () => onpiece(piece))),
    hinted.map(drawnHint),
    pointedAt(move, reading, pieces).map((corners) => svg("polygon", { class: "pointed", points: corners.join(" ") })),
    hinted.length ? gain(`+${move.points}`, hinted, reading) : null,
  );
  reachable(drawing, ".found");
  return drawing;
}

/** The pieces as they are read out: the board row by row, then the hand. */
const inOrder = (pieces) =>
  [...pieces].sort(([, one], [, other]) => (one.role === "hand") - (other.role === "hand") || one.row - other.row || one.col - other.col || 0);

/** A tile of the board or the hand, which a tap or the keyboard reaches. */
function tappable({ tiles }, number, piece, onclick) {
  const side = Math.max(...tiles.map(({ size }) => size));
  const seen = tiles[number];
  const name = nameOf(piece.tile);
  const words = piece.role === "hand" ? say("tile_held", { tile: name }) : say("cell_tile", { tile: name, col: piece.col, row: piece.row });
  const label = [words, piece.doubted && say("doubted"), piece.added && say("new")].filter(Boolean).join(", ");
  const place = [seen.x, seen.y].map((at) => (at / side).toFixed(2)).join();
  return svg("g", { class: "found", role: "button", tabindex: -1, "data-key": `piece-${number}`, "data-cell": place, "aria-label": label, onclick }, drawnTile(seen, piece));
}

/** The corners of the tiles, those of the move too, in the line that is pointed at. */
function pointedAt(move, { tiles }, pieces) {
  const laid = [...pieces].filter(([, { role }]) => role === "board").map(([piece, { col, row }]) => ({ col, row, corners: tiles[piece].corners }));
  const places = [...laid, ...(move?.tiles ?? [])];
  return (move?.line ?? []).map((cell) => places.find(({ col, row }) => col === cell.col && row === cell.row)?.corners).filter(Boolean);
}

/** The part of the photo in which tiles lie. */
function around(reading, pieces, hinted, ratio) {
  const seen = reading.tiles.filter((tile, piece) => pieces.has(piece));
  const shown = seen.length ? seen : reading.tiles;
  const points = [...shown, ...hinted].flatMap((tile) => tile.corners);
  const margin = MARGIN * Math.max(0, ...shown.map((tile) => tile.size));
  return frame(reading, points, margin, ratio, hinted.flatMap((tile) => tile.corners));
}

/**
 * A tile that was found: its outline, and its name if it is one of the board or the hand.
 * @param {{corners: Array, x: number, y: number, size: number}} seen where it lies
 * @param {Object|undefined} piece as in the pieces of `picture`
 */
export function drawnTile(seen, piece) {
  const role = piece ? piece.role : "loose";
  const classes = ["piece", role, piece?.doubted && "doubted", piece?.added && "added"].filter(Boolean).join(" ");
  const outline = svg("polygon", { points: seen.corners.join(" "), class: "outline" });
  if (!piece) return svg("g", { class: classes }, outline);
  const seam = svg("polygon", { points: seen.corners.join(" "), class: "seam" });
  return svg("g", { class: classes }, svg("title", {}, nameOf(piece.tile)), seam, outline, plate(seen, piece));
}

/** The name on a tile: the colour's letter and the shape, with a question mark where it is doubtful. */
function plate(seen, piece) {
  const width = piece.doubted ? 1.5 : 1.05;
  return svg(
    "g",
    { class: "plate", transform: `translate(${seen.x} ${seen.y - 0.36 * seen.size}) scale(${0.42 * seen.size})` },
    svg("rect", { x: -width / 2, y: -0.3, width, height: 0.6, rx: 0.12 }),
    svg("text", { x: 0.28 - width / 2, y: 0.17 }, piece.tile[0]),
    svg("g", { transform: `translate(${0.75 - width / 2} 0) scale(0.5)` }, shapeOf(piece.tile)),
    piece.doubted ? svg("text", { class: "ask", x: 1.22 - width / 2, y: 0.17 }, "?") : null,
  );
}

/** A cell to which a move would put a tile; which one may be null, then it is only pointed at. */
export function drawnHint(tile) {
  const [a, b, c, d] = tile.corners;
  const middle = middleOf(tile);
  const right = [0, 1].map((at) => (b[at] + c[at] - a[at] - d[at]) / 2);
  const down = [0, 1].map((at) => (c[at] + d[at] - a[at] - b[at]) / 2);
  return svg(
    "g",
    { class: "hinted" },
    svg("polygon", { points: tile.corners.join(" "), class: "ground" }),
    tile.tile ? svg("g", { transform: `matrix(${[...right, ...down, ...middle].join(" ")})` }, shapeOf(tile.tile)) : null,
    svg("polygon", { points: tile.corners.join(" "), class: "seam" }),
    svg("polygon", { points: tile.corners.join(" "), class: "outline" }),
  );
}

/** What a move earns, written beside the corner of its tiles that is farthest from other tiles. */
function gain(label, hinted, { tiles, width, height }) {
  const others = [...tiles.map(({ x, y }) => [x, y]), ...hinted.map(middleOf)];
  const room = ([x, y]) => Math.min(...others.map((other) => Math.hypot(x - other[0], y - other[1])));
  const places = hinted.flatMap((tile) => {
    const middle = middleOf(tile);
    return tile.corners.map((corner) => [0, 1].map((at) => middle[at] + BESIDE * (corner[at] - middle[at])));
  });
  const onPhoto = places.filter(([x, y]) => x > 0 && y > 0 && x < width && y < height);
  const [x, y] = (onPhoto.length ? onPhoto : places).reduce((best, place) => (room(place) > room(best) ? place : best));
  const [a, b] = hinted[0].corners;
  const size = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const wide = 0.34 + 0.3 * label.length;
  return svg(
    "g",
    { class: "gain", transform: `translate(${x} ${y}) scale(${0.8 * size})` },
    svg("rect", { x: -wide / 2, y: -0.27, width: wide, height: 0.54, rx: 0.12 }),
    svg("text", { y: 0.17 }, label),
  );
}

const middleOf = ({ corners }) => [0, 1].map((at) => corners.reduce((sum, corner) => sum + corner[at], 0) / corners.length);
