/** Asks the server. What goes wrong comes as an Error whose message is for people. */

import { say } from "./words.js";

/** Where the API is, whichever page asks: this file lies in a folder that is named by the content of all. */
export const HERE = new URL("../../api/v1/", import.meta.url).href;

/**
 * Sends a photo and gives what is on it.
 * @param {File} photo
 * @param {Object} fields further fields of the form
 * @param {(percent: number) => void} sent told again and again how much has been sent
 * @param {AbortSignal} signal
 * @param {string} path where it is read
 */
export function reading(photo, fields, sent, signal, path = "readings") {
  const form = new FormData();
  form.append("photo", photo);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch does not tell how far an upload is
    request.open("POST", HERE + path);
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && sent(Math.round((100 * event.loaded) / event.total));
    request.onload = () => (request.status === 200 ? resolve(request.response) : reject(refusal(request.response)));
    request.onerror = () => reject(refusal(null));
    request.onabort = () => reject(new DOMException("stopped", "AbortError"));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** What to play: Qwirkle's best moves for a hand on a board, Qwixx's best marks for a roll on a sheet. */
export const hints = (wish) => ask("hints", wish);

/** The points: of Qwirkle's turn from one board to another, of Qwixx's sheets. */
export const scores = (wish) => ask("scores", wish);

/** The roll that dice of Qwixx are. */
export const rolls = (wish) => ask("rolls", wish);

/** Begins a game at a table. */
export const begin = (wish) => ask("tables", wish);

/** The games to go on with. */
export const tables = () => ask("tables");

/** Where the game with a code stands. */
export const table = (code) => ask(`tables/${encodeURIComponent(code)}`);

/** All profiles. */
export const profiles = () => ask("profiles");

/** What a profile holds. */
export const profile = (name) => ask(`profiles/${encodeURIComponent(name)}`);

/** Deletes a profile. */
export const forget = (name) => ask(`profiles/${encodeURIComponent(name)}`, undefined, { method: "DELETE" });

/** What a live picture shows of the calibration board. */
export function boardOn(picture, signal) {
  const form = new FormData();
  form.append("photo", picture, "frame.jpg");
  return ask("lens/views", undefined, { method: "POST", body: form, signal });
}

/** The light that colours of named tiles tell; it is kept where a name is told. */
export const lightOf = (wish) => ask("light/fits", wish);

/** The pieces of a set on photos. */
export const piecesOn = (photos) => ask("sets/pieces", undefined, { method: "POST", body: withPhotos(photos) });

/** What photos teach of a set, given which tiles their pieces are; it is kept where a name is told. */
export function setOf(photos, tiles, name) {
  const form = withPhotos(photos);
  form.append("tiles", JSON.stringify(tiles));
  if (name !== undefined) form.append("name", name);
  return ask("sets/fits", undefined, { method: "POST", body: form });
}

function withPhotos(photos) {
  const form = new FormData();
  for (const photo of photos) form.append("photo", photo);
  return form;
}

/** The lens that views of the board tell; it is kept where a name is told. */
export const lensOf = (wish) => ask("lens/fits", wish);

/** The address of a table's page. */
export const pageOf = (code) => new URL(`../../t/${code}`, HERE).href;

/** Asks by GET without a wish, else by POST; or as further options tell. */
export async function ask(what, wish, options = {}) {
  let answer, body;
  try {
    const posted = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) };
    answer = await fetch(HERE + what, { ...(wish && posted), ...options });
    body = await answer.json();
  } catch {
    throw refusal(null);
  }
  if (!answer.ok) throw refusal(body);
  return body;
}

/** What went wrong, in words for people, those of the server's problem or that it does not answer; with the problem's code. */
export const refusal = (problem) => Object.assign(new Error(problem?.detail ?? say("no_answer")), { code: problem?.code });
