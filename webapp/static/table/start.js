/** How a game at a table begins, and which games there are to go on with. */

import * as api from "../api.js";
import { choose } from "../chooser.js";
import { complain, onPhoto, sent, uncomplain } from "../desk.js";
import { byId, html, refill, show } from "../dom.js";
import * as keeping from "../keeping/keeping.js";
import { labelsOfSheets, labelsOfTiles } from "../keeping/labels.js";
import { board, lay } from "../qwirkle/board.js";
import { box, nameOf, tileButton } from "../qwirkle/tiles.js";
import { left } from "../qwixx/doubts.js";
import { blank, drawn, sheetOf, textOf } from "../qwixx/sheet.js";
import { pointsOf, say, told } from "../words.js";
import { counted } from "./counted.js";
import { miniature } from "./miniature.js";

const KEPT = "kibitz-names";
/** The form as far as it is filled in: a phone may drop the page while its camera app is open. */
const FORM = "kibitz-form";
const ERROR = "start-error";
const JOIN = "join-error";
const GO_ON = "go-on-error";

/** A player of whom only the name is known. */
const player = (name) => ({ name, score: 0, tiles: told.handSize, sheet: null });

/**
 * What the form has been told so far.
 * - players: each {name, score, tiles, sheet}; a sheet is {marks, doubted, total, shown}, its total null until the server has
 *   told it, `shown` the photo of it and its corners there
 * - tiles: the board that lies there already, each {col, row, tile, doubted}; `shown`: the photo of it and what was read
 */
let form = JSON.parse(sessionStorage.getItem(FORM)) ?? { game: "qwirkle", players: remembered(), tiles: [], sixth: "purple" };

/** Wires the form and lists the games. */
export function open() {
  byId("begin").addEventListener("submit", begin);
  byId("join").addEventListener("submit", join);
  byId("add-player").addEventListener("click", () => {
    change({ players: [...form.players, player("")] });
    byId("begin-players").querySelector("li:last-child input").focus();
  });
  for (const radio of document.querySelectorAll("input[name=begin-game]")) {
    radio.addEventListener("change", () => change({ game: radio.value, tiles: [] }));
  }
  byId("begin-sixth").addEventListener("change", (event) => change({ sixth: event.target.value }));
  byId("begin-rules").addEventListener("change", draw);
  onPhoto(byId("begin-photo"), readBoard);
  comeBack();
  draw();
  listGames();
}

// The games to go on with.

async function listGames() {
  try {
    const { tables } = await api.tables();
    show(byId("go-on"), tables.length > 0);
    byId("go-on-list").replaceChildren(...tables.map(listed));
  } catch (error) {
    show(byId("go-on"));
    complain(GO_ON, error.message);
  }
}

const listed = (table) =>
  html(
    "li",
    {},
    html(
      "a",
      { class: "go-on", href: api.pageOf(table.code) },
      table.problem ? html("span", { class: "miniature" }) : miniature(table),
      html(
        "span",
        { class: "about" },
        html("span", { class: "row" }, html("strong", {}, say(table.game)), html("span", { class: "small" }, when(table.changed))),
        html("span", {}, table.problem ? table.problem.message : counted(table.players.map(({ name, score }) => [name, score]))),
        html("span", { class: "small" }, table.outcome ? say("ended") : "", html("span", { class: "code" }, table.code)),
      ),
    ),
  );

/** A time as people say it: the hour today, else the day. */
function when(time) {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  const language = document.documentElement.lang;
  return today
    ? date.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString(language, { day: "numeric", month: "short" });
}

async function join(event) {
  event.preventDefault();
  uncomplain(JOIN);
  try {
    const { code } = await api.table(byId("join-code").value.trim());
    location.assign(api.pageOf(code));
  } catch (error) {
    complain(JOIN, error.message);
  }
}

// The form.

/** Opens the form where a page that was dropped had it open. */
function comeBack() {
  byId("new-table").open = sessionStorage.getItem(FORM) !== null;
  byId("begin-in-play").open = form.tiles.length > 0 || form.players.some(({ sheet }) => sheet);
  document.querySelector(`input[name=begin-game][value=${form.game}]`).checked = true;
}

/** Keeps the form, but for the photos. */
const keep = () => sessionStorage.setItem(FORM, JSON.stringify(form, (key, value) => (key === "shown" ? undefined : value)));

function change(what) {
  form = { ...form, ...what };
  keep();
  draw();
}

function changePlayer(index, what) {
  form = { ...form, players: form.players.map((one, other) => (other === index ? { ...one, ...what } : one)) };
  keep();
}

const inPlay = () => byId("begin-in-play").open;

async function begin(event) {
  event.preventDefault();
  uncomplain(ERROR);
  const { game, players } = form;
  const names = players.map(({ name }) => name.trim());
  const turn = byId("begin-turn").value;
  if (turn === "" && game === "qwirkle" && inPlay() && form.tiles.length) {
    complain(ERROR, say("turn_wanted"));
    return byId("begin-turn").focus({ preventScroll: true });
  }
  const common = { game, players: names, ...(turn === "" ? {} : { turn: Number(turn) }) };
  try {
    const { code } = await api.begin({ ...common, ...(game === "qwirkle" ? qwirkle() : qwixx()) });
    localStorage.setItem(KEPT, JSON.stringify(names));
    sessionStorage.removeItem(FORM);
    location.assign(api.pageOf(code));
  } catch (error) {
    complain(ERROR, error.message);
  }
}

/** What a game of Qwirkle begins with; nobody tells at a table what was drawn. */
function qwirkle() {
  const start = { sixth: form.sixth, draws: false };
  if (!inPlay()) return start;
  const board = form.tiles.map(({ col, row, tile }) => ({ col, row, tile }));
  const of = (field) => form.players.map((one) => one[field]);
  return { ...start, board, scores: of("score"), hands: of("tiles") };
}

function qwixx() {
  const rules = byId("begin-rules").value;
  const known = inPlay() && form.players.some(({ sheet }) => sheet);
  return known ? { rules, sheets: form.players.map(({ sheet }) => textOf(sheet?.marks ?? blank())) } : { rules };
}

// A table already in play.

async function readBoard(photo) {
  const read = await sent(photo, { game: "qwirkle" }, say("reading"), ERROR);
  if (!read) return;
  if (!read.board.length) return complain(ERROR, say("nothing_found"));
  const tiles = read.board.map((tile) => ({ ...tile, doubted: read.tiles[tile.piece]?.doubted ?? false }));
  change({ tiles, sixth: read.sixth ?? form.sixth, shown: { reading: read, photo: keeping.looked(photo) } });
}

async function readSheet(photo, index) {
  const read = await sent(photo, { game: "qwixx" }, say("reading_sheet"), ERROR);
  if (!read) return;
  if (read.sheets.length !== 1) return complain(ERROR, read.sheets.length ? say("several_sheets", { count: read.sheets.length }) : say("no_sheet"));
  const [sheet] = read.sheets;
  const shown = { corners: sheet.corners, photo: keeping.looked(photo) };
  changePlayer(index, { sheet: { marks: sheetOf(sheet), doubted: sheet.doubted, total: sheet.score.total, shown } });
  draw();
}

/** Takes a sheet as a person has corrected it, and asks what it is worth. */
async function correctSheet(marks, index) {
  const { shown, ...before } = form.players[index].sheet;
  const sheet = { marks, doubted: left(before.doubted, before.marks, marks), total: null, shown };
  changePlayer(index, { sheet });
  draw();
  if (shown) keeping.corrected(shown.photo, labelsOfSheets([{ ...shown, sheet: marks, doubted: sheet.doubted }]));
  try {
    const { sheets } = await api.scores({ game: "qwixx", sheets: [{ sheet: textOf(marks), doubted: [] }] });
    if (form.players[index]?.sheet !== sheet) return; // it was corrected again
    changePlayer(index, { sheet: { ...sheet, total: sheets[0].score.total } });
    draw();
  } catch (error) {
    complain(ERROR, error.message);
  }
}

async function name({ col, row }) {
  const here = form.tiles.find((one) => one.col === col && one.row === row);
  const others = form.tiles.filter((one) => one !== here);
  const answer = await choose({
    title: say(here ? "correct_title" : "add_title"),
    piece: here?.tile,
    all: box(form.sixth),
    none: here ? say("no_tile_here") : null,
    nameOf,
    button: tileButton,
  });
  if (!answer) return;
  const named = { col, row, piece: null, told: !here, ...here, tile: answer, doubted: false };
  change({ tiles: answer === "none" ? others : [...others, named] });
  if (form.shown) keeping.corrected(form.shown.photo, labelsOfTiles(form.shown.reading, form.tiles));
}

// Drawing.

function draw() {
  const { game, players, tiles, sixth } = form;
  const [least, most] = told.players[game];
  if (players.length < least || players.length > most) {
    const wanted = Math.max(least, Math.min(most, players.length));
    return change({ players: [...players, ...Array.from({ length: Math.max(0, wanted - players.length) }, () => player(""))].slice(0, wanted) });
  }
  for (const part of document.querySelectorAll("[data-game]")) show(part, part.dataset.game === game);
  refill(byId("begin-players"), ...players.map((one, index) => named(one, index, players.length > least)));
  show(byId("add-player"), players.length < most);
  byId("begin-sixth").value = sixth;
  byId("begin-rules-note").textContent = say(`rules_${byId("begin-rules").value}`);
  drawTurn();
  drawInPlay();
  if (show(byId("begin-board"), tiles.length > 0)) lay(byId("begin-board"), board({ tiles, move: null, oncell: name }));
  if (show(byId("begin-board-note"), tiles.length > 0)) byId("begin-board-note").textContent = say("begin_board", { count: tiles.length });
}

const named = ({ name }, index, removable) =>
  html(
    "li",
    { class: "row" },
    html("input", {
      type: "text",
      value: name,
      "data-key": `name-${index}`,
      "aria-label": say("player_name", { number: index + 1 }),
      placeholder: say("player_name", { number: index + 1 }),
      autocomplete: "off",
      maxlength: 30,
      required: true,
      oninput: (event) => {
        changePlayer(index, { name: event.target.value });
        drawTurn();
        drawInPlay();
      },
    }),
    removable
      ? html("button", { type: "button", class: "quiet", "aria-label": say("remove_player", { number: index + 1 }), onclick: () => change({ players: form.players.filter((_, other) => other !== index) }) }, "✕")
      : null,
  );

const called = ({ name }, index) => name.trim() || say("player_name", { number: index + 1 });

function drawTurn() {
  const turn = byId("begin-turn");
  const before = turn.value;
  turn.replaceChildren(html("option", { value: "" }, say("turn_later")), ...form.players.map((one, index) => html("option", { value: index }, called(one, index))));
  turn.value = before < form.players.length ? before : "";
}

function drawInPlay() {
  const fields = form.game === "qwirkle" ? qwirkleFields : qwixxFields;
  refill(byId("begin-standing"), ...form.players.map((one, index) => html("li", { class: "row" }, html("span", { class: "name" }, called(one, index)), ...fields(one, index))));
}

const qwirkleFields = (one, index) => [
  numberField(one, index, "score", 10000, "score_so_far"),
  numberField(one, index, "tiles", told.handSize, "tiles_in_hand"),
];

const numberField = (one, index, field, max, word) =>
  html(
    "label",
    { class: "small" },
    say(word),
    html("input", { type: "number", min: 0, max, value: one[field], inputmode: "numeric", "data-key": `${field}-${index}`, onchange: (event) => changePlayer(index, { [field]: Number(event.target.value) }) }),
  );

function qwixxFields({ sheet }, index) {
  const input = html("input", { type: "file", accept: "image/*,.heic,.heif", "data-key": `sheet-${index}` });
  onPhoto(input, (photo) => readSheet(photo, index));
  return [
    html("span", { class: "small" }, sheet && sheet.total !== null ? pointsOf(sheet.total) : ""),
    html("label", { class: "button file" }, input, html("span", {}, say("sheet_photo"))),
    sheet ? drawn({ sheet: sheet.marks, doubted: sheet.doubted, key: `sheet-${index}-`, onchange: (marks) => correctSheet(marks, index) }) : null,
  ];
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)).map(player);
  } catch {
    return [player(""), player("")];
  }
}
