/** What is set once: how others come to the table, when a move that the camera sees counts by itself, and the table's end. */

import { complain, uncomplain } from "../desk.js";
import { byId, show } from "../dom.js";
import * as profile from "../profile.js";
import { say } from "../words.js";

const ERROR = "settings-error";

/** @param {import("./room.js").Room} room */
export function open(room) {
  const dialog = byId("settings");
  const patience = byId("confirm-after");
  const believe = ({ confirm_after: seconds }) => (patience.value = seconds === null ? "" : String(seconds));
  const asked = async (wish) => {
    uncomplain(ERROR);
    try {
      believe(await room.ask(wish ? "live/settings" : "live", wish));
    } catch (error) {
      complain(ERROR, error.message);
    }
  };
  byId("open-settings").addEventListener("click", () => {
    show(byId("delete-sure"), false);
    dialog.showModal();
    asked();
    profile.refresh();
  });
  byId("settings-close").addEventListener("click", () => dialog.close());

  room.onLive(believe);
  patience.addEventListener("change", () => asked({ confirm_after: patience.value === "" ? null : Number(patience.value) }));

  byId("delete").addEventListener("click", () => show(byId("delete-sure")));
  byId("delete-yes").addEventListener("click", async () => {
    try {
      await room.asked("", { version: room.state.version }, room.me, "DELETE");
      location.assign(byId("home").href);
    } catch (error) {
      complain(ERROR, error.problem?.state ? say("delete_stale") : error.message);
    }
  });
}
