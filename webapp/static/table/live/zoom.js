/** Which part of a picture a pane shows: all of it, or where the pieces lie. */

import { frame } from "../../frame.js";

/** How far it goes at most, and from where it is worth it, as scales of the whole picture. */
const FARTHEST = 5;
const LEAST = 1.1;
/** A part that is shown stays for as long as all pieces lie in it and fill so much of its length: a calm picture. */
const FILLED = 0.5;

/**
 * The part of a picture that fills a pane: left, top, width, height in the picture's pixels, its scale in the pane, and
 * whether it is less than all.
 * @param {[number, number]} size of the picture
 * @param {[number, number]} pane width and height of the pane, in the page's pixels
 * @param {Array<[number, number]>} points what shall be seen; all if there are none
 * @param {number} margin around them
 * @param {Object|null} before what was shown
 */
export function partOf(size, pane, points = [], margin = 0, before = null) {
  const least = fitting(size, pane);
  if (!points.length) return centred(size.map((side) => side / 2), least, pane);
  const [width, height] = size;
  const wanted = frame({ width, height }, points, margin, pane[0] / pane[1]);
  if (before && before.pane.join() === pane.join() && holds(before, wanted)) return before;
  const scale = Math.min(fitting(wanted.slice(2), pane), FARTHEST * least);
  if (scale < LEAST * least) return partOf(size, pane);
  const middle = [0, 1].map((axis) => within(wanted[axis] + wanted[axis + 2] / 2, pane[axis] / scale, size[axis]));
  return { ...centred(middle, scale, pane), enlarged: true };
}

/** How the whole picture, which lies in the middle of the pane, is moved and enlarged so that its part fills the pane. */
export function transformOf({ box: [left, top], scale, pane }, size) {
  const least = fitting(size, pane);
  const by = scale / least;
  const [x, y] = [left, top].map((start, axis) => -scale * start - (by * (pane[axis] - least * size[axis])) / 2);
  return `translate(${x}px, ${y}px) scale(${by})`;
}

const fitting = (size, pane) => Math.min(pane[0] / size[0], pane[1] / size[1]);

function centred(middle, scale, pane) {
  const sides = pane.map((side) => side / scale);
  return { box: [...middle.map((at, axis) => at - sides[axis] / 2), ...sides], scale, pane };
}

/** The middle of a stretch, moved so that it lies between 0 and the length; in the middle of all if it is longer. */
const within = (middle, stretch, length) => (stretch >= length ? length / 2 : Math.min(Math.max(middle, stretch / 2), length - stretch / 2));

function holds({ box }, wanted) {
  const inside = [0, 1].every((axis) => wanted[axis] >= box[axis] - 1 && wanted[axis] + wanted[axis + 2] <= box[axis] + box[axis + 2] + 1);
  return inside && [2, 3].some((side) => wanted[side] > FILLED * box[side]);
}
