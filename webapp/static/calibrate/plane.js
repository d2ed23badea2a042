/** The plane of colours: where each colour of a set lies in a light, told by letters as well as by place. */

import { svg } from "../dom.js";
import { letterIn, say, told } from "../words.js";

/** What of the plane is shown at least, about its middle, and around what is shown, in the units of CIE's a and b. */
const LEAST = 40;
const MARGIN = 14;
/** Rings are drawn so many standard deviations about a colour's middle. */
const WIDE = 2;

/**
 * Draws where colours lie.
 * @param {Array<{name: string, middle: [number, number], spread: Array<[number, number]>, samples: Array<[number, number]>}>} colours
 */
export function plane(colours) {
  const known = colours.filter(({ samples }) => samples.length);
  const all = known.flatMap(({ middle, samples }) => [middle, ...samples]);
  const reach = MARGIN + Math.max(LEAST, ...all.flat().map(Math.abs));
  const label = say("plane_label", { colours: known.map(({ name }) => say(name)).join(", ") });
  return svg(
    "svg",
    { viewBox: [-reach, -reach, 2 * reach, 2 * reach].join(" "), class: "plane", role: "img", "aria-label": label },
    svg("rect", { class: "ground", x: -reach, y: -reach, width: 2 * reach, height: 2 * reach }),
    svg("path", { class: "axes", d: `M${-reach} 0H${reach}M0 ${-reach}V${reach}` }),
    known.map(ring),
    known.flatMap((colour) => letters(colour, reach / 14)),
  );
}

/** How far a colour may wander: an ellipse along the axes of its spread. Upwards is yellow, so b is turned round. */
function ring({ name, middle: [a, b], spread: [[aa, ab], [, bb]] }) {
  const half = Math.hypot((aa - bb) / 2, ab);
  const [long, short] = [(aa + bb) / 2 + half, (aa + bb) / 2 - half].map((size) => WIDE * Math.sqrt(Math.max(0, size)));
  const turn = (Math.atan2(2 * ab, aa - bb) * 90) / Math.PI;
  return svg("ellipse", { class: `ring ink-${letterIn(told.colours, name)}`, rx: long, ry: short, transform: `translate(${a} ${-b}) rotate(${-turn})` });
}

function letters({ name, samples }, size) {
  const letter = letterIn(told.colours, name);
  return samples.map(([a, b]) => svg("text", { class: `ink-${letter}`, x: a, y: -b + size / 3, "font-size": size }, letter));
}
