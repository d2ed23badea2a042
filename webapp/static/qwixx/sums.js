/** What dice allow to be marked. */

import { diceOf } from "./dice.js";
import { markCode } from "./sheet.js";

/** The numbers that dice give in an action, each with its row. */
export function sums(action, dice) {
  const white = dice.filter(({ colour }) => colour === "white").map(({ value }) => value);
  const given = (value) => (action === "white" ? [white[0] + white[1]] : [...new Set(white.map((one) => one + value))].sort((one, other) => one - other));
  return dice.filter(({ colour }) => colour !== "white").flatMap(({ colour, value }) => given(value).map((number) => markCode({ row: colour, number })));
}

/**
 * Whether something was marked on a sheet that a roll allows.
 * @param {Object|null} roll as the server tells it
 * @param {Object} before the sheet
 * @param {Object} after the sheet by now
 */
export function played(roll, before, after) {
  const dice = roll ? diceOf(roll) : [];
  const allowed = new Set(["white", "colour"].flatMap((action) => sums(action, dice)));
  return Object.entries(after.marks).some(([row, numbers]) => numbers.some((number) => !before.marks[row].includes(number) && allowed.has(markCode({ row, number }))));
}
