/** Qwixx at the table: its part of the page. */

import { uncomplain } from "../../desk.js";
import { byId, show } from "../../dom.js";
import * as editor from "./editor.js";
import { Looking } from "./looking.js";
import * as marking from "./marking.js";
import * as minis from "./minis.js";
import * as paper from "./paper.js";
import * as poster from "./poster.js";
import * as rolling from "./rolling.js";

/** Where errors are told that are about where the game stood then. */
const OUTDATED = ["roll-error", "own-error"];

/** @param {import("../room.js").Room} room */
export function open(room) {
  const looking = new Looking(room);
  byId("bar-actions").append(byId("roll-done"), byId("mark-done"));
  let version = null;
  room.onState((state) => {
    show(byId("table-qwixx"));
    if (version !== state.version) uncomplain(...OUTDATED);
    version = state.version;
  });
  editor.open(room);
  rolling.open(room);
  minis.open(room, looking);
  marking.open(room, looking);
  paper.open(room, looking);
  poster.open(room);
}
