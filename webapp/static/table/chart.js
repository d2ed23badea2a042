/** The course of the game: everybody's total after each turn, as lines that differ in their dashes and marks too. */

import { byId, show, svg } from "../dom.js";
import { numeral, say } from "../words.js";

/** The drawing's size, and the room around the lines, on the right for the names. */
const WIDE = 320;
const HIGH = 180;
const ROOM = { left: 30, right: 84, top: 12, bottom: 22 };
/** No two names closer than this. */
const LEADING = 13;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const MOST_STEPS = 4;
const MARKS = [
  "M-3 0A3 3 0 1 0 3 0 3 3 0 1 0-3 0Z",
  "M-3-3H3V3H-3Z",
  "M0-3.8 3.6 2.8H-3.6Z",
  "M0-4 4 0 0 4-4 0Z",
  "M-3.6-2.8H3.6L0 3.8Z",
  "M-1.2-4H1.2V-1.2H4V1.2H1.2V4H-1.2V1.2H-4V-1.2H-1.2Z",
];

/** @param {import("./room.js").Room} room */
export function open(room) {
  room.onState((state) => {
    if (show(byId("chart"), state.turns.length > 1)) byId("chart-drawing").replaceChildren(drawn(state));
  });
}

function drawn({ players, turns, began }) {
  const totals = [began, ...turns.map((turn) => turn.totals)];
  const all = totals.flat();
  const step = STEPS.find((one) => (Math.max(...all) - Math.min(0, ...all)) / one <= MOST_STEPS) ?? 1000;
  const [least, most] = [Math.floor(Math.min(0, ...all) / step) * step, Math.ceil(Math.max(1, ...all) / step) * step];
  const x = (turn) => ROOM.left + (turn * (WIDE - ROOM.left - ROOM.right)) / turns.length;
  const y = (points) => HIGH - ROOM.bottom - ((points - least) * (HIGH - ROOM.top - ROOM.bottom)) / (most - least);
  const grid = Array.from({ length: (most - least) / step + 1 }, (_, at) => least + at * step);
  const names = apart(players.map((_, player) => y(totals.at(-1)[player])));
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": say("chart_label", { totals: players.map(({ name, score }) => `${name} ${numeral(score)}`).join(", "), count: turns.length }) },
    grid.flatMap((points) => [
      svg("line", { class: "grid", x1: ROOM.left, x2: WIDE - ROOM.right, y1: y(points), y2: y(points) }),
      svg("text", { class: "scale", x: ROOM.left - 5, y: y(points) + 3.5, "text-anchor": "end" }, numeral(points)),
    ]),
    svg("text", { class: "scale", x: (ROOM.left + WIDE - ROOM.right) / 2, y: HIGH - 5, "text-anchor": "middle" }, say("chart_turns", { count: turns.length })),
    players.map(({ name }, player) =>
      svg(
        "g",
        { class: `course line-${player}` },
        svg("polyline", { points: totals.map((after, turn) => `${x(turn).toFixed(1)},${y(after[player]).toFixed(1)}`).join(" ") }),
        svg("path", { class: "mark", d: MARKS[player], transform: `translate(${x(turns.length)} ${y(totals.at(-1)[player])})` }),
        svg("text", { class: "whose", x: WIDE - ROOM.right + 9, y: names[player] + 4 }, short(name)),
      ),
    ),
  );
}

/** The heights at which names stand beside the ends of their lines, none upon another. */
function apart(heights) {
  const order = heights.map((_, player) => player).sort((one, other) => heights[one] - heights[other]);
  const placed = [...heights];
  order.slice(1).forEach((player, at) => (placed[player] = Math.max(placed[player], placed[order[at]] + LEADING)));
  const over = Math.max(0, placed[order.at(-1)] - (HIGH - ROOM.bottom));
  return placed.map((height) => height - over);
}

const short = (name) => {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return letters.length > 10 ? `${letters.slice(0, 9).join("")}…` : name;
};
