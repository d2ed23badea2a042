/** What the camera has learned at this table by being put right: told, the newest first, and taken back by a tap. */

import { complain, uncomplain } from "../../desk.js";
import { byId, html, refill, show } from "../../dom.js";
import { say } from "../../words.js";

const ERROR = "lessons-error";

export class Lessons {
  /**
   * @param {Room} room
   * @param {(look: Object) => void} took called with the look that an answer brings
   * @param {() => void} forgot called once a lesson was taken back here
   */
  constructor(room, took, forgot) {
    Object.assign(this, { room, took, forgot });
    this.shown = null;
    this.lessons = [];
    this.all = false; // whether older ones are listed, too
    byId("lessons-all").addEventListener("click", () => {
      this.all = !this.all;
      this.draw();
    });
  }

  /** The number of the newest lesson, undefined if there is none. */
  get newest() {
    return this.lessons[0]?.number;
  }

  see({ lessons }) {
    const key = JSON.stringify(lessons);
    if (key === this.shown) return;
    this.shown = key;
    this.lessons = [...lessons].reverse();
    this.draw();
  }

  draw() {
    const { lessons } = this;
    show(byId("lessons"), lessons.length > 0);
    refill(byId("lessons-list"), ...lessons.slice(0, this.all ? undefined : 1).map((lesson) => this.entry(lesson)));
    show(byId("lessons-all"), lessons.length > 1);
    byId("lessons-all").textContent = this.all ? say("newest_lesson") : say("all_lessons", { count: lessons.length });
    byId("lessons-all").setAttribute("aria-expanded", String(this.all));
  }

  entry({ number, message }) {
    const undo = html("button", { type: "button", "data-key": number, "aria-label": say("forget_lesson", { lesson: message }), onclick: () => this.forget(number) }, say("undo"));
    return html("li", { class: "row" }, html("span", {}, message), undo);
  }

  async forget(lesson) {
    uncomplain(ERROR);
    try {
      this.took(await this.room.ask("live/forget", { lesson }));
    } catch (error) {
      complain(ERROR, error.message);
      return;
    }
    this.forgot();
  }
}
