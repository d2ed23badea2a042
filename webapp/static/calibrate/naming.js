/** Pieces on a photo that a person names: drawn where they lie, and as buttons besides; a tap asks which it is. */

import { refill, show } from "../dom.js";
import { fits, roomIn } from "../frame.js";
import { say } from "../words.js";

/** What tiles and dice have in common. Each kind tells what it has found, asks for names, and draws what it has. */
export class Naming {
  /**
   * @param {{pane: Element, blind: Element, list: Element}} places where the photo is drawn, what is said where it can't be shown, and the pieces as buttons
   * @param {() => void} onchange called when a piece has got another name
   * @param {{nameOf: (code: string) => string, button: (code: string, label: string, onclick: () => void) => Element}} kind as a chooser wants it
   */
  constructor(places, onchange, kind) {
    Object.assign(this, { places, onchange, kind });
    this.forget();
    window.addEventListener("resize", () => this.draw());
  }

  forget() {
    if (this.preview) URL.revokeObjectURL(this.preview.url);
    Object.assign(this, { reading: null, preview: null, pieces: [] });
  }

  /**
   * Takes a photo on which pieces were found.
   * @param {Object} reading as the server gave it
   * @param {{url: string}|null} preview
   */
  take(reading, preview) {
    this.forget();
    Object.assign(this, { reading, preview, pieces: this.found(reading) });
    this.draw();
  }

  draw() {
    const { reading, preview, places } = this;
    if (!reading) return;
    places.pane.replaceChildren(this.drawing(roomIn(places.pane)));
    if (show(places.blind, !fits(preview, reading))) places.blind.textContent = say("not_shown");
    refill(places.list, ...this.buttons());
  }

  /** A piece as a button that asks for its name. */
  button(code, key, doubted, onclick) {
    const { nameOf, button } = this.kind;
    const made = button(code, say(doubted ? "check" : "change_tile", { piece: nameOf(code) }), onclick);
    made.dataset.key = key;
    made.classList.toggle("doubted", doubted);
    return made;
  }
}
