/** Tiles on a photo that a person names: drawn where they lie, and as buttons besides; a tap asks which it is. */

import { choose } from "../chooser.js";
import { byId, refill, show } from "../dom.js";
import { fits } from "../frame.js";
import { picture } from "../qwirkle/picture.js";
import { box, nameOf, tileButton, tileNamed } from "../qwirkle/tiles.js";
import { say } from "../words.js";

export class Naming {
  /**
   * @param {string} part whose tiles they are: `light` or `set`
   * @param {() => void} onchange called when a tile has got another name
   */
  constructor(part, onchange) {
    Object.assign(this, { part, onchange });
    this.forget();
    window.addEventListener("resize", () => this.draw());
  }

  forget() {
    if (this.preview) URL.revokeObjectURL(this.preview.url);
    Object.assign(this, { reading: null, preview: null, names: [] });
  }

  /**
   * Takes a photo that was read.
   * @param {Object} reading as the server gave it
   * @param {{url: string}|null} preview
   * @param {(tile: Object) => string|null} nameIn what a tile is taken for; null where a person must say
   */
  take(reading, preview, nameIn = nameRead) {
    this.forget();
    Object.assign(this, { reading, preview });
    this.names = reading.tiles.map((tile) => ({ tile: tile.cut ? null : nameIn(tile), left: tile.cut, sure: false }));
    this.draw();
  }

  /** Those that have a name: where each lies, and which it is. */
  get named() {
    return this.names.flatMap(({ tile, left }, at) => (tile && !left ? [{ corners: this.reading.tiles[at].corners, tile }] : []));
  }

  /** How many still have no name. */
  get unnamed() {
    return this.names.filter(({ tile, left }) => !tile && !left).length;
  }

  /** Asks which tile it is, the likeliest first, or whether it is one at all. */
  async ask(at) {
    const { tile, left } = this.names[at];
    const { alternatives, confidence } = this.reading.tiles[at];
    const chosen = await choose({
      title: say("hand_title"),
      piece: left ? null : tile,
      note: tile && !this.names[at].sure && !left ? say("read_as", { piece: nameOf(tile), percent: Math.round(100 * confidence) }) : "",
      likely: tile ? alternatives.map(([name, chance]) => [tileNamed(name), chance]).filter(([code]) => code !== tile) : [],
      all: box(null),
      none: say("leave_out"),
      nameOf,
      button: tileButton,
    });
    if (!chosen) return;
    this.names[at] = { tile: chosen === "none" ? tile : chosen, left: chosen === "none", sure: true };
    this.draw();
    this.onchange();
  }

  draw() {
    const { reading, preview, part } = this;
    if (!reading) return;
    const doubted = (at) => !this.names[at].sure && reading.tiles[at].doubted;
    const shown = this.names.map((one, at) => ({ ...one, at })).filter(({ tile, left }) => tile && !left);
    const pieces = new Map(shown.map(({ tile, at }) => [at, { tile, role: "board", doubted: doubted(at), added: false }]));
    const pane = byId(`${part}-photo`);
    const ratio = pane.clientWidth / (parseFloat(getComputedStyle(pane).maxHeight) || pane.clientWidth);
    pane.replaceChildren(picture({ reading, preview, pieces, move: null, whole: false, ratio, onpiece: (at) => this.ask(at) }));
    if (show(byId(`${part}-blind`), !fits(preview, reading))) byId(`${part}-blind`).textContent = say("not_shown");
    const ordered = [...shown].sort((one, other) => doubted(other.at) - doubted(one.at));
    refill(byId(`${part}-tiles`), ...ordered.map(({ tile, at }) => this.button(tile, at, doubted(at))));
  }

  button(tile, at, doubted) {
    const made = tileButton(tile, say(doubted ? "check" : "change_tile", { piece: nameOf(tile) }), () => this.ask(at));
    made.dataset.key = at;
    made.classList.toggle("doubted", doubted);
    return made;
  }
}

/** What a tile was read as; null if it shows its back. */
const nameRead = ({ colour, shape }) => (colour && shape ? tileNamed(`${colour} ${shape}`) : null);
