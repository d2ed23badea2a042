/** How the game began, put right: the names, who begins as long as nobody has played, and how many tiles each held. */

import { uncomplain } from "../desk.js";
import { byId, html, show } from "../dom.js";
import { say, told } from "../words.js";

const ERROR = "beginning-error";

/** @param {import("./room.js").Room} room */
export function open(room) {
  const form = byId("beginning-form");
  byId("beginning").addEventListener("toggle", async () => {
    await room.entered;
    if (byId("beginning").open) fill(room.state);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    uncomplain(ERROR);
    const { state } = room;
    const players = all("name").map(({ value }) => value.trim());
    const hands = all("tiles").map(({ value }) => Number(value));
    const turn = byId("beginning-turn").value === "" ? null : Number(byId("beginning-turn").value);
    const asksTurn = !byId("beginning-turn-row").hidden;
    const start = { ...state.start, players, ...(hands.length ? { hands } : {}) };
    if (asksTurn && state.opened === null) start.turn = turn;
    if (start.turn === null) delete start.turn;
    if (JSON.stringify(start) !== JSON.stringify(state.start) && !(await room.correct(0, start, ERROR))) return;
    if (asksTurn && state.opened !== null && turn !== openerOf(state) && !(await room.correct(state.opened, { event: "open", player: turn }, ERROR))) return;
    byId("beginning").open = false;
    byId("settings").close();
  });
  const all = (name) => [...form.querySelectorAll(`input[name=${name}]`)];
}

/** Who begins, as long as nobody has played. */
const openerOf = ({ turn }) => turn;

function fill(state) {
  const { players, start, turns, opened, outcome } = state;
  byId("beginning-players").replaceChildren(...players.map(({ name }, player) => row(name, player, start.hands?.[player])));
  const mayChange = !turns.length && !outcome;
  show(byId("beginning-turn-row"), mayChange);
  show(byId("beginning-note"), !mayChange);
  const options = players.map(({ name }, player) => html("option", { value: player }, name));
  const later = opened === null ? [html("option", { value: "" }, say("turn_later"))] : [];
  byId("beginning-turn").replaceChildren(...later, ...options);
  byId("beginning-turn").value = openerOf(state) ?? "";
}

const row = (name, player, tiles) =>
  html(
    "li",
    { class: "row" },
    html("input", { type: "text", name: "name", value: name, "aria-label": say("player_name", { number: player + 1 }), autocomplete: "off", maxlength: 30, required: true }),
    tiles === undefined ? null : html("label", { class: "small" }, say("tiles_in_hand"), html("input", { type: "number", name: "tiles", min: 0, max: told.handSize, value: tiles, inputmode: "numeric" })),
  );
