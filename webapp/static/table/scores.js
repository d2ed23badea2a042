/** The score: everybody's total, what the last turn added to it, whose turn it is, and once the game is over who has won. */

import { byId, html, refill } from "../dom.js";
import { numeral, pointsOf, say, signed } from "../words.js";
import { gains } from "./gains.js";

/** @param {import("./room.js").Room} room */
export function open(room) {
  room.onState((state) => {
    const last = gains(state).at(-1) ?? state.players.map(() => 0);
    refill(byId("scores-list"), ...state.players.map((player, index) => listed(state, player, index, last[index])));
  });
}

function listed({ turn, outcome }, { name, score }, index, gain) {
  const wins = outcome?.winners.includes(index) ?? false;
  const plays = !outcome && turn === index;
  return html(
    "li",
    { class: `score line-${index}${plays ? " plays" : ""}${wins ? " wins" : ""}` },
    html("span", { class: "key", "aria-hidden": "true" }),
    html("span", { class: "name" }, name),
    plays ? html("span", { class: "note" }, say("plays_now")) : null,
    wins ? html("span", { class: "note" }, say("has_won")) : null,
    gain ? html("span", { class: "gain" }, signed(gain), html("span", { class: "unseen" }, ` ${say("in_last_turn")},`)) : null,
    html("span", { class: "total" }, numeral(score), html("span", { class: "unseen" }, pointsOf(score).replace(numeral(score), ""))),
  );
}
