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
 * Where the move that was picked stands in a better answer: a list may come in another order, and nobody shall lose their
 * place. Who had picked the best is shown the best, whichever that is.
 * @param {number} picked its place among the moves of the answer before
 * @param {Array<{move: string}>} before
 * @param {Array<{move: string}>} better
 */
export const placeOf = (picked, before, better) => (picked ? Math.max(0, better.findIndex(({ move }) => move === before[picked].move)) : 0);
