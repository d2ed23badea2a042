/**
 * Photos that a person puts right: whether those of this device may be kept, which is asked once, and keeping them with
 * what lies on them.
 */

import { ask } from "../api.js";
import { byId, show } from "../dom.js";
import { say } from "../words.js";

/** Whether this device's photos may be kept: “yes” or “no”; nothing before anybody was asked. */
const CONSENT = "kibitz-keep";

/** The photo that is looked at: the file, its name once it is kept, and what lies on it as far as a person has put it right. */
let current = null;
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

/** A photo is looked at from now on, in the place of any before. */
export function look(photo) {
  current = { photo, name: null, labels: [] };
  show(byId("keep"), false);
}

/**
 * Takes what lies on the photo that is looked at, once a person has put it right.
 * @param {Array<{name: string, box: number[], col: ?number, row: ?number, colour: ?string}>} labels
 */
export function corrected(labels) {
  if (current === null || !labels.length) return;
  current.labels = labels;
  if (consent() === null) return tell(say("keep_photo"), true);
  if (consent() === "yes") keep(current);
}

function answer(may) {
  allow(may);
  show(byId("keep"), false);
  if (may) keep(current);
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
  if (kept === current) tell(say("photo_is_kept"));
}

function tell(sentence, asks = false) {
  byId("keep-text").textContent = sentence;
  show(byId("keep-answers"), asks);
  byId("keep").classList.toggle("asks", asks);
  show(byId("keep"));
}
