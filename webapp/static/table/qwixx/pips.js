/** A grid in which a roll is told by one tap a die: a line for each die in play, its six faces side by side. */

import { html, svg } from "../../dom.js";
import { face, nameOf } from "../../qwixx/dice.js";
import { say, told } from "../../words.js";

const { letters, values } = told.qwixx;
const letterOf = Object.fromEntries(letters);

/**
 * The lines of the grid.
 * @param {Object} view
 * @param {Array<{colour: string, value: number|null}>} view.dice
 * @param {number[]} view.doubted the places of dice of which a reading isn't sure
 * @param {string} view.key what tells its buttons from those of other grids
 * @param {(place: number, value: number) => void} view.onpick
 */
export const grid = ({ dice, doubted = [], key, onpick }) =>
  dice.map(({ colour, value }, place) => {
    const [letter, name] = [letterOf[colour], lineName(dice, place)];
    const asks = value === null || doubted.includes(place);
    return html(
      "div",
      { class: `pips-line${asks ? " asks" : ""}`, role: "group", "aria-label": doubted.includes(place) ? say("check", { piece: name }) : name, id: `${key}-${place}` },
      html("span", { class: "tag", "aria-hidden": "true" }, asks ? `${letter}?` : letter),
      values.map((one) =>
        html(
          "button",
          { type: "button", class: "pip-button", "data-key": `${key}-${place}-${one}`, "aria-label": nameOf(letter + one), "aria-pressed": String(one === value), onclick: () => onpick(place, one) },
          svg("svg", { class: "icon", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, face(letter + one)),
        ),
      ),
    );
  });

/** The colour of a die, and which of them it is where there are two. */
function lineName(dice, place) {
  const { colour } = dice[place];
  const alike = dice.filter((die) => die.colour === colour).length;
  const number = 1 + dice.slice(0, place).filter((die) => die.colour === colour).length;
  return alike > 1 ? say("die_of_several", { colour: say(colour), number }) : say(colour);
}
