/** How long Kibitz may think about a hint: a first answer comes at once, a better one when there has been time for it. */

/** Milliseconds: the first answer is one to look at already; the server thinks as long as it likes for the second. */
const QUICK = 50;

/**
 * Asks twice, and gives the answers one after the other, each with whether it is the last.
 * @param {(wish: Object) => Promise<Object>} ask asks with further fields of the wish
 */
export async function* thought(ask) {
  yield [await ask({ within: QUICK }), false];
  yield [await ask({}), true];
}

/**
 * Where what was picked stands in a better answer: a list may come in another order, and nobody shall lose their place.
 * @param {string|null} picked what tells one from another; null for the best, whichever that is
 * @param {string[]} others those of the better answer
 */
export const placeOf = (picked, others) => (picked === null ? 0 : Math.max(0, others.indexOf(picked)));
