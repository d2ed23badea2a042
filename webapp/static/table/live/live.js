/**
 * The camera at the table, in three ways: photos, this device's camera, and the server's own. What it sees is drawn over
 * its picture; what it takes for a move is put to the players, wherever it was seen.
 */

import { complain } from "../../desk.js";
import { byId, html, show } from "../../dom.js";
import { say } from "../../words.js";
import { Device } from "./device.js";
import * as dice from "./dice.js";
import { Lessons } from "./lessons.js";
import { Meter } from "./meter.js";
import { Notes } from "./notes.js";
import { Photos } from "./photo.js";
import { Proposal } from "./proposal.js";
import { ServerCamera } from "./server.js";
import * as tiles from "./tiles.js";
import { View } from "./view.js";

const KINDS = { qwirkle: tiles, qwixx: dice };
/** The way that was chosen last on this device. */
const WAY = "kibitz-way";
const ERROR = "live-error";

/** What chooses a way; the server's camera is offered only where there is one. */
const wayOf = (name) => document.querySelector(`input[name=live-way][value=${name}]`);

/** Wires it once; it is drawn at every look of the camera. */
export function open(room) {
  new Panel(room).enter();
}

class Panel {
  constructor(room) {
    this.room = room;
    this.kind = KINDS[byId("table").dataset.game];
    this.view = new View(byId("live-view"), this.kind, (piece) => this.fix(piece));
    this.proposal = new Proposal(room, this.kind, (look) => this.take(look));
    this.notes = new Notes(room, (piece) => this.fix(piece));
    this.lessons = new Lessons(room, (look) => this.take(look), () => this.way.again?.());
    this.meter = new Meter();
    byId("live-hint").textContent = this.kind.hint;
    this.ways = { photo: new Photos(this), device: new Device(this), server: new ServerCamera(this) };
    this.way = null;
    this.newest = null; // the latest look, of whatever picture
    this.told = ""; // what the present way has told
    this.doubts = null; // which are listed
    byId("live-whole").addEventListener("click", () => this.turnWhole());
    room.onLive((look) => this.take(look));
    room.onHint((move) => this.view.point(move));
    room.onOnline((online) => online && this.ask());
    for (const radio of document.querySelectorAll("input[name=live-way]")) radio.addEventListener("change", () => this.turnTo(radio.value));
    // Nobody looks: the camera is let go, and nothing is sent.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.way.leave() : this.way.enter()));
  }

  enter() {
    // The browser may remember what was chosen when the page was loaded before.
    this.turnTo(document.querySelector("input[name=live-way]:checked")?.value ?? localStorage.getItem(WAY));
    this.ask();
  }

  /** Asks what the camera has seen last. */
  async ask() {
    try {
      this.take(await this.known(this.room.ask("live")));
    } catch {
      // The stream tells the next look, and that there is no connection.
    }
  }

  /** Turns to one of the ways that there are; to photos, which always work, if it is none. */
  turnTo(name) {
    const known = name in this.ways && wayOf(name) ? name : "photo";
    localStorage.setItem(WAY, known);
    this.way?.leave();
    this.way = this.ways[known];
    this.tell("");
    this.note("");
    for (const one of Object.keys(this.ways)) show(byId(`live-${one}`), one === known);
    wayOf(known).checked = true;
    this.way.enter();
  }

  /** What an answer tells, once it is known who plays: a look speaks of players, and people may answer it at once. */
  async known(answer) {
    const look = await answer;
    await this.room.entered;
    return look;
  }

  /**
   * Takes a look of the camera. Answers and the stream overtake each other: of one that comes late nothing counts but the
   * pieces of the picture that is shown here, which the stream doesn't tell.
   * @param {Object} look as the server tells it
   * @param {boolean} mine whether it is of the picture that is shown here
   */
  take(look, mine = false) {
    const late = look.order < this.newest?.order;
    if (!late) {
      this.newest = look;
      this.proposal.see(look);
      this.notes.see(look);
      this.lessons.see(look);
      this.meter.see(look);
    }
    const before = this.view.look;
    if (mine || (look.pieces && look.frame === before?.frame && look.order > before.order)) this.reveal(look);
    else if (before) this.reveal(before);
    this.drawDoubts();
  }

  /** Shows the pieces of a picture, with what is proposed and what differs by now. */
  reveal(look) {
    const { proposal, differs } = this.newest ?? look;
    this.view.see({ ...look, proposal, differs });
  }

  turnWhole() {
    const whole = byId("live-whole").getAttribute("aria-pressed") !== "true";
    byId("live-whole").setAttribute("aria-pressed", String(whole));
    this.view.showWhole(whole);
  }

  /** Says what keeps this way from looking, or that nothing does; another error in its place stays till then. */
  tell(sentence) {
    if (sentence === this.told) return;
    this.told = sentence;
    byId(ERROR).textContent = sentence;
    show(byId(ERROR), sentence !== "");
  }

  /** Says what changes nothing about looking, until another camera looks; an empty sentence takes it back. */
  note(sentence) {
    byId("live-note").textContent = sentence;
    show(byId("live-note"), sentence !== "");
  }

  /** Asks a person what lies there, and tells the server, which remembers it. */
  async fix(piece) {
    const known = this.view.look?.pieces.find((one) => one.cell?.join() === piece.cell?.join());
    const wish = await this.kind.asked(known ?? piece, this.room);
    if (!wish) return;
    const { newest } = this.lessons;
    try {
      this.take(await this.room.ask("live/fix", wish));
      this.way.fixed?.(known ?? piece, wish.tile);
    } catch (error) {
      complain(ERROR, error.message);
      return;
    }
    if (this.lessons.newest !== newest) await this.way.again?.();
  }

  /** Lists what a person shall check. It is drawn anew only if it is another list, or taps on it would be lost. */
  drawDoubts() {
    const { look } = this.view;
    const found = Boolean(look?.pieces?.length);
    show(byId("live-whole"), found && this.view.canTurnWhole);
    show(byId("live-hint"), found && this.kind.hint !== "");
    const doubted = found ? this.kind.doubtful(look) : [];
    const key = JSON.stringify(doubted.map((piece) => [piece.cell, this.kind.labelOf(piece)]));
    if (key === this.doubts) return;
    this.doubts = key;
    const ask = (piece) => this.kind.button(piece, say("check", { piece: this.kind.labelOf(piece) }), () => this.fix(piece), html("span", { class: "chance", "aria-hidden": "true" }, "?"));
    show(byId("live-doubts"), doubted.length > 0);
    byId("live-doubts").replaceChildren(
      html("p", {}, doubted.length === 1 ? say("doubtful_one") : say("doubtful", { count: doubted.length })),
      html("div", { class: "likely" }, doubted.map(ask)),
    );
  }
}
