/** What no camera sees: who begins, a swap, a pass, that nobody can add, which box it is, and a tile that it lacks. */

import { choose } from "../../chooser.js";
import { answerOf, byId, html, show } from "../../dom.js";
import { box, icon, nameOf, otherSixth, tileButton } from "../../qwirkle/tiles.js";
import { say } from "../../words.js";

export class Otherwise {
  /**
   * @param {Room} room
   * @param {Draft} draft which is put in place of a turn that is put right, or follows the last one
   * @param {Own} own
   */
  constructor(room, draft, own) {
    Object.assign(this, { room, draft, own });
    byId("swap").addEventListener("click", () => this.swap());
    byId("pass").addEventListener("click", () => draft.write({ event: "pass", player: draft.player }));
    byId("stuck").addEventListener("click", () => draft.write({ event: "stuck" }));
    byId("missing").addEventListener("click", () => this.missing());
    byId("other-box").addEventListener("click", () => room.correct(0, { ...room.state.start, sixth: otherSixth(room.state.sixth) }));
  }

  draw() {
    const { state } = this.room;
    const { draft } = this;
    const opens = state.turn === null && state.outcome === null;
    show(byId("opening"), opens);
    byId("openers").replaceChildren(
      ...(opens ? state.players : []).map(({ name }, player) => html("button", { type: "button", onclick: () => draft.write({ event: "open", player }) }, name)),
    );
    const acts = draft.isOpen && draft.player !== null;
    const player = draft.player === null ? "" : state.players[draft.player].name;
    byId("otherwise-title").textContent = say(draft.turn ? "was_otherwise" : "does_otherwise", { player });
    show(byId("swap"), acts && this.most > 0);
    show(byId("pass"), acts && state.bag === 0);
    show(byId("stuck"), acts && state.bag === 0 && !draft.turn);
    show(byId("otherwise"), ["swap", "pass", "stuck"].some((id) => !byId(id).hidden));
    if (show(byId("other-box"), this.mayBeOtherBox)) byId("other-box").textContent = say("other_box", { sixth: say(otherSixth(state.sixth)), other: say(state.sixth) });
    const missing = (state.start.missing ?? "").split(" ").filter(Boolean);
    show(byId("missing-tiles"), missing.length > 0);
    byId("missing-tiles").replaceChildren(say("box_lacks"), " ", ...missing.map((tile) => icon(tile)));
  }

  /** Whether nothing that is known of the tiles tells yet which box they are from. */
  get mayBeOtherBox() {
    const { board, sixth, start } = this.room.state;
    const named = [...board.map(({ tile }) => tile), ...(start.missing ?? "").split(" ").filter(Boolean)];
    return named.every((tile) => box(otherSixth(sixth)).includes(tile));
  }

  /** How many tiles can be swapped at most: none before the first tile lies on the table. */
  get most() {
    const { state } = this.room;
    return this.draft.board.length ? Math.min(state.hands[this.draft.player].count, state.bag) : 0;
  }

  /** Asks how many tiles are swapped, or which, where the own hand is known. */
  async swap() {
    const { draft, own, room } = this;
    const { player } = draft;
    const dialog = byId("swap-dialog");
    const chosen = new Set();
    const known = !draft.turn && player === room.me && own.isWhole;
    const counts = Array.from({ length: this.most }, (_, index) => html("button", { value: String(index + 1), "aria-label": say("swap_count", { count: index + 1 }) }, String(index + 1)));
    const drawTiles = () => {
      const tiles = own.tiles.map((tile, index) => {
        const button = tileButton(tile, nameOf(tile), () => {
          if (!chosen.delete(index) && chosen.size < this.most) chosen.add(index);
          drawTiles();
          byId("swap-tiles").children[index].focus();
        });
        button.setAttribute("aria-pressed", String(chosen.has(index)));
        return button;
      });
      byId("swap-tiles").replaceChildren(...tiles);
      const label = chosen.size === 1 ? say("swap_one") : say("swap_count", { count: chosen.size });
      byId("swap-counts").replaceChildren(html("button", { class: "main wide", value: String(chosen.size), disabled: chosen.size === 0 }, label));
    };
    byId("swap-title").textContent = say(known ? "swap_which" : "swap_how_many", { player: room.state.players[player].name });
    show(byId("swap-tiles"), known);
    if (known) drawTiles();
    else byId("swap-counts").replaceChildren(...counts);
    const count = Number(await answerOf(dialog));
    byId("swap-tiles").replaceChildren();
    if (!count || !(await draft.write({ event: "swap", player, count }))) return;
    if (known) own.give([...chosen].map((index) => own.tiles[index]));
  }

  /** Asks which tile the box lacks, and tells the table. */
  async missing() {
    const { state } = this.room;
    const tile = await choose({ title: say("missing_title"), all: box(state.sixth), nameOf, button: tileButton });
    if (tile) await this.room.correct(0, { ...state.start, missing: [state.start.missing, tile].filter(Boolean).join(" ") });
  }
}
