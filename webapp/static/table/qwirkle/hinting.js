/** Hints for the player whose view is open: asked for each time, as strong as the player likes them. */

import { complain, uncomplain } from "../../desk.js";
import { byId, refill, show } from "../../dom.js";
import { listed, pointing, stillPointed } from "../../qwirkle/moves.js";
import { placeOf, thought } from "../../thinking.js";
import { say } from "../../words.js";
import { Strength } from "../strength.js";

const ERROR = "hints-error";
/** So many moves are asked for at first, and so many more each time; the server gives no more than the last. */
const FEW = 6;
const MORE = 12;
const MOST = 50;

export class Hinting {
  /**
   * @param {Room} room
   * @param {() => Object} wish what the hints go by
   * @param {() => void} onchange called when other hints are shown
   */
  constructor(room, wish, onchange) {
    Object.assign(this, { room, wish, onchange });
    this.asked = 0;
    this.forget();
    this.chosen = new Strength(() => this.pick(0));
    byId("hints-ask").addEventListener("click", () => this.ask(FEW));
    byId("hints-more").addEventListener("click", () => this.ask(Math.min(MOST, this.advice.moves.length + MORE)));
  }

  /** How much is told: `where` to look, one `move`, or `all`. */
  get strength() {
    return this.chosen.value;
  }

  /** Forgets what was told: it holds no longer. */
  forget() {
    this.asked += 1;
    this.advice = null;
    this.picked = 0;
    this.pointed = null; // the reason whose line is drawn
    this.waits = false;
  }

  /** The move that is pointed at; null if none is. */
  get move() {
    return this.advice?.moves[this.picked] ?? null;
  }

  /** The move as it may be drawn: where no more than a place is wanted, without its tiles. */
  get drawn() {
    if (!this.move || this.strength !== "where") return pointing(this.move, this.room.state.board, this.pointed);
    return { ...this.move, tiles: this.move.tiles.map((tile) => ({ ...tile, tile: null })) };
  }

  async ask(count) {
    const mine = ++this.asked;
    uncomplain(ERROR);
    this.waits = true;
    this.onchange();
    try {
      const wish = { player: this.room.me, count, ...this.wish() };
      for await (const [advice] of thought((within) => this.room.ask("hints", { ...wish, ...within }))) {
        if (mine !== this.asked) return;
        this.take(advice);
      }
    } catch (error) {
      if (mine === this.asked) complain(ERROR, error.message);
    }
    if (mine !== this.asked) return;
    this.waits = false;
    this.onchange();
  }

  /** Shows an answer, which another may follow; what was picked stays so. */
  take(advice) {
    const before = this.move ?? undefined;
    this.picked = placeOf(this.picked, this.advice?.moves, advice.moves);
    this.advice = advice;
    this.pointed = stillPointed(this.pointed, before, this.move);
    this.onchange();
  }

  pick(index) {
    this.picked = index;
    this.pointed = null;
    this.onchange();
  }

  /** Points at the line of which a reason speaks, or at none. */
  point(reason) {
    this.pointed = reason;
    this.onchange();
  }

  /**
   * Draws the list.
   * @param {boolean} knows whether any tile in hand is known
   * @param {(() => void)|null} onlay lays the move that is picked; null if it is not the player's turn
   * @param {boolean} laid whether a move is on the board already: then there is no room for more
   */
  draw(knows, onlay, laid) {
    const moves = (!laid && this.advice?.moves) || [];
    const shown = { where: 0, move: 1, all: moves.length }[this.strength];
    byId("hints-ask").disabled = !knows || this.waits;
    show(byId("hints-ask"), !this.advice);
    byId("hints-note").textContent = laid ? "" : this.said(knows, shown);
    const { picked, pointed } = this;
    const view = { picked, pointed, onlay, board: this.room.state.board, onpick: (index) => this.pick(index), onpoint: (reason) => this.point(reason) };
    refill(byId("hints-list"), ...listed(moves.slice(0, shown), view));
    const more = Math.min(MORE, (this.advice?.found ?? 0) - moves.length, MOST - moves.length);
    show(byId("hints-more"), this.strength === "all" && moves.length > 0 && more > 0);
    byId("hints-more").textContent = say("more_choices", { count: more });
  }

  said(knows, shown) {
    if (this.waits) return say(this.advice ? "moves_better" : "moves_thinking");
    if (!this.advice) return knows ? "" : say("moves_wait");
    if (this.strength === "where") return say(this.move?.kind === "add" ? "look_there" : "nothing_fits");
    const ahead = this.room.state.turn !== this.room.me;
    return say(ahead ? "moves_ahead" : "moves_found", { shown, count: this.advice.found });
  }
}
