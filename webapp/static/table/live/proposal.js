/** What the camera takes for meant: shown to everybody, confirmed by one tap or by itself after a while. */

import { complain, uncomplain } from "../../desk.js";
import { byId, html, show } from "../../dom.js";
import { withIcons } from "../../qwirkle/tiles.js";
import { say } from "../../words.js";

const ERROR = "proposal-error";
const TICK = 200;
/** The reason that asks whose move the first one is, and those that take the tiles for several moves. */
const WHO = "who_opens";
const SEVERAL = ["two_moves", "several_moves"];

export class Proposal {
  /**
   * @param {Room} room
   * @param {Object} kind the game's pieces: `titleOf` and `proposed`
   * @param {(look: Object) => void} took called with the look that an answer brings
   */
  constructor(room, kind, took) {
    Object.assign(this, { room, kind, took });
    this.proposal = null;
    this.shown = null; // what stands on the card
    this.due = null; // when it is confirmed by itself, on this page's clock
    this.clock = null;
    byId("proposal-yes").addEventListener("click", () => this.confirm());
    byId("proposal-no").addEventListener("click", () => this.answer("live/dismiss", {}));
  }

  see({ proposal }) {
    this.proposal = proposal;
    show(byId("proposal"), proposal !== null);
    this.due = proposal?.confirms_in == null ? null : performance.now() + 1000 * proposal.confirms_in;
    this.tick();
    const key = JSON.stringify({ ...proposal, confirms_in: null });
    if (key === this.shown) return;
    this.shown = key;
    uncomplain(ERROR);
    if (proposal) this.draw(proposal);
  }

  draw(proposal) {
    const { legal, reasons } = proposal;
    const asksWho = reasons.some((reason) => reason.code === WHO);
    const several = reasons.filter((reason) => SEVERAL.includes(reason.code));
    byId("proposal-title").textContent = this.kind.titleOf(proposal);
    byId("proposal-what").replaceChildren(...this.kind.proposed(proposal));
    byId("proposal-reasons").replaceChildren(...(legal || several.length ? several : reasons).map((reason) => told(reason, legal || several.length)));
    byId("proposal").classList.toggle("illegal", !legal);
    show(byId("proposal-yes"), (legal || several.length > 0) && !asksWho);
    byId("proposal-openers").replaceChildren(
      ...(asksWho ? this.room.state.players.map(({ name }, player) => html("button", { type: "button", class: "main", onclick: () => this.confirm({ player }) }, name)) : []),
    );
  }

  /** Shows how long it takes until it is confirmed by itself. */
  tick() {
    clearTimeout(this.clock);
    const left = this.due === null ? null : Math.max(0, Math.ceil((this.due - performance.now()) / 1000));
    byId("proposal-clock").textContent = left === null ? "" : say("confirms_in", { seconds: left });
    if (left) this.clock = setTimeout(() => this.tick(), TICK);
  }

  confirm(more = {}) {
    return this.answer("live/confirm", { version: this.room.state.version, text: this.proposal.text, ...more });
  }

  async answer(path, wish) {
    const buttons = byId("proposal").querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    uncomplain(ERROR);
    try {
      this.took(await this.room.ask(path, wish));
    } catch (error) {
      if (error.problem?.state) this.room.take(error.problem.state);
      complain(ERROR, error.message);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }
}

/** What is to be said of a proposal, or against it. */
function told({ message }, possible) {
  const sentence = possible ? message : say("turn_illegal", { reason: message });
  return html("li", possible ? {} : { class: "error" }, withIcons(sentence));
}
