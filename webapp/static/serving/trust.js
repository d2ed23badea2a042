/** Goes on to the server behind the door as soon as this phone trusts it, and opens the steps for this kind of phone. */

const ways = document.querySelectorAll(".on");
for (const way of ways) way.href += location.hash; // the code for pairing, which no server needs to learn here

const mine = [...document.querySelectorAll("[data-for]")].find((steps) =>
  steps.dataset.for.split(" ").some((kind) => navigator.userAgent.includes(kind)),
);
if (mine) mine.open = true;

for (const [target, kind] of [[window, "pageshow"], [document, "visibilitychange"]]) target.addEventListener(kind, goOnIfTrusted);

/** Asks the server behind the door for nothing; a phone that doesn't trust it gets no answer. */
async function goOnIfTrusted() {
  if (document.hidden) return;
  try {
    await fetch(new URL("/trust/reached", ways[0].href), { mode: "no-cors", cache: "no-store" });
  } catch {
    return;
  }
  document.getElementById("trusted").hidden = false;
  location.replace(ways[0].href);
}
