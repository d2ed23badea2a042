/** The page of the photos that are kept: each with what lies on it, its end, and whether more may come. */

import { ask, HERE } from "../api.js";
import { complain, uncomplain } from "../desk.js";
import { answerOf, byId, html, ready, refill, show, svg } from "../dom.js";
import { nameOf, tileNamed } from "../qwirkle/tiles.js";
import { say, told } from "../words.js";
import { allow, consent } from "./keeping.js";
import { DOWN, IGNORE } from "./labels.js";

const ERROR = "photos-error";

byId("consent").checked = consent() === "yes";
byId("consent").addEventListener("change", () => allow(byId("consent").checked));
byId("clear").addEventListener("click", async () => {
  if ((await answerOf(byId("clear-sure"))) === "yes") remove("photos");
});
list();
ready();

async function list() {
  try {
    const { photos } = await ask("photos");
    show(byId("photos-none"), !photos.length);
    show(byId("photos-all"), photos.length > 0);
    const megabytes = photos.reduce((sum, { size }) => sum + size, 0) / 2 ** 20;
    byId("photos-count").textContent = say(photos.length === 1 ? "photos_kept_one" : "photos_kept", { count: photos.length, megabytes: megabytes.toFixed(1) });
    refill(byId("photos-list"), ...photos.map(shown));
  } catch (error) {
    complain(ERROR, error.message);
  }
}

async function remove(path) {
  uncomplain(ERROR);
  const buttons = () => [...byId("photos-list").querySelectorAll("button")];
  const at = buttons().indexOf(document.activeElement);
  try {
    await ask(path, undefined, { method: "DELETE" });
  } catch (error) {
    complain(ERROR, error.message);
  }
  await list();
  // The keyboard stays where the photo was, not at the top of the page.
  if (at >= 0) (buttons()[at] ?? buttons().at(-1) ?? byId("consent")).focus({ preventScroll: true });
}

function shown(photo) {
  const { name, width, height, labels, kept } = photo;
  const when = new Date(kept).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const pieces = say(labels.length === 1 ? "photo_pieces_one" : "photo_pieces", { count: labels.length });
  return html(
    "li",
    { class: "kept" },
    html(
      "div",
      { class: "picture" },
      html("img", { src: `${HERE}photos/${name}.jpg`, alt: say("photo_kept_at", { when }), loading: "lazy", width, height }),
      svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, labels.map(({ name: label, box: [x, y, across, down] }) => svg("rect", { x, y, width: across, height: down, class: label === IGNORE ? "ignored" : "named" }))),
    ),
    html("div", { class: "row" }, html("span", { class: "small" }, when), html("button", { type: "button", "data-key": name, "aria-label": say("photo_delete", { when }), onclick: () => remove(`photos/${name}`) }, say("delete"))),
    html("details", {}, html("summary", {}, pieces), html("p", { class: "small" }, labels.map(wordsOf).join(", "))),
  );
}

/** What a label says, in words: the name of a tile, what a die shows, or what is marked on a sheet. */
function wordsOf({ name, marks }) {
  if (marks) return say("kept_sheet", { marks });
  if (name === DOWN || name === IGNORE) return say(name === DOWN ? "kept_down" : "kept_ignored");
  return told.qwixx.values.includes(Number(name)) ? name : nameOf(tileNamed(name));
}
