/** Qwirkle at a table: the board, on which moves are made and put right by tapping, the own hand with its hints, and the rest. */

import { choose } from "../../chooser.js";
import { complain, TABLE, uncomplain } from "../../desk.js";
import { byId } from "../../dom.js";
import { box, nameOf, tileButton, tileNamed } from "../../qwirkle/tiles.js";
import { say } from "../../words.js";
import { at, moveText } from "./cells.js";
import { Draft } from "./draft.js";
import { Hinting } from "./hinting.js";
import * as making from "./making.js";
import { Otherwise } from "./otherwise.js";
import { Own } from "./own.js";
import { Pane } from "./pane.js";
import * as poster from "./poster.js";
import * as tally from "./tally.js";

/** Wires it once; it is drawn at every state of the room. */
export function open(room) {
  new Game(room);
}

class Game {
  constructor(room) {
    this.room = room;
    this.draft = new Draft(room, () => this.draw());
    this.own = new Own(room, () => this.held());
    this.hinting = new Hinting(room, () => ({ hand: this.own.tiles }), () => this.draw());
    this.otherwise = new Otherwise(room, this.draft, this.own);
    this.pane = new Pane((cell) => this.tapped(cell));
    this.seen = null; // what the hints were asked for
    making.open(this.draft);
    poster.open(room);
    room.editor = (turn) => this.mend(turn);
    room.onState(() => this.follow());
  }

  /** The room has news. */
  follow() {
    const { state, me } = this.room;
    const seen = JSON.stringify([me, state.board, state.turn]);
    if (seen !== this.seen) this.hinting.forget();
    this.seen = seen;
    if (me !== this.own.player) this.cover();
    this.draft.follow();
    this.own.follow();
    this.draw();
  }

  /** Takes away what shows tiles of the hand whose view is closed. */
  cover() {
    for (const id of ["chooser", "swap-dialog"]) byId(id).close();
    if (this.own.player !== null && !this.draft.turn) this.draft.empty();
  }

  /** The own hand is another. */
  held() {
    this.hinting.forget();
    this.draw();
  }

  /** Opens a turn of the past to put it right. */
  mend(turn) {
    this.draft.mend(this.room.state.turns.findIndex((one) => one.at === turn.at));
    byId("making").scrollIntoView({ block: "nearest" });
  }

  /** Lays the tiles of a hint. */
  heed(move) {
    this.draft.lay(move.tiles);
    byId("making").scrollIntoView({ block: "nearest" });
  }

  // Tapping the board.

  tapped(cell) {
    const { draft } = this;
    if (draft.on(cell)) return draft.take(cell);
    const laid = draft.board.find((tile) => at(tile) === at(cell));
    if (laid) return this.fix(laid);
    return draft.isOpen ? this.add(cell) : null;
  }

  /** Lays the tile that is picked up, or one that is asked for, those of the own hand first. */
  async add(cell) {
    const { draft, own } = this;
    const mine = this.mayLay ? [...new Set(own.tiles)] : [];
    const tile = own.picked ?? (await this.which({ title: say("add_title"), likely: mine.map((one) => [one, undefined]) }));
    if (!tile) return;
    own.unpick();
    draft.put(cell, tile);
  }

  /** Puts right what a tile of the past was, or that none lay there. */
  async fix(laid) {
    const { room } = this;
    const seen = await this.seenOn(laid);
    const likely = (seen?.alternatives ?? []).map(([name, chance]) => [tileNamed(name), chance]).filter(([code]) => code !== laid.tile);
    const tile = await this.which({ title: say("correct_title"), piece: laid.tile, likely, none: say("no_tile_here") });
    if (!tile || tile === laid.tile) return;
    if (seen && tile !== "none") return this.tell(laid, tile);
    const { turns, board, start } = room.state;
    const turn = turns.find(({ tiles }) => tiles.some((one) => at(one) === at(laid)));
    const later = new Set(turns.flatMap(({ tiles }) => tiles).map(at));
    const before = turn ? turn.tiles : board.filter((one) => !later.has(at(one)));
    const after = before.flatMap((one) => (at(one) !== at(laid) ? [one] : tile === "none" ? [] : [{ ...one, tile }]));
    if (turn && !after.length) return complain(TABLE, say("turn_emptied"));
    const event = turn ? { event: "play", player: turn.player, move: moveText(after) } : { ...start, board: moveText(after) };
    await room.correct(turn?.at ?? 0, event);
  }

  /** What the camera has seen on the cell of a tile; nothing where none looks. */
  async seenOn(laid) {
    try {
      const { pieces } = await this.room.ask("live");
      return pieces.find(({ cell }) => cell && at({ col: cell[0], row: cell[1] }) === at(laid));
    } catch {
      return undefined; // whoever puts it right will learn that there is no answer
    }
  }

  /** Puts right what the camera sees, from which it learns. */
  async tell({ col, row }, tile) {
    uncomplain(TABLE);
    try {
      this.room.tell("live", await this.room.ask("live/fix", { cell: [col, row], tile }));
    } catch (error) {
      complain(TABLE, error.message);
    }
  }

  which(question) {
    return choose({ ...question, all: box(this.room.state.sixth), nameOf, button: tileButton });
  }

  /** Whether the move that is made is the own one. */
  get mayLay() {
    return this.room.me !== null && this.draft.player === this.room.me && this.draft.isOpen;
  }

  // Drawing.

  draw() {
    const { state } = this.room;
    const { draft, own, hinting } = this;
    this.drawBoard();
    making.draw(draft);
    own.draw(this.mayLay ? draft.tiles.map(({ tile }) => tile) : []);
    hinting.draw(own.tiles.length > 0, this.mayLay ? () => this.heed(hinting.move) : null, draft.tiles.length > 0);
    this.otherwise.draw();
    tally.draw(state, own.tiles);
    byId("board-facts").textContent = say("board_facts", { board: state.board.length, bag: state.bag });
  }

  drawBoard() {
    const { draft, room, hinting } = this;
    const { turns } = room.state;
    const last = new Set((turns.at(-1)?.tiles ?? []).map(at));
    const laid = draft.board.map((tile) => ({ ...tile, added: !draft.turn && last.has(at(tile)) }));
    const move = draft.tiles.length ? null : hinting.drawn;
    room.hint(move);
    const look = draft.tiles.length ? draft.tiles.slice(-1) : move?.tiles.length ? move.tiles : laid.filter(({ added }) => added);
    this.pane.draw({ tiles: [...laid, ...draft.tiles.map((tile) => ({ ...tile, draft: true }))], move, look, over: !draft.isOpen });
  }
}
