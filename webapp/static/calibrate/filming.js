/** How the parts of the page come to this device's live picture. */

import { complain, uncomplain } from "../desk.js";
import { allowed, refusalOf } from "../table/live/camera.js";
import { say } from "../words.js";

/**
 * Opens a camera; gives whether it is open then. If it can't be had, that is told; somebody may also have turned to something else
 * meanwhile.
 * @param {import("../table/live/camera.js").Camera} camera
 * @param {string} place where an error is told
 */
export async function films(camera, place) {
  uncomplain(place);
  if (!allowed()) {
    complain(place, say("camera_forbidden"));
    return false;
  }
  try {
    await camera.start();
  } catch (error) {
    complain(place, refusalOf(error));
  }
  return camera.open;
}
