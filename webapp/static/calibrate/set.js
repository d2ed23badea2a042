/** A set of tiles that Kibitz has never seen, learned from photos on which a person names them. */

import * as api from "../api.js";
import { complain, uncomplain, working } from "../desk.js";
import { byId, html, show } from "../dom.js";
import { previewOf } from "../preview.js";
import { say, told } from "../words.js";
import { plane } from "./plane.js";
import { Saving } from "./saving.js";
import { TileNaming } from "./tile_naming.js";

const ERROR = "set-error";
const MOST = 4;

let photos = []; // that are looked at
let namings = []; // the tiles of each
let saving;
let asked = 0; // counts the questions, so that late answers are dropped

/** Wires it once. */
export function open() {
  saving = new Saving("set", keep);
  for (const id of ["set-take", "set-choose"]) {
    byId(id).addEventListener("change", ({ target }) => {
      const chosen = [...target.files];
      target.value = ""; // so that the same photo can be chosen again
      if (chosen.length) find(id === "set-take" ? [...photos, ...chosen] : chosen);
    });
  }
  byId("set-learn").addEventListener("click", () => learn());
}

export function enter() {
  for (const naming of namings) naming.draw();
}

export function leave() {}

/** Finds the tiles of photos; further photos come to those before. */
async function find(chosen) {
  uncomplain(ERROR);
  if (chosen.length > MOST) return complain(ERROR, say("set_most", { most: MOST }));
  if (chosen.reduce((sum, photo) => sum + photo.size, 0) > told.limit * 2 ** 20) return complain(ERROR, say("too_heavy", { limit: told.limit }));
  const pending = Promise.all(chosen.map(previewOf));
  const answer = await done(say("set_looking"), () => api.piecesOn(chosen));
  if (!answer) return null;
  photos = chosen;
  for (const naming of namings) naming.forget();
  const previews = await pending;
  byId("set-photos").replaceChildren();
  show(byId("set-named"));
  namings = answer.photos.map((laid, at) => named(laid, previews[at]));
  return change();
}

/** A photo with its tiles, to be named. */
function named(laid, preview) {
  const places = { pane: html("div", { class: "pane photo" }), blind: html("p", { class: "small", hidden: true }), list: html("div", { class: "named", role: "group", "aria-label": say("set_tiles") }) };
  byId("set-photos").append(places.pane, places.blind, places.list);
  const naming = new TileNaming(places, change);
  naming.take(laid, preview);
  return naming;
}

/** Other photos, or another name: what was learned before holds no longer. */
function change() {
  const count = namings.reduce((sum, naming) => sum + naming.named.length, 0);
  const left = namings.reduce((sum, naming) => sum + naming.unnamed.length, 0);
  byId("set-found").textContent = left ? say("set_unnamed", { count, left }) : say("set_all_named", { count });
  show(byId("set-learn"));
  byId("set-learn").disabled = !count;
  show(byId("set-figure"), false);
  saving.offer(false);
}

/** Learns the set; it is kept where a name is told. */
async function learn(name = undefined) {
  uncomplain(ERROR);
  const tiles = namings.map((naming) => naming.named.map(({ piece, tile }) => ({ piece, tile })));
  const answer = await done(say("set_learning"), () => api.setOf(photos, tiles, name));
  if (!answer) return null;
  const { learned, problem, wrong, light, pieces } = answer;
  if (wrong.length) {
    for (const { photo, piece } of wrong) namings[photo].doubt(piece);
    return complain(ERROR, wrong[0].message);
  }
  if (!learned) return complain(ERROR, problem.message);
  if (name !== undefined) return answer;
  if (show(byId("set-figure"), Boolean(light?.tiles))) byId("set-plane").replaceChildren(plane(light.tiles));
  byId("set-result").textContent = [say("set_result", { count: pieces }), problem?.message].filter(Boolean).join(" ");
  show(byId("set-learn"), false);
  await saving.offer();
  byId("set-save").scrollIntoView({ block: "nearest" });
  return answer;
}

async function keep(name) {
  return Boolean((await learn(name))?.kept);
}

/** Does something that takes a while, and says so; gives nothing if it failed, which is told. */
async function done(sentence, work) {
  const mine = ++asked;
  working(sentence);
  try {
    const answer = await work();
    return mine === asked ? answer : null;
  } catch (error) {
    return complain(ERROR, error.message);
  } finally {
    if (mine === asked) show(byId("work"), false);
  }
}
