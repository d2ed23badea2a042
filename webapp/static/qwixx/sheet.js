/** A score sheet: what is marked on it, and how it is drawn, as buttons that can be tapped. */

import { html, svg } from "../dom.js";
import { numeral, pointsOf, say, told } from "../words.js";

const { rows, penalties: boxes } = told.qwixx;

/** A sheet on which nothing is marked. */
export const blank = () => ({ marks: Object.fromEntries(rows.map((row) => [row.word, []])), locks: [], penalties: 0 });

/** What a reading says is marked on a sheet. */
export const sheetOf = ({ marks, locks, penalties }) => ({ marks, locks, penalties });

/** The text form in which the server reads a sheet. */
export const textOf = ({ marks, locks, penalties }) =>
  [...rows.map((row) => `${row.letter}:${marks[row.word].join(",")}${locks.includes(row.word) ? "L" : ""}`), `P:${penalties}`].join(" ");

/** The sheet with a number marked, or no longer; the last number brings the lock and takes it away. */
export function toggled(sheet, word, number) {
  const row = rows.find((one) => one.word === word);
  const marked = sheet.marks[word].includes(number);
  const marks = marked ? sheet.marks[word].filter((one) => one !== number) : row.numbers.filter((one) => one === number || sheet.marks[word].includes(one));
  const locks = number === row.numbers.at(-1) ? withLock(sheet.locks, word, !marked) : sheet.locks;
  return { ...sheet, marks: { ...sheet.marks, [word]: marks }, locks };
}

/** The sheet with a row's lock crossed, or no longer. */
export const lockToggled = (sheet, word) => ({ ...sheet, locks: withLock(sheet.locks, word, !sheet.locks.includes(word)) });

/** The sheet with so many penalties, or one less if it has exactly these. */
export const penalised = (sheet, count) => ({ ...sheet, penalties: sheet.penalties === count ? count - 1 : count });

/** The letter of a row. */
export const letterOf = (word) => rows.find((row) => row.word === word).letter;

/** The code of a mark, such as “R7”. */
export const markCode = ({ row, number }) => letterOf(row) + number;

/** The mark with a code. */
export const markOf = (code) => ({ row: rows.find((row) => row.letter === code[0]).word, number: Number(code.slice(1)) });

/** A mark's name in words. */
export const markName = ({ row, number }) => say("mark", { row: say(row), number });

/** A row's sign, which tells it apart without its colour. */
export const signOf = (word) => svg("svg", { class: "sign", viewBox: "-1 -1 2 2", "aria-hidden": "true" }, svg("path", { d: SIGNS[word] }));

/** A lock as paths on a square of ten: its bow is a line, its body is filled. */
export const LOCK = { bow: "M3 5V3.4a2 2 0 0 1 4 0V5", body: "M2.8 4.8H7.2a0.8 0.8 0 0 1 0.8 0.8V8.4a0.8 0.8 0 0 1 -0.8 0.8H2.8a0.8 0.8 0 0 1 -0.8 -0.8V5.6a0.8 0.8 0 0 1 0.8 -0.8Z" };

const SIGNS = {
  red: "M0 -0.85 0.9 0.75 -0.9 0.75Z",
  yellow: "M0.8 0A0.8 0.8 0 1 1 -0.8 0A0.8 0.8 0 1 1 0.8 0Z",
  green: "M-0.72 -0.72H0.72V0.72H-0.72Z",
  blue: "M0 -0.95 0.95 0 0 0.95 -0.95 0Z",
};

/** A number of a row as a small cell in a line of text. */
export const mark = ({ row, number, lock = false }) =>
  html("span", { class: `cell row-${letterOf(row)}`, role: "img", "aria-label": say(lock ? "mark_lock" : "mark", { row: say(row), number }) }, signOf(row), `${letterOf(row)}${number}`, lock ? lockSign() : null);

/**
 * Draws a sheet. What can be tapped is a button, all else is only shown.
 * @param {Object} view
 * @param {Object} view.sheet
 * @param {Object|null} view.score the points of every row by its word, of the penalties, and the total
 * @param {Array<[string, number]>} view.doubted cells of which nobody is sure
 * @param {Array<{row: string, number: number}>} view.hinted marks to make, in their order
 * @param {Array<{row: string, number: number}>} view.offered marks that may be made
 * @param {{row: string, number: number}|null} view.chosen the one of them that is chosen
 * @param {string[]} view.closed rows that are closed, by whomever
 * @param {string} view.key what tells its cells from those of other sheets
 * @param {((sheet: Object) => void)|null} view.onchange called with what a tap makes of a sheet that may be changed at will
 * @param {(mark: {row: string, number: number}) => void} view.onoffer called when an offered mark is tapped
 */
export function drawn({ sheet, score = null, doubted = [], hinted = [], offered = [], chosen = null, closed = [], key = "", onchange = null, onoffer }) {
  const among = (marks, word, number) => marks.some((mark) => mark.row === word && mark.number === number);
  const is = {
    doubted: (word, number) => doubted.some(([row, one]) => row === word && one === number),
    offered: (word, number) => among(offered, word, number),
    chosen: (word, number) => chosen !== null && among([chosen], word, number),
    closed: (word) => closed.includes(word) || sheet.locks.includes(word),
  };
  const taps = {
    number: (row, number) => {
      if (onchange) return () => onchange(toggled(sheet, row, number));
      return is.offered(row, number) ? () => onoffer({ row, number }) : null;
    },
    lock: (row) => onchange && (() => onchange(lockToggled(sheet, row))),
    penalty: (count) => onchange && (() => onchange(penalised(sheet, count))),
  };
  return html(
    "div",
    { class: "sheet" },
    rows.map((row) => drawnRow(row, { sheet, score, hinted, is, key, taps })),
    drawnPenalties(sheet, key, taps),
  );
}

/** A cell: a button if a tap does something; `pressed` tells whether it is crossed. */
const cell = (onclick, pressed, attributes, ...children) =>
  onclick
    ? html("button", { type: "button", ...attributes, "aria-pressed": String(pressed), onclick }, ...children)
    : html("span", { role: "img", ...attributes }, ...children);

function drawnRow({ word, letter, numbers }, { sheet, score, hinted, is, key, taps }) {
  const marked = sheet.marks[word];
  const closed = is.closed(word);
  const reached = Math.max(-1, ...marked.map((number) => numbers.indexOf(number)));
  const points = score ? pointsOf(score[word]) : "";
  const cells = numbers.map((number, index) => {
    const step = hinted.findIndex((one) => one.row === word && one.number === number) + 1;
    const crossed = marked.includes(number);
    const told = {
      marked: crossed,
      doubted: is.doubted(word, number),
      chosen: is.chosen(word, number),
      offered: is.offered(word, number),
      hinted: step > 0,
      passed: !crossed && (index < reached || closed),
    };
    const states = Object.keys(told).filter((state) => told[state]);
    const words = [say("mark", { row: say(word), number }), ...states.map((state) => say(`is_${state}`))];
    return cell(
      taps.number(word, number),
      crossed || told.chosen,
      { class: ["cell", ...states].join(" "), "aria-label": words.join(", "), "data-key": `${key}${letter}${number}` },
      String(number),
      crossed || told.chosen ? cross() : null,
      told.doubted ? html("span", { class: "ask", "aria-hidden": "true" }, "?") : null,
      step ? html("span", { class: "step", "aria-hidden": "true" }, String(step)) : null,
    );
  });
  const lock = cell(
    taps.lock(word),
    closed,
    { class: `cell lock ${closed ? "marked" : ""}`, "aria-label": say(closed ? "lock_closed" : taps.lock(word) ? "lock_open" : "row_open", { row: say(word) }), "data-key": `${key}${letter}L` },
    lockSign(),
    closed ? cross() : null,
  );
  return html(
    "div",
    { class: `line row-${letter}`, role: "group", "aria-label": [say(word), points].filter(Boolean).join(", ") },
    html("div", { class: "line-head" }, signOf(word), html("span", {}, `${letter} · ${say(word)}`), html("span", { class: "points" }, points)),
    html("div", { class: "cells" }, cells, lock),
  );
}

function drawnPenalties(sheet, key, taps) {
  const made = Array.from({ length: boxes.most }, (_, index) => {
    const crossed = index < sheet.penalties;
    const label = say(crossed ? "penalty_crossed" : "penalty_box", { number: index + 1 });
    return cell(
      taps.penalty(index + 1),
      crossed,
      { class: `cell ${crossed ? "marked" : ""}`, "aria-label": taps.penalty(index + 1) ? say("penalty_box", { number: index + 1 }) : label, "data-key": `${key}P${index + 1}` },
      numeral(boxes.points),
      crossed ? cross() : null,
    );
  });
  return html("div", { class: "line penalties", role: "group", "aria-label": say("penalties") }, html("div", { class: "line-head" }, html("span", {}, say("penalties"))), html("div", { class: "cells" }, made));
}

const cross = () => svg("svg", { class: "cross", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("path", { d: "M1 1 9 9M9 1 1 9" }));

const lockSign = () =>
  svg("svg", { class: "lock-sign", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("path", { class: "bow", d: LOCK.bow }), svg("path", { d: LOCK.body }));

function withLock(locks, word, crossed) {
  return crossed ? [...new Set([...locks, word])] : locks.filter((one) => one !== word);
}
