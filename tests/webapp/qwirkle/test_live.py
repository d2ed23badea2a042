"""A game that a camera follows: readings made by hand, a clock driven by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future

import numpy as np
import pytest

from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from engine.qwirkle.tile import Tile
from tests.webapp.rendered import laid
from vision.grid import place_tiles
from vision.icc import Pixels
from vision.reading import Reading
from vision.tracker import Tracker
from webapp.assistant.live import LiveGame, News, Watcher, at_once

FIRST, SECOND = "Wc@0,0 Yc@1,0 Oc@2,0", "Yd@1,1 Yb@1,2 Yx@1,3"


def reading(board: Board) -> Reading:
    tiles = tuple(laid(board, at=(400, 400)))
    return Reading(1000, 1000, tiles, place_tiles(tiles))


class Table:
    """A table whose tiles are laid and taken, and the game that follows it."""

    def __init__(self) -> None:
        self.game = LiveGame()
        self.board = EMPTY_BOARD
        self.at = 0.0

    def lays(self, move: str) -> list[News]:
        return self.shows(self.board.after(Move.parse(move)))

    def takes(self, *cells: tuple[int, int]) -> list[News]:
        return self.shows(Board((cell, tile) for cell, tile in self.board.items() if cell not in cells))

    def shows(self, board: Board) -> list[News]:
        self.board = board
        self.at += 1
        return self.game.see(reading(board), self.at)

    def waits(self, seconds: float = 3.0) -> list[News]:
        self.at += seconds
        return self.game.tick(self.at)


def events(news: Sequence[News]) -> list[str]:
    return [one.event for one in news]


def codes(news: Sequence[News]) -> list[str]:
    return [reason.code for one in news for reason in one.reasons]


@pytest.fixture
def table() -> Table:
    """One on which a first move was confirmed."""
    table = Table()
    table.lays(FIRST)
    table.waits()
    return table


def test_tiles_that_are_added_become_a_proposed_move_with_its_points() -> None:
    table = Table()
    assert table.shows(EMPTY_BOARD) == []
    news = table.lays(FIRST)
    assert events(news) == ["proposed"]
    assert news[0].turn is not None
    assert news[0].turn.score.points == 3
    assert events(table.waits(2.9)) == []
    assert events(table.waits(0.1)) == ["confirmed"]
    news = table.lays(SECOND)
    assert news[0].turn is not None
    assert (news[0].turn.move, news[0].turn.score.points, news[0].turn.illegal) == (Move.parse(SECOND), 4, None)


def test_the_same_table_again_is_no_news(table: Table) -> None:
    assert table.shows(table.board) == []
    assert events(table.lays(SECOND)) == ["proposed"]
    assert table.shows(table.board) == []


def test_a_game_in_its_middle_is_where_it_goes_on() -> None:
    table = Table()
    assert events(table.shows(EMPTY_BOARD.after(Move.parse(FIRST)).after(Move.parse(SECOND)))) == ["started"]
    assert events(table.lays("Of@2,-1 Ox@2,-2")) == ["proposed"]


def test_a_move_in_the_making_is_proposed_anew_with_every_tile(table: Table) -> None:
    table.lays("Yd@1,1")
    news = table.lays("Yb@1,2")
    assert [one.turn.move for one in news if one.turn] == [Move.parse("Yd@1,1 Yb@1,2")]


def test_proposed_tiles_that_are_taken_back_are_withdrawn(table: Table) -> None:
    table.lays("Yd@1,1")
    assert events(table.takes((1, 1))) == ["withdrawn"]
    assert table.waits(20) == []


def test_while_something_moves_nothing_is_confirmed(table: Table) -> None:
    table.lays("Yd@1,1")
    table.game.wait()
    assert table.waits(20) == []
    table.shows(table.board)
    assert events(table.waits()) == ["confirmed"]


def test_how_long_tiles_have_lain_counts_on_after_something_moved(table: Table) -> None:
    table.lays("Yd@1,1")
    assert table.waits(2) == []
    table.game.wait()
    table.shows(table.board)
    assert table.waits(0.9) == []
    assert events(table.waits(0.1)) == ["confirmed"]


def test_a_further_tile_begins_the_wait_anew(table: Table) -> None:
    table.lays("Yd@1,1")
    assert table.waits(2) == []
    table.game.wait()
    table.lays("Yb@1,2")
    assert table.waits(2.9) == []
    assert events(table.waits(0.1)) == ["confirmed"]


def test_a_forbidden_move_is_shown_with_its_reason_and_holds_up_the_game_no_longer_than_it_must(table: Table) -> None:
    news = table.lays("Bx@3,0")
    assert news[0].turn is not None
    assert news[0].turn.illegal is not None
    assert table.waits(5) == []
    assert events(table.waits(5)) == ["confirmed"]


def test_the_next_move_confirms_the_one_before(table: Table) -> None:
    table.lays(SECOND)
    news = table.lays("Of@2,-1 Ox@2,-2")
    assert events(news) == ["confirmed", "proposed"]
    assert [one.turn.move for one in news if one.turn] == [Move.parse(SECOND), Move.parse("Of@2,-1 Ox@2,-2")]


def test_a_first_move_is_confirmed_by_the_second_though_cells_were_counted_anew() -> None:
    table = Table()
    table.lays(FIRST)
    news = table.lays("Of@2,-1 Ox@2,-2")
    assert events(news) == ["confirmed", "proposed"]
    assert [one.turn.score.points for one in news if one.turn] == [3, 3]


def test_a_first_move_that_is_taken_back_is_withdrawn() -> None:
    table = Table()
    table.lays(FIRST)
    assert events(table.shows(EMPTY_BOARD)) == ["withdrawn"]


def test_two_moves_between_two_looks_are_said_to_be_two(table: Table) -> None:
    news = table.lays("Yd@1,1 Of@2,-1 Ox@2,-2")
    assert codes(news) == ["two_moves"]
    told = {name: str(value) for name, value in news[0].reasons[0].params.items()}
    assert told == {"first": "Yd@1,1", "second": "Ox@2,-2 Of@2,-1", "tiles": "Yd, then Ox Of"}


def test_three_moves_between_two_looks_are_said_to_be_three(table: Table) -> None:
    news = table.lays("Yd@1,1 Of@2,-1 Ox@2,-2 Wb@0,-1")
    assert codes(news) == ["several_moves"]
    assert news[0].reasons[0].params["count"] == 3
    assert len(table.game.ways) > 1
    for way in table.game.ways:
        board = table.game.board
        for move in way:
            board.check(move)
            board = board.after(move)
        assert board == table.board


def test_the_last_move_taken_away_pauses_and_is_undone_if_it_stays_away(table: Table) -> None:
    table.lays(SECOND)
    table.waits()
    news = table.takes((1, 1), (1, 2), (1, 3))
    assert (events(news), codes(news)) == (["paused"], ["last_move_taken"])
    assert events(table.waits()) == ["undone"]
    assert table.game.board == Board.parse(FIRST)
    assert events(table.lays("Of@2,-1")) == ["proposed"]


def test_tiles_taken_away_pause_until_they_lie_there_again(table: Table) -> None:
    table.lays(SECOND)
    table.waits()
    whole = table.board
    news = table.takes((1, 3), (0, 0))
    assert (events(news), codes(news)) == (["paused"], ["tiles_taken"])
    assert table.lays("Yf@1,-1") == []
    assert table.waits(60) == []
    assert events(table.shows(whole)) == ["resumed"]


def test_of_many_tiles_that_are_gone_only_the_number_is_told(table: Table) -> None:
    for move in (SECOND, "Rx@2,3 Gx@3,3 Bx@4,3 Ox@5,3", "Of@2,-1 Ox@2,-2 Os@2,-3"):
        table.lays(move)
        table.waits()
    assert codes(table.takes((2, -3), (2, -2), (2, 3), (3, 3), (4, 3), (5, 3))) == ["tiles_taken"]
    (news,) = table.takes((2, -1))
    assert [(reason.code, reason.params) for reason in news.reasons] == [("many_taken", {"count": 7})]


def test_a_tile_moved_pauses(table: Table) -> None:
    table.lays(SECOND)
    table.waits()
    moved = Board((((3, 0) if cell == (0, 0) else cell), tile) for cell, tile in table.board.items())
    assert codes(table.shows(moved)) == ["tiles_taken"]


def test_one_tile_missed_or_misread_is_told_once_and_the_game_goes_on(table: Table) -> None:
    table.lays(SECOND)
    table.waits()
    before = table.board
    news = table.takes((0, 0))
    assert (events(news), codes(news)) == (["differs"], ["not_seen"])
    misread = Board({**before, (1, 0): Tile.parse("Oc")})
    table.shows(misread)
    assert table.game.board == before
    news = table.lays("Of@2,-1 Ox@2,-2")
    assert events(news)[-1] == "proposed"
    assert news[-1].turn is not None
    assert (news[-1].turn.illegal, news[-1].turn.score.points) == (None, 3)


def test_another_table_pauses(table: Table) -> None:
    before = table.board
    assert codes(table.shows(Board.parse("Bb@0,0 Gb@1,0 Pb@2,0"))) == ["another_table"]
    assert events(table.shows(before)) == ["resumed"]


def test_a_person_may_confirm_and_undo_at_any_time(table: Table) -> None:
    with pytest.raises(ValueError, match="proposed"):
        table.game.confirm()
    table.lays(SECOND)
    assert table.game.confirm().event == "confirmed"
    assert table.game.undo().event == "undone"
    assert table.game.undo().event == "undone"
    with pytest.raises(ValueError, match="confirmed"):
        table.game.undo()


class Camera:
    """Noise on a grey table, or a black picture, ten times a second."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(3)
        self.at = 0.0

    def plays(self, watcher: Watcher, seconds: float, light: int = 100) -> list[News]:
        news = []
        for _ in range(round(10 * seconds)):
            self.at += 0.1
            noise = self.rng.integers(0, 5, (60, 80, 3), dtype=np.uint8)
            news += watcher.see(noise + np.uint8(light), self.at)
        return news


def test_a_watched_table_is_proposed_and_confirmed() -> None:
    board = Board.parse(FIRST)
    watcher = Watcher(LiveGame(), lambda frame: reading(board), at_once, Tracker())
    assert events(Camera().plays(watcher, 6)) == ["proposed", "confirmed"]


def test_frames_go_on_while_one_is_read() -> None:
    waiting: list[tuple[Future[Reading], Callable[[], Reading]]] = []

    def submit(work: Callable[[], Reading]) -> Future[Reading]:
        waiting.append((Future(), work))
        return waiting[-1][0]

    seen: list[Pixels] = []

    def read(frame: Pixels) -> Reading:
        seen.append(frame)
        return reading(Board.parse(FIRST))

    watcher, camera = Watcher(LiveGame(), read, submit), Camera()
    assert camera.plays(watcher, 4) == []
    assert len(waiting) == 1
    news = []
    for _ in range(3):
        future, work = waiting.pop()
        future.set_result(work())
        news += camera.plays(watcher, 0.2)
    assert events(news) == ["proposed"]
    assert len(seen) == 3


def test_a_black_picture_is_told_once() -> None:
    watcher, camera = Watcher(LiveGame(), lambda frame: reading(EMPTY_BOARD), at_once), Camera()
    camera.plays(watcher, 3)
    assert codes(camera.plays(watcher, 3, light=0)) == ["camera_black"]
