/** How a camera that stands still sees the table, learned from a photo or from this device's live picture. */

import { complain, onPhoto, sent } from "../desk.js";
import { byId, show } from "../dom.js";
import { previewOf } from "../preview.js";
import { Camera } from "../table/live/camera.js";
import { say } from "../words.js";
import { netOf } from "./drawing.js";
import { films } from "./filming.js";
import { Saving } from "./saving.js";

const ERROR = "view-error";

let photo = null; // from which the view is learned
let preview = null; // what the page shows of it
let camera, saving;

/** Wires it once. */
export function open() {
  camera = new Camera(byId("view-pane").querySelector("video"), () => stop(say("camera_lost")));
  saving = new Saving("view", keep);
  for (const id of ["view-take", "view-choose"]) onPhoto(byId(id), read);
  byId("view-live").addEventListener("click", () => (camera.open ? stop() : start()));
  byId("view-shoot").addEventListener("click", shoot);
  document.addEventListener("visibilitychange", () => document.hidden && stop());
}

export function enter() {}

/** Lets go of the camera. */
export function leave() {
  stop();
}

/** Learns the view from a picture; it is kept nowhere yet. */
async function read(chosen) {
  const pending = previewOf(chosen);
  const view = await learned(chosen);
  if (preview) URL.revokeObjectURL(preview.url);
  preview = await pending;
  photo = chosen;
  draw(view);
  await saving.offer(view !== null);
  if (view) byId("view-figure").scrollIntoView({ block: "start" });
}

async function keep(name) {
  const view = await learned(photo, { name });
  if (view) draw(view); // the lens of that profile may be another
  return view !== null;
}

/** The view that a picture tells, or null where it tells none, which is said. */
async function learned(chosen, fields = {}) {
  const answer = await sent(chosen, fields, say("view_looking"), ERROR, "views/fits");
  if (answer?.problem) complain(ERROR, answer.problem.message);
  return answer?.view ?? null;
}

function draw(view) {
  if (!show(byId("view-figure"), view !== null)) return;
  byId("view-drawing").replaceChildren(netOf(view, preview, say("view_lines")));
  byId("view-result").textContent = say("view_result", { side: Math.round(view.side) });
}

// This device's live picture.

async function start() {
  if (await films(camera, ERROR)) looks(true);
}

function stop(sentence = "") {
  camera.stop();
  looks(false);
  if (sentence) complain(ERROR, sentence);
}

function looks(on) {
  byId("view-live").setAttribute("aria-pressed", String(on));
  for (const id of ["view-pane", "view-shoot"]) show(byId(id), on);
}

async function shoot() {
  const picture = await camera.picture();
  if (!picture) return;
  byId("view-live").focus({ preventScroll: true }); // the button that was tapped goes
  stop();
  await read(picture);
}
