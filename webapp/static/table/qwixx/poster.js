/** A picture of everybody's sheets, drawn in the browser, to keep or to send to friends. */

import { html } from "../../dom.js";
import { LOCK } from "../../qwixx/sheet.js";
import { numeral, say, told } from "../../words.js";
import { colourOf, savePicture } from "../picture.js";

/** Pixels of a cell, of the margin round all and between sheets, and of a line of text. */
const CELL = 48;
const MARGIN = 40;
const LINE = 56;
const GROUND = "#f4f1ea";
const INK = "#1d2022";
const PAPER = "#ffffff";
/** Eleven numbers and the lock. */
const COLUMNS = 12;
const { rows, penalties } = told.qwixx;
const SHEET = { width: COLUMNS * CELL, height: LINE + (rows.length + 1) * 1.15 * CELL };

/** Offers it beside the other ways to take a game along. */
export function open(room) {
  document.querySelector(".exports").append(html("button", { type: "button", onclick: () => save(room.state) }, say("save_sheets")));
}

/** Makes the picture of where a game stands and has the browser save it. */
const save = (state) => savePicture(drawn(state), `qwixx-${state.code}.png`);

function drawn({ players, sheets, closed }) {
  const across = Math.ceil(Math.sqrt(players.length));
  const down = Math.ceil(players.length / across);
  const size = (count, length) => MARGIN + count * (length + MARGIN);
  const canvas = Object.assign(document.createElement("canvas"), { width: size(across, SHEET.width), height: size(down, SHEET.height) });
  const pen = canvas.getContext("2d");
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  players.forEach((player, index) => {
    pen.save();
    pen.translate(size(index % across, SHEET.width), size(Math.floor(index / across), SHEET.height));
    drawSheet(pen, player, sheets[index], closed);
    pen.restore();
  });
  return canvas;
}

function drawSheet(pen, { name, score }, sheet, closed) {
  pen.fillStyle = INK;
  write(pen, name, 0, 0.6 * LINE, "left", SHEET.width - 3 * CELL);
  write(pen, numeral(score), SHEET.width, 0.6 * LINE, "right");
  rows.forEach(({ word, letter, numbers }, line) => {
    const [ground, pale] = ["--row", "--pale"].map((property) => colourOf(`row-${letter}`, property));
    const top = LINE + line * 1.15 * CELL;
    block(pen, ground, 0, top, SHEET.width, CELL);
    numbers.forEach((number, at) => cell(pen, pale, at, top, String(number), sheet.marks[word].includes(number)));
    cell(pen, pale, numbers.length, top, LOCK, closed.includes(word) || sheet.locks.includes(word));
  });
  const top = LINE + rows.length * 1.15 * CELL;
  Array.from({ length: penalties.most }, (_, at) => cell(pen, PAPER, COLUMNS - penalties.most + at, top, numeral(penalties.points), at < sheet.penalties));
}

/** A cell with a text or the lock in it, crossed or not. */
function cell(pen, ground, column, top, content, crossed) {
  const left = column * CELL;
  block(pen, ground, left + 3, top + 3, CELL - 6, CELL - 6);
  pen.fillStyle = pen.strokeStyle = INK;
  if (content === LOCK) drawLock(pen, left + CELL / 4, top + CELL / 4, CELL / 20);
  else write(pen, content, left + CELL / 2, top + CELL / 2, "center");
  if (!crossed) return;
  pen.lineWidth = 4;
  pen.lineCap = "round";
  pen.stroke(new Path2D(`M${left + 10} ${top + 10}l${CELL - 20} ${CELL - 20}m0 ${20 - CELL}l${20 - CELL} ${CELL - 20}`));
}

function drawLock(pen, left, top, scale) {
  pen.save();
  pen.translate(left, top);
  pen.scale(scale, scale);
  pen.lineWidth = 1.4;
  pen.stroke(new Path2D(LOCK.bow));
  pen.fill(new Path2D(LOCK.body));
  pen.restore();
}

function block(pen, colour, left, top, width, height) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(left, top, width, height, 8);
  pen.fill();
}

function write(pen, text, x, y, align, most = undefined) {
  Object.assign(pen, { font: `650 ${0.42 * CELL}px system-ui, sans-serif`, textAlign: align, textBaseline: "middle" });
  pen.fillText(text, x, y, most);
}
