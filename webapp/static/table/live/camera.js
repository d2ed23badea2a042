/** The camera of the device that shows the page: opened, chosen, lit, zoomed, and asked for one picture at a time. */

import { say } from "../../words.js";

/** What a server reads well; a camera that has other pictures gives the nearest. */
const WANTED = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 15 } };
/** The longest side of a picture that is sent, in pixels. */
const LONGEST = 1280;
const QUALITY = 0.85;
/** What getUserMedia throws, and how it is told. */
const REFUSALS = { NotAllowedError: "camera_refused", NotFoundError: "camera_none", NotReadableError: "camera_busy" };

/** Whether the browser shows a camera to this page: it does over https, and on the server's own machine. */
export const allowed = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

/** Why a camera was not opened, in words for people. */
export const refusalOf = (error) => say(REFUSALS[error.name] ?? "camera_failed");

export class Camera {
  /**
   * @param {HTMLVideoElement} video shows what the camera sees
   * @param {() => void} lost called when the camera goes by itself, being unplugged or taken by another program
   */
  constructor(video, lost) {
    this.video = video;
    this.lost = lost;
    this.track = null;
    this.starting = null; // the start that is under way, unless it was stopped
    this.canvas = document.createElement("canvas");
  }

  get open() {
    return this.track !== null;
  }

  /**
   * Opens a camera, unless it is stopped meanwhile.
   * @param {string|null} id which; the one at the back where there are several and none is named
   * @throws {DOMException} as getUserMedia does
   */
  async start(id = null) {
    this.stop();
    const mine = (this.starting = {});
    const which = id ? { deviceId: { exact: id } } : { facingMode: { ideal: "environment" } };
    const stream = await asked({ ...WANTED, ...which });
    if (this.starting !== mine) return stream.getTracks().forEach((track) => track.stop());
    [this.track] = stream.getVideoTracks();
    this.track.addEventListener("ended", () => {
      this.stop();
      this.lost();
    });
    this.video.srcObject = stream;
    await this.video.play().catch(() => {}); // it fails where it is stopped before it has begun
    return undefined;
  }

  stop() {
    this.starting = null;
    this.track?.stop();
    this.track = null;
    this.video.srcObject = null;
  }

  /** The id of the open camera. */
  get id() {
    return this.track?.getSettings().deviceId ?? null;
  }

  /** All cameras of this device, each with its id and its name; names are told once one is open. */
  async all() {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter((device) => device.kind === "videoinput").map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  }

  /** Whether the camera has a light. */
  get hasTorch() {
    return Boolean(this.can.torch);
  }

  light(on) {
    return this.track.applyConstraints({ advanced: [{ torch: on }] });
  }

  /** How far it zooms: from, to, in which steps, and now; null if it doesn't. */
  get zoom() {
    const { min, max, step } = this.can.zoom ?? {};
    return max > min ? { min, max, step: step || (max - min) / 20, now: this.track.getSettings().zoom ?? min } : null;
  }

  zoomTo(value) {
    return this.track.applyConstraints({ advanced: [{ zoom: value }] });
  }

  get can() {
    return this.track?.getCapabilities?.() ?? {};
  }

  /** Waits for a picture that was not seen before; gives it as a JPEG, or null if there is none. */
  async picture() {
    await this.fresh();
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!this.open || !width) return null;
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.getContext("2d").drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/jpeg", QUALITY));
  }

  fresh() {
    if (!this.video.requestVideoFrameCallback) return Promise.resolve();
    // A frozen camera gives no further picture: what it gave last shall be sent all the same, and be noticed.
    return new Promise((resolve) => {
      this.video.requestVideoFrameCallback(resolve);
      setTimeout(resolve, 1000);
    });
  }
}

/** Asks for a camera that zooms, as some browsers want to be asked beforehand; for any where that is too much. */
async function asked(video) {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { ...video, zoom: true } });
  } catch (error) {
    if (error.name !== "NotAllowedError") throw error;
    return navigator.mediaDevices.getUserMedia({ video });
  }
}
