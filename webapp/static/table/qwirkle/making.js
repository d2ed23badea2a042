/** The move that is being made, in words: what it earns line by line, or why it can't be; and the button that writes it. */

import { byId, html, show } from "../../dom.js";
import { icon, withIcons } from "../../qwirkle/tiles.js";
import { pointsOf, say } from "../../words.js";

/** Makes the button that writes the draft, at the lower edge of the page. */
export function open(draft) {
  const button = html("button", { type: "button", id: "play", class: "main", hidden: true, onclick: () => draft.write(draft.event) });
  byId("bar-actions").append(button);
  byId("making-clear").addEventListener("click", () => draft.clear());
}

export function draw(draft) {
  const { tiles, trial, turn, player } = draft;
  if (show(byId("making"), tiles.length > 0 || turn !== null)) {
    byId("making-title").textContent = draft.title;
    byId("making-clear").textContent = say(turn ? "leave_as_it_was" : "take_back");
    byId("making-points").replaceChildren(...said(draft));
    byId("making-lines").replaceChildren(...(trial?.lines ?? []).map(listed), ...(trial?.bonus ? [html("li", {}, say("bonus", { points: trial.bonus }))] : []));
  }
  const button = byId("play");
  show(button, tiles.length > 0 && player !== null);
  button.disabled = Boolean(trial?.refusal);
  const points = trial && !trial.refusal ? pointsOf(trial.points) : "";
  button.replaceChildren(html("span", {}, say(turn ? "save_turn" : "play_move")), points ? html("span", { class: "then" }, points) : "");
}

function said({ tiles, trial, player }) {
  if (trial?.refusal) return [html("span", { class: "error" }, withIcons(trial.refusal))];
  if (!tiles.length) return [say("lay_tiles")];
  if (player === null) return [say("opener_first")];
  return [trial ? pointsOf(trial.points) : "…"];
}

/** A line with its tiles and points, so that everybody can check the sum. */
const listed = (line) => html("li", {}, line.tiles.map(({ tile }) => icon(tile)), html("span", { class: "gain" }, pointsOf(line.points)));
