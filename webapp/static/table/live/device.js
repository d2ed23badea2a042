/** This device's camera looks at the table: its pictures go to the server one at a time, the newest when the last is answered. */

import { byId, html, show } from "../../dom.js";
import * as profile from "../../profile.js";
import { say } from "../../words.js";
import { allowed, Camera, refusalOf } from "./camera.js";
import { Pump } from "./pump.js";

/** Whether the camera was on in this tab: a page that was dropped goes on with it. */
const ON = "kibitz-camera-on";
const WHICH = "kibitz-camera";

export class Device {
  /** @param {Object} panel as `open` in live.js makes it */
  constructor(panel) {
    this.panel = panel;
    this.entered = false;
    this.camera = new Camera(panel.view.video, () => this.end(say("camera_lost")));
    this.pump = new Pump((signal) => this.send(signal), (error) => this.failed(error));
    byId("live-start").addEventListener("click", () => this.begin());
    byId("live-stop").addEventListener("click", () => this.end());
    byId("live-which").addEventListener("change", (event) => this.begin(event.target.value));
    byId("live-torch").addEventListener("click", () => this.light());
    byId("live-zoom").addEventListener("input", (event) => this.camera.zoomTo(Number(event.target.value)).catch(() => {}));
  }

  enter() {
    this.entered = true;
    this.draw();
    if (!allowed()) {
      show(byId("live-photo")); // which always works
      return this.panel.tell(say("camera_forbidden"));
    }
    return sessionStorage.getItem(ON) ? this.begin() : null;
  }

  /** Lets go of the camera, so that another program may have it; it goes on when the page is looked at again. */
  leave() {
    this.entered = false;
    this.rest();
  }

  rest() {
    this.pump.stop();
    this.camera.stop();
    this.panel.view.hide();
    this.draw();
  }

  async begin(id = localStorage.getItem(WHICH)) {
    this.panel.tell("");
    this.panel.note("");
    sessionStorage.setItem(ON, "1");
    try {
      await this.opened(id);
    } catch (error) {
      return this.entered ? this.end(refusalOf(error)) : null;
    }
    if (!this.camera.open) return null; // somebody has turned to something else meanwhile
    if (this.camera.id) localStorage.setItem(WHICH, this.camera.id);
    this.panel.view.showVideo();
    await this.draw();
    return this.pump.start();
  }

  /** Opens a camera; another one where that one is there no more. */
  async opened(id) {
    try {
      await this.camera.start(id);
    } catch (error) {
      if (!id || !this.entered || !["OverconstrainedError", "NotFoundError"].includes(error.name)) throw error;
      await this.camera.start();
    }
  }

  end(sentence = "") {
    sessionStorage.removeItem(ON);
    this.rest();
    this.panel.tell(sentence);
  }

  async send(signal) {
    const picture = await this.camera.picture();
    if (!picture || signal.aborted) return;
    const form = new FormData();
    form.append("frame", picture, "frame.jpg");
    form.append("at", (performance.now() / 1000).toFixed(3));
    for (const [name, value] of Object.entries(profile.fields())) form.append(name, value);
    const look = await this.panel.known(this.panel.room.ask("live/frames", form, signal));
    if (signal.aborted) return;
    this.panel.tell("");
    if (profile.chosen()) this.panel.note("");
    this.panel.take(look, true);
  }

  /** Says what went wrong. With a profile that is gone no further picture is sent: they are read without, and that is said once. */
  async failed(error) {
    this.panel.tell(error.message);
    if (error.code?.startsWith("profile")) this.panel.note(await profile.refresh());
  }

  async light() {
    const on = byId("live-torch").getAttribute("aria-pressed") !== "true";
    try {
      await this.camera.light(on);
      byId("live-torch").setAttribute("aria-pressed", String(on));
    } catch {
      this.panel.tell(say("no_torch"));
    }
  }

  async draw() {
    const on = this.camera.open;
    show(byId("live-start"), !on && allowed());
    show(byId("live-controls"), on);
    if (!on) return;
    show(byId("live-torch"), this.camera.hasTorch);
    byId("live-torch").setAttribute("aria-pressed", "false");
    const { zoom } = this.camera;
    if (show(byId("live-zoom-row"), zoom !== null)) Object.assign(byId("live-zoom"), { min: zoom.min, max: zoom.max, step: zoom.step, value: zoom.now });
    const all = await this.camera.all();
    if (!show(byId("live-which-row"), all.length > 1)) return;
    const option = ({ id, name }, index) => html("option", { value: id, selected: id === this.camera.id }, name || say("camera_number", { number: index + 1 }));
    byId("live-which").replaceChildren(...all.map(option));
  }
}
