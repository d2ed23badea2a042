/** What the reading isn't sure of, each with the tap that settles it. */

import { html } from "../dom.js";
import { say, told } from "../words.js";
import { codeNamed, codeOf, dieButton, nameOf } from "./dice.js";
import { glimpse, pitchOf } from "./picture.js";
import { mark } from "./sheet.js";

/** What else a die may be, by its codes, without what it is taken for and what belongs to no game. */
export const likely = (die) =>
  die.alternatives.map(([name, chance]) => [codeNamed(name), chance]).filter(([code]) => code !== codeOf(die) && code[0] !== "?");

/** Whether it is less sure that it is a die than what it shows if it is one. */
const mayBeNone = (die) => die.chances?.die < die.confidence;

/**
 * A die of which the reading isn't sure.
 * @param {Object} die
 * @param {{reading: Object|null, preview: Object|null}} seen the photo that shows it
 * @param {(code: string) => void} onsettle called with what it is, "none" if it is no die
 * @param {() => void} onother called if it is something else
 */
export function doubtedDie(die, seen, onsettle, onother) {
  const [second] = likely(die);
  const button = (code) => dieButton(code, say("it_is", { piece: nameOf(code) }), () => onsettle(code));
  const [left, top, width, height] = die.box ?? [];
  return html(
    "div",
    { class: "doubt" },
    die.box ? glimpse(seen, { x: left + width / 2, y: top + height / 2 }, Math.max(width, height)) : null,
    html("span", {}, say("which_die")),
    button(codeOf(die)),
    second ? button(second[0]) : null,
    mayBeNone(die) ? html("button", { type: "button", class: "quiet", onclick: () => onsettle("none") }, say("is_no_die")) : null,
    html("button", { type: "button", class: "quiet", onclick: onother }, say("other")),
  );
}

/**
 * The cells of a sheet of which the reading isn't sure, below the question whether they are marked.
 * @param {Array<[string, number]>} cells
 * @param {{reading: Object|null, preview: Object|null, place: Object|null}} seen the photo that shows them, and where
 * @param {(cell: [string, number], marked: boolean) => void} onsettle
 */
export function doubtedCells(cells, seen, onsettle) {
  if (!cells.length) return [];
  return [html("p", {}, say(cells.length === 1 ? "is_it_marked" : "are_they_marked")), ...cells.map((cell) => doubtedCell(cell, seen, onsettle))];
}

function doubtedCell(cell, seen, onsettle) {
  const [row, number] = cell;
  const places = seen.place?.cells[row];
  const [x, y] = places?.[told.qwixx.rows.find((one) => one.word === row).numbers.indexOf(number)] ?? [];
  const name = say("mark", { row: say(row), number });
  const button = (marked, word, label) => html("button", { type: "button", "aria-label": label, onclick: () => onsettle(cell, marked) }, word);
  return html(
    "div",
    { class: "doubt" },
    places ? glimpse(seen, { x, y }, pitchOf(places)) : null,
    mark({ row, number }),
    button(true, say("yes"), say("cell_marked", { cell: name })),
    button(false, say("no"), say("cell_not_marked", { cell: name })),
  );
}

/** The doubts that are left once a sheet was changed: a cell that a person tapped is settled. */
export const left = (doubted, before, after) =>
  doubted.filter(([row, number]) => before.marks[row].includes(number) === after.marks[row].includes(number));
