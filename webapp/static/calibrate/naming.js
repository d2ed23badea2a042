/** Tiles on a photo that a person names: drawn where they lie, and as buttons besides; a tap asks which it is. */

import { choose } from "../chooser.js";
import { html, refill, show, svg } from "../dom.js";
import { fits } from "../frame.js";
import { picture } from "../qwirkle/picture.js";
import { box, nameOf, tileButton, tileNamed } from "../qwirkle/tiles.js";
import { say, told } from "../words.js";

export class Naming {
  /**
   * @param {{pane: Element, blind: Element, list: Element}} places where the photo is drawn, what is said where it can't be shown, and the tiles as buttons
   * @param {() => void} onchange called when a tile has got another name
   */
  constructor(places, onchange) {
    Object.assign(this, { places, onchange });
    this.forget();
    window.addEventListener("resize", () => this.draw());
  }

  forget() {
    if (this.preview) URL.revokeObjectURL(this.preview.url);
    Object.assign(this, { reading: null, preview: null, names: [] });
  }

  /**
   * Takes a photo on which tiles were found.
   * @param {Object} reading as the server gave it
   * @param {{url: string}|null} preview
   */
  take(reading, preview) {
    this.forget();
    Object.assign(this, { reading, preview });
    this.names = reading.tiles.map((tile) => ({ tile: nameRead(tile), left: Boolean(tile.cut || tile.face === "down"), sure: false }));
    this.draw();
  }

  /** Those that have a name: which of the photo's tiles each is, where it lies, and what it is. */
  get named() {
    return this.names.flatMap(({ tile, left }, piece) => (tile && !left ? [{ piece, corners: this.reading.tiles[piece].corners, tile }] : []));
  }

  /** The numbers of those that still have no name. */
  get unnamed() {
    return this.names.flatMap(({ tile, left }, at) => (tile || left ? [] : [at]));
  }

  /** Says that a tile can't be what it was named. */
  doubt(at) {
    this.names[at] = { ...this.names[at], wrong: true };
    this.draw();
  }

  /** Asks which tile it is, the likeliest first, or whether it is one at all. */
  async ask(at) {
    const { tile, left, sure } = this.names[at];
    const chosen = await choose({
      title: say("hand_title"),
      piece: left ? null : tile,
      note: tile && !sure && !left ? say("read_as", { piece: nameOf(tile), percent: Math.round(100 * this.reading.tiles[at].confidence) }) : "",
      likely: this.likely(at).filter(([code]) => code !== tile),
      all: box(null),
      none: say("leave_out"),
      nameOf,
      button: tileButton,
    });
    if (!chosen) return;
    this.names[at] = { tile: chosen === "none" ? tile : chosen, left: chosen === "none", sure: true };
    if (chosen !== "none") Naming.last = chosen;
    this.draw();
    this.onchange();
  }

  /** What a tile may be, as it was read; of a set that nobody knows, what looks like its shape in the colour that was named last. */
  likely(at) {
    const { alternatives, shapes } = this.reading.tiles[at];
    if (alternatives) return alternatives.map(([name, chance]) => [tileNamed(name), chance]);
    const letter = (word) => Object.keys(told.shapes).find((key) => told.shapes[key] === word);
    return Naming.last ? shapes.map((shape) => [Naming.last[0] + letter(shape), undefined]) : [];
  }

  doubted(at) {
    const { sure, wrong } = this.names[at];
    return Boolean(wrong || (!sure && this.reading.tiles[at].doubted));
  }

  draw() {
    const { reading, preview, places } = this;
    if (!reading) return;
    const shown = this.names.map((one, at) => ({ ...one, at })).filter(({ tile, left }) => tile && !left);
    const pieces = new Map(shown.map(({ tile, at }) => [at, { tile, role: "board", doubted: this.doubted(at), added: false }]));
    const ratio = places.pane.clientWidth / (parseFloat(getComputedStyle(places.pane).maxHeight) || places.pane.clientWidth);
    const drawing = picture({ reading, preview, pieces, move: null, whole: pieces.size > 0 && this.unnamed.length > 0, ratio, onpiece: (at) => this.ask(at) });
    drawing.append(...this.unnamed.map((at) => this.mark(at)));
    places.pane.replaceChildren(drawing);
    if (show(places.blind, !fits(preview, reading))) places.blind.textContent = say("not_shown");
    const ordered = [...shown].sort((one, other) => this.doubted(other.at) - this.doubted(one.at));
    refill(places.list, ...this.unnamed.map((at) => this.nameless(at)), ...ordered.map(({ tile, at }) => this.button(tile, at)));
  }

  /** A tile without a name in the picture, with its number. */
  mark(at) {
    const { corners, x, y, size } = this.reading.tiles[at];
    return svg(
      "g",
      { class: "nameless", onclick: () => this.ask(at) },
      svg("polygon", { points: corners.join(" ") }),
      svg("text", { x, y: y + 0.2 * size, "font-size": 0.55 * size }, String(at + 1)),
    );
  }

  nameless(at) {
    return html("button", { type: "button", class: "nameless", "data-key": at, "aria-label": say("name_it", { number: at + 1 }), onclick: () => this.ask(at) }, String(at + 1));
  }

  button(tile, at) {
    const made = tileButton(tile, say(this.doubted(at) ? "check" : "change_tile", { piece: nameOf(tile) }), () => this.ask(at));
    made.dataset.key = at;
    made.classList.toggle("doubted", this.doubted(at));
    return made;
  }
}

/** What a person has named last: the next tile is often of the same colour. */
Naming.last = null;

/** What a tile was read as; null if it shows its back, or if nobody knows the set. */
const nameRead = ({ colour, shape }) => (colour && shape ? tileNamed(`${colour} ${shape}`) : null);
