/** The server's own camera, picture by picture. */

import { say } from "../../words.js";
import { Pump } from "./pump.js";

const NUMBER = "Kibitz-Frame";

export class ServerCamera {
  /** @param {Object} panel as `open` in live.js makes it */
  constructor(panel) {
    this.panel = panel;
    this.last = 0;
    this.url = null;
    this.pump = new Pump((signal) => this.fetch(signal), (error) => this.failed(error));
  }

  enter() {
    this.pump.start();
  }

  leave() {
    this.pump.stop();
    this.panel.view.hide();
  }

  /** Waits for the next picture, and shows it with what was found on it. */
  async fetch(signal) {
    const { room, view } = this.panel;
    const answer = await room.fetch(`live/picture?after=${this.last}`, { signal });
    if (answer.status === 204) return;
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail ?? say("no_answer"));
    this.last = Number(answer.headers.get(NUMBER));
    const [picture, look] = await Promise.all([answer.blob(), this.panel.known(room.ask("live", undefined, signal))]);
    if (signal.aborted) return;
    const before = this.url;
    this.url = URL.createObjectURL(picture);
    await view.showImage(this.url);
    if (before) URL.revokeObjectURL(before);
    this.panel.tell("");
    this.panel.take(look, true);
  }

  failed(error) {
    this.panel.view.hide();
    this.panel.tell(error.message);
  }
}
