from itertools import combinations

import pytest

from engine.qwirkle.lines import FITS, breaches, fit
from engine.qwirkle.notation import parse_tiles
from engine.qwirkle.tile import LINE_LIMIT, TILES, Tile


def test_tiles_fit_that_share_exactly_one_of_colour_and_shape() -> None:
    rc, rs, oc, bs, pc, wc = parse_tiles("Rc Rs Oc Bs Pc Wc")
    assert fit(rc, rs)
    assert fit(rc, oc)
    assert not fit(rc, rc)
    assert not fit(rc, bs)
    assert not fit(pc, wc)


def test_fitting_tiles_are_the_same_as_bits() -> None:
    for one in TILES:
        assert [other for other in TILES if FITS[one.number] >> other.number & 1] == [
            other for other in TILES if fit(one, other)
        ]


def test_tiles_that_fit_in_pairs_make_a_line_and_no_others_do() -> None:
    for line in combinations(TILES, 3):
        in_pairs = all(fit(one, other) for one, other in combinations(line, 2))
        assert in_pairs == (not list(breaches(line)))


def test_no_line_of_fitting_tiles_is_longer_than_six() -> None:
    def longest(line: tuple[Tile, ...], candidates: list[Tile]) -> int:
        return max(
            (
                longest((*line, tile), [other for other in candidates[i:] if fit(tile, other)])
                for i, tile in enumerate(candidates)
            ),
            default=len(line),
        )

    assert longest((), list(TILES)) == LINE_LIMIT


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Rc Rs Rd", []),
        ("Rc Rs Rc", [("duplicate_in_line", (0, 2))]),
        ("Rc Rc Rs Rs", [("duplicate_in_line", (0, 1)), ("duplicate_in_line", (2, 3))]),
        ("Rc Rs Od", [("mixed_line", (0, 1, 2))]),
        ("Rc Rc Os", [("duplicate_in_line", (0, 1)), ("mixed_line", (0, 1, 2))]),
        ("Rc Pc Wc", [("both_sixth_colours", (1, 2))]),
    ],
)
def test_breaches_name_what_is_wrong_and_which_tiles(line: str, found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [(reason.code, members) for reason, members in breaches(parse_tiles(line))] == found
