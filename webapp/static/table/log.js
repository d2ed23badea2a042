/** The turns so far, the last one first: what was done, and how its points come about, so that everybody can check the sum. */

import { byId, html, refill, show } from "../dom.js";
import { pointsOf, say, signed } from "../words.js";
import { counted } from "./counted.js";
import { gains } from "./gains.js";
import * as qwirkle from "./turns/qwirkle.js";
import * as qwixx from "./turns/qwixx.js";

const GAMES = { qwirkle, qwixx };
const FEW = 4;

/** @param {import("./room.js").Room} room */
export function open(room) {
  let all = false;
  const draw = (state) => {
    const { turns } = state;
    const added = gains(state);
    show(byId("log-none"), !turns.length);
    const shown = turns.map((turn, index) => [turn, index]).slice(all ? 0 : -FEW).reverse();
    refill(byId("log-list"), ...shown.map(([turn, index]) => listed(room, turn, index, added[index])));
    byId("log-list").start = turns.length;
    if (show(byId("log-all"), !all && turns.length > FEW)) byId("log-all").textContent = say("all_turns", { count: turns.length });
    show(byId("exports"), turns.length > 0);
  };
  byId("log-all").addEventListener("click", () => {
    all = true;
    draw(room.state);
  });
  room.onState(draw);
}

function listed(room, turn, index, added) {
  const { state } = room;
  const name = state.players[turn.player].name;
  const { done, sum } = GAMES[state.game].told(state, turn);
  const title = html(
    "div",
    { class: "row" },
    html("span", { class: "name" }, html("span", { class: "number" }, `${index + 1}.`), ` ${name}`),
    html("span", { class: "gain" }, pointsOf(added[turn.player])),
    room.editor ? html("button", { type: "button", class: "quiet", "data-key": `mend-${turn.at}`, "aria-label": say("mend_turn", { number: index + 1, player: name }), onclick: () => room.editor(turn) }, say("mend")) : null,
  );
  const others = state.players.map((player, other) => [player.name, added[other], other]).filter(([, gain, other]) => gain && other !== turn.player);
  return html(
    "li",
    { class: "turn" },
    title,
    html("div", { class: "done" }, done),
    sum.length ? html("ul", { class: "lines" }, sum) : null,
    html(
      "p",
      { class: "small totals" },
      others.length ? html("span", {}, counted(others.map(([other, gain]) => [other, signed(gain)])), " · ") : null,
      counted(state.players.map((player, other) => [player.name, turn.totals[other]])),
    ),
  );
}
