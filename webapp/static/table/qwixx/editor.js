/** The editor of a turn: its roll and everybody's marks, put right together; what came later is replayed. */

import { complain } from "../../desk.js";
import { byId, html, refill, show } from "../../dom.js";
import { diceOf, rollText } from "../../qwixx/dice.js";
import { markName, markOf } from "../../qwixx/sheet.js";
import { sums } from "../../qwixx/sums.js";
import { say } from "../../words.js";
import { NO_MARK } from "./looking.js";
import { grid } from "./pips.js";

const ERROR = "editor-error";
const KEY = "edited";

let room = null;
/**
 * What is edited, null while nothing is.
 * - player: whose turn it is; dice: those that were rolled; fixed: whether they stay as they are
 * - actions: those taken, each {action, marks: [{player, mark}]} with marks as codes
 * - declared: whether the order was said, by rules under which the active player says it
 * - save: writes it and resolves to whether that went well
 * - basis: tells from a state what is put right, as a text: if that becomes another, somebody was faster
 */
let edited = null;
let saving = false;

/** @param {import("../room.js").Room} at */
export function open(at) {
  room = at;
  room.editor = editTurn;
  byId("editor-swap").addEventListener("click", () => change({ actions: [...edited.actions].reverse() }));
  byId("editor-save").addEventListener("click", save);
  byId("editor-cancel").addEventListener("click", () => byId("editor").close());
  byId("editor").addEventListener("close", () => (edited = null));
  room.onState((state) => saving || check(state));
}

async function save() {
  saving = true;
  const saved = await edited.save();
  saving = false;
  if (saved) byId("editor").close();
  else check(room.state);
}

/** Closes the editor, and says why, if what it edits is no longer there. */
function check(state) {
  if (!edited || edited.basis(state) === edited.begun) return;
  byId("editor").close();
  complain("own-error", say("edit_overtaken"));
}

/** Edits a turn of the state: all that happened in it so far. */
export function editTurn(turn) {
  const { state } = room;
  const next = state.turns.find(({ at }) => at > turn.at)?.at ?? state.events;
  const declared = state.rules === "gamerules" && next - turn.at > 1;
  begin({
    player: turn.player,
    dice: diceOf(turn.roll),
    fixed: false,
    actions: turn.actions.map(({ action, marks }) => ({ action, marks: marks.map((one) => ({ ...one })) })),
    declared,
    basis: ({ turns }) => JSON.stringify(turns.find(({ at }) => at === turn.at)),
    save: () => room.write("correct", { at: turn.at, events: eventsOf(edited, declared ? (edited.actions[0]?.action ?? state.action) : null) }, ERROR),
  });
}

/** Tells what everybody marks in the action that is due, for whoever can't do so on a phone. */
export function editNow() {
  const { state } = room;
  begin({
    player: state.turn,
    dice: diceOf(state.roll),
    fixed: true,
    actions: [{ action: state.action, marks: state.deciders.map((player) => ({ player, mark: state.decisions[player] ?? NO_MARK })) }],
    declared: false,
    basis: ({ version }) => String(version),
    save: () => room.event(actOf(edited.actions[0]), ERROR),
  });
}

function begin(what) {
  edited = { ...what, begun: what.basis(room.state) };
  show(byId(ERROR), false);
  draw();
  byId("editor").showModal();
}

function change(what) {
  edited = { ...edited, ...what };
  draw();
}

function draw() {
  const { player, dice, fixed, actions, declared } = edited;
  const { players } = room.state;
  byId("editor-title").textContent = say("turn_by", { player: players[player].name });
  show(byId("editor-note"), !fixed);
  if (show(byId("editor-roll"), !fixed)) {
    const onpick = (place, value) => change({ dice: dice.map((die, other) => (other === place ? { ...die, value } : die)) });
    refill(byId("editor-roll"), ...grid({ dice, key: KEY, onpick }));
  }
  refill(byId("editor-actions"), ...actions.map((one, index) => fields(one, index)));
  show(byId("editor-swap"), declared && actions.length > 1);
}

/** The marks of an action, a choice for everybody who could make one. */
const fields = ({ action, marks }, index) =>
  html(
    "fieldset",
    { class: "edited" },
    html("legend", {}, say(action === "white" ? "white_action" : "colour_action")),
    marks.map(({ player, mark }, place) =>
      html(
        "label",
        { class: "row" },
        html("span", {}, room.state.players[player].name),
        html("select", { "data-key": `${KEY}-${index}-${player}`, onchange: (event) => mend(index, place, event.target.value) }, options(action, mark)),
      ),
    ),
  );

/** What the dice allow in an action, and what is told, should they not. */
function options(action, mark) {
  const codes = sums(action, edited.dice);
  const all = mark === NO_MARK || codes.includes(mark) ? codes : [mark, ...codes];
  const option = (code, text) => html("option", { value: code, selected: code === mark }, text);
  const name = (code) => (codes.includes(code) ? markName(markOf(code)) : say("not_rolled", { mark: markName(markOf(code)) }));
  return [option(NO_MARK, say("no_mark")), ...all.map((code) => option(code, name(code)))];
}

function mend(index, place, mark) {
  const mended = (one) => ({ ...one, marks: one.marks.map((told, other) => (other === place ? { ...told, mark } : told)) });
  change({ actions: edited.actions.map((one, other) => (other === index ? mended(one) : one)) });
}

const eventsOf = ({ dice, actions }, first) => [{ event: "throw", roll: rollText(dice) }, ...(first ? [{ event: "declare", first }] : []), ...actions.map(actOf)];

const actOf = ({ marks }) => ({ event: "act", marks: marks.map(({ mark }) => mark) });
