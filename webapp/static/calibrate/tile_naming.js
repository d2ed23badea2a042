/** Tiles on a photo that a person names; of a set that nobody knows they have no name at first. */

import { choose, readAs } from "../chooser.js";
import { html, svg } from "../dom.js";
import { picture } from "../qwirkle/picture.js";
import { box, codeOf, nameOf, tileButton, tileNamed } from "../qwirkle/tiles.js";
import { letterIn, say, told } from "../words.js";
import { Naming } from "./naming.js";

export class TileNaming extends Naming {
  /** @param places as those of `Naming`  @param onchange likewise */
  constructor(places, onchange) {
    super(places, onchange, { nameOf, button: tileButton });
  }

  /** The tiles of a photo as they were read; those that show their backs, or are cut off, are left out. */
  found({ tiles }) {
    return tiles.map((tile) => ({ tile: codeOf(tile), left: Boolean(tile.cut || tile.face === "down"), sure: false }));
  }

  /** Those that have a name: which of the photo's tiles each is, where it lies, and what it is. */
  get named() {
    return this.pieces.flatMap(({ tile, left }, piece) => (tile && !left ? [{ piece, corners: this.reading.tiles[piece].corners, tile }] : []));
  }

  /** The numbers of those that still have no name. */
  get unnamed() {
    return this.pieces.flatMap(({ tile, left }, at) => (tile || left ? [] : [at]));
  }

  /** Says that a tile can't be what it was named. */
  doubt(at) {
    this.pieces[at] = { ...this.pieces[at], wrong: true };
    this.draw();
  }

  /** Asks which tile it is, the likeliest first, or whether it is one at all. */
  async ask(at) {
    const { tile, left } = this.pieces[at];
    const chosen = await choose({
      title: say("hand_title"),
      piece: left ? null : tile,
      note: this.noteOn(at),
      likely: this.likely(at).filter(([code]) => code !== tile),
      all: box(null),
      none: say("leave_out"),
      ...this.kind,
    });
    if (!chosen) return;
    this.pieces[at] = { tile: chosen === "none" ? tile : chosen, left: chosen === "none", sure: true };
    if (chosen !== "none") TileNaming.last = chosen;
    this.draw();
    this.onchange();
  }

  /** As what a tile was read, as long as nobody has named it; or which it is, of those that have no name. */
  noteOn(at) {
    const { tile, left, sure } = this.pieces[at];
    if (!tile) return say("name_it", { number: at + 1 });
    const { looks, confidence } = this.reading.tiles[at];
    return sure || left ? "" : readAs(tile, tileNamed(looks), confidence, nameOf);
  }

  /** What a tile may be, as it was read; of a set that nobody knows, what looks like its shape in the colour that was named last. */
  likely(at) {
    const { alternatives, shapes } = this.reading.tiles[at];
    if (alternatives) return alternatives.map(([name, chance]) => [tileNamed(name), chance]);
    const { last } = TileNaming;
    return last ? shapes.map((shape) => [last[0] + letterIn(told.shapes, shape), undefined]) : [];
  }

  doubted(at) {
    const { sure, wrong } = this.pieces[at];
    return Boolean(wrong || (!sure && this.reading.tiles[at].doubted));
  }

  /** The tiles that have a name, each with its number. */
  get shown() {
    return this.pieces.map((one, at) => ({ ...one, at })).filter(({ tile, left }) => tile && !left);
  }

  drawing(ratio) {
    const { reading, preview, shown, unnamed } = this;
    const pieces = new Map(shown.map(({ tile, at }) => [at, { tile, role: "board", doubted: this.doubted(at), added: false }]));
    const drawing = picture({ reading, preview, pieces, move: null, whole: shown.length > 0 && unnamed.length > 0, ratio, onpiece: (at) => this.ask(at) });
    drawing.append(...unnamed.map((at) => this.mark(at)));
    return drawing;
  }

  /** The tiles as buttons: first those without a name, then the doubtful ones. */
  buttons() {
    const ordered = this.shown.sort((one, other) => this.doubted(other.at) - this.doubted(one.at));
    const named = ordered.map(({ tile, at }) => this.button(tile, at, this.doubted(at), () => this.ask(at)));
    return [...this.unnamed.map((at) => this.nameless(at)), ...named];
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
}

/** What a person has named last: the next tile is often of the same colour. */
TileNaming.last = null;
