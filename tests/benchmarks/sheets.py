"""Measures the reader on rendered score sheets whose pens, type, tables and shadows no network was trained on.

    python -m tests.benchmarks.sheets --show sheets.png

One whole sheet a photo, slanted up to 45 degrees, turned any way. A clear cell is right if it is read as marked
exactly if it is; an unclear one (blacked out, half a stroke) if it is doubted. A sheet is whole if all its cells, locks
and boxes are right. Clear cells that are read right and doubted all the same count as right, and are counted apart.
Then come the numbers as the rules settle them: for how many a person is asked, and what is wrong and nobody is asked.

Light can burn ink out, until nothing on the photo tells of it. Each photo is rendered once more without ink, and the
cells whose ink makes a difference, or that have none, are also counted by themselves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.settle import SheetObserved, settle_sheet
from engine.qwixx.sheet import Row
from models.synthesis.pens import Mark
from models.synthesis.sheet_scene import UNSEEN, WHOLE, RenderedSheet, SheetScene, random_sheet_scene
from tests.benchmarks.visible import difference, shows
from vision.photo import Photo
from vision.reading import SheetSeen
from vision.sheet import COLUMNS, SheetReader

SIZE = (1024, 768)
PITCH = (28.0, 62.0)
"""Pixels from cell to cell before the sheet is fitted into the picture."""
RANGES = replace(WHOLE, family=UNSEEN)
SHOWN = 20
FIELD, BOX = 0.4, 0.22
"""How far from its middle a mark reaches into its cell, and into a lock or box, in pitches."""
NEAR = 0.5
"""A sheet counts as found if its cells lie within so many pitches of where they are, in the mean."""


@dataclass
class Score:
    """What was counted over all sheets."""

    sheets: int = 0
    found: int = 0
    whole: int = 0
    false: int = 0
    clear: int = 0
    clear_right: int = 0
    clear_doubted: int = 0
    unclear: int = 0
    unclear_doubted: int = 0
    others: int = 0
    others_right: int = 0
    asked: int = 0
    unasked_wrong: int = 0
    faded: int = 0
    faded_right: int = 0
    sheets_shown: int = 0
    shown_whole: int = 0

    def add(self, true: RenderedSheet, apart: NDArray[np.float32], seen: SheetSeen | None) -> bool:
        """Counts one sheet, whose ink makes this difference to the photo; whether it was read whole."""
        marks = true.marks[:, :COLUMNS]
        clear = marks != Mark.DOUBT
        others = np.concatenate([true.marks[:, COLUMNS], true.penalties])
        told = others != Mark.DOUBT
        self.sheets += 1
        self.clear += int(clear.sum())
        self.unclear += int((~clear).sum())
        faded = (marks != Mark.EMPTY) & ~shows(apart, true.cells[:, :COLUMNS], FIELD * true.pitch)
        places = np.concatenate([true.cells[:, COLUMNS], true.boxes])
        all_show = not faded.any() and bool((shows(apart, places, BOX * true.pitch) | (others == Mark.EMPTY)).all())
        self.faded += int(faded.sum())
        self.sheets_shown += all_show
        self.others += int(told.sum())
        if seen is None or seen.refused:
            return False
        right = (seen.marks > 0.5) == (marks == Mark.MARKED)
        others_right = (np.concatenate([seen.locks, seen.penalties]) > 0.5) == (others == Mark.MARKED)
        self.found += 1
        self.clear_right += int((right & clear).sum())
        self.clear_doubted += int((seen.doubtful & clear).sum())
        self.unclear_doubted += int((seen.doubtful & ~clear).sum())
        self.others_right += int((others_right & told).sum())
        table = settle_sheet(SheetObserved(seen.marks, seen.locks, seen.penalties, seen.doubtful))
        asked = np.array([[(row, number) in table.doubted for number in row.numbers] for row in Row])
        settled = np.array([[number in table.sheet.rows[row] for number in row.numbers] for row in Row])
        self.asked += int(asked.sum())
        self.unasked_wrong += int((np.where(clear, settled != (marks == Mark.MARKED), True) & ~asked).sum())
        whole = bool(np.where(clear, right, seen.doubtful).all() and others_right[told].all())
        self.whole += whole
        self.faded_right += int((faded & np.where(clear, right, seen.doubtful)).sum())
        self.shown_whole += whole and all_show
        return whole

    def __str__(self) -> str:
        right, count = self.clear_right + self.unclear_doubted, self.clear + self.unclear
        shown = (right - self.faded_right) / max(count - self.faded, 1)
        return "\n".join(
            [
                f"sheets found                 {self.found} of {self.sheets}, {self.false} false",
                f"sheets whole                 {self.whole} of {self.sheets} ({self.whole / max(self.sheets, 1):.1%})",
                f"cells right                  {right / max(count, 1):.2%}",
                f"  clear cells right          {self.clear_right} of {self.clear}",
                f"  clear cells doubted        {self.clear_doubted} of {self.clear}",
                f"  unclear cells doubted      {self.unclear_doubted} of {self.unclear}",
                f"clear locks and boxes right  {self.others_right} of {self.others}",
                f"as settled, asked about      {self.asked} of {count}",
                f"  wrong and not asked about  {self.unasked_wrong}",
                f"but for {self.faded} cells whose ink does not show: cells right {shown:.2%}",
                f"sheets all of whose ink shows: whole {self.shown_whole} of {self.sheets_shown} "
                f"({self.shown_whole / max(self.sheets_shown, 1):.1%})",
            ]
        )


def scenes(count: int, seed: int) -> Iterator[tuple[SheetScene, NDArray[np.float32]]]:
    """Photos of one whole sheet each, and what difference the ink makes to them."""
    for index in range(count):
        made, inkless = (
            random_sheet_scene(np.random.default_rng([seed, index]), *SIZE, PITCH, (), replace(RANGES, inkless=inkless))
            for inkless in (False, True)
        )
        yield made, difference(made.image, inkless.image)


def nearest(true: RenderedSheet, seen: tuple[SheetSeen, ...]) -> SheetSeen | None:
    """The sheet that was seen where this one lies."""
    off = [float(np.linalg.norm(sheet.cells - true.cells, axis=-1).mean()) for sheet in seen]
    best = int(np.argmin(off)) if off else -1
    return seen[best] if off and off[best] < NEAR * true.pitch else None


def drawn(made: SheetScene, seen: tuple[SheetSeen, ...]) -> NDArray[np.uint8]:
    """The photo with what was read: marked cells ringed green, doubted ones orange, wrong ones red."""
    image = made.image.copy()
    for true in made.sheets:
        sheet = nearest(true, seen)
        if sheet is None or sheet.refused:
            cv2.polylines(image, [np.rint(true.corners).astype(np.int32)], True, (0, 0, 255), 4)
            continue
        states = np.concatenate([sheet.marks.ravel(), sheet.locks, sheet.penalties])
        doubts = np.concatenate([sheet.doubtful.ravel(), np.zeros(8, bool)])
        truth = np.concatenate([true.marks[:, :COLUMNS].ravel(), true.marks[:, COLUMNS], true.penalties])
        places = np.concatenate([sheet.cells[:, :COLUMNS].reshape(-1, 2), sheet.cells[:, COLUMNS], sheet.boxes])
        for state, doubt, mark, place in zip(states, doubts, truth, places, strict=True):
            wrong = (not doubt) if mark == Mark.DOUBT else (state > 0.5) != (mark == Mark.MARKED)
            colour = (0, 0, 255) if wrong else (0, 160, 255) if doubt else (0, 200, 0)
            if wrong or doubt or state > 0.5:
                cv2.circle(image, np.rint(place).astype(int).tolist(), max(3, int(true.pitch * 0.45)), colour, 2)
    return image


def main() -> None:
    """Renders, reads and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--show", type=Path, help="where a picture of twenty of them goes, taken at random")
    parser.add_argument("--failures", type=Path, help="a folder for those that were not read whole")
    options = parser.parse_args()
    reader, score, seconds = SheetReader(), Score(), []
    shown = set(np.random.default_rng(options.seed).choice(options.count, min(SHOWN, options.count), replace=False))
    pictures = []
    for index, (made, apart) in enumerate(scenes(options.count, options.seed)):
        seen, stages = reader.read(Photo.of(made.image))
        seconds.append(sum(stages.values()))
        score.false += (
            sum(not sheet.refused for sheet in seen) - len(made.sheets) if len(seen) > len(made.sheets) else 0
        )
        whole = [score.add(true, apart, nearest(true, seen)) for true in made.sheets]
        if options.failures and not all(whole):
            options.failures.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(options.failures / f"{index:04d}.png"), drawn(made, seen))
        if index in shown:
            pictures.append(cv2.resize(drawn(made, seen), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    if options.show:
        rows = [cv2.hconcat(pictures[start : start + 4]) for start in range(0, len(pictures) // 4 * 4, 4)]
        cv2.imwrite(str(options.show), cv2.vconcat(rows))
    print(f"{options.count} sheets, seed {options.seed}, {np.median(seconds) * 1000:.0f} ms in the median\n{score}")


if __name__ == "__main__":
    main()
