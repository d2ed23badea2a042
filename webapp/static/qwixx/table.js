/** The table of Qwixx: what is known of it, and what happens when a person does something. */

import * as api from "../api.js";
import { choose as ask, readAs } from "../chooser.js";
import { complain, isOfLight, onPhoto, sent, uncomplain } from "../desk.js";
import { byId, html, refill, show } from "../dom.js";
import { fits, roomIn } from "../frame.js";
import * as keeping from "../keeping/keeping.js";
import { labelsOfDice, labelsOfSheets } from "../keeping/labels.js";
import { previewOf } from "../preview.js";
import { pointsOf, say, told } from "../words.js";
import { different, listed, what } from "./choices.js";
import { all, closedButton, codeNamed, codeOf, dieButton, dieOf, freeButton, nameOf, placed } from "./dice.js";
import { doubtedCells, doubtedDie, left, likely } from "./doubts.js";
import { listed as listedSheets, totals, winnerOf } from "./finals.js";
import { picture, sheetOnPhoto } from "./picture.js";
import { blank, drawn, markCode, sheetOf, textOf, toggled } from "./sheet.js";
import { played } from "./sums.js";

const KEPT = "kibitz-qwixx";
const FEW = 4;
/** So many play at most. */
const MOST = told.players.qwixx[1];
/** What is known of a photo that nobody has taken: what was read, its picture, where on it a sheet lies, and what may be kept of it. */
const UNSEEN = { reading: null, preview: null, place: null, photo: null };
/** The lists of sheets: where an error about one is told, and what a sheet is called in it. */
const LISTS = {
  others: { error: "others-error", nameOf: (index) => say("player_name", { number: index + 2 }) },
  finals: { error: "finals-error", nameOf: (index) => say("sheet_number", { number: index + 1 }) },
};

/**
 * What is known of the table.
 * - dice: each {colour, value, confidence, alternatives, in_play, doubted, sure}, and its box and chances if the photo `seen`
 *   shows it
 * - roll: what the server makes of the dice; null before it has answered
 * - notes: what the last photo of the table leaves open
 * - sheet: the player's own; doubted: its cells of which nobody is sure; shown: the photo of it, and its place there
 * - before: the sheets before each change, the last of them the latest
 * - others: the other players' sheets, in the order of play; finals: everybody's at the end; each {name, sheet, doubted, shown, open}
 * - roller: which of the others has rolled, the next player being 0; null if nobody has said so
 * - old: whether the others' sheets are those of an earlier turn
 * - scored: what the server makes of the sheets of both lists
 */
const empty = () => ({
  seen: UNSEEN,
  dice: [],
  roll: null,
  notes: [],
  sheet: blank(),
  doubted: [],
  shown: UNSEEN,
  before: [],
  score: null,
  active: true,
  roller: null,
  players: 2,
  rules: told.qwixx.presets[0],
  choices: null,
  picked: 0,
  more: false,
  others: [],
  old: false,
  finals: [],
  scored: { others: null, finals: null },
});

// Where errors are told, beside what they are about.
const CHOICES = "choices-error";
const SHEET = "sheet-error";

let table = restored();
const asked = { roll: 0, choices: 0, score: 0, others: 0, finals: 0 }; // counts the questions, so that late answers are dropped

// What a person does.

onPhoto(byId("sheet-photo"), readSheet);
onPhoto(byId("others-photo"), (photo) => readSheets(photo, "others"));
onPhoto(byId("finals-photo"), (photo) => readSheets(photo, "finals"));
for (const radio of document.querySelectorAll("input[name=turn]")) {
  radio.addEventListener("change", () => change({ active: radio.value === "active" }, refreshChoices));
}
byId("qwixx-players").addEventListener("change", (event) => {
  const players = Number(event.target.value);
  change({ players, roller: null, others: table.others.slice(0, players - 1) }, refreshOthers);
});
byId("roller").addEventListener("change", (event) => change({ roller: event.target.value ? Number(event.target.value) : null }, refreshChoices));
byId("others-tap").addEventListener("click", () => {
  add("others", [{ sheet: blank(), doubted: [], shown: UNSEEN, open: true }]);
  byId("others-list").querySelector("li:last-child summary").focus();
});
byId("choices-others").addEventListener("click", () => byId("others").scrollIntoView({ block: "start" }));
byId("rules").addEventListener("change", (event) => change({ rules: event.target.value }, refreshChoices));
byId("more").addEventListener("click", () => change({ more: true }));
byId("make").addEventListener("click", make);
byId("sheet-undo").addEventListener("click", undo);
byId("dice-whole").addEventListener("click", (event) => {
  const pressed = event.target.getAttribute("aria-pressed") === "true";
  event.target.setAttribute("aria-pressed", String(!pressed));
  drawViewer();
});
window.addEventListener("resize", drawViewer);

// What the page asks of every game.

/** Goes on with what is known. */
export function resume() {
  draw();
  refreshScore();
  refreshRoll();
  for (const list of Object.keys(LISTS)) refreshScores(list);
}

/** Forgets the table. */
export function reset() {
  const shown = photos();
  table = empty();
  release(shown);
  uncomplain();
  draw();
}

/** What is sent with a photo. */
export const fields = () => ({ closed: locked().join(" ") });

/** What to say of a reading in which there is nothing of this game. */
export const nothingIn = (read) => (read.dice.length + read.sheets.length ? "" : refusalIn(read) ?? say("no_dice"));

/** Why a sheet on a photo can't be read; nothing if all can. */
const refusalIn = (read) => read.problems.find((problem) => problem.sheet === null)?.message;

/** That everything on a photo has a strong tint, or none at all; nothing if it hasn't. */
const castIn = (read) => read.problems.find(isOfLight)?.message;

/** Takes a photo of the table, which may be kept: its dice, and its sheet if there is one; several sheets without dice are those at the end. */
export function take(read, preview, photo) {
  const shown = photos();
  const seen = { ...UNSEEN, reading: read, preview, photo };
  const several = read.sheets.length > 1;
  if (read.dice.length) takeDice(seen);
  if (read.sheets.length === 1) takeSheet(seen);
  if (several && !read.dice.length) add("finals", read.sheets.map((sheet) => entryOf(sheet, seen)));
  const unused = several && read.dice.length ? [say("several_sheets", { count: read.sheets.length })] : [];
  table.notes = [...unused, refusalIn(read), castIn(read)].filter(Boolean);
  release(shown);
  draw();
  byId(read.dice.length ? "qwixx" : several ? "finals" : "sheet").scrollIntoView({ block: "start" });
  refreshRoll();
}

function takeDice(seen) {
  const dice = seen.reading.dice.map((die) => ({ ...die, sure: false }));
  const shows = (all) => all.filter((die) => die.in_play).map(codeOf).sort().join();
  const again = !table.dice.length || shows(table.dice) === shows(dice); // the first of a turn, or a better photo of it
  table = { ...(again ? table : goneOn(table)), seen, dice, roll: null };
  byId("dice-whole").setAttribute("aria-pressed", "false");
}

/** The table a turn later. */
const goneOn = (before) => ({ ...past(before), roller: null, others: before.others.map(past), old: before.others.length > 0 });

/** A sheet that was played on: what is changed on it from now on puts no photo of it right. */
const past = (entry) => ({ ...entry, shown: { ...entry.shown, photo: null } });

// Photos of sheets.

async function readSheet(photo) {
  const seen = await looked(photo, say("reading_sheet"), SHEET);
  if (!seen) return;
  const { sheets } = seen.reading;
  if (sheets.length > 1) return complain(SHEET, say("several_sheets", { count: sheets.length }));
  const shown = photos();
  takeSheet(seen);
  release(shown);
  draw();
  refreshRoll();
}

/** Has a photo of sheets read; gives nothing if there is none on it, which is told. */
async function looked(photo, sentence, place) {
  const pending = previewOf(photo);
  const reading = await sent(photo, { game: "qwixx" }, sentence, place);
  if (!reading) return null;
  if (!reading.sheets.length) return complain(place, refusalIn(reading) ?? say("no_sheet"));
  return { ...UNSEEN, reading, preview: await pending, photo: keeping.looked(photo) };
}

function takeSheet(seen) {
  const [sheet] = seen.reading.sheets;
  table = { ...table, ...entryOf(sheet, seen), before: [...table.before, table.sheet] };
  refreshScore();
}

/** Takes a photo of others' sheets, or of those at the end. */
async function readSheets(photo, list) {
  const { error } = LISTS[list];
  const seen = await looked(photo, say("reading_sheets"), error);
  if (!seen) return;
  const taken = seen.reading.sheets.map((sheet) => entryOf(sheet, seen));
  if (list === "others" && !takeOthers(taken)) return complain(error, say("others_full", { count: taken.length, players: table.players }));
  if (list === "finals") add(list, taken);
  if (refusalIn(seen.reading)) complain(error, refusalIn(seen.reading));
}

/** Takes sheets of others: further ones, or newer photos of all that are known; gives whether it is clear whose they are. */
function takeOthers(taken) {
  const { others } = table;
  if (others.length < table.players - 1 && others.length + taken.length < MOST) add("others", taken);
  else if (others.length === taken.length) renew(others.map((entry, index) => ({ ...entry, ...taken[index] })));
  else return false;
  return true;
}

/** Takes a newer photo of another's sheet. */
async function readOther(photo, index) {
  const { error } = LISTS.others;
  const seen = await looked(photo, say("reading_sheet"), error);
  if (!seen || !table.others[index]) return;
  const { sheets } = seen.reading;
  if (sheets.length > 1) return complain(error, say("one_sheet", { count: sheets.length }));
  renew(table.others.map((entry, other) => (other === index ? { ...entry, ...entryOf(sheets[0], seen) } : entry)));
}

function renew(others) {
  const shown = photos();
  change({ others, old: false }, refreshOthers);
  release(shown);
}

/** Adds sheets to a list. */
function add(list, taken) {
  const sheets = [...table[list], ...taken.map((one, index) => ({ open: false, ...one, name: LISTS[list].nameOf(table[list].length + index) }))];
  const players = list === "others" ? Math.max(table.players, sheets.length + 1) : table.players;
  change({ [list]: sheets, players }, list === "others" ? refreshOthers : () => refreshScores(list));
}

/** What a photo tells of a sheet. */
const entryOf = (place, seen) => ({ sheet: sheetOf(place), doubted: place.doubted, shown: { ...seen, place } });

/** The rows that are closed, on whosever sheet. */
const locked = () => [...new Set([table, ...table.others].flatMap(({ sheet }) => sheet.locks))];

/** A photo was put right: what lies on it by now may be kept with it. */
function putRight({ reading, photo }) {
  if (photo === null) return;
  const dice = table.seen.reading === reading ? table.dice : reading.dice;
  const entries = [table, ...table.others, ...table.finals];
  const sheets = reading.sheets.map((place) => ({ ...place, ...(entries.find(({ shown }) => shown.place === place) ?? { sheet: sheetOf(place) }), corners: place.corners }));
  keeping.corrected(photo, [...labelsOfDice(dice), ...labelsOfSheets(sheets)]);
}

/** All photos that the page shows. */
const photos = () => new Set([table.seen, ...[table, ...table.others, ...table.finals].map(({ shown }) => shown)].map(({ preview }) => preview).filter(Boolean));

/** Gives back the memory of photos that were shown and are no longer. */
function release(shown) {
  const still = photos();
  for (const preview of shown) if (!still.has(preview)) URL.revokeObjectURL(preview.url);
}

// Dice: what a person says stays.

const choose = (question) => ask({ ...question, nameOf, button: dieButton });

async function correct(die) {
  const code = codeOf(die);
  const at = table.dice.indexOf(die); // while the question is open, an answer about the roll may put new dice in place
  const answer = await choose({
    title: say("correct_die"),
    piece: code,
    note: die.sure ? "" : readAs(code, die.looks ? codeNamed(die.looks) : code, die.name_confidence, nameOf),
    likely: die.sure ? [] : likely(die),
    all: all(),
    none: say(die.in_play ? "no_die_here" : "stays_out"),
  });
  if (answer) settleDie(at, answer);
}

/** Says what the die at a place is; one that doesn't count stays on the photo, where it can be taken back. */
function settleDie(at, answer) {
  const named = answer === "none" ? { in_play: false } : { ...dieOf(answer), in_play: true };
  const dice = table.dice.map((one, index) => (index === at ? { ...one, ...named, sure: true, doubted: false } : one));
  change({ dice: dice.filter((one) => one.in_play || one.box) }, refreshRoll);
  putRight(table.seen);
}

async function addDie(colour, at = null) {
  const answer = await choose({ title: say("add_die"), all: all(colour) });
  if (!answer) return;
  const size = Math.max(...table.dice.map((die) => die.size ?? 0));
  const place = at ? { size, cut: false, box: [at.x - size / 2, at.y - size / 2, size, size] } : { box: null };
  const die = { ...dieOf(answer), ...place, confidence: 1, alternatives: [], in_play: true, doubted: false, sure: true };
  change({ dice: [...table.dice, die] }, refreshRoll);
  putRight(table.seen);
}

// The sheet.

function changeSheet(sheet) {
  // What the dice allow may have been played rather than misread: then nobody knows any more what the photo shows.
  const { shown } = played(table.roll?.roll, table.sheet, sheet) ? past(table) : table;
  change({ sheet, before: [...table.before, table.sheet], doubted: left(table.doubted, table.sheet, sheet), shown }, refreshAll);
  putRight(shown);
}

/** Settles whether a doubted cell of the own sheet is marked. */
function settle(cell, marked) {
  change(settled(table, cell, marked), refreshAll);
  putRight(table.shown);
}

/** A sheet in which it is settled whether a doubted cell is marked. */
function settled({ sheet, doubted }, [row, number], marked) {
  return {
    sheet: sheet.marks[row].includes(number) === marked ? sheet : toggled(sheet, row, number),
    doubted: doubted.filter(([other, one]) => other !== row || one !== number),
  };
}

function undo() {
  change({ ...past(table), sheet: table.before.at(-1), before: table.before.slice(0, -1), doubted: [] }, refreshAll);
}

/** Marks what was chosen; the next roll can come. */
function make() {
  const { after } = table.choices.choices[table.picked];
  const shown = photos();
  const nothing = { seen: UNSEEN, dice: [], roll: null, notes: [], choices: null, picked: 0, more: false, shown: UNSEEN };
  change({ ...goneOn(table), ...nothing, sheet: sheetOf(after), before: [...table.before, table.sheet] }, refreshAll);
  release(shown);
  byId("qwixx").scrollIntoView({ block: "start" });
}

// What the server is asked.

/** Makes a change, draws it, and asks for what follows from it. */
function change(what, follow = () => {}) {
  table = { ...table, ...what };
  draw();
  follow();
}

/** Asks something and gives the answer; null if that failed, which is told; undefined if a later question overtook it. */
async function question(kind, place, request) {
  const mine = ++asked[kind];
  try {
    const answer = await request();
    if (mine !== asked[kind]) return undefined;
    uncomplain(place);
    return answer;
  } catch (error) {
    if (mine !== asked[kind]) return undefined;
    complain(place, error.message);
    return null;
  }
}

function refreshAll() {
  refreshScore();
  refreshRoll();
}

/** Asks for all that others' sheets change: a lock of theirs closes a row. */
function refreshOthers() {
  refreshScores("others");
  refreshRoll();
}

/** Has the dice settled, then looks for what to mark. */
async function refreshRoll() {
  const sent = table.dice;
  const seen = ({ colour, value, chances, in_play, sure, cut }) => ({ colour, value, chances, in_play, sure, cut });
  const wish = { dice: sent.map(seen), closed: locked() };
  const answer = await question("roll", CHOICES, () => (sent.length ? api.rolls(wish) : null));
  if (answer === undefined || sent !== table.dice) return;
  const dice = answer ? sent.map((die, index) => ({ ...die, ...(die.sure ? {} : answer.dice[index]) })) : sent;
  change({ roll: answer, dice });
  await refreshChoices();
}

async function refreshChoices() {
  table = { ...table, choices: null, picked: 0, more: false };
  drawChoices();
  const { sheet, others, active, roller, players, rules, roll } = table;
  const waits = active || roller === null ? null : players - 1 - roller;
  const wish = { game: "qwixx", sheet: textOf(sheet), others: others.map((one) => textOf(one.sheet)), roll: roll?.text, active, waits, players, rules };
  const answer = await question("choices", CHOICES, () => (wish.roll ? api.hints(wish) : null));
  if (answer) change({ choices: { ...answer, choices: different(answer.choices) } });
}

async function refreshScore() {
  const answer = await question("score", SHEET, () => api.scores({ game: "qwixx", sheets: [wished(table)] }));
  if (answer) change({ score: answer.sheets[0] });
}

async function refreshScores(list) {
  const wishes = table[list].map(wished);
  const answer = await question(list, LISTS[list].error, () => (wishes.length ? api.scores({ game: "qwixx", sheets: wishes }) : null));
  if (answer !== undefined) change({ scored: { ...table.scored, [list]: answer } });
}

const wished = ({ sheet, doubted }) => ({ sheet: textOf(sheet), doubted: doubted.map(([row, number]) => markCode({ row, number })) });

// Drawing.

function draw() {
  drawViewer();
  drawChecks();
  drawRoll();
  drawChoices();
  drawOthers();
  drawFinals();
  byId("qwixx-players").value = String(table.players);
  byId("rules").value = table.rules;
  byId("rules-note").textContent = say(`rules_${table.rules}`);
  document.querySelector(`input[name=turn][value=${table.active ? "active" : "passive"}]`).checked = true;
  keep();
}

function drawViewer() {
  const { reading, preview } = table.seen;
  if (!show(byId("dice-viewer"), reading !== null)) return;
  const whole = byId("dice-whole").getAttribute("aria-pressed") === "true";
  const pane = byId("dice-photo");
  const ratio = roomIn(pane);
  const dice = table.dice.filter((die) => die.box);
  refill(pane, picture({ reading, preview, dice, whole, ratio, ondie: correct, onground: (at) => addDie(null, at) }));
  byId("dice-summary").textContent = say("dice_found", { count: table.dice.filter((die) => die.in_play).length });
  if (show(byId("dice-note"), !fits(preview, reading))) byId("dice-note").textContent = say("not_shown");
}

function drawChecks() {
  const dice = table.dice.filter((die) => die.doubted);
  const problems = [...(table.roll?.problems ?? []), ...(table.score?.problems ?? [])].map((problem) => problem.message);
  const notes = [...problems, ...table.notes];
  show(byId("dice-checks"), dice.length + table.doubted.length + notes.length > 0);
  byId("dice-doubts").replaceChildren(
    ...dice.map((die) => doubtedDie(die, table.seen, (code) => settleDie(table.dice.indexOf(die), code), () => correct(die))),
    ...doubtedCells(table.doubted, table.shown, settle),
  );
  byId("dice-problems").replaceChildren(...notes.map((note) => html("li", {}, note)));
}

function drawRoll() {
  const { slots, extra } = placed(table.dice.filter((die) => die.in_play));
  const closed = table.roll?.text ? table.roll.closed : locked();
  refill(
    byId("dice"),
    ...slots.map(({ colour, die }) => {
      if (die) return dieIn(die);
      return (closed.includes(colour) ? closedButton : freeButton)(colour, () => addDie(colour));
    }),
    ...extra.map(dieIn),
  );
  byId("roll-note").textContent = say(table.dice.length ? "tap_die" : "roll_wait");
  drawRoller();
}

/** Who may have rolled, where there are several; as long as nobody says it, the hints take one in the middle. */
function drawRoller() {
  const { active, players, roller, others } = table;
  if (!show(byId("rolled"), !active && players > 2)) return;
  const last = players - 2;
  const name = (other) => others[other]?.name ?? LISTS.others.nameOf(other);
  const words = (other) => (other === 0 ? say("roller_next", { player: name(other) }) : other === last ? say("roller_last", { player: name(other) }) : name(other));
  const option = (value, text) => html("option", { value }, text);
  const untold = say("roller_untold", { player: name(players - 1 - Math.floor(players / 2)) });
  refill(byId("roller"), option("", untold), ...Array.from({ length: players - 1 }, (_, other) => option(String(other), words(other))));
  byId("roller").value = roller === null ? "" : String(roller);
}

function dieIn(die) {
  const name = nameOf(codeOf(die));
  const doubt = die.doubted ? html("span", { class: "chance", "aria-hidden": "true" }, "?") : null;
  return dieButton(codeOf(die), die.doubted ? say("check", { piece: name }) : name, () => correct(die), doubt);
}

function drawChoices() {
  const { choices, picked, more, sheet, score, doubted, shown } = table;
  const choice = choices?.choices[picked] ?? null;
  show(byId("choices-note"), byId(CHOICES).hidden);
  byId("choices-note").textContent = situation();
  show(byId("choices-others"), choice !== null && choice.chance === null && table.players > 1);
  const few = choices ? choices.choices.slice(0, more ? undefined : Math.max(FEW, picked + 1)) : [];
  refill(byId("choices-list"), ...listed(few, picked, (index) => change({ picked: index })));
  const rest = (choices?.choices.length ?? 0) - few.length;
  if (show(byId("more"), rest > 0)) byId("more").textContent = say("more_choices", { count: rest });
  if (show(byId("make"), choice !== null)) byId("make").replaceChildren(say("make"), " ", ...what(choice));
  const view = { sheet, doubted, hinted: choice?.marks ?? [], onchange: changeSheet };
  const onPicture = shown.place ? sheetOnPhoto({ ...shown, ...view }) : null;
  refill(byId("sheet-grid"), onPicture, drawn({ ...view, score: score?.score }));
  byId("sheet-total").textContent = score ? pointsOf(totals(score)) : "";
  show(byId("sheet-undo"), table.before.length > 0);
}

/** For which situation the hints are, or what they wait for. */
function situation() {
  const { choices, roll, dice, players, old } = table;
  if (!choices) return say(roll?.text ? "choices_thinking" : dice.length ? "choices_no_roll" : "choices_wait");
  const count = choices.found;
  if (choices.choices[0].chance !== null) return say(old ? "choices_win_old" : "choices_win", { count });
  return say(players > 1 ? "choices_found" : "choices_alone", { count });
}

function drawOthers() {
  const { others, players, old } = table;
  const missing = players - 1 - others.length;
  const known = old ? "others_old" : "others_known";
  const wanted = missing === 1 ? "others_missing_one" : "others_missing";
  byId("others-note").textContent = players === 1 ? say("others_none") : say(missing ? wanted : known, { count: missing });
  show(byId("others-ways"), players > 1);
  show(byId("others-tap"), missing > 0);
  refill(byId("others-list"), ...listedSheets({ ...listOf("others"), key: "other-", onphoto: readOther }));
}

function drawFinals() {
  const view = listOf("finals");
  refill(byId("finals-list"), ...listedSheets(view));
  const won = winnerOf(view.scores, view.sheets.map((entry) => entry.name));
  if (show(byId("winner"), won !== "")) byId("winner").textContent = won;
}

/** The sheets of a list, what is known of them, and what a tap does in it. */
function listOf(list) {
  const sheets = table[list];
  const scores = table.scored[list]?.sheets.length === sheets.length ? table.scored[list] : null;
  const refresh = list === "others" ? refreshOthers : () => refreshScores(list);
  const edited = (index, what) => ({ [list]: table[list].map((entry, other) => (other === index ? { ...entry, ...what } : entry)) });
  const put = (index, what) => {
    const entry = sheets[index];
    const { shown } = list === "others" && played(table.roll?.roll, entry.sheet, what.sheet) ? past(entry) : entry;
    change({ ...edited(index, { ...what, shown }), ...(list === "others" && { old: false }) }, refresh);
    putRight(shown);
  };
  return {
    sheets,
    scores,
    onname: (index, name) => change(edited(index, { name: name || LISTS[list].nameOf(index) })),
    onchange: (index, sheet) => put(index, { sheet, doubted: left(sheets[index].doubted, sheets[index].sheet, sheet) }),
    onsettle: (index, cell, marked) => put(index, settled(sheets[index], cell, marked)),
    onopen: (index, open) => (table = { ...table, ...edited(index, { open }) }),
    onremove: (index) => change({ [list]: without(sheets, index, LISTS[list].nameOf), ...(list === "others" && { roller: null }) }, refresh),
  };
}

/** A list without a sheet: those after it move up, and so do their names, unless a person gave them. */
const without = (sheets, index, nameOf) =>
  sheets.filter((_, other) => other !== index).map((entry, at) => (at >= index && entry.name === nameOf(at + 1) ? { ...entry, name: nameOf(at) } : entry));

// A phone may forget the page while its camera is open: the table is kept until the tab is closed, but for the photos.

function keep() {
  const { dice, sheet, doubted, before, active, roller, players, rules, others, old, finals } = table;
  const unseen = (sheets) => sheets.map((entry) => ({ ...entry, shown: UNSEEN }));
  sessionStorage.setItem(KEPT, JSON.stringify({ dice, sheet, doubted, before, active, roller, players, rules, others: unseen(others), old, finals: unseen(finals) }));
}

function restored() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
    return { ...empty(), ...kept, dice: (kept.dice ?? []).filter((die) => die.in_play).map((die) => ({ ...die, box: null })) };
  } catch {
    return empty();
  }
}
