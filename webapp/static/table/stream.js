/**
 * The table's stream: server-sent events, read by fetch so that the phone's seats are shown with it. It is opened again
 * whenever it ends or falls silent, and at once when the phone wakes or is back on the network; while nobody looks at the
 * page it stays closed. The first event is always the whole state, so nothing is ever missed.
 */

/** The server speaks every ten seconds: after this many without a word the connection is taken for dead. */
const SILENCE = 25_000;
/** How long to wait before the next try, each time longer. */
const PATIENCE = [300, 1000, 2000, 5000];

export class Stream {
  /**
   * @param {() => Promise<Response>} request asks for the stream
   * @param {Object<string, (data: any) => void>} listeners by the names of the events; `online` is told whether it is open, `refused`
   * that the server has no room for one
   */
  constructor(request, listeners) {
    this.request = request;
    this.listeners = listeners;
    this.reading = null; // stops the reading that is under way
    this.tries = 0;
    this.waiting = null;
    this.silence = null;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.reopen()));
    window.addEventListener("pageshow", (event) => event.persisted && this.reopen());
    window.addEventListener("online", () => this.reopen());
    window.addEventListener("offline", () => this.listeners.online(false));
    window.addEventListener("pagehide", () => this.close());
  }

  /** Opens the stream, and keeps it open. */
  async open() {
    this.close();
    const mine = (this.reading = new AbortController());
    try {
      const answer = await this.request(mine.signal);
      if (answer.status === 404) return this.listeners.gone();
      if (answer.ok) await this.read(answer.body, mine);
      else await this.listeners.refused(await answer.json());
    } catch {
      // Whatever it was, the next try will tell.
    }
    if (this.reading !== mine) return;
    if (this.tries > 0) this.listeners.online(false);
    this.waiting = setTimeout(() => this.open(), PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
  }

  /** Opens it anew, without waiting. */
  reopen() {
    this.tries = 0;
    if (!document.hidden) this.open();
  }

  close() {
    clearTimeout(this.waiting);
    clearTimeout(this.silence);
    this.reading?.abort();
    this.reading = null;
  }

  async read(body, mine) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      clearTimeout(this.silence);
      this.silence = setTimeout(() => mine.abort(), SILENCE);
      const { value, done } = await reader.read();
      if (done || this.reading !== mine) return;
      this.tries = 0;
      this.listeners.online(true);
      const blocks = (text + value).split("\n\n");
      text = blocks.pop();
      for (const block of blocks) this.heard(block);
    }
  }

  /** An event: its name and its data, or a comment that only shows that the server is there. */
  heard(block) {
    const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: ?(.*)/s, 2)));
    if (!fields.event) return;
    if (fields.event === "gone") this.close();
    this.listeners[fields.event]?.(JSON.parse(fields.data));
  }
}
