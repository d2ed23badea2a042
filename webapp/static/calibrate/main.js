/** The page on which cameras, light and pieces are calibrated, one part at a time. */

import { complain, TABLE } from "../desk.js";
import { byId, ready, show } from "../dom.js";
import { say } from "../words.js";
import * as lens from "./lens.js";
import * as light from "./light.js";
import * as set from "./set.js";
import * as shelf from "./shelf.js";
import * as view from "./view.js";

const PARTS = { light, set, lens, view, shelf };
const FIRST = "light";

for (const kind of ["error", "unhandledrejection"]) window.addEventListener(kind, () => complain(TABLE, say("fault")));
for (const part of Object.values(PARTS)) part.open();
const radios = [...document.querySelectorAll("input[name=part]")];
for (const radio of radios) radio.addEventListener("change", () => location.replace(`#${radio.value}`));
window.addEventListener("hashchange", turn);
turn();
ready();

/** Shows the part that the address names, so that a page that was loaded again shows what it did. */
function turn() {
  const name = location.hash.slice(1);
  const known = name in PARTS ? name : FIRST;
  for (const radio of radios) radio.checked = radio.value === known;
  for (const [one, part] of Object.entries(PARTS)) {
    if (show(byId(`part-${one}`), one === known)) part.enter();
    else part.leave();
  }
}
