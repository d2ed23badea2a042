/**
 * The room: the table that all phones share, as this page sees it. What is written here is on the server, and what
 * anybody else writes comes by the table's stream.
 */

import { HERE, refusal } from "../api.js";
import { complain, TABLE, uncomplain } from "../desk.js";
import { say } from "../words.js";
import { Seats } from "./seats.js";
import { Stream } from "./stream.js";

const SEAT = "Kibitz-Seat";
/** Who asks in the name of all seats that this phone holds or held: where it is about seats, never for a view. */
const ALL = "all";

export class Room {
  /** @param {string} code of the table */
  constructor(code) {
    this.code = code;
    /** Where the game stands, as the server tells it; null until it has told. */
    this.state = null;
    /** The player whose own view is open, whose hand may be shown; null if nobody's is. */
    this.me = null;
    /** Whether the table's stream is open: else what is seen may be old. */
    this.online = true;
    /** Opens the game's editor for a turn of `state.turns`; the game's module puts it here if it has one. */
    this.editor = null;
    /** Gives the hand of a player that this phone alone knows; the game's module puts it here if there is such a thing. */
    this.handOf = () => [];
    /** The hand that another phone has handed on, until whoever keeps hands takes it: {player, tiles}. */
    this.luggage = null;
    this.address = `${HERE}tables/${code}`;
    this.seats = new Seats(code);
    this.unanswered = []; // the places at which it stands that Kibitz does not answer
    this.listeners = { state: [], live: [], hint: [], online: [], gone: [], lost: [] };
    this.offered = new Set(); // the players whose seats this page hands on
    /** Resolves once it is known where the game stands. */
    this.entered = new Promise((resolve) => this.onState(resolve));
    if (this.mine.length === 1) [this.me] = this.mine;
    this.stream = new Stream((signal) => this.fetch("stream", { signal }), {
      state: (state) => this.take(state, this.me),
      live: (look) => this.tell("live", look),
      gone: () => this.tell("gone"),
      online: (online) => this.turnOnline(online),
      refused: (problem) => this.lookOnce(problem),
    });
  }

  /** The players whose seats this phone holds. */
  get mine() {
    return this.seats.players;
  }

  /** Goes in: from now on every change is told. */
  enter() {
    this.stream.open();
  }

  /** Calls back with each state, at once if one is known. */
  onState(listener) {
    this.listeners.state.push(listener);
    if (this.state) listener(this.state);
  }

  /** Calls back with each look of the camera. */
  onLive(listener) {
    this.listeners.live.push(listener);
  }

  /** Calls back with the move that this page hints at, null once it hints at none: the camera's picture shows it too. */
  onHint(listener) {
    this.listeners.hint.push(listener);
  }

  /** Hints at a move, or at none, on this page alone. */
  hint(move) {
    this.tell("hint", move);
  }

  /** Calls back when the connection goes or comes; with why it has gone, in words. */
  onOnline(listener) {
    this.listeners.online.push(listener);
  }

  /** Calls back when another phone has a player's seat by now; with whether it was handed on to it. */
  onLost(listener) {
    this.listeners.lost.push(listener);
  }

  /** Calls back when the table was deleted. */
  onGone(listener) {
    this.listeners.gone.push(listener);
  }

  // What a person does. Each resolves to whether it is written; if not, the reason is told at a place of the page.

  /** Writes what happened, in the engine's own form. */
  event(event, place = TABLE) {
    return this.write("events", { event }, place);
  }

  undo(place = TABLE) {
    return this.write("undo", {}, place);
  }

  redo(place = TABLE) {
    return this.write("redo", {}, place);
  }

  /** Puts another event in the place of one; what came later is replayed. */
  correct(at, event, place = TABLE) {
    return this.write("correct", { at, event }, place);
  }

  /** Keeps a decision until all who decide now have decided. */
  decide(player, decision, place = TABLE) {
    return this.write("decisions", { player, decision }, place, this.mine.includes(player) ? player : this.me);
  }

  /** Writes something on the version that is seen here. If somebody was faster, their state is shown and nothing written. */
  async write(path, wish, place = TABLE, as = this.me) {
    uncomplain(place);
    try {
      this.take(await this.asked(path, { version: this.state?.version, ...wish }, as), as);
      return true;
    } catch (error) {
      if (error.problem?.state) this.take(error.problem.state, as);
      if (!error.problem) this.unanswered.push(place);
      complain(place, error.message);
      return false;
    }
  }

  /** Takes a seat for this phone, whose view is then open: a free one, or with `over` that of a phone which is gone. */
  takeSeat(player, { over = false } = {}, place = TABLE) {
    return this.sit({ player, over }, place);
  }

  /** Takes the seat that another phone hands on by a code, with the hand that it knew. */
  takeOffer(offer, place = TABLE) {
    return this.sit({ offer }, place);
  }

  async sit(wish, place) {
    uncomplain(place);
    try {
      const { player, token, hand } = await this.asked("seats", wish, ALL);
      this.seats.keep(player, token);
      this.offered.delete(player);
      this.luggage = hand.length ? { player, tiles: hand } : null;
      this.view(player);
      return true;
    } catch (error) {
      complain(place, error.message);
      return false;
    }
  }

  /** Hands a seat on, with the hand that this phone knows: gives the code by which another one takes it. */
  async offer(player) {
    const offer = await this.asked(`seats/${player}/offer`, { hand: this.handOf(player) }, player);
    this.offered.add(player);
    return offer;
  }

  /** Which seats are taken, and when their phones were here last; says that this one is. */
  async presences() {
    const { mine } = this;
    const told = await this.asked("seats", undefined, ALL);
    for (const player of mine) if (!told.mine.includes(player) && this.mine.includes(player)) this.lose(player);
    return told.seats;
  }

  async leaveSeat(player, place = TABLE) {
    uncomplain(place);
    try {
      await this.asked(`seats/${player}`, undefined, player, "DELETE");
    } catch (error) {
      if (!error.problem) {
        complain(place, error.message);
        return false;
      }
      // Whoever has the seat by now, it is not this phone's.
    }
    this.giveUp(player);
    return true;
  }

  /** Has nothing to do with a seat any more, nor with its hand. */
  giveUp(player) {
    this.seats.drop(player);
    this.view(this.mine.length === 1 ? this.mine[0] : null);
  }

  /** Opens the view of a player whose seat this phone holds, or closes it: only what that player may see comes here. */
  view(player) {
    this.me = player;
    if (this.state) this.tell("state", this.state);
    this.stream.reopen();
  }

  /**
   * Asks something about the table: by GET without a wish, else by POST.
   * @param {string} path below the table's address
   * @param {Object|FormData} [wish]
   * @param {AbortSignal} [signal] gives up waiting
   * @returns {Promise<Object>} the answer
   * @throws {Error} whose message is for people
   */
  ask(path, wish, signal) {
    return this.asked(path, wish, undefined, undefined, signal);
  }

  /** The same, in the name of a player, by any method. */
  async asked(path, wish, as = this.me, method = wish === undefined ? "GET" : "POST", signal = undefined) {
    let answer, body;
    try {
      answer = await this.fetch(path, { method, signal, ...sent(wish) }, as);
      body = await answer.json();
    } catch {
      throw refusal(null);
    }
    if (!answer.ok) throw Object.assign(refusal(body), { problem: body, status: answer.status });
    return body;
  }

  /** Fetches what lies below the table's address, as whoever looks here. */
  fetch(path, options = {}, as = this.me) {
    return fetch(path ? `${this.address}/${path}` : this.address, {
      cache: "no-store",
      ...options,
      headers: { [SEAT]: as === ALL ? this.seats.tokens : this.seats.token(as), ...options.headers },
    });
  }

  // What comes in.

  /** Takes a state as it was told to a player, unless a later one is known. What the stream tells will follow. */
  take(state, as = this.me) {
    if (as !== this.me) return;
    if (as !== null && !state.mine.includes(as)) return this.lose(as);
    if (this.state && state.revision < this.state.revision) return;
    this.state = state;
    this.tell("state", state);
  }

  /** Another phone has this seat by now: one to which it was handed on, or one that has taken it over. */
  lose(player) {
    const handed = this.offered.delete(player);
    if (handed) this.seats.drop(player);
    else this.seats.lose(player);
    this.view(this.mine.length === 1 ? this.mine[0] : null);
    this.tell("lost", player, handed);
  }

  /** Looks at the table without a stream, and says why there is none. */
  async lookOnce(problem) {
    this.turnOnline(false, problem.detail);
    const as = this.me;
    this.take(await this.asked(""), as);
  }

  turnOnline(online, why = say("offline")) {
    if (online === this.online) return;
    this.online = online;
    if (online) for (const place of this.unanswered.splice(0)) uncomplain(place);
    this.tell("online", online, why);
  }

  tell(what, ...news) {
    for (const listener of this.listeners[what]) listener(...news);
  }
}

/** A wish as a request takes it. */
function sent(wish) {
  if (wish === undefined) return {};
  if (wish instanceof FormData) return { body: wish };
  return { body: JSON.stringify(wish), headers: { "Content-Type": "application/json" } };
}
