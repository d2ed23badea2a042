/**
 * The hand of a player, which this device alone keeps: it is sent with a question for hints and stored nowhere else. What
 * the player lays leaves it, and comes back when that is undone.
 */

import { told as vocabulary } from "../../words.js";
import { moveText } from "./cells.js";

const { handSize } = vocabulary;

export class Hold {
  /**
   * @param {string} code of the table
   * @param {number} player
   */
  constructor(code, player) {
    this.key = `kibitz-hand-${code}-${player}`;
    this.player = player;
    Object.assign(this, { tiles: [], turns: 0, given: [] }, restored(this.key));
  }

  /** Forgets the hand of a player whose seat this device has no more. */
  static forget(code, player) {
    localStorage.removeItem(`kibitz-hand-${code}-${player}`);
  }

  /** Takes other tiles in hand. */
  set(tiles) {
    this.tiles = tiles.slice(0, handSize);
    this.save();
  }

  /** Lets go of the tiles that were laid since, and takes back those of turns that were undone or put right. */
  follow(turns) {
    const stale = this.given.filter(([index, , kept]) => told(turns[index]) !== kept);
    this.given = this.given.filter((one) => !stale.includes(one));
    for (const [, tiles] of stale) this.tiles = [...tiles, ...this.tiles].slice(0, handSize);
    const later = turns.map((_, index) => index).slice(this.turns);
    for (const index of [...stale.map(([index]) => index), ...later]) {
      const turn = turns[index];
      if (turn?.player === this.player) this.give(index, turn, turn.tiles.map(({ tile }) => tile));
    }
    this.turns = turns.length;
    this.save();
  }

  /** Lets go of tiles in a turn, as far as they are in hand. */
  give(index, turn, tiles) {
    const gone = [];
    for (const tile of tiles) {
      const place = this.tiles.indexOf(tile);
      if (place >= 0) gone.push(...this.tiles.splice(place, 1));
    }
    if (gone.length) this.given.push([index, gone, told(turn)]);
    this.save();
  }

  save() {
    const { tiles, turns, given } = this;
    localStorage.setItem(this.key, JSON.stringify({ tiles, turns, given }));
  }
}

/** What a turn did, to see whether it is still the same. */
const told = (turn) => turn && (turn.tiles.length ? moveText(turn.tiles) : turn.kind);

function restored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}
