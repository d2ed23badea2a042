/** The seats that this phone holds: for each the token that shows it, kept until the seat is left. */

export class Seats {
  /** @param {string} code of the table */
  constructor(code) {
    this.key = `kibitz-seats-${code}`;
    this.tokens = restored(this.key);
  }

  /** The players whose seats these are. */
  get players() {
    return Object.keys(this.tokens).map(Number);
  }

  /** The token of a player's seat; nothing for one that is not held. */
  token(player) {
    return this.tokens[player] ?? "";
  }

  keep(player, token) {
    this.tokens[player] = token;
    this.save();
  }

  drop(player) {
    delete this.tokens[player];
    this.save();
  }

  save() {
    if (this.players.length) localStorage.setItem(this.key, JSON.stringify(this.tokens));
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
