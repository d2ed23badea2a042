/** Names with their points in a line of text. */

import { html } from "../dom.js";
import { numeral } from "../words.js";

/** Each name stands by itself, so that points stay behind it also where it is written from right to left. */
export const counted = (pairs) => pairs.flatMap(([name, points], index) => [index ? " · " : "", html("bdi", {}, name), ` ${typeof points === "number" ? numeral(points) : points}`]);
