/** The dialog in which a person names a piece: the likeliest first, then all that it could be. */

import { answerOf, byId, html, show } from "./dom.js";
import { percentOf, say } from "./words.js";

/**
 * Asks which piece it is. Pieces are told by their codes, such as “Rc” or “W6”.
 * @param {Object} question
 * @param {string} question.title
 * @param {string|null} question.piece what it is taken for
 * @param {string} question.note
 * @param {Array<[string, number]>} question.likely further codes with their probabilities, undefined where there are none
 * @param {string[]} question.all all codes
 * @param {string|null} question.none what to call it if it is none of them; null if it must be one
 * @param {(code: string) => string} question.nameOf
 * @param {(code: string, label: string, onclick: () => void, ...more: Node[]) => Element} question.button
 * @returns {Promise<string>} the code, “none” if it is none, or nothing if the person leaves it as it is
 */
export function choose({ title, piece = null, note = "", likely = [], all, none = null, nameOf, button }) {
  const dialog = byId("chooser");
  byId("chooser-title").textContent = title;
  byId("chooser-note").textContent = note;
  show(byId("chooser-note"), note !== "");
  const choice = (code, label, ...more) => {
    const made = button(code, label, () => dialog.close(code), ...more);
    made.setAttribute("aria-pressed", String(code === piece));
    return made;
  };
  const first = [...(piece ? [[piece, null]] : []), ...likely].map(([code, chance]) => {
    if (chance === undefined) return choice(code, nameOf(code));
    const percent = chance === null ? null : percentOf(chance);
    const label = percent === null ? nameOf(code) : say("likely", { piece: nameOf(code), percent });
    return choice(code, label, html("span", { class: "chance", "aria-hidden": "true" }, percent === null ? "✓" : `${percent} %`));
  });
  byId("chooser-likely").replaceChildren(...first);
  byId("chooser-palette").replaceChildren(...all.map((code) => choice(code, nameOf(code))));
  byId("chooser-none").textContent = none;
  show(byId("chooser-none"), none !== null);
  return answerOf(dialog);
}

/**
 * As what a piece was read and how surely; or what it looks like, where the rules and the other pieces say something else.
 * @param {string} piece what it is taken for
 * @param {string} looks what it looks like by itself
 * @param {number} confidence how probable it is what it is taken for
 * @param {(code: string) => string} nameOf
 */
export const readAs = (piece, looks, confidence, nameOf) =>
  piece === looks ? say("read_as", { piece: nameOf(piece), percent: percentOf(confidence) }) : say("taken_for", { piece: nameOf(piece), looks: nameOf(looks) });
