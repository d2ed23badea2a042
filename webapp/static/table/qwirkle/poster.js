/** A picture of the board with the score, drawn in the browser, to keep or to send to friends. */

import { byId, html } from "../../dom.js";
import { say, told } from "../../words.js";
import { colourOf, savePicture } from "../picture.js";

/** Pixels of a cell, of the margin round all, and of a line of text. */
const CELL = 96;
const MARGIN = 48;
const LINE = 52;
/** Browsers draw no larger pictures. */
const LONGEST = 8000;
const GROUND = "#f4f1ea";
const INK = "#1d2022";
const BODY = "#1b1d1f";

/** Offers it beside the other ways to take a game along. */
export function open(room) {
  document.querySelector(".exports").append(html("button", { type: "button", onclick: () => save(room.state) }, say("save_board")));
}

/** Makes the picture of where a game stands and has the browser save it. */
const save = ({ code, board, players }) => savePicture(drawn(board, players), `qwirkle-${code}.png`);

function drawn(board, players) {
  const [left, top, right, bottom] = extent(board);
  const [cols, rows] = [Math.max(6, right - left + 1), bottom - top + 1];
  const words = players.map(({ name, score }) => `${name}  ${score}`);
  const [width, height] = [2 * MARGIN + CELL * cols, 2 * MARGIN + CELL * rows + LINE * (words.length + 1)];
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(scale * width), height: Math.round(scale * height) });
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, width, height);
  pen.translate(MARGIN, MARGIN);
  const inset = (cols - (right - left + 1)) / 2;
  for (const tile of board) drawTile(pen, tile.tile, CELL * (tile.col - left + inset + 0.5), CELL * (tile.row - top + 0.5));
  pen.fillStyle = INK;
  words.forEach((line, index) => {
    pen.font = `${players[index].score === Math.max(...players.map(({ score }) => score)) ? 700 : 400} ${0.62 * LINE}px system-ui, sans-serif`;
    pen.fillText(line, 0, CELL * rows + LINE * (index + 1.2), CELL * cols);
  });
  return canvas;
}

function drawTile(pen, tile, x, y) {
  pen.save();
  pen.translate(x, y);
  pen.scale(CELL, CELL);
  pen.fillStyle = BODY;
  pen.beginPath();
  pen.roundRect(-0.48, -0.48, 0.96, 0.96, 0.07);
  pen.fill();
  pen.fillStyle = colourOf(`ink-${tile[0]}`, "--tile");
  pen.fill(new Path2D(byId(told.shapes[tile[1]]).querySelector("path").getAttribute("d")));
  pen.restore();
  // Letters in fractions of a pixel are drawn badly, so this one is written at full size.
  pen.save();
  pen.fillStyle = "#ffffff";
  pen.font = `700 ${0.22 * CELL}px system-ui, sans-serif`;
  pen.fillText(tile[0], x - 0.44 * CELL, y - 0.26 * CELL);
  pen.restore();
}

/** The least and the greatest column and row. */
function extent(board) {
  const [cols, rows] = [board.map(({ col }) => col), board.map(({ row }) => row)];
  return board.length ? [Math.min(...cols), Math.min(...rows), Math.max(...cols), Math.max(...rows)] : [0, 0, 0, 0];
}
