/**
 * Who looks at this phone: the seats it holds, and whose view is open. A phone that is passed round holds several, and
 * covers one player's view before it shows the next one's.
 */

import { byId, html, refill, show } from "../dom.js";
import { say } from "../words.js";
import * as moving from "./moving.js";

/** @param {import("./room.js").Room} room */
export function open(room) {
  let turn = null; // whose it was at the last state
  const name = (player) => room.state.players[player].name;
  const { handOn } = moving.open(room);

  const title = (mine, free) => {
    if (mine.length === 1) return say("you_are", { player: name(mine[0]) });
    if (mine.length) return say("whose_view");
    return free.length ? say("who_are_you") : say("all_seated");
  };

  const uncover = (player) => {
    byId("cover-title").textContent = say("pass_to", { player: name(player) });
    byId("cover-yes").textContent = say("i_am", { player: name(player) });
    byId("cover-yes").value = String(player);
    byId("cover").returnValue = "";
    if (!byId("cover").open) byId("cover").showModal();
  };
  byId("cover").addEventListener("close", () => {
    const { returnValue } = byId("cover");
    if (returnValue !== "") room.view(Number(returnValue));
  });

  /** Shows the view of a player, after the phone has been passed. */
  const turnTo = (player) => {
    room.view(null);
    if (player !== null) uncover(player);
  };
  document.addEventListener("visibilitychange", () => document.hidden && room.mine.length > 1 && room.view(null));

  const draw = (state) => {
    const { mine, me } = room;
    const others = state.players.map((_, player) => player).filter((player) => !mine.includes(player));
    const free = others.filter((player) => !state.players[player].seat_taken);
    byId("sitting-text").textContent = title(mine, free);
    refill(
      byId("sitting-seats"),
      ...(mine.length > 1 ? [viewButton(null, me, say("table_view"), turnTo), ...mine.map((player) => viewButton(player, me, name(player), turnTo))] : []),
      ...(mine.length ? [] : free.map((player) => html("button", { type: "button", "data-key": `sit-${player}`, onclick: () => room.takeSeat(player) }, name(player)))),
    );
    show(byId("sitting-note"), !mine.length && free.length > 0);
    show(byId("sitting"), mine.length > 0 || !state.outcome);
    show(byId("share"), mine.length > 0);
    refill(
      byId("share-list"),
      ...mine.map((player) => html("button", { type: "button", "data-key": `hand-on-${player}`, onclick: () => handOn(player) }, say("hand_on", { player: name(player) }))),
      ...mine.map((player) => html("button", { type: "button", "data-key": `leave-${player}`, onclick: () => room.leaveSeat(player) }, say("leave_seat", { player: name(player) }))),
      ...free.map((player) => html("button", { type: "button", "data-key": `add-${player}`, onclick: () => room.takeSeat(player) }, say("also_here", { player: name(player) }))),
    );
  };

  room.onState((state) => {
    draw(state);
    const passed = turn !== null && state.turn !== turn;
    turn = state.turn;
    if (passed && room.mine.length > 1 && room.me !== state.turn) turnTo(room.mine.includes(state.turn) && !state.outcome ? state.turn : null);
  });
}

const viewButton = (player, me, label, onview) =>
  html("button", { type: "button", class: "view", "data-key": `view-${player}`, "aria-pressed": String(player === me), onclick: () => player !== me && onview(player) }, label);
