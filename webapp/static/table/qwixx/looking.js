/** Whose sheet is looked at on this phone, and what may be done on it. */

import { markCode, markOf } from "../../qwixx/sheet.js";

export const NO_MARK = "--";

export class Looking {
  /** @param {import("../room.js").Room} room */
  constructor(room) {
    this.room = room;
    /** Whose sheet a person asked for, and at which version; null if nobody did. */
    this.asked = null;
    /** What was tapped but not yet told: {player, version, mark}, whose mark may be null for none. */
    this.picked = null;
    this.listeners = [];
  }

  /** Calls back when another sheet is looked at, or another mark is picked. */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /**
   * The player whose sheet is shown: who was asked for; else who holds this phone, unless only others whose seats it
   * holds have still to decide; and on a phone without a view the first who has, in the end who has won.
   */
  get player() {
    const { state, mine, me } = this.room;
    if (this.asked?.version === state.version) return this.asked.player;
    const seated = this.waited.filter((player) => mine.includes(player));
    if (me !== null) return seated.includes(me) ? me : (seated[0] ?? me);
    if (mine.length === 1) return mine[0];
    return this.waited[0] ?? state.outcome?.winners[0] ?? state.turn ?? mine[0] ?? 0;
  }

  /** Who has still to decide on this phone, the active player first. */
  get waited() {
    const { deciders, decided, turn, players } = this.room.state;
    const after = (player) => (player - turn + players.length) % players.length;
    return deciders.filter((player) => !decided.includes(player) && this.mayAct(player)).sort((one, other) => after(one) - after(other));
  }

  /** Whether this phone may decide for a player: the seat is held here, or by nobody. */
  mayAct(player) {
    return this.room.mine.includes(player) || !this.room.state.players[player].seat_taken;
  }

  /** Whether the shown player has anything to decide here. */
  get decides() {
    return this.room.state.deciders.includes(this.player) && this.mayAct(this.player);
  }

  /** The marks that the shown player may make now. */
  get offered() {
    const { legal, declaring } = this.room.state;
    return this.decides && !declaring ? legal[this.player].filter((code) => code !== NO_MARK).map(markOf) : [];
  }

  /** What the shown player has decided, as far as this phone may know: a mark, null for none, undefined if nothing. */
  get decided() {
    const code = this.room.state.decisions[this.player];
    return code === undefined ? undefined : code === NO_MARK ? null : markOf(code);
  }

  /** The mark that is to be made: what was tapped, else what is decided. */
  get chosen() {
    const { picked, player } = this;
    if (picked?.player !== player || picked.version !== this.room.state.version) return this.decided;
    return picked.mark;
  }

  /** Looks at a player's sheet. */
  look(player) {
    this.asked = { player, version: this.room.state.version };
    this.tell();
  }

  /** Picks a mark, or none if it is picked already. */
  pick(mark) {
    const again = mark !== null && this.chosen && markCode(this.chosen) === markCode(mark);
    this.picked = { player: this.player, version: this.room.state.version, mark: again ? null : mark };
    this.tell();
  }

  /** Forgets what was asked for and tapped: it is told. */
  done() {
    this.asked = this.picked = null;
    this.tell();
  }

  tell() {
    for (const listener of this.listeners) listener(this.room.state);
  }
}
