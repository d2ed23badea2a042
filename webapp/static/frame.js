/** What both games need to draw on a photo: the photo itself, and the part of it that is looked at. */

import { svg } from "./dom.js";

const SAME_RATIO = 0.02;

/**
 * Whether a preview shows what was read: a browser may turn a photo otherwise than the reader.
 * @param {{ratio: number}|null} preview
 * @param {{width: number, height: number}} reading
 */
export const fits = (preview, reading) =>
  preview !== null && Math.abs(preview.ratio / (reading.width / reading.height) - 1) < SAME_RATIO;

/** The photo, or a plain ground where the browser can't show it. */
export const photo = (preview, { width, height }) =>
  fits(preview, { width, height })
    ? svg("image", { href: preview.url, width, height, preserveAspectRatio: "none" })
    : svg("rect", { class: "no-photo", width, height });

/** Width by height of the room for a picture in a pane: as wide as that is, and as high as it may become. */
export const roomIn = (pane) => pane.clientWidth / (parseFloat(getComputedStyle(pane).maxHeight) || pane.clientWidth);

/** The whole photo: left, top, width, height. */
export const whole = ({ width, height }) => [0, 0, width, height];

/**
 * The part of the photo in which things lie, as wide as the room for it: left, top, width, height.
 * @param {Object} reading
 * @param {Array<[number, number]>} points around which there is a margin
 * @param {number} margin
 * @param {number} ratio width by height of the room
 * @param {Array<[number, number]>} beyond points that are shown even where they lie off the photo
 */
export function frame(reading, points, margin, ratio, beyond = []) {
  if (!points.length) return whole(reading);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [top, bottom] = within(Math.min(...ys) - margin, Math.max(...ys) + margin, ...reach(reading.height, beyond, 1));
  const [near, far] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
  const more = Math.max(0, ratio * (bottom - top) - (far - near)) / 2;
  const [left, right] = within(near - more, far + more, ...reach(reading.width, beyond, 0));
  return [left, top, right - left, bottom - top];
}

/** From where to where a picture may go along an axis: the photo, and what lies beyond it. */
function reach(length, beyond, axis) {
  const values = beyond.map((point) => point[axis]);
  return [Math.min(0, ...values), Math.max(length, ...values)];
}

/** A stretch moved, and cut if it must be, so that it lies between two ends. */
function within(from, to, least, most) {
  const start = Math.max(least, Math.min(from, most - (to - from)));
  return [start, Math.min(most, start + to - from)];
}
