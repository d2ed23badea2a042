/** The page of a table: what both games share. The game's own part and the camera's are modules of their own. */

import { complain, TABLE } from "../desk.js";
import { byId, show } from "../dom.js";
import { say } from "../words.js";
import * as live from "./live/live.js";
import { Room } from "./room.js";
import * as scores from "./scores.js";

const { code, game } = byId("table").dataset;

for (const kind of ["error", "unhandledrejection"]) window.addEventListener(kind, () => complain(TABLE, say("fault")));

const room = new Room(code);

byId("undo").addEventListener("click", () => room.undo());
byId("redo").addEventListener("click", () => room.redo());
room.onState((state) => {
  byId("undo").disabled = !state.can_undo;
  byId("redo").disabled = !state.can_redo;
  byId("now-text").textContent = state.turn === null ? say("turn_open") : say("turn_of", { player: state.players[state.turn].name });
});
room.onOnline((online) => {
  byId("connection").textContent = say("offline");
  show(byId("connection"), !online);
});
room.onGone(() => complain(TABLE, say("table_gone")));

scores.open(room);
const { open } = await import(`./${game}/game.js`);
open(room);
live.open(room);
room.enter();
