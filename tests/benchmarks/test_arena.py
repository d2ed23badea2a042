"""The arena itself, with players of a made-up game: who names a number, and who draws the deal's."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner

from tests.benchmarks.arena import __main__ as arena
from tests.benchmarks.arena.matches import Deal, Kept, Match, Played, played, results

SEATS_LUCK = 3


def _play(names: tuple[str, ...], seed: int, rules: str | None) -> Played:
    """Each scores its number and what the deal gives its seat."""
    luck = np.random.default_rng(seed).integers(0, SEATS_LUCK, len(names))
    scores = tuple(int(name.partition(":")[2] or 0) + int(gift) for name, gift in zip(names, luck, strict=True))
    return Played(scores, tuple((0.001, 0.003, 0.004) if name.startswith("slow") else () for name in names))


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("tests.benchmarks.arena.qwirkle")
    module.PLAYERS = {"plain": "scores its number", "slow": "the same, slowly"}  # type: ignore[attr-defined]
    module.warm = lambda: None  # type: ignore[attr-defined]
    module.play = _play  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tests.benchmarks.arena.qwirkle", module)
    return module


def _all(match: Match, deals: int, folder: Path, jobs: int = 2) -> list[Deal]:
    # Threads, for another process would not know the made-up game.
    return sorted(played(match, deals, Kept(folder, match), jobs, "threading"), key=lambda deal: deal.number)


def test_luck_of_the_seat_goes_round(tmp_path: Path) -> None:
    match = Match("qwirkle", ("plain", "plain", "plain"))
    deals = _all(match, 40, tmp_path)
    assert len({deal.scores for deal in deals}) > 1
    for one in results(match, deals):
        assert one.share == pytest.approx(1 / 3)
        assert one.games == 120


def test_shared_wins_count_in_part(tmp_path: Path) -> None:
    deals = [Deal(0, ((5, 5), (7, 7)), (None, None)), Deal(1, ((5, 4), (7, 7)), (None, None))]
    first, second = results(Match("qwirkle", ("plain", "plain")), deals)
    assert (first.share, second.share) == (0.625, 0.375)
    # By deal 0.5 and 0.75, which lie 0.125 from their mean.
    assert first.share_error == pytest.approx(0.125)


def test_the_same_deals_whoever_plays(tmp_path: Path) -> None:
    first, second = Match("qwirkle", ("plain", "plain")), Match("qwirkle", ("slow:9", "plain"))
    assert [first.deal_seed(deal) for deal in range(9)] == [second.deal_seed(deal) for deal in range(9)]
    assert len({first.deal_seed(deal) for deal in range(9)}) == 9
    assert first.deal_seed(0) != Match("qwirkle", ("plain", "plain"), seed=2).deal_seed(0)


def test_goes_on_where_it_was(tmp_path: Path, game: ModuleType) -> None:
    match = Match("qwirkle", ("plain:1", "slow:2"))
    whole = _all(match, 12, tmp_path / "whole")
    _all(match, 5, tmp_path / "parts")
    seeds: list[int] = []

    def watched(names: tuple[str, ...], seed: int, rules: str | None) -> Played:
        seeds.append(seed)
        return _play(names, seed, rules)

    game.play = watched  # type: ignore[attr-defined]
    assert _all(match, 12, tmp_path / "parts") == whole
    assert set(seeds) == {match.deal_seed(deal) for deal in range(5, 12)}


def test_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    match = Match("qwirkle", ("plain:1", "slow:2"))
    assert _all(match, 12, tmp_path / "one", jobs=1) == _all(match, 12, tmp_path / "three", jobs=3)


def test_a_line_cut_short_is_played_again(tmp_path: Path) -> None:
    match = Match("qwirkle", ("plain:1", "slow:2"))
    whole = _all(match, 6, tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_text(kept.read_text()[:-9])
    assert _all(match, 6, tmp_path) == whole
    assert _all(match, 6, tmp_path) == whole


def test_another_match_is_kept_apart(tmp_path: Path) -> None:
    _all(Match("qwirkle", ("plain:1", "plain")), 2, tmp_path)
    _all(Match("qwirkle", ("plain:2", "plain")), 2, tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def _told(*words: str) -> tuple[int, str]:
    ran = CliRunner().invoke(arena.main, [*words, "--backend", "threading", "--jobs", "2"])
    return ran.exit_code, ran.output


def test_says_who_won_and_how_long_they_thought(tmp_path: Path) -> None:
    status, output = _told("qwirkle", "plain:9", "slow", "--games", "11", "--out", str(tmp_path))
    assert status == 0
    *_, strong, weak = output.strip().splitlines()
    assert strong.split()[:4] == ["plain:9", "100.00", "±", "0.00"]
    assert "3.00 ms" in weak
    assert "4.00 ms" in weak


def test_each_against_each(tmp_path: Path) -> None:
    status, output = _told("qwirkle", "plain:9", "plain:6", "slow", "--pairs", "--games", "4", "--out", str(tmp_path))
    assert status == 0
    *_, first, second, third, errors = output.strip().splitlines()
    assert first.split() == ["plain:9", "100.0", "100.0"]
    assert second.split() == ["plain:6", "0.0", "100.0"]
    assert third.split() == ["slow", "0.0", "0.0"]
    assert errors == "Standard errors up to 0.00 %."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("plain", "nobody"), "nobody is called nobody here; there are: plain, slow"),
        (("plain",), "name two players at least"),
        (("plain", "plain", "--pairs"), "each against each other needs different players"),
    ],
)
def test_says_what_is_wrong(words: tuple[str, ...], said: str) -> None:
    status, output = _told("qwirkle", *words)
    assert status == 2
    assert said in " ".join(output.split())


def test_lists_the_players() -> None:
    status, output = _told("qwirkle")
    assert status == 0
    assert "slow      the same, slowly" in output
