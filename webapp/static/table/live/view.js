/** The camera's picture on the page, with what was found drawn over it. */

import { refill, show, svg } from "../../dom.js";
import { say } from "../../words.js";
import { partOf, transformOf } from "./zoom.js";

export class View {
  /**
   * @param {Element} pane holds a video, a picture and the room for the drawing over both
   * @param {Object} kind the game's pieces: `drawn`, `reached` and `framed`
   * @param {(piece: Object) => void} onpiece called when a piece or a free cell is tapped
   */
  constructor(pane, kind, onpiece) {
    Object.assign(this, { pane, kind, onpiece });
    this.video = pane.querySelector("video");
    this.image = pane.querySelector("img");
    this.glass = pane.querySelector(".glass");
    this.ground = null; // which of both is shown
    this.turns = 0; // counts what was shown: a picture that comes late is not
    this.look = null;
    this.whole = false; // whether all of the picture is shown, or where the pieces lie
    this.part = null;
    this.move = null; // that is hinted at
    this.drawn = null; // what is drawn by now
    this.held = false; // while a finger is on the picture nothing is drawn anew, or its tap would be lost
    pane.addEventListener("pointerdown", () => (this.held = true));
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => this.held && setTimeout(() => this.release()));
    new ResizeObserver(() => this.draw()).observe(pane);
  }

  /** Shows what this device's camera sees. */
  showVideo() {
    this.turns += 1;
    this.reveal(this.video);
  }

  /** Shows a picture by its address; null if the browser can't, and the pieces are drawn on plain ground. */
  async showImage(url) {
    const mine = ++this.turns;
    if (url) {
      this.image.src = url;
      await this.image.decode().catch(() => {});
    }
    if (mine === this.turns) this.reveal(url ? this.image : null);
  }

  /** Shows no picture at all. */
  hide() {
    this.turns += 1;
    show(this.pane, false);
    this.see(null);
  }

  /** Draws what was found over the picture; null while nothing is known. */
  see(look) {
    this.look = look;
    this.pane.dataset.activity = look?.activity ?? "";
    this.draw();
  }

  /** Shows all of the picture, or where the pieces lie. */
  showWhole(whole) {
    this.whole = whole;
    this.part = null;
    this.draw();
  }

  /** Whether there is more of the picture than is shown, or would be if not all were shown. */
  get canTurnWhole() {
    return this.whole || Boolean(this.part?.enlarged);
  }

  /** Hints at a move, or at none. */
  point(move) {
    this.move = move;
    this.draw();
  }

  reveal(ground) {
    this.ground = ground;
    show(this.pane);
    for (const one of [this.video, this.image]) show(one, one === ground);
    this.pane.classList.toggle("blind", ground === null);
  }

  release() {
    this.held = false;
    this.draw();
  }

  draw() {
    if (this.held) return;
    const { look } = this;
    if (!look?.size || !look.pieces) {
      this.glass.replaceChildren();
      this.drawn = this.part = null;
      for (const ground of [this.video, this.image]) ground.style.transform = "";
      return;
    }
    const box = this.placed(look);
    const key = JSON.stringify([box, look.pieces, look.differs, look.proposal?.turn, this.move]);
    if (key === this.drawn) return;
    this.drawn = key;
    const drawing = svg(
      "svg",
      { viewBox: box.join(" "), class: "drawing", role: "group", "aria-label": say("live_picture", { count: look.pieces.length }) },
      this.kind.drawn(look, this.onpiece, this.move),
    );
    this.kind.reached(drawing);
    refill(this.glass, drawing);
  }

  /** Moves the picture so that the part fills the pane that shall be seen, and gives that part. */
  placed({ size, pieces }) {
    const pane = [this.pane.clientWidth, this.pane.clientHeight];
    if (!this.ground || !pane[0] || !pane[1]) return [0, 0, ...size];
    const { points, margin } = this.whole ? { points: [], margin: 0 } : this.kind.framed(pieces);
    this.part = partOf(size, pane, points, margin, this.part);
    this.ground.style.transform = transformOf(this.part, size);
    return this.part.box;
  }
}
