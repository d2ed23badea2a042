/** What both games share on the page: sending photos, telling how far that is, and telling what went wrong. */

import * as api from "./api.js";
import { byId, show } from "./dom.js";
import * as profile from "./profile.js";
import { say, told } from "./words.js";

/** Where an error is told that belongs to no part of a game. */
export const TABLE = "table-error";

/** Whether a problem is about the light of the whole photo. */
export const isOfLight = ({ code }) => ["strong_cast", "no_colours"].includes(code);

let work = null; // stops the reading that is under way

/** Calls back with every photo that is chosen at an input, one after the other. */
export function onPhoto(input, read) {
  input.addEventListener("change", async () => {
    const photos = [...input.files];
    input.value = ""; // so that the same photo can be chosen again
    for (const photo of photos) await read(photo);
  });
}

/** Sends a photo, to be read by the profile that is chosen, and shows how far that is; gives nothing if it failed, which is told at a place, or was stopped. */
export async function sent(photo, fields, reading, place = TABLE, path = undefined) {
  uncomplain();
  if (photo.size > told.limit * 2 ** 20) return complain(place, say("too_heavy", { limit: told.limit }));
  work?.abort();
  const mine = (work = new AbortController());
  working(say("sending", { percent: 0 }), 0);
  try {
    const progress = (percent) => (percent < 100 ? working(say("sending", { percent }), percent) : working(reading));
    return await api.reading(photo, { ...profile.fields(), ...fields }, progress, mine.signal, path);
  } catch (error) {
    if (error.name === "AbortError") return null;
    if (error.code?.startsWith("profile")) profile.refresh(); // it may be gone: the next photo is read without
    return complain(place, error.message);
  } finally {
    if (work === mine) show(byId("work"), false);
  }
}

/** Says what is being done, and how far that is, in percent, where it can be told. */
export function working(sentence, percent = null) {
  byId("work-text").textContent = sentence;
  if (percent === null) byId("work-bar").removeAttribute("value");
  else byId("work-bar").value = percent;
  show(byId("work"));
}

/** Tells an error at one of the places for it, in place of all others, and brings it into view. */
export function complain(place, sentence) {
  uncomplain();
  byId(place).textContent = sentence;
  show(byId(place));
  byId(place).closest("details")?.setAttribute("open", "");
  byId(place).scrollIntoView({ block: "center" });
  return null;
}

/** Takes back what was told at some places, or at all. */
export function uncomplain(...places) {
  const shown = places.length ? places.map(byId) : document.querySelectorAll("[role=alert]");
  for (const place of shown) show(place, false);
}
