/** The roll: who begins, the dice as they were rolled, and while they are due, how each phone can tell them. */

import { complain, onPhoto, sent, uncomplain } from "../../desk.js";
import { byId, html, refill, show } from "../../dom.js";
import { roomIn } from "../../frame.js";
import * as keeping from "../../keeping/keeping.js";
import { labelsOfDice } from "../../keeping/labels.js";
import { previewOf } from "../../preview.js";
import { codeOf, coloursIn, diceOf, icon, nameOf, placed, rollText } from "../../qwixx/dice.js";
import { picture } from "../../qwixx/picture.js";
import { say } from "../../words.js";
import { grid } from "./pips.js";

const ERROR = "roll-error";
const KEY = "roll";
/** Where the camera's panel takes photos: those of dice are read here, where a doubted one is settled by a tap. */
const PHOTOS = ["live-take", "live-choose"];
/** Problems of a reading that a table answers by itself: it knows which rows are closed, so their dice are missing. */
const ANSWERED = new Set(["taken_closed"]);
/**
 * A roll that is told: its dice, the places of those that are doubted, what a photo leaves open, that photo with its dice
 * by their places, and whether all of it is what the table's camera proposes.
 */
const NOTHING = { dice: [], doubted: [], notes: [], seen: null, proposed: false };

/** @param {import("../room.js").Room} room */
export function open(room) {
  const kept = `kibitz-roll-${room.code}`;
  let draft = { version: null, ...NOTHING };

  for (const id of PHOTOS) onPhoto(byId(id), read);
  byId("roll-done").addEventListener("click", async () => {
    if (await room.event({ event: "throw", roll: rollText(draft.dice) }, ERROR)) byId("own").scrollIntoView({ block: "start" });
  });
  room.onState(draw);
  room.onLive(({ proposal }) => proposal?.roll && propose(proposal.roll));

  function draw(state) {
    const due = isDue(state);
    if (show(byId("opening"), state.turn === null && !state.outcome)) {
      byId("opening-players").replaceChildren(...state.players.map(({ name }, player) => html("button", { type: "button", onclick: () => room.event({ event: "open", player }) }, name)));
    }
    show(byId("roll"), due || state.roll !== null);
    show(byId("rolling"), due);
    show(byId("roll-done"), due);
    const name = state.turn === null ? "" : state.players[state.turn].name;
    byId("roll-title").textContent = say(due ? "to_roll" : "rolled", { player: name });
    const dice = state.roll ? diceOf(state.roll) : [];
    byId("rolled").replaceChildren(...dice.map((die) => html("span", { class: "tile", role: "img", "aria-label": nameOf(codeOf(die)) }, icon(codeOf(die)))));
    if (!due) return forget();
    if (draft.version !== state.version) draft = restored(state);
    drawDraft(state);
  }

  function drawDraft(state) {
    const { dice, doubted, notes, seen } = draft;
    refill(byId("roll-grid"), ...grid({ dice, doubted, key: KEY, onpick: (place, value) => pick(state, place, value) }));
    byId("roll-notes").replaceChildren(...notes.map((note) => html("li", {}, note)));
    const missing = dice.filter((die) => die.value === null).length;
    byId("roll-done").disabled = missing > 0;
    byId("roll-note").textContent = say(doubted.length ? "roll_check" : missing ? "roll_tap" : "roll_ready");
    const pane = byId("roll-seen");
    if (!show(pane, seen !== null)) return pane.replaceChildren();
    const ratio = roomIn(pane);
    refill(pane, picture({ ...seen, dice: seen.reading.dice, whole: false, ratio, ondie: (die) => lead(dice, die) }));
  }

  function pick(state, place, value) {
    const dice = draft.dice.map((die, other) => (other === place ? { ...die, value } : die));
    draft = { ...draft, dice, doubted: draft.doubted.filter((other) => other !== place), proposed: false };
    keep();
    if (draft.seen) keeping.corrected(draft.seen.photo, labelsOfDice(dieByDie(draft)));
    drawDraft(state);
  }

  /** Takes over what the camera proposes, unless a person has told something: who says “not so” has but one die to mend. */
  function propose(roll) {
    const { state } = room;
    if (!state || !isDue(state) || (!draft.proposed && draft.dice.some((die) => die.value !== null))) return;
    draft = { ...draft, dice: diceOf(roll), proposed: true };
    drawDraft(state);
  }

  /** Brings the line of a die on the photo into view. */
  function lead(dice, die) {
    const place = dice.findIndex(({ colour, value }) => colour === die.colour && value === die.value);
    const line = byId(`${KEY}-${place < 0 ? dice.findIndex(({ colour }) => colour === die.colour) : place}`);
    (line?.querySelector("[aria-pressed=true]") ?? line?.querySelector("button"))?.focus();
  }

  async function read(photo) {
    const { state } = room;
    const pending = previewOf(photo);
    const read = await sent(photo, { game: "qwixx", closed: state.closed.join(" ") }, say("reading"), ERROR);
    if (!read || room.state.version !== state.version) return;
    if (!read.dice.some((die) => die.in_play)) return complain(ERROR, say("no_dice_seen"));
    uncomplain(ERROR);
    const { slots } = placed(read.dice.filter((die) => die.in_play), state.closed);
    release();
    draft = {
      version: state.version,
      dice: slots.map(({ colour, die }) => ({ colour, value: die?.value ?? null })),
      doubted: slots.flatMap(({ die }, place) => (die?.doubted ? [place] : [])),
      notes: read.problems.filter((problem) => problem.dice && !ANSWERED.has(problem.code)).map((problem) => problem.message),
      seen: { reading: read, preview: await pending, photo: keeping.looked(photo), placed: slots.map(({ die }) => die) },
      proposed: false,
    };
    keep();
    drawDraft(state);
    byId("roll").scrollIntoView({ block: "start" });
  }

  // A phone may drop the page while its camera is open: what was tapped so far is kept for this turn.

  function keep() {
    const { version, dice } = draft;
    sessionStorage.setItem(kept, JSON.stringify({ version, dice }));
  }

  function restored({ version, closed }) {
    release();
    const blank = { version, ...NOTHING, dice: coloursIn(closed).map((colour) => ({ colour, value: null })) };
    try {
      const { version: of, dice } = JSON.parse(sessionStorage.getItem(kept));
      return of === version ? { ...blank, dice } : blank;
    } catch {
      return blank;
    }
  }

  function forget() {
    release();
    draft = { version: null, ...NOTHING };
    sessionStorage.removeItem(kept);
  }

  /** Gives back the memory of the photo. */
  function release() {
    if (draft.seen?.preview) URL.revokeObjectURL(draft.seen.preview.url);
  }
}

/**
 * The dice of a photo as a person has put them right; what has no place in the roll is left doubtful. Where the same values
 * were told of other dice, it was their colours that were mixed up: they are told of without any.
 */
function dieByDie({ seen: { reading, placed }, dice, doubted }) {
  const changed = dice.map((_, place) => place).filter((place) => placed[place] && placed[place].value !== dice[place].value);
  const values = (all) => changed.map((place) => all[place].value).sort().join();
  const mixedUp = values(placed) === values(dice) ? changed : [];
  return reading.dice.map((die) => {
    const place = placed.indexOf(die);
    if (mixedUp.includes(place)) return { ...die, colour: undefined, doubted: false };
    return place < 0 ? { ...die, doubted: true } : { ...die, value: dice[place].value, doubted: doubted.includes(place) };
  });
}

/** Whether the dice have to be rolled. */
export const isDue = (state) => state.turn !== null && state.roll === null && !state.outcome;
