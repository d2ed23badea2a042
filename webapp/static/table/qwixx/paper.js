/** A paper sheet beside the record: a photo of it tells the mark that was just made, and shows where the two differ. */

import { complain, onPhoto, sent, uncomplain } from "../../desk.js";
import { byId, html, refill, show } from "../../dom.js";
import * as keeping from "../../keeping/keeping.js";
import { labelsOfSheets } from "../../keeping/labels.js";
import { previewOf } from "../../preview.js";
import { diceOf } from "../../qwixx/dice.js";
import { left } from "../../qwixx/doubts.js";
import { sheetOnPhoto } from "../../qwixx/picture.js";
import { lockToggled, mark, markCode, markName, sheetOf, toggled } from "../../qwixx/sheet.js";
import { sums } from "../../qwixx/sums.js";
import { say, told } from "../../words.js";
import { editTurn } from "./editor.js";
import { NO_MARK } from "./looking.js";

const ERROR = "paper-error";
/** So many turns are offered in which a mark may have been forgotten, the latest first. */
const FEW = 3;

/**
 * @param {import("../room.js").Room} room
 * @param {import("./looking.js").Looking} looking
 */
export function open(room, looking) {
  let paper = null; // {player, seen, reading, preview, photo}: a sheet as a photo shows it, whose it is, and what may be kept

  onPhoto(byId("paper-photo"), read);
  byId("paper-close").addEventListener("click", () => put(null));
  room.onState(draw);
  looking.onChange(draw);

  async function read(photo) {
    const { player } = looking;
    const pending = previewOf(photo);
    const read = await sent(photo, { game: "qwixx" }, say("reading_sheet"), ERROR);
    if (!read) return;
    if (read.sheets.length !== 1) return complain(ERROR, why(read));
    uncomplain(ERROR);
    put({ player, seen: read.sheets[0], reading: read, preview: await pending, photo: keeping.looked(photo) });
    pickNew();
  }

  /** Picks the one mark that is new on paper. */
  function pickNew() {
    const made = newMark(differences(paper.seen, record(), room.state.closed), looking);
    if (made) looking.pick(made);
  }

  /** The photo was misread: it shows this. What is doubtful on it, but as the record says, is taken for that. */
  function misread(sheet) {
    const { seen, photo } = paper;
    paper = { ...paper, seen: { ...seen, ...sheet, doubted: left(seen.doubted, seen, sheet) } };
    const doubted = differences(paper.seen, record(), room.state.closed).marks.filter((one) => one.doubted);
    keeping.corrected(photo, labelsOfSheets([{ ...paper.seen, sheet, doubted }]));
    draw(room.state);
    pickNew();
  }

  function put(other) {
    if (paper?.preview) URL.revokeObjectURL(paper.preview.url);
    paper = other;
    draw(room.state);
  }

  /** The sheet by the record, with the mark that the player has decided on or picked. */
  function record() {
    const sheet = room.state.sheets[paper.player];
    const { chosen } = looking;
    if (!chosen || looking.player !== paper.player) return sheet;
    return { ...sheet, marks: { ...sheet.marks, [chosen.row]: [...sheet.marks[chosen.row], chosen.number] } };
  }

  function draw(state) {
    if (!show(byId("paper"), paper !== null && paper.player === looking.player)) return;
    const found = differences(paper.seen, record(), state.closed);
    const { seen, reading, preview } = paper;
    refill(byId("paper-photo-shown"), sheetOnPhoto({ reading, preview, place: seen, sheet: sheetOf(seen), doubted: seen.doubted, hinted: found.marks, onchange: misread }));
    byId("paper-note").textContent = say(count(found) ? "paper_differs" : "paper_agrees");
    const sheet = sheetOf(seen);
    const wrong = (key, name, mended) =>
      html("button", { type: "button", class: "quiet", "data-key": `misread-${key}`, "aria-label": say("misread_what", { what: name }), onclick: () => misread(mended) }, say("misread"));
    refill(
      byId("paper-list"),
      ...found.marks.map((one) => differing(one, state, paper.player, wrong(markCode(one), markName(one), toggled(sheet, one.row, one.number)))),
      ...found.locks.map((row) => html("li", { class: "difference" }, say("lock_on_paper", { row: say(row) }), wrong(`${row}-lock`, say("lock_closed", { row: say(row) }), lockToggled(sheet, row)))),
      found.penalties && penaltiesDiffer(found.penalties, (record) => wrong("penalties", say("penalties"), { ...sheet, penalties: record })),
    );
  }
}

/** Why a photo of a sheet is of no use. */
const why = ({ sheets, problems }) => {
  if (sheets.length > 1) return say("several_sheets", { count: sheets.length });
  return problems.find((problem) => problem.sheet === null)?.message ?? say("no_sheet");
};

/**
 * Where a paper sheet and the record differ. A lock that is crossed on paper only says that the row is closed.
 * @param {Object} seen the sheet as it was read
 * @param {Object} sheet the sheet by the record
 * @param {string[]} closed rows
 * @returns {{marks: Array<{row: string, number: number, onPaper: boolean, doubted: boolean}>, locks: string[], penalties: [number, number]|null}}
 */
export function differences(seen, sheet, closed) {
  const marks = told.qwixx.rows.flatMap(({ word, numbers }) =>
    numbers
      .filter((number) => seen.marks[word].includes(number) !== sheet.marks[word].includes(number))
      .map((number) => ({ row: word, number, onPaper: seen.marks[word].includes(number), doubted: seen.doubted.some(([row, one]) => row === word && one === number) })),
  );
  const lockedNow = marks.filter(({ row, number, onPaper }) => onPaper && number === told.qwixx.rows.find(({ word }) => word === row).numbers.at(-1));
  const locks = seen.locks.filter((row) => !closed.includes(row) && !lockedNow.some((one) => one.row === row));
  return { marks, locks, penalties: seen.penalties === sheet.penalties ? null : [seen.penalties, sheet.penalties] };
}

const count = ({ marks, locks, penalties }) => marks.length + locks.length + (penalties ? 1 : 0);

/** The one mark that is new on paper, if the player may make it now; null if nothing or more than that differs. */
function newMark({ marks }, looking) {
  const [one] = marks;
  return marks.length === 1 && one.onPaper && looking.offered.some((mark) => markCode(mark) === markCode(one)) ? { row: one.row, number: one.number } : null;
}

/** A mark on which paper and record differ, with what puts right whichever of them is wrong. */
function differing(one, state, player, misread) {
  const said = say(one.onPaper ? "only_on_paper" : "only_in_record");
  const turns = one.onPaper ? forgotten(state, player, one) : state.turns.filter((turn) => decidedIn(turn, player, markCode(one)).length);
  const edit = (turn) => html("button", { type: "button", class: "quiet", onclick: () => editTurn(turn) }, say("edit_turn", { number: state.turns.indexOf(turn) + 1 }));
  return html(
    "li",
    { class: "difference" },
    mark(one),
    html("span", {}, one.doubted ? `${said} ${say("hard_to_see")}` : said),
    misread,
    turns.map(edit),
  );
}

/** The latest turns in which a player made no mark where the dice gave this one. */
const forgotten = (state, player, one) =>
  state.turns
    .filter((turn) => decidedIn(turn, player, NO_MARK).some(({ action }) => sums(action, diceOf(turn.roll)).includes(markCode(one))))
    .slice(-FEW)
    .reverse();

/** The actions of a turn in which a player decided like this. */
const decidedIn = (turn, player, code) => turn.actions.filter(({ marks }) => marks.some((told) => told.player === player && told.mark === code));

const penaltiesDiffer = ([paper, record], misread) => html("li", { class: "difference" }, say("penalties_differ", { paper, record }), misread(record));
