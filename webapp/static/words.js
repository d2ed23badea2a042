/** What the server told the page: its words in the reader's language, and the vocabulary of the game. */

import { byId } from "./dom.js";

const sent = JSON.parse(byId("told").textContent);

/** The words by their keys, the colours and shapes by their letters, and a few numbers. */
export const told = { ...sent, colours: Object.fromEntries(sent.colours), shapes: Object.fromEntries(sent.shapes) };

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** What is written from right to left stands by itself, so that what follows in the sentence stays behind it. */
const apart = (value) => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/** The letter of a word, among words by their letters as those of colours and of shapes are. */
export const letterIn = (words, word) => Object.keys(words).find((letter) => words[letter] === word);

/** A number as it is written: with a real minus, and none before what is zero once it is rounded. */
export function numeral(number, digits = 0) {
  const text = Math.abs(number).toFixed(digits);
  return number < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** The same with its sign in any case. */
export const signed = (number) => (number < 0 ? numeral(number) : `+${numeral(number)}`);

/** A sentence by its key, the names in braces filled in. */
export function say(key, values = {}) {
  const filled = (value) => (Number.isInteger(value) ? numeral(value) : apart(value));
  return (told.words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => filled(values[name] ?? whole));
}

/** A chance in percent: 0 and 100 for what is certain alone. */
export const percentOf = (chance) => (chance > 0 && chance < 1 ? Math.min(99, Math.max(1, Math.round(100 * chance))) : 100 * chance);

/** So many points, in words. */
export const pointsOf = (points) => (String(points) === "1" ? say("point") : say("points", { points }));
