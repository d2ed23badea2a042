from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.qwixx.notation import parse_roll
from engine.qwixx.roll import DieColour, Roll
from engine.qwixx.settle import DiceConfig, DiceTable, DieObserved, settle_dice
from engine.qwixx.sheet import Row

Floats = NDArray[np.float64]
Ints = NDArray[np.int_]
LETTERS = "WRYGB?"
seeded = settings(max_examples=40, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32)


def chances(text: str, names: str) -> Floats:
    """Probabilities told as ``R.7 B.3``, or just as ``R``; a trace is left for all others."""
    array = np.full(6, 1e-4)
    for word in text.split():
        array[names.index(word[0])] = float(word[1:] or 1)
    return np.asarray(array / array.sum())


def die(colours: str, values: str = "3", in_play: float = 0.99, cut: bool = False) -> DieObserved:
    return DieObserved(chances(colours, LETTERS), chances(values, "123456"), in_play, cut=cut)


def dice(text: str) -> list[DieObserved]:
    """Dice that are read surely, told as a roll is; any number of each."""
    return [die(word[0], word[1]) for word in text.split()]


def codes(table: DiceTable) -> list[str]:
    return [f"{problem.reason.code} {problem.reason.params.get('colour', '')}".strip() for problem in table.problems]


def named(table: DiceTable) -> str:
    return " ".join(f"{LETTERS[die.colour]}{die.value}" if die.in_play else "--" for die in table.dice)


@given(st.builds(Roll, st.tuples(*[st.integers(1, 6)] * 2), st.tuples(*[st.none() | st.integers(1, 6)] * 4)))
def test_a_roll_that_is_clearly_seen_stays_as_it_was_seen(roll: Roll) -> None:
    closed = set(Row) - set(roll.rows)
    table = settle_dice(dice(str(roll)), closed)
    assert table.roll == roll
    assert table.problems == ()
    assert table.closed == closed
    assert all(die.in_play and not die.doubted and die.confidence > 0.97 for die in table.dice)


@pytest.mark.parametrize(
    ("seen", "closed", "problems"),
    [
        ("W6 W6 R5 Y4 G1 B6", "", []),
        ("W6 W6 R5 Y4 G1", "", ["taken_closed blue"]),
        ("W6 W6 R5 Y4", "", ["taken_closed green", "taken_closed blue"]),
        ("W6 W6 R5 Y4 G1", "B", []),
        ("W6 W6 R5 Y4 G1 B6", "B", ["closed_die blue"]),
    ],
)
def test_dice_that_have_left_the_game_are_no_problem(seen: str, closed: str, problems: list[str]) -> None:
    table = settle_dice(dice(seen), {Row("RYGB".index(letter)) for letter in closed})
    assert table.roll == parse_roll(seen.replace(" B6", "") if closed else seen)
    assert codes(table) == problems
    assert table.roll is not None
    assert table.closed == set(Row) - set(table.roll.rows)


@pytest.mark.parametrize(
    ("seen", "closed", "problems"),
    [
        ("", "", ["no_dice"]),
        ("?3 ?4", "", ["no_dice"]),
        ("R5", "", ["die_missing white", "die_missing yellow", "die_missing green", "die_missing blue"]),
        ("W6 R5 Y4 G1 B6", "", ["die_missing white"]),
        ("W6 W5", "", ["die_missing red", "die_missing yellow", "die_missing green", "die_missing blue"]),
        ("W6 W5 R5", "", ["die_missing yellow", "die_missing green", "die_missing blue"]),
        ("W6 W5 R5 R5 Y4 G1", "", ["too_many_seen red", "die_missing blue"]),
        ("W6 W5 R5 R2 Y4 G1", "", ["too_many_seen red", "die_missing blue"]),
        ("W6 W5 W4 R5 Y4 G1 B6", "", ["too_many_seen white"]),
        ("W6 W6 R5 R5 Y4 G1 B6", "", ["too_many_seen red"]),
        ("W6 W5 R5 Y4 G1", "R", ["die_missing blue"]),
        ("W6 W5 Y4 G1", "R", ["die_missing blue"]),
    ],
)
def test_dice_that_are_no_roll_are_told_and_give_none(seen: str, closed: str, problems: list[str]) -> None:
    table = settle_dice(dice(seen), {Row("RYGB".index(letter)) for letter in closed})
    assert codes(table) == problems
    assert table.roll is None
    assert named(table) == (" ".join("--" if word[0] in "?" + closed else word for word in seen.split()))
    assert all(str(problem) for problem in table.problems)


def test_the_dice_of_a_problem_are_named() -> None:
    (problem,) = settle_dice(dice("W6 R2 W6 R5 Y4 G1 B6")).problems
    assert problem.dice == (1, 3)
    assert str(problem) == "2 red dice are seen, but a roll has only 1: take away what doesn't belong"


@pytest.mark.parametrize("chance", ["R.6 B.4", "R.9 B.1", "R.97 B.03"])
def test_a_die_is_changed_where_its_own_probability_leaves_room(chance: str) -> None:
    table = settle_dice([*dice("W6 W5 R1 Y4 G1"), die(chance, "2")])
    assert str(table.roll) == "W5 W6 R1 Y4 G1 B2"
    assert table.problems == ()
    assert table.dice[5].confidence > 0.85
    assert table.dice[5].doubted == (chance == "R.97 B.03")


def test_a_die_that_surely_is_another_stays_and_is_a_problem() -> None:
    table = settle_dice([*dice("W6 W5 R1 Y4 G1"), die("R.995 B.005", "2")])
    assert table.roll is None
    assert codes(table) == ["too_many_seen red", "die_missing blue"]


def test_dice_that_look_alike_are_doubted_both() -> None:
    table = settle_dice([*dice("W6 W5 Y4 G1"), die("R.6 B.4", "1"), die("R.55 B.45", "2")])
    assert str(table.roll) == "W5 W6 R1 Y4 G1 B2"
    assert [die.doubted for die in table.dice] == [False] * 4 + [True] * 2
    assert table.dice[4].alternatives[0][0] == (DieColour.BLUE, 1)


def test_what_does_not_belong_is_left_out() -> None:
    table = settle_dice([*dice("W6 W5 R1 Y4 G1 B2"), die("?", "3"), die("W", "2", in_play=0.05)])
    assert str(table.roll) == "W5 W6 R1 Y4 G1 B2"
    assert [die.in_play for die in table.dice] == [True] * 6 + [False] * 2
    assert [(die.colour, die.value) for die in table.dice[6:]] == [(DieColour.OTHER, 3), (DieColour.WHITE, 2)]
    assert not any(die.doubted for die in table.dice)


def test_a_die_too_many_that_hardly_looks_rolled_is_left_out() -> None:
    table = settle_dice([*dice("W6 W5 R1 Y4 G1 B2"), die("R", "3", in_play=0.7)])
    assert str(table.roll) == "W5 W6 R1 Y4 G1 B2"
    assert not table.dice[6].in_play


def test_of_two_equal_dice_none_is_left_out_to_make_up_a_roll() -> None:
    table = settle_dice([*dice("W6 W5 Y4 G1 B2"), die("R", "3", in_play=0.9), die("R", "4", in_play=0.9)])
    assert table.roll is None
    assert codes(table) == ["too_many_seen red"]


def test_a_die_that_may_lie_in_a_hand_counts_where_it_is_needed_unless_that_is_unlikely() -> None:
    table = settle_dice([*dice("W6 R1 Y4 G1 B2"), die("W", "3", in_play=0.3)])
    assert str(table.roll) == "W3 W6 R1 Y4 G1 B2"
    assert table.dice[5].doubted
    table = settle_dice([*dice("W6 R1 Y4 G1 B2"), die("W", "3", in_play=0.1)])
    assert (table.roll, codes(table)) == (None, ["die_missing white"])
    assert table.dice[5].doubted


def test_what_may_be_no_die_counts_where_it_is_needed_and_is_doubted() -> None:
    sure, unsure = dice("W1 W2 R3 Y4 G5"), replace(die("B", "6"), chance=0.4)
    table = settle_dice([*sure, unsure])
    assert str(table.roll) == "W1 W2 R3 Y4 G5 B6"
    assert [seen.doubted for seen in table.dice] == [False] * 5 + [True]
    surely_needed = settle_dice([*dice("W1 Y4 G5 B6"), replace(die("W", "6"), chance=0.6)], [Row.RED])
    assert [seen.doubted for seen in surely_needed.dice] == [False] * 4 + [True]
    assert settle_dice([*sure, replace(unsure, chance=1.0, in_play=0.4)]).roll != table.roll  # it is a die, but held
    assert named(settle_dice([*sure, replace(unsure, chance=0.15)])) == "W1 W2 R3 Y4 G5 --"


def test_what_may_be_no_die_is_left_out_where_it_is_one_too_many() -> None:
    sure = dice("W1 W2 R3 Y4 G5 B6")
    assert named(settle_dice([*sure, replace(die("R", "2"), chance=0.7)])) == "W1 W2 R3 Y4 G5 B6 --"


def test_who_names_what_may_be_no_die_says_that_it_is_one() -> None:
    seen = [*dice("W1 W2 R3 Y4 G5"), replace(die("B", "6"), chance=0.1)]
    assert str(settle_dice(seen, known={5: (DieColour.BLUE, None)}).roll) == "W1 W2 R3 Y4 G5 B6"


def test_a_cut_die_is_left_out_and_told() -> None:
    table = settle_dice([*dice("W6 W5 R1 Y4 G1"), die("B", "2", cut=True)])
    assert (table.roll, codes(table), table.problems[0].dice) == (None, ["die_cut blue"], (5,))
    assert not table.dice[5].in_play
    assert settle_dice([*dice("W6 W5 R1 Y4 G1 B2"), die("B", "2", cut=True)]).problems == ()


def test_what_a_person_said_stays() -> None:
    seen = [*dice("W6 W5 R1 Y4 G1"), die("R.999 B.0001", "2.9 3.1"), die("W", "2", cut=True)]
    table = settle_dice(seen, known={5: (DieColour.BLUE, None)})
    assert str(table.roll) == "W5 W6 R1 Y4 G1 B2"
    assert table.dice[5].confidence == pytest.approx(0.9, abs=0.01)
    assert str(settle_dice(seen, known={5: (DieColour.BLUE, 3)}).roll) == "W5 W6 R1 Y4 G1 B3"
    assert settle_dice(seen, known={5: (DieColour.BLUE, 3)}).dice[5].confidence == 1.0
    assert str(settle_dice(seen, known={5: (DieColour.OTHER, None)}).roll) == "W5 W6 R1 Y4 G1"
    assert codes(settle_dice(seen, known={5: (DieColour.BLUE, None), 6: (None, 2)})) == ["too_many_seen white"]
    two_red = settle_dice(dice("W6 W5 R1 Y4 G1 B2"), known={5: (DieColour.RED, None)})
    assert (two_red.roll, named(two_red)) == (None, "W6 W5 R1 Y4 G1 R2")


def test_a_value_that_is_unsure_is_doubted() -> None:
    table = settle_dice([*dice("W6 W5 R1 Y4 G1"), die("B", "2.6 3.4")])
    assert table.dice[5].doubted
    assert table.dice[5].confidence == pytest.approx(0.6, abs=0.02)
    ((other, chance), *_) = table.dice[5].alternatives
    assert other == (DieColour.BLUE, 3)
    assert chance == pytest.approx(0.4, abs=0.02)


def test_a_single_die_of_a_strange_colour_is_rather_the_one_that_its_roll_lacks() -> None:
    lacking, strange = dice("W1 W2 R3 Y4 G5"), die("?.8 B.2", "6")
    table = settle_dice([*lacking, strange])
    assert named(table) == "W1 W2 R3 Y4 G5 B6"
    assert table.dice[5].doubted
    assert named(settle_dice([*lacking, die("?.99 B.01", "6")])) == "W1 W2 R3 Y4 G5 --"
    assert named(settle_dice([*lacking, strange, die("?", "2")])) == "W1 W2 R3 Y4 G5 -- --"  # dice of all kinds


def weights_of(ways: Ints, looks: Floats, closed: Collection[Row], config: DiceConfig) -> Floats:
    """How probable each way to name all dice is, (ways,), told straight from the rules; names are (ways, dice)."""
    weights: Floats = np.prod([look[names] for look, names in zip(looks, ways.T, strict=True)], axis=0)
    white = (ways == DieColour.WHITE).sum(axis=1)
    weights *= config.too_many ** np.maximum(white - 2, 0) * config.absent ** np.maximum(2 - white, 0)
    absent = np.zeros(len(ways), dtype=int)
    for row in Row:
        count = (ways == DieColour.of(row)).sum(axis=1)
        if row in closed:
            weights *= config.left_lying**count
        else:
            weights *= config.too_many ** np.maximum(count - 1, 0)
            absent += count == 0
    if closed:
        weights *= config.absent**absent
    else:
        likely = {0: 1.0, 1: config.missing[1], 2: config.missing[2]}
        weights *= [likely.get(count, config.missing[2] * config.absent ** (count - 2)) for count in absent.tolist()]
    return weights


@seeded
@given(seed=seeds, count=st.integers(1, 6), closed=st.frozensets(st.sampled_from(Row), max_size=2))
def test_names_and_probabilities_are_those_of_all_ways_to_name_the_dice(
    seed: int, count: int, closed: frozenset[Row]
) -> None:
    rng = np.random.default_rng(seed)
    config = DiceConfig(room=0.0, turned=0.0, mention=0.0, mentions=36, foreign=1.0)
    seen = [
        DieObserved(rng.dirichlet(np.full(6, 0.3)), rng.dirichlet(np.full(6, 0.3)), rng.random()) for _ in range(count)
    ]
    looks = np.array([[*(die.in_play * die.colours[:5]), 1 - die.in_play * die.colours[:5].sum()] for die in seen])
    ways = np.array([*product(range(6), repeat=count)])
    weights = weights_of(ways, looks, closed, config)
    weights /= weights.sum()
    table = settle_dice(seen, closed, config=config)
    for number, (die, settled) in enumerate(zip(seen, table.dice, strict=True)):
        name = DieColour(ways[weights.argmax(), number])
        assert settled.in_play == (name != DieColour.OTHER and name.row not in closed)
        assert settled.value == die.values.argmax() + 1
        if name == DieColour.OTHER:
            continue
        assert settled.colour == name
        told = {(settled.colour, settled.value): settled.confidence, **dict(settled.alternatives)}
        for colour, value in product(tuple(DieColour)[:5], range(6)):
            belief = weights[ways[:, number] == colour].sum()
            assert told[colour, value + 1] == pytest.approx(belief * die.values[value], abs=1e-9)


@seeded
@given(seed=seeds, count=st.integers(0, 9))
def test_whatever_is_seen_a_roll_is_one_that_qwixx_allows(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    sharp = rng.choice([0.02, 0.2, 1.0])
    seen = [
        DieObserved(
            rng.dirichlet(np.full(6, sharp)), rng.dirichlet(np.full(6, sharp)), rng.random(), cut=rng.random() < 0.1
        )
        for _ in range(count)
    ]
    closed = frozenset(row for row in Row if rng.random() < 0.2)
    table = settle_dice(seen, closed)
    counted = Counter(die.colour for die in table.dice if die.in_play)
    allowed = counted[DieColour.WHITE] == 2 and all(counted[DieColour.of(row)] <= 1 for row in Row)
    if table.roll is None:
        assert table.problems
    else:
        assert allowed
        assert {DieColour.of(row) for row in table.roll.rows} == set(counted) - {DieColour.WHITE}
        assert not closed or set(table.roll.rows) == set(Row) - closed
    assert not any(die.cut and settled.in_play for die, settled in zip(seen, table.dice, strict=True))
    assert all(0 <= die.confidence <= 1 + 1e-9 for die in table.dice)


def test_any_number_of_dice_can_be_weighed() -> None:
    table = settle_dice([die("R") for _ in range(1000)])
    assert table.roll is None
    assert all(die.colour == DieColour.RED for die in table.dice)


@pytest.mark.parametrize(
    ("colours", "values", "in_play"),
    [
        (np.ones(5), np.ones(6) / 6, 1.0),
        (np.ones(6) / 6, np.ones((6, 1)) / 6, 1.0),
        (np.ones(6) / 6, np.zeros(6), 1.0),
        (np.ones(6) / 6, np.full(6, np.nan), 1.0),
        (np.ones(6) / 6, np.ones(6) / 6, 2.0),
        (np.array([-0.1, 1.1, 0, 0, 0, 0]), np.ones(6) / 6, 1.0),
    ],
)
def test_what_are_no_probabilities_is_refused(colours: Floats, values: Floats, in_play: float) -> None:
    with pytest.raises(ValueError, match="probabilit"):
        DieObserved(colours, values, in_play)
    with pytest.raises(ValueError, match="probabilit"):
        DieObserved(np.ones(6) / 6, np.ones(6) / 6, chance=2.0)


def test_a_person_speaks_of_dice_that_are_there_and_values_that_they_have() -> None:
    with pytest.raises(ValueError, match="no die 2"):
        settle_dice(dice("W1 W2"), known={2: (None, 3)})
    with pytest.raises(ValueError, match="no die shows 7"):
        settle_dice(dice("W1 W2"), known={0: (None, 7)})


def seen_through_noise(rng: np.random.Generator, number: int, noise: float) -> Floats:
    """What an honest reader says of one of six things: its probabilities are true."""
    picture = np.eye(6)[number] + rng.normal(0, noise, 6)
    away = np.square(picture - np.eye(6)).sum(axis=1)
    likely = np.exp((away.min() - away) / (2 * noise**2))
    return np.asarray(likely / likely.sum())


def test_the_rules_help_and_confidence_is_honest() -> None:
    rng = np.random.default_rng(7)
    alone, settled, confidences = [], [], []
    for _ in range(200):
        colours = [0, *range(5)]
        if rng.random() < 0.16:
            colours.remove(int(rng.integers(1, 5)))
        values = rng.integers(0, 6, len(colours))
        seen = [
            DieObserved(seen_through_noise(rng, colour, 0.35), seen_through_noise(rng, int(value), 0.2), 0.99)
            for colour, value in zip(colours, values, strict=True)
        ]
        for die, found, colour, value in zip(seen, settle_dice(seen).dice, colours, values, strict=True):
            alone.append(die.colours.argmax() == colour and die.values.argmax() == value)
            settled.append(found.in_play and found.colour == colour and found.value == value + 1)
            confidences.append(found.confidence)
    assert np.mean(settled) > np.mean(alone) + 0.03
    assert np.mean(confidences) == pytest.approx(np.mean(settled), abs=0.02)
    sure = np.array(confidences) >= 0.9
    assert np.mean(np.array(settled)[sure]) > 0.985
