/** A light, learned from a photo of tiles that a person has named. */

import * as api from "../api.js";
import { complain, onPhoto, sent, uncomplain } from "../desk.js";
import { byId, show } from "../dom.js";
import { previewOf } from "../preview.js";
import { say } from "../words.js";
import { Naming } from "./naming.js";
import { plane } from "./plane.js";
import { Saving } from "./saving.js";

const ERROR = "light-error";

let photo = null; // that is looked at
let samples = []; // its colours, once they are named
let naming, saving;

/** Wires it once. */
export function open() {
  naming = new Naming({ pane: byId("light-photo"), blind: byId("light-blind"), list: byId("light-tiles") }, change);
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
  const reading = await sent(chosen, { game: "qwirkle", profile: "" }, say("reading"), ERROR);
  if (!reading) return;
  if (!reading.tiles.length) {
    complain(ERROR, say("nothing_found"));
    return;
  }
  photo = chosen;
  show(byId("light-named"));
  naming.take(reading, await pending);
  change();
}

/** Another photo, or another name: what was learned before holds no longer. */
function change() {
  samples = [];
  byId("light-found").textContent = say("tiles_named", { count: naming.named.length });
  show(byId("light-learn"));
  show(byId("light-figure"), false);
  saving.offer(false);
}

async function learn() {
  const answer = await sent(photo, { tiles: JSON.stringify(naming.named) }, say("learning"), ERROR, "light/samples");
  if (!answer) return;
  samples = answer.tiles;
  const { light, problem } = (await fitted()) ?? {};
  if (problem) complain(ERROR, problem.message);
  if (!show(byId("light-figure"), Boolean(light))) return;
  byId("light-plane").replaceChildren(plane(light.tiles));
  byId("light-result").textContent = say("light_result", { count: samples.length });
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
    return await api.lightOf({ tiles: samples, name });
  } catch (error) {
    return complain(ERROR, error.message);
  }
}
