/** A picture that the browser itself has drawn, saved as a PNG. */

/** Has the browser save a canvas under a name. */
export async function savePicture(canvas, name) {
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A colour of the page's style: the value of a property on elements of a class. */
export function colourOf(className, property) {
  const swatch = document.createElement("span");
  swatch.className = className;
  document.body.append(swatch);
  const colour = getComputedStyle(swatch).getPropertyValue(property).trim();
  swatch.remove();
  return colour;
}
