/** The form that keeps what was learned as a part of a profile: a new one, or one that there is. */

import * as api from "../api.js";
import { byId, html, show } from "../dom.js";
import * as profile from "../profile.js";
import { say } from "../words.js";

let known = new Map(); // the profiles that there are, each with what is wrong with its file

export class Saving {
  /**
   * @param {string} part whose form it is: `lens`, and so on
   * @param {(name: string) => Promise<boolean>} keep keeps it under a name; whether it is kept
   */
  constructor(part, keep) {
    this.part = part;
    this.field = byId(`${part}-name`);
    this.field.addEventListener("input", () => this.warn());
    byId(`${part}-save`).addEventListener("submit", async (event) => {
      event.preventDefault();
      const name = this.field.value.trim();
      if (!(await keep(name))) return;
      profile.choose(name);
      this.offer(false);
      byId(`${part}-kept`).textContent = say("kept", { name });
      show(byId(`${part}-kept`));
    });
  }

  /** Shows the form, or hides it. */
  async offer(shown = true) {
    show(byId(`${this.part}-kept`), false);
    if (!show(byId(`${this.part}-save`), shown)) return;
    if (!this.field.value) this.field.value = profile.chosen();
    await look();
    this.warn();
  }

  /** Says what becomes of a profile that there is, or why nothing can be kept in it. */
  warn() {
    const name = this.field.value.trim();
    const note = byId(`${this.part}-save`).querySelector(".name-note");
    if (show(note, known.has(name))) note.textContent = known.get(name)?.message ?? say(`joins_${this.part}`, { name });
  }
}

/** Looks which profiles there are; those are offered to which something can be added. */
async function look() {
  try {
    known = new Map((await api.profiles()).profiles.map(({ name, problem }) => [name, problem]));
  } catch {
    return; // whoever keeps something learns that there is no answer
  }
  const whole = [...known.keys()].filter((name) => known.get(name) === null);
  byId("names").replaceChildren(...whole.map((value) => html("option", { value })));
}
