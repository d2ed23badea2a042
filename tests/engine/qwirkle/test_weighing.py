"""Moves are weighed as far as the budget goes, the same way each time, whether or not the code is compiled."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

from engine.game import Budget
from engine.qwirkle.board import Board
from engine.qwirkle.lookahead import deal_unseen
from engine.qwirkle.moves import Cell, Move
from engine.qwirkle.notation import parse_hand
from engine.qwirkle.race import Race
from engine.qwirkle.scales import Effort, Machine, Scales, Scored
from engine.qwirkle.swapping import swaps
from engine.qwirkle.tile import COPIES, HAND_SIZE, TILES, Tile
from engine.qwirkle.view import View
from engine.qwirkle.weighing import PYTHON, can_weigh, weigh

from .positions import positions

SMALL = Effort(candidates=3, plies=2)


def views(seed: int, players: int = 2) -> list[View]:
    return [View.of_table(board, hand, players=players) for board, hand in positions(Random(seed), greed=1) if board]


def moves_of(view: View, count: int = 40) -> list[Scored]:
    return [*islice(view.board.legal_moves(view.hand).scored(), count), *((move, 0) for move in islice(swaps(view), 2))]


class Counted:
    """A machine that counts the samples it takes."""

    def __init__(self, machine: Machine) -> None:
        self.samples = self.most = 0
        self._machine = machine
        self.machine = machine._replace(try_out=self._try_out)

    def _try_out(self, *arguments: object) -> None:
        alive, deals = arguments[5], arguments[7]
        assert isinstance(alive, np.ndarray)
        assert isinstance(deals, int)
        self.samples += len(alive) * deals
        self.most = max(self.most, len(alive) * deals)
        self._machine.try_out(*arguments)


@pytest.mark.parametrize("players", [2, 3])
def test_python_weighs_as_the_compiled_code_does(players: int, compiled_machine: Machine) -> None:
    for view in views(3, players)[4::9]:
        moves = moves_of(view, 8)
        plain = weigh(view, moves, Budget(samples=12), 5, PYTHON, SMALL)
        assert plain == weigh(view, moves, Budget(samples=12), 5, compiled_machine, SMALL)
        assert any(one.samples for one in plain)


def test_the_seed_alone_decides(compiled_machine: Machine) -> None:
    view = views(1)[12]
    moves = moves_of(view)
    first, again, other = (weigh(view, moves, Budget(samples=300), seed, compiled_machine) for seed in (1, 1, 2))
    assert first == again
    assert [one.value for one in first] != [one.value for one in other]


@pytest.mark.parametrize("samples", [0, 1, 30, 200, 1000])
def test_no_more_samples_are_taken_than_were_asked_for(samples: int, compiled_machine: Machine) -> None:
    for view in views(2)[5::8]:
        counted = Counted(compiled_machine)
        moves = moves_of(view)
        weighed = weigh(view, moves, Budget(samples=samples), 0, counted.machine)
        assert counted.samples <= samples
        assert sorted(str(one.move) for one in weighed) == sorted(str(move) for move, _ in moves)
        if view.bag and samples >= 200:
            assert counted.samples > samples / 2


def test_who_stops_it_is_obeyed_between_samples(compiled_machine: Machine) -> None:
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 4

    counted = Counted(compiled_machine)
    view = views(2)[10]
    weigh(view, moves_of(view), Budget(stopped=stopped), 0, counted.machine)
    assert 0 < counted.samples <= 4 * Effort().at_once
    assert counted.most <= Effort().at_once
    assert len(asked) < 10


@pytest.mark.parametrize("looks", range(1, 8))
def test_a_deal_that_not_all_were_tried_with_does_not_count(looks: int, compiled_machine: Machine) -> None:
    view = views(2)[10]
    scales = Scales(view, moves_of(view), compiled_machine)
    values = scales.estimated()
    tried = np.argsort(-values, kind="stable")[:10]
    effort = Effort(at_once=4)
    stopped, whole = (Race(scales, tried, values, 7, effort) for _ in range(2))
    left = iter([False] * looks)
    assert not stopped.heat(tried, 20, Budget(stopped=lambda: next(left, True)))
    deals = looks // 3
    assert whole.heat(tried, deals, Budget())
    assert stopped.taken == whole.taken == 10 * deals
    assert stopped.sums.tolist() == whole.sums.tolist()
    assert stopped.counts.tolist() == whole.counts.tolist()


def test_without_a_limit_it_comes_to_an_end(compiled_machine: Machine) -> None:
    counted, view = Counted(compiled_machine), views(2)[10]
    effort = Effort(first=60, enough=500)
    weigh(view, moves_of(view), Budget(), 0, counted.machine, effort)
    assert 250 < counted.samples <= 500


def test_values_fall_along_the_list(compiled_machine: Machine) -> None:
    for view in views(4)[3::6]:
        for samples in (0, 400):
            values = [one.value for one in weigh(view, moves_of(view), Budget(samples=samples), 0, compiled_machine)]
            assert values == sorted(values, reverse=True)


def test_the_learned_values_count_as_much_as_a_few_deals(compiled_machine: Machine) -> None:
    for view in views(7)[4::9]:
        scales = Scales(view, moves_of(view), compiled_machine)
        values = scales.estimated()
        tried = np.argsort(-values, kind="stable")[:5]
        racing = Race(scales, tried, values, 0, Effort(trust=8))
        racing.heat(tried, 4, Budget())
        found, means, learned = racing.sums[tried] / 4, racing.means[tried], values[tried]
        assert means.mean() == pytest.approx(found.mean())  # they don't shift what was found on the whole
        expected = (4 * (found - found.mean()) + 8 * (learned - learned.mean())) / 12
        assert means - means.mean() == pytest.approx(expected)


def test_every_deal_gives_each_hand_its_size_and_no_tile_twice(compiled_machine: Machine) -> None:
    for view in views(6, players=3)[::6]:
        scales = Scales(view, moves_of(view), compiled_machine)
        for seed in range(3):
            deal_unseen(scales.game, scales.pool, scales.held, seed)
            hands = [scales.game.hands[at : at + HAND_SIZE] for at in range(0, 3 * HAND_SIZE, HAND_SIZE)]
            assert [int((hand >= 0).sum()) for hand in hands] == [len(view.hand), *view.others]
            dealt = np.concatenate([*(hand[hand >= 0] for hand in hands[1:]), scales.game.bag[: view.bag]])
            assert sorted(dealt.tolist()) == sorted(scales.pool.tolist())


def best(view: View, moves: Sequence[Scored], machine: Machine) -> Move:
    return weigh(view, moves, Budget(samples=800), 0, machine)[0].move


def test_a_point_more_is_not_worth_a_qwirkle_for_the_next(compiled_machine: Machine) -> None:
    # The fifth red tile earns a point more than another tile elsewhere, and leaves a qwirkle to whoever has the sixth.
    board = Board.parse("Rc@0,0 Rs@1,0 Rd@2,0 Rf@3,0 Bc@0,1 Gc@0,2 Yc@0,3")
    view = View.of_table(board, parse_hand("Rx Oc Bs Bs Yd Gx"))
    assert "Rx@4,0" not in str(best(view, list(board.legal_moves(view.hand).scored()), compiled_machine))


@pytest.mark.parametrize("far", ["Rc@0,0 Rs@200,0", "Rc@0,-60 Rs@0,60", "Rc@-999,999 Rs@999,-999"])
def test_tiles_far_from_each_other_can_not_be_weighed(far: str) -> None:
    assert not can_weigh(View.of_table(Board.parse(far), parse_hand("Rx")))


def test_more_tiles_than_a_box_holds_can_not_be_weighed() -> None:
    rows = Board(((x, y), parse_hand("Rc")[0]) for x in range(12) for y in range(12))
    assert not can_weigh(View.of_table(rows, parse_hand("Rx")))
    view = View.of_table(Board.parse("Rc@0,0"), parse_hand("Rx"))
    assert can_weigh(view)
    assert not can_weigh(replace(view, others=(7,)))
    assert not can_weigh(replace(view, bag=view.bag + 1))
    assert not can_weigh(replace(view, scores=(0, 0, 0)))


def test_a_long_board_is_weighed_to_its_ends(compiled_machine: Machine) -> None:
    steps = Board(((x, y), tile) for (x, y), tile in _staircase())
    view = View.of_table(steps, parse_hand("Pc Ps Pd Pf Px Pb"))
    assert can_weigh(view)
    moves = list(view.board.legal_moves(view.hand).scored())
    assert weigh(view, moves, Budget(samples=200), 0, compiled_machine)


def _staircase() -> Iterator[tuple[Cell, Tile]]:
    """Far down to the right, two tiles in each line: as far as 90 tiles reach."""
    for step in range(90):
        yield (step // 2 + step % 2, step // 2), TILES[step // COPIES]


def test_a_table_of_two_boxes_can_not_be_weighed() -> None:
    board = Board.parse("Wc@0,0 Pc@1,0")
    assert not can_weigh(View.of_table(board, parse_hand("Rx")))
    assert can_weigh(View.of_table(Board.parse("Wc@0,0"), parse_hand("Wx")))
