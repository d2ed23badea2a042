/** The part of the page that is Qwixx's alone. */

/** Wires it once; it is drawn at every state of the room. */
export function open() {}
