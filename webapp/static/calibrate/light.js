/** A light, learned from a photo of tiles or of dice that a person has named. */

import * as api from "../api.js";
import { complain, onPhoto, sent, uncomplain } from "../desk.js";
import { byId, show } from "../dom.js";
import { previewOf } from "../preview.js";
import { say } from "../words.js";
import { DiceNaming } from "./dice_naming.js";
import { plane } from "./plane.js";
import { Saving } from "./saving.js";
import { TileNaming } from "./tile_naming.js";

const ERROR = "light-error";

let photo = null; // that is looked at
let samples = null; // its colours, once they are named: those of tiles and those of dice
let naming, saving; // who names the pieces: tiles or dice
let kinds; // both

/** Wires it once. */
export function open() {
  const places = { pane: byId("light-photo"), blind: byId("light-blind"), list: byId("light-tiles") };
  kinds = { tiles: new TileNaming(places, change), dice: new DiceNaming(places, change) };
  naming = kinds.tiles;
  saving = new Saving("light", keep);
  for (const id of ["light-take", "light-choose"]) onPhoto(byId(id), read);
  byId("light-learn").addEventListener("click", learn);
}

export function enter() {
  naming.draw();
}

export function leave() {}

/** Reads a photo without any profile that may be in the way. */
async function read(chosen) {
  const pending = previewOf(chosen);
  const reading = await sent(chosen, { game: "auto", profile: "" }, say("reading"), ERROR);
  if (!reading) return;
  if (!reading.tiles.length && !reading.dice.length) {
    complain(ERROR, say("nothing_to_name"));
    return;
  }
  photo = chosen;
  show(byId("light-named"));
  naming.forget();
  naming = reading.game === "qwixx" ? kinds.dice : kinds.tiles;
  naming.take(reading, await pending);
  change();
}

/** Another photo, or another name: what was learned before holds no longer. */
function change() {
  samples = null;
  byId("light-found").textContent = say(naming === kinds.dice ? "dice_named" : "tiles_named", { count: naming.named.length });
  show(byId("light-learn"));
  show(byId("light-figure"), false);
  saving.offer(false);
}

async function learn() {
  const kind = naming === kinds.dice ? "dice" : "tiles";
  samples = await sent(photo, { [kind]: JSON.stringify(naming.named) }, say("learning"), ERROR, "light/samples");
  if (!samples) return;
  const { light, problem } = (await fitted()) ?? {};
  if (problem) complain(ERROR, problem.message);
  if (!show(byId("light-figure"), Boolean(light))) return;
  byId("light-plane").replaceChildren(plane(light[kind]));
  byId("light-result").textContent = say(`light_result_${kind}`, { count: samples[kind].length });
  show(byId("light-learn"), false);
  await saving.offer();
  byId("light-figure").scrollIntoView({ block: "start" });
}

async function keep(name) {
  return Boolean((await fitted(name))?.kept);
}

async function fitted(name = undefined) {
  uncomplain(ERROR);
  try {
    return await api.lightOf({ ...samples, name });
  } catch (error) {
    return complain(ERROR, error.message);
  }
}
