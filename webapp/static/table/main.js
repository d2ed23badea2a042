/** The page of a table: what both games share. The game's own part and the camera's are modules of their own. */

import { complain, TABLE } from "../desk.js";
import { byId, ready, show } from "../dom.js";
import * as keeping from "../keeping/keeping.js";
import * as profile from "../profile.js";
import { pointsOf, say } from "../words.js";
import * as beginning from "./beginning.js";
import * as chart from "./chart.js";
import * as live from "./live/live.js";
import * as log from "./log.js";
import { Room } from "./room.js";
import * as scores from "./scores.js";
import * as settings from "./settings.js";
import * as sitting from "./sitting.js";

const { code, game } = byId("table").dataset;

for (const kind of ["error", "unhandledrejection"]) window.addEventListener(kind, () => complain(TABLE, say("fault")));

const room = new Room(code);
const { title } = document;

byId("undo").addEventListener("click", () => room.undo());
byId("redo").addEventListener("click", () => room.redo());
room.onState((state) => {
  byId("undo").disabled = !state.can_undo;
  byId("redo").disabled = !state.can_redo;
  byId("now").classList.toggle("over", state.outcome !== null);
  byId("now-text").textContent = now(state);
  show(byId("now-note"), !state.outcome && state.turn !== null && state.turn === room.me);
  document.title = `${now(state)} · ${title}`;
});
room.onOnline((online, why) => {
  byId("connection").textContent = why;
  show(byId("connection"), !online);
});
room.onGone(() => complain(TABLE, say("table_gone")));

for (const part of [sitting, scores, log, chart, settings, beginning]) part.open(room);
const { open } = await import(`./${game}/game.js`);
open(room);
live.open(room);
keeping.open();
room.enter();
profile.offer();
ready();

/** Whose turn it is, or who has won. */
function now({ players, turn, outcome }) {
  if (!outcome) return turn === null ? say("turn_open") : say("turn_of", { player: players[turn].name });
  const names = outcome.winners.map((winner) => players[winner].name).join(` ${say("and")} `);
  const points = pointsOf(Math.max(...outcome.scores));
  return say(outcome.winners.length > 1 ? "table_shared" : "table_won", { names, points });
}
