/** Sheets in a list, the others' or those at the end of a game: each with the points of its rows, and what is doubted on it. */

import { onPhoto } from "../desk.js";
import { html } from "../dom.js";
import { numeral, say, told } from "../words.js";
import { doubtedCells } from "./doubts.js";
import { sheetOnPhoto } from "./picture.js";
import { drawn, letterOf, signOf } from "./sheet.js";

const MANY = 3;

/**
 * The sheets as items of a list.
 * @param {Object} view
 * @param {Array<{name: string, sheet: Object, doubted: Array, shown: Object, open: boolean}>} view.sheets
 * @param {Object|null} view.scores as the server gave them for these sheets
 * @param {string} view.key what tells their parts from those of other lists
 * @param {(index: number, name: string) => void} view.onname
 * @param {(index: number, sheet: Object) => void} view.onchange called with what a tap makes of a sheet
 * @param {(index: number, cell: [string, number], marked: boolean) => void} view.onsettle called where a doubt is settled
 * @param {(index: number, open: boolean) => void} view.onopen
 * @param {(index: number) => void} view.onremove
 * @param {((photo: File, index: number) => void)|null} view.onphoto called with a newer photo of a sheet, where one may come
 */
export const listed = ({ sheets, scores, key = "", onname, onchange, onsettle, onopen, onremove, onphoto = null }) =>
  sheets.map((entry, index) => {
    const scored = scores?.sheets[index] ?? null;
    const view = { sheet: entry.sheet, doubted: entry.doubted, onchange: (sheet) => onchange(index, sheet) };
    const details = html(
      "details",
      { open: entry.open },
      html("summary", { "data-key": `${key}open-${index}` }, say("correct_sheet")),
      entry.shown.place ? sheetOnPhoto({ ...entry.shown, ...view }) : null,
      drawn({ ...view, score: scored?.score, key: `${key}${index}-` }),
      onphoto ? newer(index, key, onphoto) : null,
      html("button", { type: "button", class: "quiet", onclick: () => onremove(index) }, say("remove_sheet")),
    );
    details.addEventListener("toggle", () => onopen(index, details.open));
    return html(
      "li",
      { class: scores?.winners.includes(index) ? "final winner" : "final" },
      html(
        "div",
        { class: "row" },
        html("input", { type: "text", class: "name", "data-key": `${key}name-${index}`, value: entry.name, "aria-label": say("name_of", { number: index + 1 }), onchange: (event) => onname(index, event.target.value.trim()) }),
        html("span", { class: "total" }, scored ? totals(scored) : ""),
      ),
      scored ? html("div", { class: "rows" }, rowsOf(scored)) : null,
      html("div", { class: "doubts" }, doubtedCells(entry.doubted, entry.shown, (cell, marked) => onsettle(index, cell, marked))),
      ...(scored?.problems ?? []).map((problem) => html("p", { class: "error" }, problem.message)),
      details,
    );
  });

/** What takes a newer photo of a sheet. */
function newer(index, key, onphoto) {
  const input = html("input", { type: "file", accept: "image/*,.heic,.heif", "data-key": `${key}photo-${index}` });
  onPhoto(input, (photo) => onphoto(photo, index));
  return html("label", { class: "button file" }, input, html("span", {}, say("newer_photo")));
}

/** Who wins, in words; nothing if there is nobody to win against. */
export function winnerOf(scores, names) {
  if (!scores?.winners.length) return "";
  const listedNames = (places) => places.map((place) => names[place]).join(` ${say("and")} `);
  const won = say(scores.winners.length > 1 ? "share_win" : "wins", { names: listedNames(scores.winners), points: Math.max(...scores.totals) });
  const others = scores.may_win.filter((place) => !scores.winners.includes(place));
  if (others.length) return `${won} ${say("may_win", { names: listedNames(others) })}`;
  const doubted = scores.winners.some((place) => scores.sheets[place].totals.length > 1);
  return scores.winners.length > 1 && doubted ? `${won} ${say("may_part")}` : won;
}

/** The total of a sheet, or all that it may be; of many from where to where. */
export function totals({ totals: all }) {
  if (all.length > MANY) return say("from_to", { least: all[0], most: all.at(-1) });
  return all.map((one) => numeral(one)).join(` ${say("or")} `);
}

const rowsOf = ({ score }) => [
  ...told.qwixx.rows.map(({ word }) => html("span", { class: `cell row-${letterOf(word)}`, role: "img", "aria-label": `${say(word)} ${score[word]}` }, signOf(word), `${letterOf(word)} ${score[word]}`)),
  score.penalties ? html("span", { class: "cell" }, numeral(score.penalties)) : null,
].filter(Boolean);
