/** What is decided on the sheet that is looked at: which action comes first, which mark is made, and what Kibitz would do. */

import { complain, uncomplain } from "../../desk.js";
import { byId, refill, show } from "../../dom.js";
import { different, listed } from "../../qwixx/choices.js";
import { drawn, mark, markCode, markName } from "../../qwixx/sheet.js";
import { pointsOf, say } from "../../words.js";
import { Strength } from "../strength.js";
import { editNow } from "./editor.js";
import { NO_MARK } from "./looking.js";
import { isDue } from "./rolling.js";

const ERROR = "own-error";
const MOST_HINTS = 50;
const FEW = 3;

/**
 * @param {import("../room.js").Room} room
 * @param {import("./looking.js").Looking} looking
 */
export function open(room, looking) {
  const strength = new Strength(() => redraw(hints && { ...hints, picked: 0 }));
  let hints = null; // {player, version, choices, picked, more}

  byId("mark-done").addEventListener("click", ({ detail }) => {
    // The second half of a double tap is meant for what was told by the first, not for the player who comes next.
    if (detail < 2) decide(looking.chosen ? markCode(looking.chosen) : NO_MARK);
  });
  for (const first of ["white", "colour"]) byId(`first-${first}`).addEventListener("click", () => decide(first));
  byId("hint").addEventListener("click", ask);
  byId("hints-more").addEventListener("click", () => redraw({ ...hints, more: true }));
  byId("hint-take").addEventListener("click", take);
  byId("for-all").addEventListener("click", () => editNow(room));
  room.onState(draw);
  looking.onChange(draw);

  async function decide(decision) {
    const { player } = looking;
    if (await room.decide(player, decision, ERROR)) looking.done();
  }

  // Hints.

  const shownHints = (state) => (hints?.player === looking.player && hints.version === state.version ? hints : null);

  async function ask() {
    const { state } = room;
    const { player } = looking;
    uncomplain(ERROR);
    if (shownHints(state)) return redraw(null);
    try {
      const { choices } = await room.ask("hints", { player, count: MOST_HINTS });
      redraw({ player, version: state.version, choices: different(choices), picked: 0, more: false });
    } catch (error) {
      complain(ERROR, error.message);
    }
  }

  function redraw(other) {
    hints = other;
    draw(room.state);
  }

  /** Takes the picked hint as far as it is due now: the order is declared, a mark is picked and still to be confirmed. */
  function take() {
    const { declaring, action } = room.state;
    const choice = hints.choices[hints.picked];
    if (declaring) return decide(choice.first);
    looking.pick(null);
    if (choice[action]) looking.pick(choice[action]);
    byId("mark-done").focus();
  }

  // Drawing.

  function draw(state) {
    const { player, chosen, decides, offered } = looking;
    const { name } = state.players[player];
    const sheet = state.sheets[player];
    const own = shownHints(state);
    const choice = own?.choices[own.picked] ?? null;
    const hinted = (strength.value !== "where" && choice?.marks) || [];
    byId("own-title").textContent = say("sheet_of", { player: name });
    byId("own-total").textContent = pointsOf(sheet.score.total);
    byId("own-note").textContent = note(state, looking);
    show(byId("declaring"), state.declaring && decides);
    refill(
      byId("own-sheet"),
      drawn({ sheet, score: sheet.score, closed: state.closed, offered, chosen: chosen ?? null, hinted, onoffer: (one) => looking.pick(one) }),
    );
    drawDone(state, chosen, decides);
    show(byId("for-all"), !state.declaring && !looking.waited.length && state.deciders.length > state.decided.length);
    drawHints(state, own, choice);
  }

  /** The button in the bar: it says what will happen. */
  function drawDone(state, chosen, decides) {
    const done = byId("mark-done");
    if (!show(done, decides && !state.declaring)) return;
    const told = state.decided.includes(looking.player);
    const same = told && code(chosen) === code(looking.decided);
    done.disabled = same;
    if (same) done.replaceChildren(say("waiting"));
    else if (chosen) done.replaceChildren(say("make_mark"), mark(chosen));
    else done.replaceChildren(say(costs(state, looking.player) ? "no_mark_penalty" : "no_mark"));
  }

  function drawHints(state, own, choice) {
    const may = mayAsk(state, looking);
    show(byId("hint"), may);
    byId("hint").setAttribute("aria-expanded", String(own !== null));
    if (!show(byId("hints"), may && own !== null)) return;
    const shown = { where: 0, move: 1, all: own.more ? own.choices.length : Math.max(FEW, own.picked + 1) }[strength.value];
    const few = own.choices.slice(0, shown);
    byId("hints-note").textContent = strength.value === "where" ? where(choice) : say(own.choices[0].chance === null ? "hints_value" : "hints_chance");
    refill(byId("hints-list"), ...listed(few, own.picked, (index) => redraw({ ...own, picked: index })));
    const rest = own.choices.length - few.length;
    if (show(byId("hints-more"), strength.value === "all" && rest > 0)) byId("hints-more").textContent = say("more_choices", { count: rest });
    const due = looking.decides && (state.declaring || state.action !== null);
    if (show(byId("hint-take"), due && strength.value !== "where")) {
      byId("hint-take").replaceChildren(...(state.declaring ? [say(`first_${choice.first}`)] : [say("take_hint"), " ", choice[state.action] ? mark(choice[state.action]) : say("marks_nothing")]));
    }
  }
}

/** The rows in which a choice marks something, and no more than that. */
function where({ marks }) {
  const rows = [...new Set(marks.map(({ row }) => say(row)))];
  return rows.length ? say("look_at_rows", { rows: rows.join(` ${say("and")} `) }) : say("better_nothing");
}

const code = (chosen) => (chosen ? markCode(chosen) : chosen);

/** Whether marking nothing now brings a penalty: the active player's second action, nothing marked in the first. */
const costs = (state, player) => player === state.turn && !state.marked && state.turns.at(-1).actions.length > 0;

/** Whether there is a hint to ask for: the own phone's player, or one whose seat is free, has still to decide in this turn. */
function mayAsk(state, looking) {
  if (state.roll === null || !looking.mayAct(looking.player)) return false;
  return looking.decides || (looking.player !== state.turn && !state.turns.at(-1).actions.some(({ action }) => action === "white"));
}

/** What is due for the player whose sheet is shown, in words. */
function note(state, looking) {
  const { player, decided } = looking;
  const active = state.turn === null ? "" : state.players[state.turn].name;
  const open = state.deciders.filter((one) => !state.decided.includes(one)).map((one) => state.players[one].name);
  if (state.outcome) return say("game_ended");
  if (state.turn === null) return say("who_begins");
  if (isDue(state)) return say("roll_due", { player: active });
  if (state.declaring) return say(looking.decides ? "declare_own" : "declare_other", { player: active });
  if (!state.deciders.includes(player)) return say("colour_other", { player: active });
  if (state.decided.includes(player)) {
    const said = decided === undefined ? say("decided_hidden") : decided === null ? say("decided_none") : say("decided_mark", { mark: markName(decided) });
    return `${said} ${say("waits_for", { players: open.join(", ") })}`;
  }
  if (!looking.decides) return say("decides_elsewhere", { player: state.players[player].name });
  const sum = state.roll.white[0] + state.roll.white[1];
  if (state.action === "white") return say("white_due", { sum });
  return say("colour_due");
}
