/** A turn of Qwixx as the log tells it. */

import { html } from "../../dom.js";
import { codeOf, diceOf, icon } from "../../qwixx/dice.js";
import { mark, markOf } from "../../qwixx/sheet.js";
import { say, told as vocabulary } from "../../words.js";
import { NO_MARK } from "../qwixx/looking.js";

/** The roll, and below it what everybody marked in each action, and the penalty. */
export function told({ players }, { player, roll, actions, penalty }) {
  const points = vocabulary.qwixx.penalties.points;
  const missed = penalty ? [html("li", {}, say("got_penalty", { player: players[player].name, points }))] : [];
  return {
    done: [html("span", { class: "dice-line" }, diceOf(roll).map((die) => icon(codeOf(die))))],
    sum: [...actions.map((action) => taken(players, action)), ...missed],
  };
}

function taken(players, { action, marks }) {
  const made = marks.filter((one) => one.mark !== NO_MARK);
  return html(
    "li",
    { class: "taken" },
    html("span", { class: "small" }, say(`action_${action}`)),
    made.length ? made.map((one) => html("span", { class: "made-by" }, `${players[one.player].name} `, mark(markOf(one.mark)))) : say("marks_nothing"),
  );
}
