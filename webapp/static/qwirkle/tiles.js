/** Tiles: their names, and how they are drawn. A tile is its two letters, such as “Rc” for the red circle. */

import { html, svg } from "../dom.js";
import { letterIn, say, told } from "../words.js";

const SIXTHS = ["P", "W"];
/** Tiles in a text; where they lie is left out, for nobody counts columns. */
const CODES = /\b([ROYGBPW][csdfxb])(?:@-?\d+,-?\d+)?\b/;

/** A tile's name in words. */
export const nameOf = (tile) => say("tile", { colour: say(told.colours[tile[0]]), shape: say(told.shapes[tile[1]]) });

/** The tile with an English name such as “red circle”, as readings tell alternatives. */
export function tileNamed(name) {
  const [colour, shape] = name.split(" ");
  return letterIn(told.colours, colour) + letterIn(told.shapes, shape);
}

/** The tile that was read; null if it shows its back, or has no name. */
export const codeOf = ({ colour, shape }) => (colour && shape ? tileNamed(`${colour} ${shape}`) : null);

/** Every tile of a box, colour by colour; with both sixth colours if nobody knows which it has. */
export function box(sixth) {
  const colours = Object.keys(told.colours).filter((letter) => !SIXTHS.includes(letter) || !sixth || told.colours[letter] === sixth);
  return colours.flatMap((colour) => Object.keys(told.shapes).map((shape) => colour + shape));
}

/** The sixth colour of the other box. */
export const otherSixth = (sixth) => SIXTHS.map((letter) => told.colours[letter]).find((colour) => colour !== sixth);

/** A tile's face, one wide around 0, 0: its body, its shape in its colour, and the colour's letter. */
export function face(tile) {
  return svg(
    "g",
    { class: `face ink-${tile[0]}` },
    svg("rect", { class: "body", x: -0.48, y: -0.48, width: 0.96, height: 0.96, rx: 0.07 }),
    shapeOf(tile),
    svg("text", { class: "letter", x: -0.44, y: -0.26 }, tile[0]),
  );
}

/** A tile's shape alone, one wide around 0, 0. */
export const shapeOf = (tile) =>
  svg("use", { href: `#${told.shapes[tile[1]]}`, class: `ink ink-${tile[0]}`, x: -0.5, y: -0.5, width: 1, height: 1 });

/** A tile as a picture in a line of text or a button; `named` tells its name to those who can't see it. */
export function icon(tile, named = true) {
  const attributes = named ? { role: "img", "aria-label": nameOf(tile) } : { "aria-hidden": "true" };
  return svg("svg", { class: "icon", viewBox: "-0.5 -0.5 1 1", ...attributes }, face(tile));
}

/** A text as nodes, every tile in it drawn. */
export const withIcons = (text) => text.split(CODES).map((part, index) => (index % 2 ? icon(part) : part)).filter(Boolean);

/** A button that shows a tile. */
export function tileButton(tile, label, onclick, ...more) {
  return html("button", { type: "button", class: "tile", "aria-label": label, onclick }, icon(tile, false), ...more);
}
