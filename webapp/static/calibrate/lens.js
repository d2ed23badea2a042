/** A camera's lens, learned from pictures of the printed board: photos one after the other, or this device's live picture. */

import * as api from "../api.js";
import { complain, onPhoto, sent, uncomplain } from "../desk.js";
import { byId, show } from "../dom.js";
import { Camera } from "../table/live/camera.js";
import { Pump } from "../table/live/pump.js";
import { say } from "../words.js";
import { covered, timesOf } from "./drawing.js";
import { films } from "./filming.js";
import { Saving } from "./saving.js";
import { alike, isNew, isStill } from "./views.js";

const KEPT = "kibitz-lens-views";
const ERROR = "lens-error";
/** Milliseconds between two live pictures: a board is held still for longer. */
const PACE = 400;
/** What the server says of a picture in which nothing is seen: while somebody turns to the board, that is no error. */
const UNSEEN = ["board_unseen", "board_hardly_seen"];

let views = []; // of the board, each {width, height, board, picture}
let last = null; // the last live view
let asked = 0; // counts the questions, so that late answers are dropped
let camera, pump, saving;

/** Wires it once. */
export function open() {
  views = restored();
  camera = new Camera(byId("lens-view").querySelector("video"), () => stop(say("camera_lost")));
  pump = new Pump(look, (error) => tell(error.message));
  saving = new Saving("lens", keep);
  for (const id of ["lens-take", "lens-choose"]) onPhoto(byId(id), read);
  byId("lens-live").addEventListener("click", () => (camera.open ? stop() : start()));
  byId("lens-anew").addEventListener("click", anew);
  document.addEventListener("visibilitychange", () => document.hidden && stop());
  refresh();
}

export function enter() {}

/** Lets go of the camera. */
export function leave() {
  stop();
}

async function read(photo) {
  const view = await sent(photo, {}, say("looking_for_board"), ERROR, "lens/views");
  if (view) await add(view);
}

async function add(view) {
  if (views.length && !alike(view, views[0])) {
    const { width, height } = views[0];
    return complain(ERROR, say("lens_mixed", { width, height, given: `${view.width} x ${view.height}` }));
  }
  views = [...views, view];
  keepViews();
  return refresh();
}

function anew() {
  views = [];
  keepViews();
  uncomplain(ERROR);
  refresh();
}

/** Works out what the pictures tell by now. */
async function refresh(name = undefined) {
  const mine = ++asked;
  const fit = views.length ? await learned(name) : null;
  if (mine !== asked) return null;
  if (!views.length || fit) draw(fit);
  return fit;
}

async function learned(name) {
  const [{ width, height }] = views;
  try {
    return await api.lensOf({ width, height, views: views.map(({ board, picture }) => ({ board, picture })), name });
  } catch (error) {
    return complain(ERROR, error.message);
  }
}

async function keep(name) {
  uncomplain(ERROR);
  return Boolean((await refresh(name))?.kept);
}

// This device's live picture.

async function start() {
  if (!(await films(camera, ERROR))) return;
  byId("lens-live").setAttribute("aria-pressed", "true");
  show(byId("lens-view"));
  tell(say("show_the_board"));
  pump.start();
}

function stop(sentence = "") {
  pump.stop();
  camera.stop();
  last = null;
  byId("lens-live").setAttribute("aria-pressed", "false");
  show(byId("lens-view"), false);
  tell("");
  if (sentence) complain(ERROR, sentence);
}

/** Looks at a live picture, and takes it if the board is held still and tells something new. */
async function look(signal) {
  const [picture] = await Promise.all([camera.picture(), new Promise((resolve) => setTimeout(resolve, PACE))]);
  if (!picture || signal.aborted) return;
  const view = await seen(picture, signal);
  if (signal.aborted) return;
  const still = view && isStill(view, last);
  last = view;
  if (!view) return;
  if (!isNew(view, views)) tell(say("board_elsewhere"));
  else if (!still) tell(say("hold_still"));
  else {
    tell(say("board_taken"));
    await add(view);
  }
}

async function seen(picture, signal) {
  try {
    return await api.boardOn(picture, signal);
  } catch (error) {
    if (!UNSEEN.includes(error.code)) throw error;
    tell(say("show_the_board"));
    return null;
  }
}

function tell(sentence) {
  byId("lens-seen").textContent = sentence;
  show(byId("lens-seen"), sentence !== "");
}

// Drawing.

function draw(fit) {
  show(byId("lens-anew"), views.length > 0);
  byId("lens-count").textContent = fit ? say("lens_count", { count: fit.count, needed: fit.needed }) : "";
  byId("lens-missing").textContent = fit ? missing(fit) : "";
  if (show(byId("lens-figure"), fit !== null)) {
    byId("lens-drawing").replaceChildren(covered(fit, views, say("lens_covered", { percent: Math.round(100 * fit.share) })));
    byId("lens-legend").textContent = fit.lens ? say("lens_errors", { times: timesOf(fit.lens) }) : say("lens_legend");
  }
  saving.offer(Boolean(fit?.lens));
  if (fit?.lens) byId("lens-result").textContent = say("lens_result", { error: fit.lens.error.toFixed(2), views: fit.lens.views });
}

/** What is still to be done, in words; nothing once there is a lens. */
function missing({ missing: parts, problem }) {
  if (!problem) return "";
  return parts.length ? say("lens_missing", { parts: parts.join(", ") }) : `${problem.message[0].toUpperCase()}${problem.message.slice(1)}.`;
}

// A phone may forget the page while its camera is open: the views are kept until the tab is closed.

const keepViews = () => sessionStorage.setItem(KEPT, JSON.stringify(views));

function restored() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}
