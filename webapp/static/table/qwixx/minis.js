/** Everybody's sheets in small, to see how far the others are; a tap shows one in full. */

import { byId, html, refill, svg } from "../../dom.js";
import { letterOf } from "../../qwixx/sheet.js";
import { pointsOf, say, told } from "../../words.js";

const { rows, penalties } = told.qwixx;
const CELLS = 12;

/**
 * @param {import("../room.js").Room} room
 * @param {import("./looking.js").Looking} looking
 */
export function open(room, looking) {
  const draw = (state) => refill(byId("minis"), ...state.players.map((_, player) => mini(state, player, player === looking.player, () => looking.look(player))));
  room.onState(draw);
  looking.onChange(draw);
}

function mini(state, player, shown, onclick) {
  const { name, score } = state.players[player];
  const decided = state.decided.includes(player);
  const waited = state.deciders.includes(player) && !decided;
  const sign = decided ? "✓" : waited ? "…" : "";
  const words = [say("sheet_of", { player: name }), pointsOf(score), decided ? say("has_decided") : waited ? say("still_decides") : ""];
  return html(
    "button",
    { type: "button", class: "mini", "data-key": `mini-${player}`, "aria-pressed": String(shown), "aria-label": words.filter(Boolean).join(", "), onclick },
    html("span", { class: "mini-name" }, name),
    html("span", { class: "mini-sign" }, sign),
    small(state.sheets[player], state.closed),
  );
}

/** A sheet of twelve by five: four rows with their locks, and the penalties below. */
const small = (sheet, closed) =>
  svg(
    "svg",
    { class: "mini-sheet", viewBox: `0 0 ${CELLS} ${rows.length + 1}`, "aria-hidden": "true" },
    rows.flatMap(({ word, numbers }, line) => {
      const reached = Math.max(-1, ...sheet.marks[word].map((number) => numbers.indexOf(number)));
      const shut = closed.includes(word) || sheet.locks.includes(word);
      const states = [...numbers.map((number, at) => (sheet.marks[word].includes(number) ? "crossed" : at < reached || shut ? "passed" : "free")), shut ? "crossed" : "free"];
      return states.map((state, at) => square(at, line, `row-${letterOf(word)} ${state}`, state === "crossed"));
    }),
    Array.from({ length: penalties.most }, (_, at) => square(CELLS - penalties.most + at, rows.length, at < sheet.penalties ? "crossed" : "free", at < sheet.penalties)),
  );

const square = (x, y, states, crossed) =>
  svg(
    "g",
    { class: `mini-cell ${states}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: 0.06, y: 0.06, width: 0.88, height: 0.88, rx: 0.15 }),
    crossed ? svg("path", { d: "M0.25 0.25 0.75 0.75M0.75 0.25 0.25 0.75" }) : null,
  );
