/** The table of Qwirkle: what is known of it, and what happens when a person does something. */

import * as api from "../api.js";
import { choose as ask, readAs } from "../chooser.js";
import { complain, isOfLight, onPhoto, sent, TABLE, uncomplain } from "../desk.js";
import { byId, html, refill, show } from "../dom.js";
import { fits, roomIn } from "../frame.js";
import * as keeping from "../keeping/keeping.js";
import { labelsOfTiles } from "../keeping/labels.js";
import { placeOf, thought } from "../thinking.js";
import { pointsOf, say, told } from "../words.js";
import { board, lay } from "./board.js";
import { fold, palette, refusalOf, slots } from "./hand.js";
import { listed, pointing, stillPointed } from "./moves.js";
import { picture } from "./picture.js";
import { box, codeOf, icon, nameOf, tileButton, tileNamed, withIcons } from "./tiles.js";

const KEPT = "kibitz-table";

/**
 * What is known of the table.
 * - reading, preview, photo: the last photo of it: what was read, its picture, and what may be kept of it
 * - tiles: the board's tiles, each {col, row, tile, piece, doubted, sure, added, looks, confidence, alternatives}: what it looks
 *   like by itself and how probable its name is, both null if no photo shows it; a person has `told` those that were not found
 * - before: the board before the last turn, each {col, row, tile, sure}; null if there was none
 * - hand: each {tile, piece}; a piece is the tile's number in the reading, null if a person named it
 */
const empty = () => ({
  reading: null,
  preview: null,
  photo: null,
  tiles: [],
  before: null,
  turn: null,
  problems: [],
  sixth: null,
  hand: [],
  moves: null,
  picked: 0,
});

// Where errors are told, beside what they are about.
const TYPED = "typed-error";
const HAND = "hand-error";
const MOVES = "moves-error";

let table = restored();
let pointed = null; // the reason whose line is drawn, of the move that is
let thinks = false; // whether better moves than those shown may follow
let asked = 0; // counts the questions to the server, so that late answers are dropped

// What a person does.

onPhoto(byId("hand-photo"), readHand);
byId("typed").addEventListener("submit", typed);
byId("players").addEventListener("change", refreshMoves);
byId("whole").addEventListener("click", (event) => {
  const pressed = event.target.getAttribute("aria-pressed") === "true";
  event.target.setAttribute("aria-pressed", String(!pressed));
  drawViewer();
});
for (const radio of document.querySelectorAll("input[name=view]")) radio.addEventListener("change", drawViewer);

window.addEventListener("resize", drawViewer);

// What the page asks of every game.

/** Goes on with what is known. */
export function resume() {
  draw();
  if (table.hand.length) refreshMoves();
}

/** Forgets the table. */
export function reset() {
  if (table.preview) URL.revokeObjectURL(table.preview.url);
  table = empty();
  uncomplain();
  draw();
}

/** What is sent with a photo. */
export const fields = () => ({ before: JSON.stringify(known()) });

/** What to say of a reading in which there is nothing of this game. */
export const nothingIn = (read) => (read.tiles.length ? "" : say("nothing_found"));

/** Takes a photo of the table, which may be kept. */
export function take(read, preview, photo) {
  // Before the first move there is a hand and no board; later a board that is not seen is no board that is gone.
  const boardless = !read.board.length && (table.tiles.length || !read.hand.length);
  const noBoard = () => complain(TABLE, say(read.tiles.length === 1 ? "no_board_one" : "no_board", { count: read.tiles.length }));
  if (boardless && table.tiles.length) return noBoard();
  believe(read, known(), preview);
  table.photo = photo;
  draw();
  if (boardless) return noBoard();
  byId("viewer").scrollIntoView({ block: "start" });
  refreshMoves();
}

function known() {
  return table.tiles.map(({ col, row, tile, sure }) => ({ col, row, tile, sure }));
}

/** How probable it is that a tile is what it is taken for, which the board before may say otherwise than the photo. */
const chanceOf = (seen, tile) => Object.fromEntries([...seen.alternatives, [nameRead(seen), seen.confidence]].map(([name, chance]) => [tileNamed(name), chance]))[tile] ?? 0;

/** Makes a reading what is known of the table. */
function believe(read, before, preview) {
  if (table.preview) URL.revokeObjectURL(table.preview.url);
  const sure = new Set(before.filter((tile) => tile.sure).map(cellOf));
  const goesOn = read.turn.kind !== "start";
  const added = new Set(goesOn ? read.turn.tiles.map(cellOf) : []);
  table = {
    ...table,
    reading: read,
    preview,
    turn: read.turn,
    // The rules are checked on the board that is believed; a photo alone raises questions besides, or has a strong cast.
    problems: [...read.problems.filter((problem) => problem.code.startsWith("which_") || isOfLight(problem)), ...read.turn.problems],
    before: goesOn ? before : null,
    sixth: read.sixth ?? table.sixth,
    tiles: read.board.map((tile) => {
      const seen = read.tiles[tile.piece];
      const named = goesOn && sure.has(cellOf(tile));
      const faced = seen && codeOf(seen) !== null;
      const otherwise = seen && codeOf(seen) !== tile.tile;
      return {
        ...tile,
        sure: named,
        added: added.has(cellOf(tile)),
        doubted: Boolean(seen?.doubted || otherwise) && !named,
        looks: faced ? tileNamed(seen.looks) : null,
        confidence: faced ? chanceOf(seen, tile.tile) : null,
        alternatives: [...(otherwise && faced ? [[nameRead(seen), seen.confidence]] : []), ...(seen?.alternatives ?? [])],
      };
    }),
    hand: read.hand.length ? read.hand : table.hand.map(({ tile }) => ({ tile, piece: null })),
    moves: null,
    picked: 0,
  };
  byId("taking").open = table.hand.length === 0;
}


async function readHand(photo) {
  const read = await sent(photo, { shows: "hand" }, say("reading_hand"), HAND);
  if (!read) return;
  table.hand = read.hand.map(({ tile }) => ({ tile, piece: null }));
  draw();
  refreshMoves(showMoves);
}

async function typed(event) {
  event.preventDefault();
  const text = byId("typed-text").value.trim();
  if (!text) return;
  await askedHints(text, TYPED, (answer) => {
    byId("typed-text").value = "";
    table.hand = answer.hand.map(({ tile }) => ({ tile, piece: null }));
    drawHand();
    showMoves();
  });
}

// The hand.

function taken(tile) {
  const refusal = refusalOf(table.hand, tile);
  byId("hand-note").textContent = refusal;
  if (refusal) return;
  table.hand = [...table.hand, { tile, piece: null }];
  drawHand();
  const whole = table.hand.length === told.handSize;
  if (whole) fold(byId("taking"));
  refreshMoves(whole ? showMoves : undefined);
}

/** Folds the palette, by which the page moves: the moves that were asked for shall be what is seen. */
function showMoves() {
  if (!table.hand.length) return;
  fold(byId("taking"));
  document.querySelector(".move")?.scrollIntoView({ block: "nearest" });
}

function putBack(index) {
  byId("hand-note").textContent = "";
  table.hand = table.hand.filter((_, other) => other !== index);
  drawHand();
  // The keyboard stays in the hand as long as a tile is left.
  if (document.activeElement === document.body) byId("slots").querySelector("button:last-of-type")?.focus({ preventScroll: true });
  drawViewer();
  refreshMoves();
}

// Corrections: what a person says stays.

const choose = (question) => ask({ ...question, all: box(table.sixth), nameOf, button: tileButton });

async function correct(tile) {
  const likely = tile.alternatives.map(([name, chance]) => [tileNamed(name), chance]).filter(([code]) => code !== tile.tile);
  const answer = await choose({
    title: say("correct_title"),
    piece: tile.tile,
    note: !tile.looks || tile.sure ? "" : readAs(tile.tile, tile.looks, tile.confidence, nameOf),
    likely,
    none: say("no_tile_here"),
  });
  if (!answer) return;
  const here = cellOf(tile);
  if (answer === "none") {
    table.tiles = table.tiles.filter((one) => cellOf(one) !== here);
    table.before = table.before?.filter((one) => cellOf(one) !== here) ?? null;
  } else {
    const named = (one) => (cellOf(one) === here ? { ...one, tile: answer, sure: true, doubted: false } : one);
    table.tiles = table.tiles.map(named);
    table.before = table.before?.map(named) ?? null;
  }
  corrected();
}

async function add({ col, row }) {
  const answer = await choose({ title: say("add_title") });
  if (!answer) return;
  const tile = { col, row, tile: answer, piece: null, told: true, doubted: false, sure: true, added: false, looks: null, confidence: null, alternatives: [] };
  table.tiles = [...table.tiles, tile];
  corrected();
}

async function renameHeld(index) {
  const answer = await choose({ title: say("hand_title"), piece: table.hand[index].tile, none: say("no_tile_here") });
  if (answer === "none") return putBack(index);
  if (!answer) return;
  table.hand = table.hand.map((held, other) => (other === index ? { ...held, tile: answer } : held));
  keepPhoto();
  drawHand();
  drawViewer();
  refreshMoves();
}

/** What lies on the photo was put right. */
const keepPhoto = () => keeping.corrected(table.photo, labelsOfTiles(table.reading, table.tiles, table.hand));

/** Scores the turn again and looks for moves again, after a correction. */
async function corrected() {
  keepPhoto();
  draw();
  refreshMoves();
  const plain = ({ col, row, tile, sure }) => ({ col, row, tile, sure });
  try {
    const turn = await api.scores({ before: (table.before ?? []).map(plain), after: table.tiles.map(plain) });
    table.turn = turn;
    table.problems = turn.problems;
    const added = new Set(table.before ? turn.tiles.map(cellOf) : []);
    table.tiles = table.tiles.map((tile) => ({ ...tile, added: added.has(cellOf(tile)) }));
    draw();
  } catch (error) {
    complain(TABLE, error.message);
  }
}

function tapped({ col, row }) {
  const tile = table.tiles.find((one) => one.col === col && one.row === row);
  return tile ? correct(tile) : add({ col, row });
}

function tappedPiece(piece) {
  const tile = table.tiles.find((one) => one.piece === piece);
  if (tile) return correct(tile);
  const index = table.hand.findIndex((held) => held.piece === piece);
  return index < 0 ? null : renameHeld(index);
}

// The moves.

/** Looks for moves again; calls back once the first are shown. */
async function refreshMoves(onfirst) {
  uncomplain(MOVES);
  table.moves = null;
  table.picked = 0;
  pointed = null;
  drawMoves();
  drawViewer();
  if (table.hand.length && isKnown()) await askedHints(table.hand.map((held) => held.tile), MOVES, onfirst);
}

/** Asks for moves, and shows them and any better ones that follow, unless a later question overtakes this one. */
async function askedHints(hand, place, onfirst = () => {}) {
  const mine = ++asked;
  thinks = false;
  const corners = (tile) => table.reading?.tiles[tile.piece]?.corners ?? null;
  const wish = {
    board: table.tiles.map((tile) => ({ col: tile.col, row: tile.row, tile: tile.tile, corners: corners(tile) })),
    hand,
    players: Number(byId("players").value),
  };
  try {
    for await (const [answer, last] of thought((within) => api.hints({ ...wish, ...within }))) {
      if (mine !== asked) return;
      uncomplain(TYPED, HAND, MOVES); // moves tell nothing about the table
      const first = !thinks;
      const before = table.moves?.moves[table.picked];
      table.picked = thinks ? placeOf(table.picked, table.moves.moves, answer.moves) : 0;
      table.moves = answer;
      pointed = stillPointed(pointed, before, answer.moves[table.picked]);
      thinks = !last;
      drawMoves();
      drawViewer();
      if (first) onfirst(answer);
    }
  } catch (error) {
    if (mine !== asked) return;
    complain(place, error.message);
    drawMoves();
  }
}

function pick(index) {
  pointed = null;
  table.picked = index;
  byId("taking").open = false;
  drawMoves();
  drawViewer();
}

/** Points at the line of which a reason speaks, or at none. */
function point(reason) {
  pointed = reason;
  drawMoves();
  drawViewer();
}

// Drawing.

function isKnown() {
  return table.reading !== null || table.tiles.length > 0;
}

function draw() {
  const known = isKnown();
  show(byId("qwirkle-steps"), !known);
  show(byId("viewer"), known);
  show(byId("hand"), known);
  show(byId("moves"), known);
  drawViewer();
  drawChecks();
  drawTurn();
  drawHand();
  drawMoves();
  keep();
}

function drawViewer() {
  if (!isKnown()) return;
  const move = pointing(table.moves?.moves[table.picked] ?? null, table.tiles, pointed);
  const hasPhoto = table.reading !== null;
  const radios = [...document.querySelectorAll("input[name=view]")];
  radios.find((radio) => radio.value === "photo").disabled = !hasPhoto;
  const asBoard = !hasPhoto || radios.find((radio) => radio.checked).value === "board";
  radios.find((radio) => radio.value === (asBoard ? "board" : "photo")).checked = true;
  show(byId("photo"), !asBoard);
  show(byId("board"), asBoard);
  show(byId("whole"), !asBoard);
  lay(byId("board"), board({ tiles: table.tiles, move, oncell: tapped }));
  if (!hasPhoto) return;
  const pieces = new Map(table.tiles.filter((tile) => tile.piece !== null).map((tile) => [tile.piece, { ...tile, role: "board" }]));
  for (const held of table.hand) if (held.piece !== null) pieces.set(held.piece, { tile: held.tile, role: "hand" });
  const whole = byId("whole").getAttribute("aria-pressed") === "true";
  const { reading, preview } = table;
  const ratio = roomIn(byId("photo"));
  refill(byId("photo"), picture({ reading, preview, pieces, move, whole, ratio, onpiece: tappedPiece }));
  const blind = !fits(preview, reading);
  if (show(byId("photo-note"), blind && !asBoard)) byId("photo-note").textContent = say("not_shown");
}

function drawChecks() {
  const doubted = table.tiles.filter((tile) => tile.doubted);
  const problems = [...table.problems, ...(table.turn?.notes ?? [])];
  show(byId("checks"), doubted.length + problems.length > 0);
  byId("doubts").replaceChildren(
    ...(doubted.length ? [html("p", {}, doubted.length === 1 ? say("doubtful_one") : say("doubtful", { count: doubted.length }))] : []),
    html("div", { class: "likely" }, doubted.map((tile) => tileButton(tile.tile, say("check", { piece: nameOf(tile.tile) }), () => correct(tile), html("span", { class: "chance", "aria-hidden": "true" }, "?")))),
  );
  byId("problems").replaceChildren(...problems.map((problem) => html("li", {}, withIcons(problem.message))));
}

function drawTurn() {
  const { turn } = table;
  if (!show(byId("turn"), turn !== null && turn.kind !== "start")) return;
  byId("turn-text").textContent = turn.kind === "pass" ? say("turn_pass") : pointsOf(turn.points);
  const lines = turn.lines.map((line) => html("li", {}, line.tiles.map((tile) => icon(tile.tile)), html("span", { class: "gain" }, pointsOf(line.points))));
  const illegal = turn.reason ? [html("li", { class: "error" }, withIcons(say("turn_illegal", { reason: turn.reason.message })))] : [];
  byId("turn-lines").replaceChildren(...illegal, ...lines);
}

function drawHand() {
  refill(byId("slots"), ...slots(table.hand, putBack));
  refill(byId("palette"), ...palette(table.hand, table.sixth, taken));
  const counts = { board: table.tiles.length, hand: table.hand.length };
  if (show(byId("summary"), table.reading !== null)) byId("summary").textContent = say("found", counts);
  keep();
}

function drawMoves() {
  const { moves } = table;
  show(byId("moves-note"), byId(MOVES).hidden);
  byId("moves-note").textContent = moves
    ? say(thinks ? "moves_better" : "moves_found", { shown: moves.moves.length, count: moves.found })
    : say(table.hand.length ? "moves_thinking" : "moves_wait");
  refill(byId("list"), ...(moves ? listed(moves.moves, { picked: table.picked, onpick: pick, board: table.tiles, pointed, onpoint: point }) : []));
}

// A phone may forget the page while its camera is open: the table is kept until the tab is closed.

function keep() {
  const { tiles, before, turn, problems, sixth, hand } = table;
  sessionStorage.setItem(KEPT, JSON.stringify({ tiles, before, turn, problems, sixth, hand }));
}

function restored() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
    const unseen = (tiles) => (tiles ?? []).map((tile) => ({ ...tile, piece: null }));
    return { ...empty(), ...kept, tiles: unseen(kept.tiles), hand: unseen(kept.hand) };
  } catch {
    return empty();
  }
}

/** The English name that a tile of a reading was given. */
function nameRead({ colour, shape }) {
  return `${colour} ${shape}`;
}

function cellOf({ col, row }) {
  return `${col},${row}`;
}
