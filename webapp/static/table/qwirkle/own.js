/** The own view of a player: the hand, of which no other device learns, and hints for it. */

import { complain, onPhoto, sent, uncomplain } from "../../desk.js";
import { byId, refill, show } from "../../dom.js";
import { fold, palette, refusalOf, slots } from "../../qwirkle/hand.js";
import { say } from "../../words.js";
import { Hold } from "./hold.js";

const ERROR = "own-error";

export class Own {
  /**
   * @param {Room} room
   * @param {() => void} onchange called when the hand or what is picked up has changed
   */
  constructor(room, onchange) {
    Object.assign(this, { room, onchange });
    this.hold = null; // the hand of whoever's view is open
    this.picked = null; // the tile that is picked up, to be laid on the board
    this.seats = room.seats.known; // those that this device had at the last state, or had lost
    room.handOf = (player) => new Hold(room.code, player).tiles;
    byId("own-back").addEventListener("click", () => this.set(without(this.tiles, [this.picked])));
    byId("own-typed").addEventListener("submit", (event) => this.typed(event));
    onPhoto(byId("own-photo"), (photo) => this.photographed(photo));
  }

  /** The tiles in hand. */
  get tiles() {
    return this.hold?.tiles ?? [];
  }

  /** Whose hand it is; null if nobody's view is open. */
  get player() {
    return this.hold?.player ?? null;
  }

  /** Whether every tile in hand is known. */
  get isWhole() {
    return this.hold !== null && this.tiles.length === this.count;
  }

  /** How many tiles the player holds. */
  get count() {
    return this.room.state.hands[this.room.me].count;
  }

  /** Follows whose view is open, and what was laid since. */
  follow() {
    const { me, seats, code, state, luggage } = this.room;
    for (const player of this.seats) if (!seats.known.includes(player)) Hold.forget(code, player);
    this.seats = seats.known;
    if (this.player !== me) {
      this.hold = me === null ? null : new Hold(code, me);
      this.picked = null;
      byId("own-taking").open = !this.tiles.length;
    }
    this.hold?.follow(state.turns);
    if (luggage?.player === me) this.unpack(luggage.tiles);
    if (this.hold && !this.tiles.length && state.hands[me].tiles?.length) this.hold.set(state.hands[me].tiles.map(({ tile }) => tile));
  }

  /** Takes the hand that another phone has handed on. */
  unpack(tiles) {
    this.room.luggage = null;
    this.hold.set(tiles);
    byId("own-taking").open = false;
  }

  /** Takes other tiles in hand. */
  set(tiles) {
    this.hold.set(tiles);
    this.picked = null;
    this.onchange();
  }

  /** Gives tiles back in the last turn. */
  give(tiles) {
    const { turns } = this.room.state;
    this.hold.give(turns.length - 1, turns.at(-1), tiles);
    this.onchange();
  }

  /** Puts down what is picked up. */
  unpick() {
    this.picked = null;
  }

  /** Draws the hand, without the tiles that lie on the board already. */
  draw(laid) {
    const { room } = this;
    const free = without(this.tiles, laid);
    refill(byId("own-slots"), ...slots(named(free), (index) => this.pick(free[index]), "pick_up", free.indexOf(this.picked)));
    if (!show(byId("own"), this.hold !== null && room.state.outcome === null)) return;
    byId("own-title").textContent = say("hand_of", { player: room.state.players[room.me].name });
    refill(byId("own-palette"), ...palette(named(this.tiles), room.state.sixth, (tile) => this.take(tile)));
    show(byId("own-back"), this.picked !== null);
    const missing = this.count - this.tiles.length;
    byId("own-note").textContent = this.picked ? say("lay_it") : missing > 0 ? say(missing === 1 ? "hand_lacks_one" : "hand_lacks", { count: missing }) : say("hand_private");
  }

  pick(tile) {
    this.picked = this.picked === tile ? null : tile;
    this.onchange();
  }

  take(tile) {
    const refusal = refusalOf(named(this.tiles), tile);
    if (refusal) return complain(ERROR, refusal);
    uncomplain(ERROR);
    this.set([...this.tiles, tile]);
    if (this.isWhole) this.fold();
  }

  async typed(event) {
    event.preventDefault();
    const hand = byId("own-text").value.trim();
    if (!hand) return;
    uncomplain(ERROR);
    const { hold } = this;
    try {
      // Whoever answers with hints has read the hand.
      const answer = await this.room.ask("hints", { player: this.room.me, hand, count: 1 });
      byId("own-text").value = "";
      this.told(hold, answer.hand);
    } catch (error) {
      complain(ERROR, error.message);
    }
  }

  async photographed(photo) {
    const { hold } = this;
    const read = await sent(photo, { shows: "hand" }, say("reading_hand"), ERROR);
    if (read) this.told(hold, read.hand);
  }

  /** Takes a hand that was told, unless the device was passed on meanwhile. */
  told(hold, hand) {
    if (hold !== this.hold) return;
    this.set(hand.map(({ tile }) => tile));
    this.fold();
  }

  /** Folds the palette, by which the page moves: the hand shall be what is seen. */
  fold() {
    fold(byId("own-taking"));
    byId("own").scrollIntoView({ block: "start" });
  }
}

const named = (tiles) => tiles.map((tile) => ({ tile }));

/** Tiles without others, each taken out once. */
function without(tiles, others) {
  const left = [...tiles];
  for (const tile of others) if (left.includes(tile)) left.splice(left.indexOf(tile), 1);
  return left;
}
