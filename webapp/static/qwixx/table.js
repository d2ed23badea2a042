/** The table of Qwixx: what is known of it, and what happens when a person does something. */

import * as api from "../api.js";
import { choose as ask } from "../chooser.js";
import { complain, onPhoto, sent, uncomplain } from "../desk.js";
import { byId, html, refill, show } from "../dom.js";
import { fits, roomIn } from "../frame.js";
import * as keeping from "../keeping/keeping.js";
import { labelsOfDice } from "../keeping/labels.js";
import { previewOf } from "../preview.js";
import { pointsOf, say, told } from "../words.js";
import { different, listed, what } from "./choices.js";
import { all, closedButton, codeOf, dieButton, dieOf, freeButton, nameOf, placed } from "./dice.js";
import { doubtedCells, doubtedDie, left, likely } from "./doubts.js";
import * as finals from "./finals.js";
import { picture, sheetOnPhoto } from "./picture.js";
import { blank, drawn, markCode, sheetOf, textOf, toggled } from "./sheet.js";

const KEPT = "kibitz-qwixx";
const FEW = 4;
/** What is known of a photo that nobody has taken. */
const UNSEEN = { reading: null, preview: null, place: null };

/**
 * What is known of the table.
 * - dice: each {colour, value, confidence, alternatives, in_play, doubted, sure}, and its box and chances if the photo `seen`
 *   shows it
 * - roll: what the server makes of the dice; null before it has answered
 * - notes: what the last photo of the table leaves open
 * - sheet: the player's own; doubted: its cells of which nobody is sure; shown: the photo of it, and its place there
 * - before: the sheets before each change, the last of them the latest
 * - finals: everybody's sheets at the end, each {name, sheet, doubted, shown, open}
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
  players: 2,
  rules: told.qwixx.presets[0],
  choices: null,
  picked: 0,
  more: false,
  finals: [],
  scores: null,
});

// Where errors are told, beside what they are about.
const CHOICES = "choices-error";
const SHEET = "sheet-error";
const FINALS = "finals-error";

let table = restored();
const asked = { roll: 0, choices: 0, score: 0, scores: 0 }; // counts the questions, so that late answers are dropped

// What a person does.

onPhoto(byId("sheet-photo"), readSheet);
onPhoto(byId("finals-photo"), readFinals);
for (const radio of document.querySelectorAll("input[name=turn]")) {
  radio.addEventListener("change", () => change({ active: radio.value === "active" }, refreshChoices));
}
byId("qwixx-players").addEventListener("change", (event) => change({ players: Number(event.target.value) }, refreshChoices));
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
  if (table.finals.length) refreshScores();
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
export const fields = () => ({ closed: table.sheet.locks.join(" ") });

/** What to say of a reading in which there is nothing of this game. */
export const nothingIn = (read) => (read.dice.length + read.sheets.length ? "" : refusalIn(read) ?? say("no_dice"));

/** Why a sheet on a photo can't be read; nothing if all can. */
const refusalIn = (read) => read.problems.find((problem) => problem.sheet === null)?.message;

/** That everything on a photo has a strong tint; nothing if it hasn't. */
const castIn = (read) => read.problems.find(({ code }) => code === "strong_cast")?.message;

/** Takes a photo of the table: its dice, and its sheet if there is one; several sheets without dice are those at the end. */
export function take(read, preview) {
  const shown = photos();
  const several = read.sheets.length > 1;
  if (read.dice.length) takeDice(read, preview);
  if (read.sheets.length === 1) takeSheet(read, preview);
  if (several && !read.dice.length) takeFinals(read, preview);
  const unused = several && read.dice.length ? [say("several_sheets", { count: read.sheets.length })] : [];
  table.notes = [...unused, refusalIn(read), castIn(read)].filter(Boolean);
  release(shown);
  draw();
  byId(read.dice.length ? "qwixx" : several ? "finals" : "sheet").scrollIntoView({ block: "start" });
  refreshRoll();
}

function takeDice(read, preview) {
  const dice = read.dice.map((die) => ({ ...die, sure: false }));
  table = { ...table, seen: { reading: read, preview, place: null }, dice, roll: null };
  byId("dice-whole").setAttribute("aria-pressed", "false");
}

// Photos of sheets.

async function readSheet(photo) {
  const pending = previewOf(photo);
  const read = await sent(photo, { game: "qwixx" }, say("reading_sheet"), SHEET);
  if (!read) return;
  if (!read.sheets.length) return complain(SHEET, refusalIn(read) ?? say("no_sheet"));
  if (read.sheets.length > 1) return complain(SHEET, say("several_sheets", { count: read.sheets.length }));
  const shown = photos();
  takeSheet(read, await pending);
  release(shown);
  draw();
  refreshRoll();
}

function takeSheet(read, preview) {
  const [seen] = read.sheets;
  table = { ...table, ...entryOf(seen, read, preview), before: [...table.before, table.sheet] };
  refreshScore();
}

async function readFinals(photo) {
  const pending = previewOf(photo);
  const read = await sent(photo, { game: "qwixx" }, say("reading_sheets"), FINALS);
  if (!read) return;
  if (!read.sheets.length) return complain(FINALS, refusalIn(read) ?? say("no_sheet"));
  takeFinals(read, await pending);
  draw();
  if (refusalIn(read)) complain(FINALS, refusalIn(read));
}

function takeFinals(read, preview) {
  const first = table.finals.length + 1;
  const taken = read.sheets.map((seen, index) => ({ ...entryOf(seen, read, preview), name: say("sheet_number", { number: first + index }), open: false }));
  table.finals = [...table.finals, ...taken];
  refreshScores();
}

/** What a photo tells of a sheet. */
const entryOf = (seen, reading, preview) => ({ sheet: sheetOf(seen), doubted: seen.doubted, shown: { reading, preview, place: seen } });

/** All photos that the page shows. */
const photos = () => new Set([table.seen, table.shown, ...table.finals.map((entry) => entry.shown)].map(({ preview }) => preview).filter(Boolean));

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
    note: die.sure ? "" : say("read_as", { piece: nameOf(code), percent: Math.round(100 * die.confidence) }),
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
  keeping.corrected(labelsOfDice(dice));
  change({ dice: dice.filter((one) => one.in_play || one.box) }, refreshRoll);
}

async function add(colour, at = null) {
  const answer = await choose({ title: say("add_die"), all: all(colour) });
  if (!answer) return;
  const size = Math.max(...table.dice.map((die) => die.size ?? 0));
  const place = at ? { size, cut: false, box: [at.x - size / 2, at.y - size / 2, size, size] } : { box: null };
  const die = { ...dieOf(answer), ...place, confidence: 1, alternatives: [], in_play: true, doubted: false, sure: true };
  change({ dice: [...table.dice, die] }, refreshRoll);
}

// The sheet.

function changeSheet(sheet) {
  change({ sheet, before: [...table.before, table.sheet], doubted: left(table.doubted, table.sheet, sheet) }, refreshAll);
}

/** A sheet in which it is settled whether a doubted cell is marked. */
function settled({ sheet, doubted }, [row, number], marked) {
  return {
    sheet: sheet.marks[row].includes(number) === marked ? sheet : toggled(sheet, row, number),
    doubted: doubted.filter(([other, one]) => other !== row || one !== number),
  };
}

function undo() {
  change({ sheet: table.before.at(-1), before: table.before.slice(0, -1), doubted: [] }, refreshAll);
}

/** Marks what was chosen; the next roll can come. */
function make() {
  const { after } = table.choices.choices[table.picked];
  const shown = photos();
  const nothing = { seen: UNSEEN, dice: [], roll: null, notes: [], choices: null, picked: 0, more: false, shown: UNSEEN };
  change({ ...nothing, sheet: sheetOf(after), before: [...table.before, table.sheet] }, refreshAll);
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

/** Has the dice settled, then looks for what to mark. */
async function refreshRoll() {
  const sent = table.dice;
  const seen = ({ colour, value, chances, in_play, sure, cut }) => ({ colour, value, chances, in_play, sure, cut });
  const wish = { dice: sent.map(seen), closed: table.sheet.locks };
  const answer = await question("roll", CHOICES, () => (sent.length ? api.rolls(wish) : null));
  if (answer === undefined || sent !== table.dice) return;
  const dice = answer ? sent.map((die, index) => ({ ...die, ...(die.sure ? {} : answer.dice[index]) })) : sent;
  change({ roll: answer, dice });
  await refreshChoices();
}

async function refreshChoices() {
  table = { ...table, choices: null, picked: 0, more: false };
  drawChoices();
  const { sheet, active, players, rules, roll } = table;
  const wish = { game: "qwixx", sheet: textOf(sheet), roll: roll?.text, active, players, rules };
  const answer = await question("choices", CHOICES, () => (wish.roll ? api.hints(wish) : null));
  if (answer) change({ choices: { ...answer, choices: different(answer.choices) } });
}

async function refreshScore() {
  const answer = await question("score", SHEET, () => api.scores({ game: "qwixx", sheets: [wished(table)] }));
  if (answer) change({ score: answer.sheets[0] });
}

async function refreshScores() {
  const sheets = table.finals.map(wished);
  const answer = await question("scores", FINALS, () => (sheets.length ? api.scores({ game: "qwixx", sheets }) : null));
  if (answer !== undefined) change({ scores: answer });
}

const wished = ({ sheet, doubted }) => ({ sheet: textOf(sheet), doubted: doubted.map(([row, number]) => markCode({ row, number })) });

// Drawing.

function draw() {
  drawViewer();
  drawChecks();
  drawRoll();
  drawChoices();
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
  refill(pane, picture({ reading, preview, dice, whole, ratio, ondie: correct, onground: (at) => add(null, at) }));
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
    ...doubtedCells(table.doubted, table.shown, (cell, marked) => change(settled(table, cell, marked), refreshAll)),
  );
  byId("dice-problems").replaceChildren(...notes.map((note) => html("li", {}, note)));
}

function drawRoll() {
  const { slots, extra } = placed(table.dice.filter((die) => die.in_play));
  const closed = table.roll?.text ? table.roll.closed : table.sheet.locks;
  refill(
    byId("dice"),
    ...slots.map(({ colour, die }) => {
      if (die) return dieIn(die);
      return (closed.includes(colour) ? closedButton : freeButton)(colour, () => add(colour));
    }),
    ...extra.map(dieIn),
  );
  byId("roll-note").textContent = say(table.dice.length ? "tap_die" : "roll_wait");
}

function dieIn(die) {
  const name = nameOf(codeOf(die));
  const doubt = die.doubted ? html("span", { class: "chance", "aria-hidden": "true" }, "?") : null;
  return dieButton(codeOf(die), die.doubted ? say("check", { piece: name }) : name, () => correct(die), doubt);
}

function drawChoices() {
  const { choices, picked, more, sheet, score, doubted, shown } = table;
  const choice = choices?.choices[picked] ?? null;
  const waiting = table.roll?.text ? "choices_thinking" : table.dice.length ? "choices_no_roll" : "choices_wait";
  show(byId("choices-note"), byId(CHOICES).hidden);
  byId("choices-note").textContent = choices ? say("choices_found", { count: choices.found }) : say(waiting);
  const few = choices ? choices.choices.slice(0, more ? undefined : Math.max(FEW, picked + 1)) : [];
  refill(byId("choices-list"), ...listed(few, picked, (index) => change({ picked: index })));
  const rest = (choices?.choices.length ?? 0) - few.length;
  if (show(byId("more"), rest > 0)) byId("more").textContent = say("more_choices", { count: rest });
  if (show(byId("make"), choice !== null)) byId("make").replaceChildren(say("make"), " ", ...what(choice));
  const view = { sheet, doubted, hinted: choice?.marks ?? [], onchange: changeSheet };
  const onPicture = shown.place ? sheetOnPhoto({ ...shown, ...view }) : null;
  refill(byId("sheet-grid"), onPicture, drawn({ ...view, score: score?.score }));
  byId("sheet-total").textContent = score ? pointsOf(finals.totals(score)) : "";
  show(byId("sheet-undo"), table.before.length > 0);
}

function drawFinals() {
  const { finals: sheets, scores } = table;
  const edited = (index, what) => ({ finals: table.finals.map((entry, other) => (other === index ? { ...entry, ...what } : entry)) });
  refill(
    byId("finals-list"),
    ...finals.listed({
      sheets,
      scores: scores?.sheets.length === sheets.length ? scores : null,
      onname: (index, name) => change(edited(index, { name: name || say("sheet_number", { number: index + 1 }) })),
      onchange: (index, sheet) => change(edited(index, { sheet, doubted: left(sheets[index].doubted, sheets[index].sheet, sheet) }), refreshScores),
      onsettle: (index, cell, marked) => change(edited(index, settled(sheets[index], cell, marked)), refreshScores),
      onopen: (index, open) => (table = { ...table, ...edited(index, { open }) }),
      onremove: (index) => change({ finals: sheets.filter((_, other) => other !== index) }, refreshScores),
    }),
  );
  const won = finals.winnerOf(scores, sheets.map((entry) => entry.name));
  if (show(byId("winner"), won !== "")) byId("winner").textContent = won;
}

// A phone may forget the page while its camera is open: the table is kept until the tab is closed, but for the photos.

function keep() {
  const { dice, sheet, doubted, before, active, players, rules, finals: sheets } = table;
  sessionStorage.setItem(KEPT, JSON.stringify({ dice, sheet, doubted, before, active, players, rules, finals: sheets.map((entry) => ({ ...entry, shown: UNSEEN })) }));
}

function restored() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
    return { ...empty(), ...kept, dice: (kept.dice ?? []).filter((die) => die.in_play).map((die) => ({ ...die, box: null })) };
  } catch {
    return empty();
  }
}
