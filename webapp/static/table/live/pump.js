/** Something done again and again: never twice at once, and not faster than a pace, however fast it is. */

/** Times in milliseconds: between two beginnings, and after a failure. */
const PACE = 100;
const PATIENCE = 1500;

export class Pump {
  /**
   * @param {(signal: AbortSignal) => Promise<void>} stroke what is done
   * @param {(error: Error) => void} failed told what went wrong, before it is tried again
   */
  constructor(stroke, failed) {
    this.stroke = stroke;
    this.failed = failed;
    this.stopper = null;
  }

  get runs() {
    return this.stopper !== null;
  }

  /** Goes on until it is stopped. */
  async start() {
    this.stop();
    const mine = (this.stopper = new AbortController());
    while (!mine.signal.aborted) {
      let until = performance.now() + PACE;
      try {
        await this.stroke(mine.signal);
      } catch (error) {
        if (mine.signal.aborted) return;
        this.failed(error);
        until = performance.now() + PATIENCE;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
    }
  }

  stop() {
    this.stopper?.abort();
    this.stopper = null;
  }
}
