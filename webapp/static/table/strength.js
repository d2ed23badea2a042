/** How strong a hint a person likes: `where` to look, one `move`, or `all`. Kept on the device, for all games. */

const KEPT = "kibitz-hint-strength";

export class Strength {
  /** @param {() => void} onchange called when a person chooses another */
  constructor(onchange) {
    this.radios = [...document.querySelectorAll("input[name=strength]")];
    const kept = localStorage.getItem(KEPT);
    for (const radio of this.radios) {
      radio.checked = kept ? radio.value === kept : radio.checked;
      radio.addEventListener("change", () => {
        localStorage.setItem(KEPT, radio.value);
        onchange();
      });
    }
  }

  get value() {
    return this.radios.find((radio) => radio.checked).value;
  }
}
