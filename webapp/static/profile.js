/** The profile with which this device's photos are read: chosen once, and kept on the device. */

import * as api from "./api.js";
import { byId, html, show } from "./dom.js";
import { say } from "./words.js";

const KEPT = "kibitz-profile";

/** The name of the profile that is chosen; nothing where photos are read without. */
export const chosen = () => localStorage.getItem(KEPT) ?? "";

/** What is sent with a photo, so that it is read by the profile. */
export const fields = () => (chosen() ? { profile: chosen() } : {});

/** Chooses a profile, or none. */
export function choose(name) {
  if (name) localStorage.setItem(KEPT, name);
  else localStorage.removeItem(KEPT);
}

/** Wires the choice that the page offers. */
export async function offer() {
  const select = byId("profile");
  select.addEventListener("change", () => {
    choose(select.value);
    show(byId("profile-note"), false);
  });
  draw(chosen() ? [chosen()] : []);
  await refresh();
}

/** Looks which profiles there are; says if the one that was chosen is lost, and gives that sentence. */
export async function refresh() {
  try {
    return believe((await api.profiles()).profiles);
  } catch {
    return ""; // What was chosen stays, and a photo will tell if it can't be had.
  }
}

/** Offers the profiles that there are; one that is gone, or whose file can't be read, is chosen no more. */
function believe(profiles) {
  const names = profiles.filter(({ problem }) => problem === null).map(({ name }) => name);
  const isLost = chosen() !== "" && !names.includes(chosen());
  const sentence = isLost ? why(profiles.find(({ name }) => name === chosen()), chosen()) : "";
  if (show(byId("profile-note"), isLost)) byId("profile-note").textContent = sentence;
  if (isLost) choose("");
  draw(names);
  return sentence;
}

const why = (known, name) => (known ? say("profile_unread", { problem: known.problem.message }) : say("profile_gone", { name }));

function draw(names) {
  const option = (value, label) => html("option", { value, selected: value === chosen() }, label);
  byId("profile").replaceChildren(option("", say("no_profile")), ...names.map((name) => option(name, name)));
  show(byId("profile-row"), names.length > 0);
}
