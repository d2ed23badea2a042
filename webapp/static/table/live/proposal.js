/** What the camera takes for meant: shown to everybody, confirmed by one tap or by itself after a while. */

import { complain, uncomplain } from "../../desk.js";
import { byId, html, show } from "../../dom.js";
import { withIcons } from "../../qwirkle/tiles.js";
import { say } from "../../words.js";

const ERROR = "proposal-error";
const TICK = 200;
/** The reason that asks whose move the first one is. */
const WHO = "who_opens";

export class Proposal {
  /**
   * @param {Room} room
   * @param {Object} kind the game's pieces: `titleOf`, `proposed`, and `wayOf` where a proposal may be several moves
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
    const { legal, reasons, ways } = proposal;
    const several = ways.length > 0 && ways[0].moves.length > 1;
    const asksWho = several ? ways[0].moves[0].seat === null : reasons.some((reason) => reason.code === WHO);
    byId("proposal-title").textContent = several && !asksWho ? say("proposed_ways") : this.kind.titleOf(proposal);
    byId("proposal-what").replaceChildren(...(several && !asksWho ? [] : this.kind.proposed(proposal)));
    byId("proposal-reasons").replaceChildren(...(legal || several ? [] : reasons.map(told)));
    byId("proposal").classList.toggle("illegal", !legal && !several);
    if (show(byId("proposal-ways"), ways.length > 0 && (legal || several) && !asksWho)) byId("proposal-ways").replaceChildren(...this.waysOf(ways));
    show(byId("proposal-yes"), legal && !asksWho);
    byId("proposal-openers").replaceChildren(
      ...(asksWho ? this.room.state.players.map(({ name }, player) => html("button", { type: "button", class: "main", onclick: () => this.opens(player, several) }, name)) : []),
    );
  }

  /** What the tiles may be, each way a button: those in as few moves as can be, unless that is one, and behind them the rest. */
  waysOf(ways) {
    const { length } = ways[0].moves;
    const list = (some) => html("ul", { class: "orders" }, some.map((way) => html("li", {}, html("button", { type: "button", class: "order", onclick: () => this.confirm({ way: way.text }) }, this.kind.wayOf(way)))));
    const [few, more] = [ways.filter(({ moves }) => moves.length === length), ways.filter(({ moves }) => moves.length > length)];
    return [...(length > 1 ? [list(few)] : []), ...(more.length ? [html("details", {}, html("summary", {}, say("proposed_ways_more", { count: length + 1 })), list(more))] : [])];
  }

  /** Somebody has begun: the move is theirs, or the first of several of which it is to be told yet who made which. */
  opens(player, several) {
    return several ? this.room.event({ event: "open", player }, ERROR) : this.confirm({ player });
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

/** What is to be said against a proposal. */
const told = ({ message }) => html("li", { class: "error" }, withIcons(say("turn_illegal", { reason: message })));
