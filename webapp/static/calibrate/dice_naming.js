/** Dice on a photo of which a person names the colours for which they stand. */

import { choose } from "../chooser.js";
import { all, codeNamed, codeOf, dieButton, dieOf, nameOf } from "../qwixx/dice.js";
import { picture } from "../qwixx/picture.js";
import { say } from "../words.js";
import { Naming } from "./naming.js";

export class DiceNaming extends Naming {
  /** @param places as those of `Naming`  @param onchange likewise */
  constructor(places, onchange) {
    super(places, onchange, { nameOf, button: dieButton });
  }

  /** The dice of a photo; those that lie aside, or are of no colour of the game, are left out. */
  found({ dice }) {
    return dice.map((die) => ({ ...die, left: die.cut || !die.in_play || die.colour === "other" }));
  }

  /** Those that are to be learned from: where the top face of each lies, and the colour that it stands for. */
  get named() {
    return this.shown.map(({ top, size, colour }) => ({ top, size, colour }));
  }

  get shown() {
    return this.pieces.filter(({ left }) => !left);
  }

  /** Asks which colour a die stands for, the likeliest first. */
  async ask(die) {
    const code = codeOf(die);
    const likely = die.sure ? [] : die.alternatives.map(([name, chance]) => [codeNamed(name), chance]);
    const chosen = await choose({
      title: say("correct_die"),
      piece: code,
      likely: likely.filter(([other]) => other[0] !== code[0] && other[1] === code[1] && other[0] !== "?"),
      all: all().filter((other) => other[1] === code[1]),
      none: say("leave_out"),
      ...this.kind,
    });
    if (!chosen) return;
    if (chosen === "none") die.left = true;
    else Object.assign(die, { colour: dieOf(chosen).colour, sure: true, doubted: false });
    this.draw();
    this.onchange();
  }

  drawing(ratio) {
    const { reading, preview, shown } = this;
    return picture({ reading, preview, dice: shown, whole: false, ratio, ondie: (die) => this.ask(die) });
  }

  buttons() {
    return this.shown.map((die) => this.button(codeOf(die), this.pieces.indexOf(die), die.doubted, () => this.ask(die)));
  }
}
