/** Photos of the table, by the phone's own camera or from its album: they work over plain http too. */

import { onPhoto, sent } from "../../desk.js";
import { byId } from "../../dom.js";
import { fits } from "../../frame.js";
import * as keeping from "../../keeping/keeping.js";
import { labelsOf } from "../../keeping/labels.js";
import { previewOf } from "../../preview.js";
import { codeOf } from "../../qwirkle/tiles.js";
import { say } from "../../words.js";

const ERROR = "live-error";

export class Photos {
  /** @param {Object} panel as `open` in live.js makes it */
  constructor(panel) {
    this.panel = panel;
    this.preview = null;
    this.look = null;
    this.photo = null; // the last that was read
    if (panel.kind.readsPhotos) for (const id of ["live-take", "live-choose"]) onPhoto(byId(id), (photo) => this.read(photo));
  }

  /** Shows the last photo again, if there is one. */
  async enter() {
    if (!this.look) return;
    await this.show();
    this.panel.reveal(this.look);
  }

  leave() {
    this.panel.view.hide();
  }

  /** Reads a photo, which counts as a table that lies still. */
  async read(photo) {
    const pending = previewOf(photo);
    const look = await this.sent(photo);
    if (!look) return;
    if (this.preview) URL.revokeObjectURL(this.preview.url);
    this.preview = await pending;
    this.photo = photo;
    this.look = look;
    this.added = new Map(); // tiles that a person has added, by their cells
    this.corrected = false;
    this.gone = new Set(); // the corners of what a person says is none
    this.kept = keeping.looked(photo);
    await this.show();
    this.panel.take(look, true);
  }

  /** Reads the last photo once more, after something was learned or forgotten. */
  async again() {
    if (!this.photo) return;
    const { photo } = this;
    const look = await this.sent(photo);
    if (!look || photo !== this.photo) return;
    this.look = look;
    this.panel.take(look, true);
    if (this.corrected) this.keep();
  }

  sent(photo) {
    return this.panel.known(sent(photo, {}, say("reading"), ERROR, `tables/${this.panel.room.code}/live/photo`));
  }

  /** A person has put a piece of the photo right, which may be kept with that. */
  fixed(piece, tile) {
    if (piece.free) this.added.set(piece.cell.join(), { ...piece, tile, doubted: false });
    else if (tile === null) this.gone.add(piece.corners.join());
    this.corrected = true;
    this.keep();
  }

  /** Keeps the photo with what is on it by now, if that may be. */
  keep() {
    const pieces = this.panel.view.look.pieces.filter(({ corners }) => !this.gone.has(corners.join()));
    keeping.corrected(this.kept, labelsOf([...pieces.map((one) => ({ ...one, tile: codeOf(one) })), ...this.added.values()]));
  }

  show() {
    const [width, height] = this.look.size;
    return this.panel.view.showImage(fits(this.preview, { width, height }) ? this.preview.url : null);
  }
}
