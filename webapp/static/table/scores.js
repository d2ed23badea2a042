/** The score: everybody's total, and whose turn it is. */

import { byId, html, refill } from "../dom.js";
import { say } from "../words.js";

export function open(room) {
  room.onState((state) => refill(byId("scores-list"), ...state.players.map((player, index) => listed(player, state.turn === index))));
}

const listed = ({ name, score }, plays) =>
  html(
    "li",
    { class: plays ? "score plays" : "score" },
    html("span", { class: "name" }, name),
    plays ? html("span", { class: "tag" }, say("plays_now")) : null,
    html("span", { class: "total", "aria-label": say("total_of", { player: name, points: score }) }, String(score)),
  );
