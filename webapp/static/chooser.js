/** The dialog in which a person names a tile: the likeliest first, then all of the box. */

import { byId, html, show } from "./dom.js";
import { box, nameOf, tileButton } from "./tiles.js";
import { say } from "./words.js";

/**
 * Asks which tile it is.
 * @param {Object} question
 * @param {string} question.title
 * @param {string|null} question.tile what it is taken for
 * @param {string} question.note
 * @param {Array<[string, number]>} question.likely further names with their probabilities
 * @param {string|null} question.sixth the box's sixth colour
 * @param {boolean} question.removable whether it may be no tile
 * @returns {Promise<string>} the tile, “none” if there is none, or nothing if the person leaves it as it is
 */
export function choose({ title, tile = null, note = "", likely = [], sixth = null, removable = false }) {
  const dialog = byId("chooser");
  byId("chooser-title").textContent = title;
  byId("chooser-note").textContent = note;
  show(byId("chooser-note"), note !== "");
  const button = (code, label, ...more) => {
    const made = tileButton(code, label, () => dialog.close(code), ...more);
    made.setAttribute("aria-pressed", String(code === tile));
    return made;
  };
  const first = [...(tile ? [[tile, null]] : []), ...likely].map(([code, chance]) => {
    const percent = chance === null ? null : Math.max(1, Math.round(100 * chance));
    const label = percent === null ? nameOf(code) : say("likely", { tile: nameOf(code), percent });
    return button(code, label, html("span", { class: "chance", "aria-hidden": "true" }, percent === null ? "✓" : `${percent} %`));
  });
  byId("chooser-likely").replaceChildren(...first);
  byId("chooser-palette").replaceChildren(...box(sixth).map((code) => button(code, nameOf(code))));
  show(byId("chooser-none"), removable);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}
