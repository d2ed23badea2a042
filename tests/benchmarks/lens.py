"""How well lenses are learned from rendered pictures of the board: `python -m tests.benchmarks.lens`.

A line for each lens, each amount of noise and blur, and each seed: the error that the fit reports, how wrong the focal
length is, how far from straight the straight picture is, and how far from the very pinhole that the fit says.
"""

from __future__ import annotations

from calibration.fit import fit_lens
from tests.calibration.views import LENSES
from tests.vision.boards import Bench, worst_bend, worst_miss
from vision.charuco import find_board
from vision.photo import Photo

CAMERAS = ((2.0, 0.6), (5.0, 1.0))
"""Noise in levels and blur in pixels (standard deviations): a good one and one in poor light."""
SEEDS = (1, 2, 3)


def main() -> None:
    """Prints the table."""
    print(f"{'lens':12}{'noise':>6}{'blur':>6}{'seed':>6}{'error':>8}{'focal':>9}{'bend':>8}{'miss':>8}")
    for name, true in LENSES.items():
        for noise, blur in CAMERAS:
            bench = Bench(true, noise, blur)
            for seed in SEEDS:
                views = [find_board(Photo.of(picture)) for picture in bench.pictures(seed=seed)]
                lens = fit_lens(views, (true.width, true.height)).lens
                focal = abs(lens.focal[0] / true.focal[0] - 1)
                off = f"{lens.error:8.3f}{focal:9.3%}{worst_bend(true, lens):8.2f}{worst_miss(true, lens):8.2f}"
                print(f"{name:12}{noise:6.1f}{blur:6.1f}{seed:6}{off}", flush=True)


if __name__ == "__main__":
    main()
