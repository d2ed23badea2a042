/** Dice on a photo whose colours a person names: drawn where they lie, and as buttons besides; a tap asks which it is. */

import { choose } from "../chooser.js";
import { refill, show } from "../dom.js";
import { fits } from "../frame.js";
import { all, codeNamed, codeOf, dieButton, dieOf, nameOf } from "../qwixx/dice.js";
import { picture } from "../qwixx/picture.js";
import { say } from "../words.js";

export class DiceNaming {
  /** @param places as those of `Naming`  @param onchange likewise */
  constructor(places, onchange) {
    Object.assign(this, { places, onchange });
    this.forget();
    window.addEventListener("resize", () => this.draw());
  }

  forget() {
    if (this.preview) URL.revokeObjectURL(this.preview.url);
    Object.assign(this, { reading: null, preview: null, dice: [] });
  }

  /** Takes a photo that was read, and its preview; dice that lie aside, or are of no colour of the game, are left out. */
  take(reading, preview) {
    this.forget();
    Object.assign(this, { reading, preview });
    this.dice = reading.dice.map((die) => ({ ...die, left: die.cut || !die.in_play || die.colour === "other" }));
    this.draw();
  }

  /** Those that are to be learned from: where the top face of each lies, and the colour that it stands for. */
  get named() {
    return this.shown.map(({ top, size, colour }) => ({ top, size, colour }));
  }

  get shown() {
    return this.dice.filter(({ left }) => !left);
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
      nameOf,
      button: dieButton,
    });
    if (!chosen) return;
    if (chosen === "none") die.left = true;
    else Object.assign(die, { colour: dieOf(chosen).colour, sure: true, doubted: false });
    this.draw();
    this.onchange();
  }

  draw() {
    const { reading, preview, places, shown } = this;
    if (!reading) return;
    const ratio = places.pane.clientWidth / (parseFloat(getComputedStyle(places.pane).maxHeight) || places.pane.clientWidth);
    places.pane.replaceChildren(picture({ reading, preview, dice: shown, whole: false, ratio, ondie: (die) => this.ask(die) }));
    if (show(places.blind, !fits(preview, reading))) places.blind.textContent = say("not_shown");
    refill(places.list, ...shown.map((die) => this.button(die)));
  }

  button(die) {
    const piece = nameOf(codeOf(die));
    const made = dieButton(codeOf(die), say(die.doubted ? "check" : "change_tile", { piece }), () => this.ask(die));
    made.dataset.key = this.dice.indexOf(die);
    made.classList.toggle("doubted", die.doubted);
    return made;
  }
}
