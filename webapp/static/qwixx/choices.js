/** The list of what may be marked. */

import { html } from "../dom.js";
import { numeral, percentOf, say } from "../words.js";
import { mark } from "./sheet.js";

/** What a choice is worth: the chance to win, or else the final score to expect, to a tenth of a point. */
const worth = ({ chance, value }) => (chance === null ? numeral(value, 1) : say("chance_of", { percent: percentOf(chance) }));

/**
 * The choices as items of a list.
 * @param {Array<Object>} choices as the server gave them
 * @param {number} picked which of them is drawn on the sheet
 * @param {(index: number) => void} onpick called when one is tapped
 */
export const listed = (choices, picked, onpick) =>
  choices.map((choice, index) =>
    html(
      "li",
      {},
      html(
        "button",
        { type: "button", class: "move", "data-key": `choice-${index}`, "aria-pressed": String(index === picked), onclick: () => onpick(index) },
        html("span", { class: "gain" }, worth(choice)),
        html("span", { class: "what" }, what(choice)),
        html("span", { class: "reasons" }, reasons(choice).map((reason) => html("span", {}, reason))),
      ),
    ),
  );

/** What is said of a choice, the final score to expect first where others are in it. */
const reasons = ({ final, reasons }) => [...(final === null ? [] : [say("final_expected", { points: numeral(final, 1) })]), ...reasons.map(({ message }) => message)];

/** The choices without those that leave the same sheet as a better one. */
export const different = (choices) => {
  const sheets = choices.map((choice) => choice.after.sheet);
  return choices.filter((_, index) => sheets.indexOf(sheets[index]) === index);
};

/** The marks of a choice as cells with their actions, or that nothing is marked. */
export function what(choice) {
  if (choice.penalty) return [say("takes_penalty")];
  if (!choice.marks.length) return [say("marks_nothing")];
  return choice.marks.flatMap((one, index) => [
    ...(index ? [html("span", { class: "then" }, say("then"))] : []),
    html("span", { class: "made" }, mark(one), html("span", { class: "then" }, say(one.action))),
  ]);
}
