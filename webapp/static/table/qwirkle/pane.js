/** The room for the board on the page: all of it where its tiles stay large enough, else a part that can be moved. */

import { byId, refill, show } from "../../dom.js";
import { board } from "../../qwirkle/board.js";

/** How large a cell is at least, in pixels: a fingertip must hit it. */
const LEAST = 44;
/** How large it is at most, in pixels or as a part of a wide room: a first tile must not fill the page. */
const MOST = 64;
const PART = 1 / 12;

export class Pane {
  /** @param {(cell: {col: number, row: number}) => void} oncell called when a cell is tapped */
  constructor(oncell) {
    this.oncell = oncell;
    this.pane = byId("table-board");
    this.whole = byId("board-whole");
    this.view = null;
    this.cell = LEAST; // how large one is drawn, in pixels
    this.looked = "";
    this.whole.addEventListener("click", () => {
      this.showWhole(!this.isWhole);
      this.draw(this.view);
    });
    // What is sized within the observer's own frame would be told to it again.
    new ResizeObserver(() => requestAnimationFrame(() => this.view && this.size())).observe(this.pane);
  }

  get isWhole() {
    return this.whole.getAttribute("aria-pressed") === "true";
  }

  showWhole(whole) {
    this.whole.setAttribute("aria-pressed", String(whole));
  }

  /**
   * Draws the board.
   * @param {Object} view as `board` of `qwirkle/board.js` takes it; `look`: the cells to bring into sight; `over`: whether
   * nothing more is laid, then all of it is shown at first, without free cells
   */
  draw(view) {
    if (view.over && !this.view?.over) this.showWhole(true);
    this.pane.classList.toggle("over", view.over);
    this.view = view;
    const stays = this.stays();
    refill(this.pane, board({ ...view, oncell: this.oncell }));
    this.size();
    stays();
    const looked = JSON.stringify(view.look);
    if (looked !== this.looked) this.lookAt(view.look);
    this.looked = looked;
  }

  /** Gives the drawing its size. */
  size() {
    const drawing = this.pane.firstElementChild;
    const { width, height } = drawing.viewBox.baseVal;
    const { maxHeight } = getComputedStyle(this.pane);
    const fit = Math.min(this.pane.clientWidth / width, parseFloat(maxHeight) / height);
    const large = Math.min(fit, Math.max(MOST, PART * this.pane.clientWidth));
    this.cell = this.isWhole ? large : Math.max(LEAST, large);
    drawing.style.width = `${this.cell * width}px`;
    drawing.style.height = `${this.cell * height}px`;
    show(this.whole, fit < LEAST);
  }

  /** Remembers what is in sight; gives what brings it back once the board is drawn anew, perhaps with more cells. */
  stays() {
    if (!this.pane.firstElementChild) return () => {};
    const { x, y } = this.pane.firstElementChild.viewBox.baseVal;
    const { scrollLeft, scrollTop } = this.pane;
    return () => {
      const { viewBox } = this.pane.firstElementChild;
      this.pane.scrollTo({ left: scrollLeft + (x - viewBox.baseVal.x) * this.cell, top: scrollTop + (y - viewBox.baseVal.y) * this.cell });
    };
  }

  /** Moves the board so that cells lie in the middle. */
  lookAt(cells) {
    if (!cells?.length) return;
    const { x, y } = this.pane.firstElementChild.viewBox.baseVal;
    const middle = (axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length;
    this.pane.scrollTo({
      left: (middle("col") - x) * this.cell - this.pane.clientWidth / 2,
      top: (middle("row") - y) * this.cell - this.pane.clientHeight / 2,
    });
  }
}
