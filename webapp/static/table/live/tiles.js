/** Qwirkle in the camera's picture: the tiles that are seen, how one is put right, and a move that is proposed. */

import { choose, readAs } from "../../chooser.js";
import { html, svg } from "../../dom.js";
import { drawnHint, drawnTile } from "../../qwirkle/picture.js";
import { reachable } from "../../qwirkle/reach.js";
import { box, codeOf, icon, nameOf, tileButton, tileNamed } from "../../qwirkle/tiles.js";
import { pointsOf, say } from "../../words.js";
import { freeCells, middle, onCell, turned, turnOf } from "./cells.js";

/** Photos of tiles are looks of the table's camera, seen by all phones. */
export const readsPhotos = true;

/** So much around the tiles is shown, in sides of a tile: whoever adds one beside them must see where. */
const MARGIN = 1.3;

/** A tile as a button that asks for a person's word. */
export const button = (piece, label, onclick, ...more) => tileButton(codeOf(piece), label, onclick, ...more);

/** Its name. */
export const labelOf = (piece) => nameOf(codeOf(piece));

/** Those that a person shall check, the most doubtful first. */
export const doubtful = (look) => onCells(look).filter((piece) => piece.doubted && codeOf(piece)).sort((one, other) => one.confidence - other.confidence);

/**
 * What is drawn over the picture.
 * @param {Object} look
 * @param {(piece: Object) => void} onpiece called with a tile, or a free cell beside one, that is tapped
 * @param {Object|null} move that is hinted at
 * @returns {Element[]}
 */
export function drawn(look, onpiece, move = null) {
  const known = onCells(look);
  const quarters = turnOf(known);
  const added = new Set((look.proposal?.turn?.tiles ?? []).map(({ col, row }) => `${col},${row}`));
  const loose = look.pieces.filter((piece) => !known.includes(piece)).map((piece) => drawnTile(placed(piece)));
  const reach = (piece, label, ...drawing) =>
    svg("g", { class: piece.free ? "free-cell" : "found", role: "button", tabindex: -1, "data-key": piece.cell.join(), "data-cell": turned(piece.cell, quarters).join(), "aria-label": label, onclick: () => onpiece(piece) }, drawing);
  const free = freeCells(known).map((cell) => reach({ ...cell, free: true }, where("cell_free", cell), svg("polygon", { points: cell.corners.join(" ") })));
  const tiles = known.map((piece) => {
    const tile = codeOf(piece);
    const drawing = drawnTile(placed(piece), tile ? { tile, role: "board", doubted: piece.doubted, added: added.has(piece.cell.join()) } : undefined);
    const label = tile ? where("cell_tile", piece, nameOf(tile)) : where("cell_down", piece);
    return reach(piece, piece.doubted ? `${label}, ${say("doubted")}` : label, drawing);
  });
  const hinted = known.length ? (move?.tiles ?? []).map(({ col, row, tile }) => drawnHint({ tile, corners: onCell([col, row], known) })) : [];
  const differing = known.length ? (look.differs ?? []).filter(({ params }) => params.cell).map(({ params }) => differs(onCell(params.cell, known))) : [];
  const pointed = known.length ? (move?.line ?? []).map(({ col, row }) => svg("polygon", { class: "pointed", points: onCell([col, row], known).join(" ") })) : [];
  return [...loose, ...free, ...tiles, ...differing, ...hinted, ...pointed];
}

/** A cell of which table and record tell otherwise: marked by a sign as well as by its line. */
function differs(corners) {
  const { x, y, size } = placed({ corners });
  return svg("g", { class: "differing" }, svg("polygon", { points: corners.join(" ") }), svg("text", { x, y: y + size / 4, "font-size": size / 2 }, "≠"));
}

/** How a person puts right what is drawn. */
export const hint = say("tap_to_fix");

/** What of the picture shall be seen: the tiles on cells, and how much around them. */
export function framed(pieces) {
  const known = pieces.filter((piece) => piece.cell);
  return { points: known.flatMap((piece) => piece.corners), margin: MARGIN * Math.max(0, ...known.map((piece) => placed(piece).size)) };
}

/** Lets the keyboard reach what was drawn. */
export const reached = (drawing) => reachable(drawing, ".found");

/**
 * Asks what lies on a cell.
 * @returns {Promise<Object|null>} the wish that says so to the server; null if the person leaves it as it is
 */
export async function asked(piece, room) {
  const { sixth } = room.state;
  const tile = piece.free ? null : codeOf(piece);
  const chosen = await choose({
    title: say(piece.free ? "add_title" : "correct_title"),
    piece: tile,
    note: tile && piece.confidence < 1 ? readAs(tile, tileNamed(piece.looks), piece.confidence, nameOf) : "",
    likely: (piece.alternatives ?? []).map(([name, chance]) => [tileNamed(name), chance]).filter(([code]) => code !== tile),
    all: box(sixth),
    none: piece.free ? null : say("no_tile_here"),
    nameOf,
    button: tileButton,
  });
  return chosen ? { cell: piece.cell, tile: chosen === "none" ? null : chosen } : null;
}

/** What is asked about a proposed move. */
export const titleOf = ({ player }) => (player ? say("proposed_move_of", { player }) : say("proposed_by_whom"));

/** A proposed move: what it adds, and if it may be made each line with its points, so that everybody can check the sum. */
export function proposed({ turn, legal }) {
  const lines = turn.lines.map((line) => html("li", {}, line.tiles.map((tile) => icon(tile.tile)), html("span", { class: "gain" }, pointsOf(line.points))));
  return [
    html("p", { class: "laid" }, turn.tiles.map((tile) => icon(tile.tile)), legal ? html("strong", {}, pointsOf(turn.points)) : null),
    ...(legal && lines.length ? [html("ul", { class: "lines" }, lines)] : []),
  ];
}

/** One way in which proposed tiles may be several moves: who laid which, and what it earned. */
export const wayOf = ({ moves }) =>
  moves.flatMap(({ player, tiles, points }) => [
    html("span", { class: "name" }, player),
    html("span", { class: "tiles" }, tiles.map(({ tile }) => icon(tile))),
    html("span", { class: "gain" }, pointsOf(points)),
  ]);

const onCells = (look) => look.pieces.filter((piece) => piece.cell);

const where = (key, { cell: [col, row] }, tile = "") => say(key, { tile, col, row });

/** A tile with what drawing it takes: its middle and its size. */
function placed(piece) {
  const [x, y] = middle(piece.corners);
  const [[left, top], [right, bottom]] = piece.corners;
  return { ...piece, x, y, size: Math.hypot(right - left, bottom - top) };
}
