/** Qwixx in the camera's picture: the dice that are seen, and a roll that is proposed. */

import { html } from "../../dom.js";
import { codeOf, diceOf, icon, nameOf } from "../../qwixx/dice.js";
import { drawnDie } from "../../qwixx/picture.js";
import { say } from "../../words.js";

/** So much around the dice is shown, in their sizes. */
const MARGIN = 1.6;

/** Photos of dice are read where the roll is told. */
export const readsPhotos = false;

/** None. */
export const doubtful = () => [];

/** Nothing: a roll is put right where it is marked. */
export const hint = "";

/** What is drawn over the picture. */
export const drawn = (look) => look.pieces.map((die, index) => drawnDie(boxed(die), `die-${index}`, null));

/** What of the picture shall be seen: the dice in play, and how much around them. */
export function framed(pieces) {
  const rolled = pieces.filter((piece) => piece.in_play).map(boxed);
  return { points: rolled.flatMap((die) => die.corners), margin: MARGIN * Math.max(0, ...rolled.map((die) => die.size)) };
}

/** Nothing of it can be tapped. */
export const reached = () => {};

/** What is asked about a proposed roll. */
export const titleOf = () => say("proposed_roll");

/** A proposed roll. */
export const proposed = ({ roll }) => [
  html("p", { class: "laid", role: "img", "aria-label": diceOf(roll).map(codeOf).map(nameOf).join(", ") }, diceOf(roll).map(codeOf).map(icon)),
];

/** A die with the upright box around it. */
function boxed(die) {
  const [xs, ys] = [0, 1].map((axis) => die.corners.map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  return { ...die, box: [left, top, width, height], size: Math.max(width, height) };
}
