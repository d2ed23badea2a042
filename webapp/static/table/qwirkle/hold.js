/**
 * The hand of a player, which this device alone keeps: it is sent with a question for hints and stored nowhere else. What
 * the player lays leaves it, and comes back when that is undone.
 */

import { told } from "../../words.js";

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
    this.tiles = tiles.slice(0, told.handSize);
    this.save();
  }

  /** Lets go of the tiles that were laid since, and takes back those that were undone. */
  follow(turns) {
    for (const [index, tiles] of this.given.filter(([index]) => index >= turns.length)) {
      this.tiles = [...tiles, ...this.tiles].slice(0, told.handSize);
      this.given = this.given.filter(([other]) => other !== index);
    }
    turns.slice(this.turns).forEach((turn, later) => {
      if (turn.player === this.player) this.give(this.turns + later, turn.tiles.map(({ tile }) => tile));
    });
    this.turns = turns.length;
    this.save();
  }

  /** Lets go of tiles in a turn, as far as they are in hand. */
  give(turn, tiles) {
    const gone = [];
    for (const tile of tiles) {
      const place = this.tiles.indexOf(tile);
      if (place >= 0) gone.push(...this.tiles.splice(place, 1));
    }
    if (gone.length) this.given.push([turn, gone]);
    this.save();
  }

  save() {
    const { tiles, turns, given } = this;
    localStorage.setItem(this.key, JSON.stringify({ tiles, turns, given }));
  }
}

function restored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}
