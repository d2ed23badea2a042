/** The list of the best moves. */

import { html } from "../dom.js";
import { icon, withIcons } from "./tiles.js";
import { lineOf } from "./lines.js";
import { pointsOf, say } from "../words.js";

/**
 * The moves as items of a list.
 * @param {Array<Object>} moves as the server gave them
 * @param {Object} view
 * @param {number} view.picked which of them is drawn
 * @param {(index: number) => void} view.onpick called when one is tapped
 * @param {(() => void)|null} [view.onlay] lays the tiles of the one that is drawn, where that can be done
 * @param {Array<{col: number, row: number, tile: string}>} view.board
 * @param {number|null} view.pointed the reason whose line is drawn, of the move that is
 * @param {(reason: number|null) => void} view.onpoint called when a reason that speaks of a line is tapped
 */
export const listed = (moves, { picked, onpick, onlay = null, board, pointed, onpoint }) =>
  moves.map((move, index) => {
    const lines = index === picked ? linesOf(move, board) : [];
    const opens = lines.some(Boolean);
    return html(
      "li",
      {},
      html(
        "button",
        { type: "button", class: "move", "data-key": `move-${index}`, "aria-pressed": String(index === picked), onclick: () => onpick(index) },
        html("span", { class: "gain" }, pointsOf(move.points)),
        html("span", { class: "what" }, move.kind === "add" ? null : `${say(move.kind)} `, tilesOf(move).map((tile) => icon(tile))),
        opens ? null : html("span", { class: "reasons" }, move.reasons.map(told)),
      ),
      opens ? html("ul", { class: "reasons pointing" }, move.reasons.map((reason, at) => html("li", {}, lines[at] ? pointer(reason, at, at === pointed, () => onpoint(at === pointed ? null : at)) : told(reason)))) : null,
      onlay && index === picked && move.kind === "add" ? html("button", { type: "button", class: "wide", onclick: onlay }, say("lay_move")) : null,
    );
  });

/** A move with the line of the reason that is pointed at, as the board and the picture draw it. */
export const pointing = (move, board, reason) => (move && reason !== null ? { ...move, line: linesOf(move, board)[reason] ?? [] } : move);

/**
 * Which reason is pointed at once a better answer has come: the same, if the move that is drawn then gives it, too.
 * @param {number|null} pointed the reason that was pointed at
 * @param {Object|undefined} before the move that was drawn
 * @param {Object|undefined} after the one that is drawn from now on
 */
export function stillPointed(pointed, before, after) {
  const told = before?.reasons[pointed]?.message;
  const found = after?.reasons.findIndex(({ message }) => message === told) ?? -1;
  return pointed === null || found < 0 ? null : found;
}

const linesOf = (move, board) => move.reasons.map((reason) => lineOf(reason, board, move.tiles));

const told = (reason) => html("span", {}, withIcons(reason.message));

const pointer = (reason, at, pressed, onclick) =>
  html("button", { type: "button", class: "pointer", "data-key": `reason-${at}`, "aria-pressed": String(pressed), title: say("point_line"), onclick }, withIcons(reason.message));

const tilesOf = (move) => (move.kind === "add" ? move.tiles.map((tile) => tile.tile) : move.swapped);
