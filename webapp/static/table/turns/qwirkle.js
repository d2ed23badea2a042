/** A turn of Qwirkle as the log tells it. */

import { html } from "../../dom.js";
import { icon } from "../../qwirkle/tiles.js";
import { pointsOf, say, told as vocabulary } from "../../words.js";

/** What was done, and the lines and the bonus that its points are the sum of. */
export function told(_, turn) {
  return { done: done(turn), sum: [...turn.lines.map(line), ...(turn.bonus ? [html("li", {}, say("went_out", { points: turn.bonus }))] : [])] };
}

function done({ kind, tiles, swapped }) {
  if (kind === "swap") return [swapped === 1 ? say("swapped_one") : say("swapped", { count: swapped })];
  return tiles.length ? tiles.map(({ tile }) => icon(tile)) : [say("turn_pass")];
}

const line = ({ tiles, points }) =>
  html(
    "li",
    {},
    tiles.map(({ tile }) => icon(tile)),
    html("span", { class: "gain" }, `= ${pointsOf(points)}`),
    tiles.length === vocabulary.handSize ? html("strong", {}, ` ${say("a_qwirkle")}`) : null,
  );
