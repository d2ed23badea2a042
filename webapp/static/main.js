/** The page: which game is on the table, and photos that are taken of it. */

import { complain, onPhoto, sent, TABLE } from "./desk.js";
import { byId, ready, show } from "./dom.js";
import * as keeping from "./keeping/keeping.js";
import { previewOf } from "./preview.js";
import * as profile from "./profile.js";
import * as qwirkle from "./qwirkle/table.js";
import * as qwixx from "./qwixx/table.js";
import * as start from "./table/start.js";
import { say } from "./words.js";

const KEPT = "kibitz-game";
const GAMES = { qwirkle, qwixx };

let game = sessionStorage.getItem(KEPT); // its name; null until somebody or a photo says which it is

for (const id of ["camera", "choose"]) onPhoto(byId(id), readTable);
for (const name of Object.keys(GAMES)) byId(`play-${name}`).addEventListener("click", () => play(name));
byId("anew").addEventListener("click", anew);
for (const kind of ["error", "unhandledrejection"]) window.addEventListener(kind, () => complain(TABLE, say("fault")));

if (!(game in GAMES)) game = null;
draw();
if (game) GAMES[game].resume();
start.open();
profile.offer();
keeping.open();
ready();

/** Reads a photo of the table: of the game that is played, or of whichever the photo shows. */
async function readTable(photo) {
  const pending = previewOf(photo);
  const read = await sent(photo, { game: game ?? "auto", ...(game && GAMES[game].fields()) }, say("reading"));
  if (!read) return;
  const shown = GAMES[game ?? read.game];
  const nothing = shown ? shown.nothingIn(read) : say("nothing_at_all");
  if (nothing) return complain(TABLE, nothing);
  if (!game) play(read.game);
  shown.take(read, await pending, keeping.looked(photo));
}

function play(name) {
  game = name;
  sessionStorage.setItem(KEPT, name);
  draw();
  GAMES[name].resume();
}

function anew() {
  GAMES[game]?.reset();
  game = null;
  sessionStorage.removeItem(KEPT);
  draw();
}

function draw() {
  show(byId("welcome"), game === null);
  show(byId("at-table"), game === null);
  show(byId("anew"), game !== null);
  for (const name of Object.keys(GAMES)) show(byId(name), game === name);
}
