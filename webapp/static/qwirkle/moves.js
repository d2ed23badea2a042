/** The list of the best moves. */

import { html } from "../dom.js";
import { icon, withIcons } from "./tiles.js";
import { pointsOf, say } from "../words.js";

/**
 * The moves as items of a list.
 * @param {Array<Object>} moves as the server gave them
 * @param {number} picked which of them is drawn
 * @param {(index: number) => void} onpick called when one is tapped
 * @param {(() => void)|null} onlay lays the tiles of the one that is drawn, where that can be done
 */
export const listed = (moves, picked, onpick, onlay = null) =>
  moves.map((move, index) =>
    html(
      "li",
      {},
      html(
        "button",
        { type: "button", class: "move", "aria-pressed": String(index === picked), onclick: () => onpick(index) },
        html("span", { class: "gain" }, pointsOf(move.points)),
        html("span", { class: "what" }, move.kind === "add" ? null : `${say(move.kind)} `, tilesOf(move).map((tile) => icon(tile))),
        html("span", { class: "reasons" }, move.reasons.map((reason) => html("span", {}, withIcons(reason.message)))),
      ),
      onlay && index === picked && move.kind === "add" ? html("button", { type: "button", class: "wide", onclick: onlay }, say("lay_move")) : null,
    ),
  );

const tilesOf = (move) => (move.kind === "add" ? move.tiles.map((tile) => tile.tile) : move.swapped);
