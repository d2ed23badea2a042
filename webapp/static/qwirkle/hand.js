/** The hand: its tiles in their places, and all tiles to take from. */

import { html } from "../dom.js";
import { box, nameOf, tileButton } from "./tiles.js";
import { say, told } from "../words.js";

/**
 * The places of a hand, as buttons.
 * @param {Array<{tile: string}>} hand
 * @param {(index: number) => void} ontap called when a tile is tapped
 * @param {string} key of the words for what a tap does
 * @param {number|null} picked which of the tiles is picked up; null where none can be
 */
export const slots = (hand, ontap, key = "put_back", picked = null) =>
  Array.from({ length: told.handSize }, (_, index) => {
    if (!hand[index]) return html("span", { class: "slot", role: "img", "aria-label": say("slot_free") });
    const button = tileButton(hand[index].tile, say(key, { tile: nameOf(hand[index].tile) }), () => ontap(index));
    button.dataset.key = `held-${index}`;
    if (picked !== null) button.setAttribute("aria-pressed", String(index === picked));
    return button;
  });

/** All tiles of the box, as buttons that take one into the hand; those that are held tell how often. */
export const palette = (hand, sixth, ontake) =>
  box(sixth).map((tile) => {
    const held = hand.filter((one) => one.tile === tile).length;
    const count = held ? html("span", { class: "count" }, String(held)) : null;
    const button = tileButton(tile, say("take", { tile: nameOf(tile) }), () => ontake(tile), count);
    button.dataset.key = `take-${tile}`;
    return button;
  });

/** Folds the choice of tiles; the keyboard stays at what opens it again. */
export function fold(taking) {
  if (taking.contains(document.activeElement)) taking.querySelector("summary").focus({ preventScroll: true });
  taking.open = false;
}

/** Why a tile can't be taken into a hand; nothing if it can. */
export function refusalOf(hand, tile) {
  if (hand.length >= told.handSize) return say("hand_full");
  return hand.filter((one) => one.tile === tile).length >= told.copies ? say("hand_three") : "";
}
