/** What is still to come, and how many qwirkles everybody has made. */

import { byId, html } from "../../dom.js";
import { box, icon } from "../../qwirkle/tiles.js";
import { say, told } from "../../words.js";

/**
 * Draws both.
 * @param {Object} state
 * @param {string[]} held the tiles of the hand that is shown, which are no secret here
 */
export function draw(state, held) {
  const left = new Map(state.unseen.map(({ tile, count }) => [tile, count]));
  if (!state.hands.some(({ tiles }) => tiles?.length)) for (const tile of held) left.set(tile, Math.max(0, (left.get(tile) ?? 0) - 1));
  const counts = box(state.sixth).map((tile) => [tile, left.get(tile) ?? 0]);
  byId("unseen-title").textContent = say("unseen_tiles", { count: counts.reduce((sum, [, count]) => sum + count, 0) });
  byId("unseen-list").replaceChildren(...counts.map(([tile, count]) => html("li", { class: count ? null : "none" }, icon(tile), html("span", {}, String(count)))));
  byId("qwirkles").replaceChildren(...state.players.map(({ name }, player) => html("li", {}, say("qwirkles_of", { player: name, count: qwirkles(state, player) }))));
}

/** How many lines of all six a player has completed. */
const qwirkles = ({ turns }, player) => turns.filter((turn) => turn.player === player).flatMap(({ lines }) => lines).filter(({ tiles }) => tiles.length === told.handSize).length;
