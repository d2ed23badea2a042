/** What keeps the camera from following: that it pauses and why, where table and record differ, what is wrong with it. */

import { byId, html, show } from "../../dom.js";
import { withIcons } from "../../qwirkle/tiles.js";
import { say } from "../../words.js";

/** The reasons for which a move that was made is taken back; after a picture of something else that would lose it. */
const UNDONE = ["last_move_taken", "tiles_taken"];

export class Notes {
  /**
   * @param {Room} room
   * @param {(piece: Object) => void} fix asks a person about a cell
   */
  constructor(room, fix) {
    this.room = room;
    this.fix = fix;
    this.shown = null;
    byId("halt-undo").addEventListener("click", () => room.undo("halt-error"));
    room.onState((state) => (byId("halt-undo").disabled = !state.can_undo));
  }

  see({ source, paused, differs, notices }) {
    const key = JSON.stringify([source, paused, differs, notices]);
    if (key === this.shown) return;
    this.shown = key;
    if (show(byId("halt"), paused !== null)) byId("halt-text").replaceChildren(...withIcons(paused.message));
    byId("halt-title").textContent = say(source === null ? "photo_differs" : "camera_waits");
    show(byId("halt-undo"), UNDONE.includes(paused?.code));
    show(byId("differs"), differs.length > 0);
    byId("differs-list").replaceChildren(...differs.map((reason) => this.difference(reason)));
    show(byId("live-notices"), notices.length > 0);
    byId("live-notices").replaceChildren(...notices.map((notice) => html("li", {}, notice.message)));
  }

  difference({ params, message }) {
    const check = params.cell ? html("button", { type: "button", class: "quiet", onclick: () => this.fix({ cell: params.cell, free: true }) }, say("check_it")) : null;
    return html("li", {}, html("span", {}, withIcons(message)), check);
  }
}
