/**
 * Seats that go from one phone to another: taken over from one that is gone, taken back by it, or handed on with the hand.
 */

import { complain, TABLE, uncomplain } from "../desk.js";
import { answerOf, byId, html, refill, show } from "../dom.js";
import { say } from "../words.js";

/** How often a phone that holds a seat says that it is here. */
const HERE = 20_000;
/** Seconds after which a phone that said nothing is not here any more. */
const AWAY = 45;
/** For how long something good is told, in milliseconds. */
const TOLD = 10_000;
const ERROR = "gone-error";

/** @param {import("./room.js").Room} room */
export function open(room) {
  let seats = []; // when the phones were here, as the server told it last
  let asking = null; // the player whose lost seat is asked about
  let offering = null; // the player whose seat is handed on by the code that is shown
  const name = (player) => room.state.players[player].name;
  const seatOf = (player) => seats.find((seat) => seat.player === player);

  /** Learns who is here, and says that this phone is. */
  const look = async () => {
    try {
      seats = await room.presences();
    } catch {
      // Without an answer nothing is known, which the page tells elsewhere.
    }
    draw(room.state);
  };
  const here = () => !document.hidden && (room.mine.length || byId("gone").open) && look();
  setInterval(here, HERE);
  document.addEventListener("visibilitychange", here);
  byId("gone").addEventListener("toggle", here);

  // A seat whose phone is gone.

  const draw = (state) => {
    const taken = state.players.map((_, player) => player).filter((player) => state.players[player].seat_taken && !room.mine.includes(player));
    if (!show(byId("gone"), taken.length > 0)) return;
    refill(
      byId("gone-list"),
      ...taken.map((player) =>
        html(
          "li",
          {},
          html("button", { type: "button", "data-key": `over-${player}`, onclick: () => takeOver(player) }, say("take_over", { player: name(player) })),
          html("span", { class: "small" }, seats.length ? lastHere(seatOf(player), name) : ""),
        ),
      ),
    );
  };

  /** Asks whether a seat is really to be taken from the phone that has it, and says when that was here. */
  const takeOver = async (player) => {
    await look();
    byId("over-title").textContent = say("take_over_sure", { player: name(player) });
    byId("over-text").textContent = `${lastHere(seatOf(player), name)} ${say(`take_over_${room.state.game}`)}`.trim();
    if ((await answerOf(byId("over"))) === "yes") room.takeSeat(player, { over: true });
  };

  // A seat that another phone has taken.

  /** Asks whether the seat is to come back, until that is answered. */
  const askBack = async (player) => {
    if (asking !== null) return;
    asking = player;
    byId("lost-title").textContent = say("seat_lost", { player: name(player) });
    byId("lost-text").textContent = say("seat_lost_text", { player: name(player) });
    look().then(() => {
      const [other] = seatOf(player)?.with ?? [];
      if (other !== undefined) byId("lost-title").textContent = say("seat_lost_to", { other: name(other), player: name(player) });
    });
    const answer = await answerOf(byId("lost"));
    asking = null;
    if (answer === "no") room.giveUp(player);
    if (answer === "no" || (answer === "yes" && (await room.takeSeat(player, { over: true })))) askAgain();
  };
  const askAgain = () => {
    const player = room.seats.lost.players.find((one) => room.state.players[one].seat_taken);
    if (player !== undefined && !document.hidden) askBack(player);
  };
  document.addEventListener("visibilitychange", () => room.state && askAgain());

  room.onLost((player, handed) => {
    if (!handed) return askAgain();
    byId("offer").close();
    return told(say("offer_taken", { player: name(player) }));
  });

  // A seat that is handed on.

  const handOn = async (player) => {
    uncomplain();
    try {
      const { offer, drawing, seconds } = await room.offer(player);
      byId("offer-title").textContent = say("offer_title", { player: name(player) });
      byId("offer-code").textContent = `${offer.slice(0, 3)} ${offer.slice(3)}`;
      byId("offer-text").textContent = say(drawing ? "offer_scan" : "offer_type", { code: room.code });
      byId("offer-note").textContent = say("offer_holds", { minutes: Math.round(seconds / 60) });
      byId("offer-drawing").replaceChildren(...(drawing ? [new DOMParser().parseFromString(drawing, "text/html").body.firstElementChild] : []));
      show(byId("offer-drawing"), drawing !== null);
      if (!byId("offer").open) byId("offer").showModal();
      offering = player;
    } catch (error) {
      complain(TABLE, error.message);
    }
  };

  byId("offer").addEventListener("close", () => (offering = null));
  // A server that was started anew knows no offers: the page makes another, and shows that code.
  room.onOnline((online) => online && offering !== null && handOn(offering));

  byId("gone-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await room.takeOffer(byId("gone-code").value.trim(), ERROR)) byId("gone-code").value = "";
  });

  /** The QR code that led here told which seat it is. */
  const arrive = () => {
    const key = `kibitz-offer-${room.code}`;
    const offer = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (offer) room.takeOffer(offer);
  };

  room.onState(draw);
  room.entered.then(() => {
    arrive();
    here();
    askAgain();
  });
  return { handOn };
}

/** When the phone of a seat was here, in words; nothing where nobody has the seat. */
function lastHere(seat, name) {
  if (!seat) return "";
  const player = name(seat.player);
  if (seat.here === null) return say("here_never", { player });
  if (seat.here < AWAY) return say("here_now", { player });
  const minutes = Math.round(seat.here / 60);
  if (minutes < 2) return say("here_minute", { player });
  return minutes < 120 ? say("here_minutes", { player, minutes }) : say("here_hours", { player, hours: Math.round(minutes / 60) });
}

let telling = null; // the timer of what is told now

/** Tells something good, in place of what was told before. */
function told(sentence) {
  clearTimeout(telling);
  byId("moved").textContent = sentence;
  show(byId("moved"));
  telling = setTimeout(() => show(byId("moved"), false), TOLD);
}
