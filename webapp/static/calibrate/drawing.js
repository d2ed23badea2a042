/** Drawings of what is known of a camera: where the board was seen, how lines are bent, how the table lies before it. */

import { svg } from "../dom.js";
import { photo } from "../frame.js";

/** So much longer than they are, errors are drawn on a picture of 1600 pixels. */
const TIMES = 100;
const LONGER = 1600;

/**
 * Where on the picture the board was seen, and once there is a lens how far off the corners are.
 * @param {Object} fit as the server tells it
 * @param {Array<Object>} views
 * @param {string} label what it is, for those who can't see it
 */
export function covered({ seen, residuals }, views, label) {
  const { width, height } = views[0];
  const longer = Math.max(width, height);
  const [down, across] = [height / seen.length, width / seen[0].length];
  const gap = longer / 200;
  const cell = (is, column, row) =>
    svg("rect", { class: is ? "seen" : "unseen-part", x: column * across + gap, y: row * down + gap, width: across - 2 * gap, height: down - 2 * gap, rx: gap });
  const dots = views.flatMap(({ picture }) => picture.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)).join("");
  const times = (TIMES * longer) / LONGER;
  const errors = residuals.flat().map(([x, y, dx, dy]) => `M${x} ${y}L${(x - times * dx).toFixed(1)} ${(y - times * dy).toFixed(1)}`).join("");
  return drawing(
    views[0],
    label,
    svg("rect", { class: "ground", width, height }),
    seen.flatMap((row, at) => row.map((is, column) => cell(is, column, at))),
    svg("path", { class: "corners", d: dots, "stroke-width": longer / 150 }),
    errors ? svg("path", { class: "errors", d: errors }) : null,
  );
}

/** By how much longer errors are drawn than they are. */
export const timesOf = ({ width, height }) => Math.round((TIMES * Math.max(width, height)) / LONGER);

/**
 * How a lens bends straight lines.
 * @param {Object} lens as the server tells it
 * @param {string} label
 */
export const bent = ({ width, height, lines }, label) =>
  drawing({ width, height }, label, svg("rect", { class: "ground", width, height }), svg("path", { class: "bent", d: through(lines) }));

/**
 * The table as a net of squares, over the picture from which it is known.
 * @param {Object} view as the server tells it
 * @param {Object|null} preview of the picture; null for plain ground
 * @param {string} label
 */
export const netOf = (view, preview, label) => drawing(view, label, photo(preview, view), svg("path", { class: "bent", d: through(view.lines) }));

/** A drawing as large as a picture: lines that go on beyond it end at its edge, also where there is room beside it. */
const drawing = ({ width, height }, label, ...parts) =>
  svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "lens-drawing", role: "img", "aria-label": label }, svg("svg", { width, height }, ...parts));

const through = (lines) => lines.map((line) => `M${line.map((point) => point.join(" ")).join("L")}`).join("");
