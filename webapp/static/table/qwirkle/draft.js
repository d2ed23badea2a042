/**
 * The move that is being made on this page, or a past one that is put right: tiles that are drawn on the board and not
 * written yet. Each change is tried on the server, which tells what it would earn, or why it can't be.
 */

import { say } from "../../words.js";
import { at, moveText } from "./cells.js";
import { happen } from "./steps.js";

export class Draft {
  /**
   * @param {Room} room
   * @param {() => void} onchange called whenever it has changed
   */
  constructor(room, onchange) {
    Object.assign(this, { room, onchange });
    this.tries = 0;
    this.writing = false;
    this.empty();
    room.onOnline((online) => online && this.tiles.length && this.try());
  }

  empty() {
    this.tiles = []; // in the order in which they were laid
    this.mended = null; // which of the turns is put right; null for a new move
    this.trial = null; // what it would earn, or `refusal`, why it can't be; null while nobody knows
  }

  /** The turn that is put right, or null. */
  get turn() {
    return this.mended === null ? null : this.room.state.turns[this.mended];
  }

  /** Whose move it is; null while nobody knows who begins. */
  get player() {
    return this.turn ? this.turn.player : this.room.state.turn;
  }

  /** Whether tiles can be laid: in a past turn always, in a new one until the game is over. */
  get isOpen() {
    return this.turn !== null || this.room.state.outcome === null;
  }

  /** The tiles beside which it is laid. */
  get board() {
    const own = new Set((this.turn?.tiles ?? []).map(at));
    return this.room.state.board.filter((tile) => !own.has(at(tile)));
  }

  /** The tile of the draft on a cell, if there is one. */
  on(cell) {
    return this.tiles.find((tile) => at(tile) === at(cell)) ?? null;
  }

  put({ col, row }, tile) {
    this.lay([...this.tiles.filter((one) => at(one) !== at({ col, row })), { col, row, tile }]);
  }

  take(cell) {
    this.lay(this.tiles.filter((tile) => at(tile) !== at(cell)));
  }

  /** Lays these tiles in the place of those before. */
  lay(tiles) {
    this.tiles = tiles.map(({ col, row, tile }) => ({ col, row, tile }));
    this.try();
  }

  /** Leaves all as it is written. */
  clear() {
    this.empty();
    this.changed();
  }

  /** Begins to put a turn right. */
  mend(index) {
    this.empty();
    this.mended = index;
    this.lay(this.room.state.turns[index].tiles);
  }

  /** What others have done since: tiles may lie there already, and a turn may be gone. */
  follow() {
    if (this.mended !== null && !this.turn) return this.empty();
    const taken = new Set(this.board.map(at));
    const left = this.tiles.filter((tile) => !taken.has(at(tile)));
    if (left.length === this.tiles.length && this.tried === this.room.state.revision) return;
    this.tiles = left;
    if (left.length) this.try();
    else this.trial = null;
  }

  /** The move as an event. */
  get event() {
    return { event: "play", player: this.player, move: moveText(this.tiles) };
  }

  /** Asks what the move would earn. */
  async try() {
    const mine = ++this.tries;
    this.tried = this.room.state.revision;
    this.trial = null;
    this.changed();
    if (!this.tiles.length) return;
    try {
      const trial = await this.room.ask("tries", { move: moveText(this.tiles), ...(this.turn && { at: this.turn.at }) });
      if (mine === this.tries) this.trial = trial;
    } catch (error) {
      // Where there was no answer, whoever writes it will learn.
      if (mine === this.tries && error.problem) this.trial = { refusal: error.message };
    }
    if (mine === this.tries) this.changed();
  }

  /** Writes something in the place of the turn that is put right, or as a new turn; gives whether it is written. */
  async write(event) {
    if (this.writing) return false; // a second tap on the same button
    this.writing = true;
    const { turn } = this;
    const written = turn ? await this.room.correct(turn.at, event) : await happen(this.room, event);
    this.writing = false;
    if (written && event.event !== "open") this.clear(); // tiles may be laid before anybody says who begins
    return written;
  }

  changed() {
    this.onchange();
  }

  /** What it is, in words. */
  get title() {
    const player = this.player === null ? "" : this.room.state.players[this.player].name;
    return this.turn ? say("draft_of_turn", { player, number: this.mended + 1 }) : say("draft_of", { player });
  }
}
