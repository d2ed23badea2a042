/** Elements of the page, found and made. */

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** The page is wired: until now it took no taps, which would have been lost. */
export const ready = () => (byId("page").inert = false);

/** An HTML element; attributes that begin with “on” are listeners, those that are null or false are left out. */
export const html = (name, attributes, ...children) => filled(document.createElement(name), attributes, children);

/** The same for SVG. */
export const svg = (name, attributes, ...children) => filled(document.createElementNS(SVG, name), attributes, children);

/** Shows or hides an element, and gives whether it is shown. */
export function show(element, shown = true) {
  element.hidden = !shown;
  return shown;
}

/** Opens a dialog; gives the value of the button that closes it, nothing where it is left otherwise. */
export function answerOf(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

/** Puts other children into an element; what had the focus among the old ones, by its key, has it among the new. */
export function refill(element, ...children) {
  const before = element.contains(document.activeElement) ? document.activeElement : null;
  element.replaceChildren(...children.filter((child) => child !== null));
  if (before?.dataset.key === undefined) return;
  const now = element.querySelector(`[data-key="${CSS.escape(before.dataset.key)}"]`);
  if (now && before.type === "text") typedOn(before, now);
  now?.focus({ preventScroll: true });
}

/** Goes on in a new field with what was being typed in the old one; browsers tell no change of what a script has put there. */
function typedOn(before, now) {
  if (before.value === before.defaultValue) return;
  now.value = before.value;
  now.setSelectionRange(before.selectionStart, before.selectionEnd);
  now.addEventListener("blur", () => now.dispatchEvent(new Event("change")), { once: true });
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}
