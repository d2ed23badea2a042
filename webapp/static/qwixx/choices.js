/** The list of what may be marked. */

import { html } from "../dom.js";
import { say } from "../words.js";
import { mark } from "./sheet.js";

/** An expected final score, to a tenth of a point. */
export const expected = (value) => value.toFixed(1);

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
        html("span", { class: "gain" }, expected(choice.value)),
        html("span", { class: "what" }, what(choice)),
        html("span", { class: "reasons" }, choice.reasons.map((reason) => html("span", {}, reason.message))),
      ),
    ),
  );

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
