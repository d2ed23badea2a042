"""What is said of hands and tables is right, and the learned values that come with Kibitz make sense."""

import numpy as np
import pytest

from engine.qwirkle import playing, values
from engine.qwirkle.laying import lay
from engine.qwirkle.playout import BOX, FEATURES, HIGH, KINDS, MIDDLE, Playout, new_playout
from engine.qwirkle.tile import HAND_SIZE, Tile


def table(laid: str, hand: str) -> Playout:
    """A row of tiles in the middle, a hand, and all the others in the bag."""
    game = new_playout(2, values.weights())
    tiles = [Tile.parse(name).number for name in laid.split()]
    own = [Tile.parse(name).number for name in hand.split()]
    for step, tile in enumerate(tiles):
        lay(game, MIDDLE + step, tile)
    game.hands[: len(own)] = own
    left = [number % KINDS for number in range(BOX)]
    for tile in (*tiles, *own):
        left.remove(tile)
    game.bag[: len(left)] = left
    game.numbers[HIGH] = len(left)
    return game


def test_a_hand_is_described() -> None:
    game = table("Rc Rs Rd", "Rf Rx Of Of Bs")
    values.describe(game, 0)
    told = game.features
    assert told[values.SIZES : values.SIZES + HAND_SIZE + 1].tolist() == [0, 0, 0, 0, 0, 1, 0]
    assert told[values.DOUBLES] == 1
    assert told[values.SUITS_OF] == 2  # red clover and star, red and orange clover
    # Of red, 2 circles, 2 squares, 2 diamonds and 3 starbursts are left; of clovers, 3 of each of four colours.
    assert told[values.SUPPLY] == pytest.approx(0.1 * (9 + 12))
    assert told[values.FITS_NOW] == 3  # the red ones in the row, the blue square below the red one
    assert told[values.BEST_NOW] == pytest.approx(0.4)


def test_the_ends_of_the_lines_are_described() -> None:
    game = table("Rc Rs Rd Rf Rx", "Rb")
    values.describe(game, 0)
    told = game.features
    assert told[values.COMPLETES] == 1
    assert told[values.OPEN + 4] == pytest.approx(0.2)
    assert told[values.OPEN_SUPPLY + 4] == pytest.approx(2 * 0.02)
    assert told[values.OPEN] == pytest.approx(1.0)  # above and below each tile
    assert told[values.ENDS] == pytest.approx(1.2)


def test_what_goes_together_is_worth_more_than_what_does_not() -> None:
    together, apart = (values.kept_value(table("Gx", hand), 0) for hand in ("Rc Rs Rd", "Rc Os Yd"))
    assert together > apart + 1
    five, plain = (values.held_value(table(row, "Rb Os"), 0, 1) for row in ("Rc Rs Rd Rf Rx", "Rc Rs Rd Rf"))
    assert five > plain + 2


def test_the_file_is_small_and_whole() -> None:
    assert values.FILE.stat().st_size < 10_000
    assert values.weights().shape == (6 * FEATURES,)
    assert np.isfinite(values.weights()).all()


def test_a_hand_of_nothing_can_be_described() -> None:
    game = table("Rc", "")
    values.describe(game, 0)
    assert game.features[values.SIZES] == 1
    assert playing.held_by(game, 0) == 0
