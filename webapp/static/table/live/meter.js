/** One line on how well the camera follows: what it does, how old its picture is, and how many it reads. */

import { byId, show } from "../../dom.js";
import { say } from "../../words.js";

const TICK = 500;
/** A look older than this, in seconds, is told as old whatever it showed. */
const OLD = 5;

export class Meter {
  constructor() {
    this.look = null;
    this.at = 0;
    setInterval(() => this.draw(), TICK);
  }

  see(look) {
    this.look = look;
    this.at = performance.now();
    this.draw();
  }

  draw() {
    const { look } = this;
    if (!show(byId("live-meter"), Boolean(look?.source))) return;
    const age = look.age + (performance.now() - this.at) / 1000;
    const parts = [say(`live_${look.activity}`)];
    if (age > OLD) parts[0] = say("live_old");
    parts.push(say("age", { seconds: age < 10 ? age.toFixed(1) : Math.round(age) }));
    if (look.rate && age <= OLD) parts.push(say("rate", { rate: look.rate.toFixed(look.rate < 10 ? 1 : 0) }));
    byId("live-meter").textContent = parts.join(" · ");
  }
}
