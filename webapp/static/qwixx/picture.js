/** Photos with what was found on them: dice with their outlines and names, sheets with their marks. */

import { svg } from "../dom.js";
import { fits, frame, photo, whole as wholePhoto } from "../frame.js";
import { say, told } from "../words.js";
import { codeOf, nameOf } from "./dice.js";
import { markName, toggled } from "./sheet.js";

const MARGIN = 1.6;
/** A doubt is shown with so much around it, in sizes of the die or the cell. */
const AROUND = 1.6;
/** How large a cell is tapped and drawn, as shares of the distance to the next. */
const SPOT = 0.95;
const CROSS = 0.55;

/**
 * Draws the photo.
 * @param {Object} view
 * @param {Object} view.reading as the server gave it
 * @param {{url: string}|null} view.preview
 * @param {Array<Object>} view.dice those that lie on the photo
 * @param {boolean} view.whole whether to show the whole photo, not just where dice lie
 * @param {number} view.ratio width by height of the room for the picture
 * @param {(die: Object) => void} view.ondie called when a die is tapped
 * @param {((at: {x: number, y: number}) => void)|null} view.onground called when a place without a die is tapped
 */
export function picture({ reading, preview, dice, whole, ratio, ondie, onground = null }) {
  const points = dice.filter((die) => die.in_play).flatMap(cornersOf);
  const margin = MARGIN * Math.max(0, ...dice.map((die) => die.size));
  const drawing = svg(
    "svg",
    { viewBox: (whole ? wholePhoto(reading) : frame(reading, points, margin, ratio)).join(" "), class: "drawing", role: "group", "aria-label": say("photo_of_dice") },
    photo(preview, reading),
    dice.map((die, index) => drawnDie(die, `die-${index}`, () => ondie(die))),
  );
  drawing.addEventListener("click", (event) => {
    if (!onground || event.target.closest(".piece")) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    onground({ x, y });
  });
  return drawing;
}

/** A small part of the photo around a place, null where the browser can't show it. */
export function glimpse({ reading, preview }, { x, y }, size) {
  if (!reading || !preview) return null;
  const side = AROUND * size;
  return svg(
    "svg",
    { viewBox: [x - side / 2, y - side / 2, side, side].join(" "), class: "glimpse", "aria-hidden": "true" },
    photo(preview, reading),
  );
}

/**
 * Draws the part of a photo that shows a sheet; null where the browser can't show it.
 * @param {Object} view
 * @param {Object} view.reading
 * @param {{url: string}|null} view.preview
 * @param {{corners: Array, cells: Object}} view.place where the sheet lies on the photo
 * @param {Object} view.sheet
 * @param {Array<[string, number]>} view.doubted
 * @param {Array<{row: string, number: number}>} view.hinted marks to make
 * @param {((sheet: Object) => void)|null} view.onchange called with what a tap makes of the sheet
 */
export function sheetOnPhoto({ reading, preview, place, sheet, doubted, hinted = [], onchange = null }) {
  if (!fits(preview, reading)) return null;
  const pitch = pitchOf(place.cells.red);
  const view = frame(reading, place.corners, pitch, 1);
  return svg(
    "svg",
    { viewBox: view.join(" "), class: "drawing on-photo", role: "group", "aria-label": say(onchange ? "photo_of_sheet" : "photo_of_sheet_only") },
    photo(preview, reading),
    told.qwixx.rows.flatMap(({ word, numbers }) =>
      numbers.map((number, index) => {
        const at = place.cells[word][index];
        const is = (cells) => cells.some((cell) => cell.row === word && cell.number === number);
        const doubtful = doubted.some(([row, one]) => row === word && one === number);
        return svg(
          "g",
          { transform: `translate(${at.join(" ")}) scale(${pitch})` },
          sheet.marks[word].includes(number) ? ["seam", "seen"].map((name) => svg("path", { class: name, d: CROSSING })) : null,
          is(hinted) ? svg("rect", { class: "hinted", ...SQUARE }) : null,
          doubtful ? svg("rect", { class: "doubted", ...SQUARE }) : null,
          svg("rect", { class: onchange ? "spot" : "spot shown", ...SQUARE, onclick: () => onchange?.(toggled(sheet, word, number)) }, svg("title", {}, markName({ row: word, number }))),
        );
      }),
    ),
  );
}

/** How far the cells of a row are from each other. */
export const pitchOf = (cells) => Math.hypot(cells[10][0] - cells[0][0], cells[10][1] - cells[0][1]) / 10;

const SQUARE = { x: -SPOT / 2, y: -SPOT / 2, width: SPOT, height: SPOT, rx: 0.1 };
const CROSSING = `M${-CROSS / 2} ${-CROSS / 2} ${CROSS / 2} ${CROSS / 2}M${CROSS / 2} ${-CROSS / 2} ${-CROSS / 2} ${CROSS / 2}`;

/**
 * A die that was found: its outline, and its name if it is in play.
 * @param {Object} die with its box and its size
 * @param {string} key by which it keeps the focus
 * @param {(() => void)|null} onclick called when it is tapped, if it can be
 */
export function drawnDie(die, key, onclick) {
  const [left, top, width, height] = die.box;
  const classes = ["piece", "die-piece", die.in_play ? "board" : "loose", die.doubted && "doubted", die.sure && "added"].filter(Boolean).join(" ");
  const outline = (name) => svg("rect", { class: name, x: left, y: top, width, height, rx: 0.12 * die.size });
  const code = codeOf(die);
  return svg(
    "g",
    { class: classes, "data-key": key, "aria-label": nameOf(code), ...(onclick ? tapped(onclick) : { role: "img" }) },
    svg("title", {}, nameOf(code)),
    die.in_play ? outline("seam") : null,
    outline("outline"),
    die.in_play ? plate(die, code) : null,
  );
}

/** What makes a button of something drawn. */
const tapped = (onclick) => ({
  role: "button",
  tabindex: 0,
  onclick,
  onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), onclick()),
});

/** The name below a die, with a question mark where it is doubtful: the top face stays to be seen. */
function plate(die, code) {
  const [left, top, width, height] = die.box;
  const wide = die.doubted ? 1.25 : 0.95;
  return svg(
    "g",
    { class: `plate rim-${code[0]}`, transform: `translate(${left + width / 2} ${top + height}) scale(${0.55 * die.size})` },
    svg("rect", { x: -wide / 2, y: -0.3, width: wide, height: 0.6, rx: 0.12 }),
    svg("text", { x: die.doubted ? -0.12 : 0, y: 0.17 }, code),
    die.doubted ? svg("text", { class: "ask", x: 0.42, y: 0.17 }, "?") : null,
  );
}

const cornersOf = ({ box: [left, top, width, height] }) => [
  [left, top],
  [left + width, top + height],
];
