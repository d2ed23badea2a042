/** The profiles that there are: what each holds, in words and as a picture, and its end. */

import * as api from "../api.js";
import { complain, uncomplain } from "../desk.js";
import { answerOf, byId, html, refill, show } from "../dom.js";
import * as profile from "../profile.js";
import { say } from "../words.js";
import { bent, netOf } from "./drawing.js";
import { plane } from "./plane.js";

const ERROR = "shelf-error";

let shown = null; // the name of the profile whose pictures are shown

/** Wires it once. */
export function open() {
  profile.offer();
}

/** Looks which there are; one may just have been kept. */
export async function enter() {
  uncomplain(ERROR);
  profile.refresh();
  try {
    const { profiles } = await api.profiles();
    show(byId("shelf-none"), !profiles.length);
    refill(byId("shelf-list"), ...profiles.map(entry));
  } catch (error) {
    complain(ERROR, error.message);
  }
}

export function leave() {}

function entry({ name, holds, problem }) {
  const pictures = html("div", { class: "pictures", id: `pictures-${name}`, hidden: true });
  const toggle = html("button", { type: "button", "data-key": `show-${name}`, "aria-expanded": "false", "aria-controls": pictures.id, onclick: () => turn() }, say("show_it"));
  const turn = async () => {
    shown = shown === name ? null : name;
    if (show(pictures, shown === name)) await draw(name, pictures);
    toggle.setAttribute("aria-expanded", String(shown === name));
    toggle.textContent = say(shown === name ? "hide_it" : "show_it");
  };
  shown = null;
  return html(
    "li",
    { class: "profile" },
    html("h3", {}, name),
    problem ? html("p", { class: "error" }, problem.message) : html("ul", { class: "holds" }, holds.map(({ message }) => html("li", {}, message))),
    html("div", { class: "row" }, problem ? html("span", {}) : toggle, html("button", { type: "button", "data-key": `delete-${name}`, "aria-label": say("delete_it", { name }), onclick: () => end(name) }, say("delete"))),
    pictures,
  );
}

async function draw(name, pictures) {
  try {
    const { lens, light, view } = await api.profile(name);
    const shown = [
      lens && figure(bent(lens, say("lens_lines")), lensWords(lens)),
      view && figure(netOf(view, null, say("view_lines")), say("view_words")),
      light?.tiles && figure(plane(light.tiles), say("plane_words")),
      light?.dice && figure(plane(light.dice), say("plane_words_dice")),
    ];
    pictures.replaceChildren(...shown.filter(Boolean));
  } catch (error) {
    complain(ERROR, error.message);
  }
}

const figure = (drawing, words) => html("figure", { class: "figure" }, drawing, html("figcaption", { class: "small" }, words));

function lensWords({ width, focal }) {
  const degrees = Math.round((2 * Math.atan(width / 2 / focal[0]) * 180) / Math.PI);
  return say("lens_words", { degrees });
}

/** Deletes a profile, once a person has said yes. */
async function end(name) {
  byId("delete-title").textContent = say("delete_sure", { name });
  if ((await answerOf(byId("delete"))) !== "yes") return;
  try {
    await api.forget(name);
  } catch (error) {
    complain(ERROR, error.message);
    return;
  }
  if (profile.chosen() === name) profile.choose("");
  await enter();
}
