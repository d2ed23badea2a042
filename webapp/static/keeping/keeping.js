/**
 * Photos that a person puts right: whether those of this device may be kept, which is asked once, and keeping them with
 * what lies on them.
 */

import { ask } from "../api.js";
import { byId, show } from "../dom.js";
import { say } from "../words.js";
import { IGNORE } from "./labels.js";

/** Whether this device's photos may be kept: “yes” or “no”; nothing before anybody was asked. */
const CONSENT = "kibitz-keep";

/** The photos that were put right while nobody has answered. */
const waiting = new Set();
let work = Promise.resolve();

/** Whether photos of this device may be kept; null as long as nobody has said. */
export const consent = () => localStorage.getItem(CONSENT);

/** Takes a person's word about that, which may be taken back. */
export const allow = (may) => localStorage.setItem(CONSENT, may ? "yes" : "no");

/** Wires the question. */
export function open() {
  byId("keep-yes").addEventListener("click", () => answer(true));
  byId("keep-no").addEventListener("click", () => answer(false));
}

/** A photo that is looked at: the file, its name once it is kept, and what lies on it as far as a person has put it right. */
export function looked(photo) {
  show(byId("keep"), false);
  return { photo, name: null, labels: [] };
}

/**
 * Takes what lies on a photo, once a person has put it right.
 * @param {Object|null} photo as `looked` gave it; null for one that nobody has any more
 * @param {Array<{name: string, box: number[], col: ?number, row: ?number, colour: ?string, marks: ?string}>} labels
 */
export function corrected(photo, labels) {
  if (photo === null || labels.every(({ name }) => name === IGNORE)) return;
  photo.labels = labels;
  if (consent() === "yes") return keep(photo);
  if (consent() !== null) return;
  waiting.add(photo);
  tell(say("keep_photo"), true);
}

function answer(may) {
  allow(may);
  show(byId("keep"), false);
  if (may) waiting.forEach(keep);
  waiting.clear();
}

/** One request at a time, so that the last word about a photo is the one that stays. */
function keep(kept) {
  const { labels } = kept;
  work = work.then(() => (kept.labels === labels ? sent(kept) : null)).catch((error) => tell(error.message));
}

async function sent(kept) {
  if (kept.name) return ask(`photos/${kept.name}`, { labels: kept.labels }, { method: "PUT" });
  const form = new FormData();
  form.append("photo", kept.photo);
  form.append("labels", JSON.stringify(kept.labels));
  kept.name = (await ask("photos", undefined, { method: "POST", body: form })).name;
  tell(say("photo_is_kept"));
}

function tell(sentence, asks = false) {
  byId("keep-text").textContent = sentence;
  show(byId("keep-answers"), asks);
  byId("keep").classList.toggle("asks", asks);
  show(byId("keep"));
}
