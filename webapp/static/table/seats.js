/**
 * The seats that this phone holds, for each the token that shows it, kept until the seat is left; and those that were taken
 * over from it, whose tokens still lead back to the hand.
 */

export class Seats {
  /** @param {string} code of the table */
  constructor(code) {
    this.held = new Tokens(`kibitz-seats-${code}`);
    this.lost = new Tokens(`kibitz-lost-${code}`);
  }

  /** The players whose seats this phone holds. */
  get players() {
    return this.held.players;
  }

  /** The players whose hands this phone may still need: those of its seats and of the ones that were taken over from it. */
  get known() {
    return [...this.held.players, ...this.lost.players];
  }

  /** The token of a player's seat; nothing for one that is not held. */
  token(player) {
    return this.held.of(player) ?? "";
  }

  /** All tokens, of lost seats too, with commas between them. */
  get tokens() {
    return this.known.map((player) => this.held.of(player) ?? this.lost.of(player)).join(",");
  }

  keep(player, token) {
    this.lost.drop(player);
    this.held.keep(player, token);
  }

  /** Another phone has taken the seat. */
  lose(player) {
    this.lost.keep(player, this.held.of(player));
    this.held.drop(player);
  }

  /** This phone has nothing to do with the seat any more. */
  drop(player) {
    this.held.drop(player);
    this.lost.drop(player);
  }
}

/** Tokens by the numbers of their players, which the browser keeps. */
class Tokens {
  constructor(key) {
    this.key = key;
    this.all = restored(key);
  }

  get players() {
    return Object.keys(this.all).map(Number);
  }

  of(player) {
    return this.all[player];
  }

  keep(player, token) {
    this.all[player] = token;
    this.save();
  }

  drop(player) {
    delete this.all[player];
    this.save();
  }

  save() {
    if (this.players.length) localStorage.setItem(this.key, JSON.stringify(this.all));
    else localStorage.removeItem(this.key);
  }
}

function restored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}
