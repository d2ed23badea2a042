/** The photo with what was found on it: outlines and names of the tiles, and a move. */

import { svg } from "./dom.js";
import { nameOf, shapeOf } from "./tiles.js";
import { say } from "./words.js";

const MARGIN = 1.2;
const SAME_RATIO = 0.02;

/**
 * Whether a preview shows what was read: a browser may turn a photo otherwise than the reader.
 * @param {{ratio: number}|null} preview
 * @param {{width: number, height: number}} reading
 */
export const fits = (preview, reading) =>
  preview !== null && Math.abs(preview.ratio / (reading.width / reading.height) - 1) < SAME_RATIO;

/**
 * Draws the photo.
 * @param {Object} view
 * @param {Object} view.reading as the server gave it
 * @param {{url: string}|null} view.preview
 * @param {Map<number, {tile: string, role: string, doubted: boolean, added: boolean}>} view.pieces the tiles of board and hand, by their numbers in the reading
 * @param {Object|null} view.move the move to draw
 * @param {boolean} view.whole whether to show the whole photo, not just where tiles lie
 * @param {(piece: number) => void} view.onpiece called when a tile is tapped
 */
export function picture({ reading, preview, pieces, move, whole, onpiece }) {
  const { width, height } = reading;
  const hinted = (move?.tiles ?? []).filter((tile) => tile.corners);
  return svg(
    "svg",
    { viewBox: (whole ? [0, 0, width, height] : frame(reading, pieces, hinted)).join(" "), class: "drawing", role: "group", "aria-label": say("photo_of") },
    fits(preview, reading)
      ? svg("image", { href: preview.url, width, height, preserveAspectRatio: "none" })
      : svg("rect", { class: "no-photo", width, height }),
    reading.tiles.map((tile, piece) => (tile.cut ? null : drawnTile(tile, pieces.get(piece), () => onpiece(piece)))),
    hinted.map((tile, index) => drawnHint(tile, index ? null : `+${move.points}`)),
  );
}

/** The part of the photo in which tiles lie: left, top, width, height. */
function frame(reading, pieces, hinted) {
  const seen = reading.tiles.filter((tile, piece) => pieces.has(piece));
  const shown = seen.length ? seen : reading.tiles;
  const points = [...shown, ...hinted].flatMap((tile) => tile.corners);
  if (!points.length) return [0, 0, reading.width, reading.height];
  const margin = MARGIN * Math.max(...shown.map((tile) => tile.size));
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
}

function drawnTile(seen, piece, onclick) {
  const role = piece ? piece.role : "loose";
  const classes = ["piece", role, piece?.doubted && "doubted", piece?.added && "added"].filter(Boolean).join(" ");
  const outline = svg("polygon", { points: seen.corners.join(" "), class: "outline" });
  if (!piece) return svg("g", { class: classes }, outline);
  const seam = svg("polygon", { points: seen.corners.join(" "), class: "seam" });
  return svg("g", { class: classes, onclick }, svg("title", {}, nameOf(piece.tile)), seam, outline, plate(seen, piece));
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

function drawnHint(tile, label) {
  const [a, b, c, d] = tile.corners;
  const middle = [0, 1].map((at) => (a[at] + b[at] + c[at] + d[at]) / 4);
  const right = [0, 1].map((at) => (b[at] + c[at] - a[at] - d[at]) / 2);
  const down = [0, 1].map((at) => (c[at] + d[at] - a[at] - b[at]) / 2);
  const size = Math.hypot(...right);
  return svg(
    "g",
    { class: "hinted" },
    svg("polygon", { points: tile.corners.join(" "), class: "ground" }),
    svg("g", { transform: `matrix(${[...right, ...down, ...middle].join(" ")})` }, shapeOf(tile.tile)),
    svg("polygon", { points: tile.corners.join(" "), class: "seam" }),
    svg("polygon", { points: tile.corners.join(" "), class: "outline" }),
    plate({ x: middle[0], y: middle[1], size }, tile),
    label && gain(label, middle, size),
  );
}

/** What a move earns, written on the lower edge of its first tile. */
function gain(label, [x, y], size) {
  const width = 0.34 + 0.3 * label.length;
  return svg(
    "g",
    { class: "gain", transform: `translate(${x} ${y + 0.4 * size}) scale(${0.8 * size})` },
    svg("rect", { x: -width / 2, y: -0.27, width, height: 0.54, rx: 0.12 }),
    svg("text", { y: 0.17 }, label),
  );
}
