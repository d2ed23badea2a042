/** Dice: their names, and how they are drawn. A die is its letter and its value, such as “W6” for a white six. */

import { html, svg } from "../dom.js";
import { say, told } from "../words.js";

const WHITE_DICE = 2;
const { values, pips, rows } = told.qwixx;
const letters = Object.fromEntries(told.qwixx.letters);

/** The code of a die of a colour (a word) with a value. */
export const codeOf = ({ colour, value }) => letters[colour] + value;

/** The colour and the value of a code. */
export const dieOf = (code) => ({ colour: Object.keys(letters).find((word) => letters[word] === code[0]), value: Number(code[1]) });

/** A die's name in words. */
export const nameOf = (code) => say("die", { colour: say(dieOf(code).colour), value: code[1] });

/** The code of a die with an English name such as “white 6”, as readings tell alternatives. */
export function codeNamed(name) {
  const [colour, value] = name.split(" ");
  return letters[colour] + value;
}

/** Every die that belongs to the game, or only those of a colour. */
export const all = (colour = null) =>
  Object.keys(letters)
    .filter((word) => word !== "other" && (colour === null || word === colour))
    .flatMap((word) => values.map((value) => letters[word] + value));

/** The colours of the dice in play, in the order in which a roll is told: those of closed rows have left the game. */
export const coloursIn = (closed = []) => [...Array(WHITE_DICE).fill("white"), ...rows.map((row) => row.word).filter((word) => !closed.includes(word))];

/** The dice of a roll as the server tells it. */
export const diceOf = (roll) => [
  ...roll.white.map((value) => ({ colour: "white", value })),
  ...rows.map(({ word }) => ({ colour: word, value: roll[word] })).filter((die) => die.value !== null),
];

/** The text form of a roll. */
export const rollText = (dice) => dice.map(codeOf).join(" ");

/** The dice in the places of a roll, and those for which there is no place. */
export function placed(dice, closed = []) {
  const rest = [...dice];
  const slots = coloursIn(closed).map((colour) => {
    const index = rest.findIndex((die) => die.colour === colour);
    return { colour, die: index < 0 ? null : rest.splice(index, 1)[0] };
  });
  return { slots, extra: rest };
}

/** A die's top face, one wide around 0, 0: its body, its pips, and the colour's letter on a tag below. */
export const face = (code) =>
  svg(
    "g",
    { class: `die die-${code[0]}` },
    svg("rect", { class: "body", x: -0.47, y: -0.47, width: 0.94, height: 0.94, rx: 0.16 }),
    (pips[code[1]] ?? []).map(([cx, cy]) => svg("circle", { class: "pip", cx, cy, r: 0.09 })),
  );

/** A die as a picture in a line of text or a button, with its name for those who can't see it. */
export const icon = (code) =>
  html(
    "span",
    { class: "die-icon" },
    svg("svg", { class: "icon", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, face(code)),
    html("span", { class: "tag", "aria-hidden": "true" }, code),
  );

/** A button that shows a die. */
export const dieButton = (code, label, onclick, ...more) =>
  html("button", { type: "button", class: "tile", "aria-label": label, onclick }, icon(code), ...more);

/** A button for a die that nobody knows yet. */
export const freeButton = (colour, onclick) => emptyButton(colour, "?", say("add_colour", { colour: say(colour) }), onclick);

/** A button for a die that has left the game, its row being closed. */
export const closedButton = (colour, onclick) => emptyButton(colour, "–", say("add_closed", { colour: say(colour) }), onclick);

function emptyButton(colour, sign, label, onclick) {
  const icon = html(
    "span",
    { class: "die-icon", "aria-hidden": "true" },
    html("span", { class: "slot" }, sign),
    html("span", { class: "tag" }, letters[colour]),
  );
  return html("button", { type: "button", class: "tile", "aria-label": label, onclick }, icon);
}
