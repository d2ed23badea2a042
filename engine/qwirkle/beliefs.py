"""The rules as evidence: what each piece probably is, once the others in its lines have had their say.

A piece either keeps to the rules or lies astray, which is rare: a player erred, or what was seen there is no tile.
Those of a line that keep to the rules share its theme, a colour or a shape, and differ in the other; one astray may be
anything. So a piece is taken for something else only where its own probabilities leave more room for that than there
is for a mistake on the table, however many neighbours speak against it.

Belief propagation passes these probabilities to and fro between pieces and lines. It is exact where the lines form no
ring, and close where they do; within a line it is exact. The sum over all ways to keep to the rules there goes through
the sets of values (shapes in a line of one colour, colours in a line of one shape) that the pieces so far have taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, perm

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.lines import fit
from engine.qwirkle.tile import COPIES, LINE_LIMIT, TILES, Colour, Shape, colours_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Lines = Sequence[Sequence[int]]
"""Lines as the numbers of their pieces; no piece is in two of them."""

VALUES = len(Shape)
"""How many shapes there are, and how many colours in a box."""
PAIRED = np.array([value.bit_count() > 1 for value in range(2**VALUES)])
"""The sets of two values or more, as bits."""


@dataclass(frozen=True)
class BeliefConfig:
    """How much the rules weigh.

    Args:
        astray: the probability that a piece keeps to no rule of lines. Players err less often; but on small or blurred
            photos a piece may be no tile or lie in another cell, and the names there are surer than they should be.
        erring: the same when a board is told from a hand, which breaks the rules all over.
        foreign: the probability of a tile of a colour that the box lacks.
        surplus: the probability of a fourth tile of a kind.
        themes: so many of a line's twelve themes are gone through, the likeliest; the others are as good as ruled out.
        passes: how often the news go from the rows to the columns and back; they fade within a few lines.
        plain: a line of pieces all surer than this that keeps to the rules has nothing to say.
        rare: a name with less probability is not counted among the copies of a tile.
    """

    astray: float = 0.01
    erring: float = 1e-3
    foreign: float = 1e-3
    surplus: float = 1e-3
    themes: int = 4
    passes: int = 2
    plain: float = 0.99
    rare: float = 1e-3


@dataclass(frozen=True, eq=False)
class Box:
    """The names a piece may have.

    Args:
        sixth: the sixth colour, as far as it is known.
        doubt: the probability that the sixth colour is the other one, at most a half.
    """

    sixth: Colour
    doubt: float = 0.0


def believe(
    names: Floats, rows: Lines, columns: Lines, bound: Floats, box: Box, config: BeliefConfig = BeliefConfig()
) -> Floats:
    """What each piece is, after the rules.

    Args:
        names: (N, 7, 6) float64, what each piece is by itself: the probabilities of `Colour` with `Shape`.
        rows: the rows of two pieces or more.
        columns: the columns.
        bound: (N,) float64, the probability that the piece's lines have to be right.
        box: which colours there are.
        config: how much the rules weigh.

    Returns:
        (N, 7, 6) float64, the probabilities of the names.
    """
    beliefs, keeping = _by_lines(names, rows, columns, bound, box, config)
    left = _copies_left(keeping, config)
    return beliefs if left is None else _by_lines(names * left, rows, columns, bound, box, config)[0]


def evidence(names: Floats, lines: Lines, box: Box, config: BeliefConfig = BeliefConfig()) -> Floats:
    """How much more probable each line makes it that its pieces keep to the rules than that they lie at random.

    Args:
        names: (N, 7, 6) float64, as in `believe`.
        lines: the lines.
        box: which colours there are.
        config: how much the rules weigh.

    Returns:
        (len(lines),) float64, natural logarithms of the ratios.
    """
    weights = np.zeros(len(lines))
    doubtful = _doubtful(names, lines, config)
    if doubtful:
        keeping, astray = _states(names, box, config.erring, config)
        numbers, filled = _table([lines[line] for line in doubtful])
        _, _, total = _sums(*_entries(keeping, astray.sum(axis=(1, 2)), numbers, filled), config)
        weights[doubtful] = np.log(np.maximum(total, 1e-300))
    for number, line in enumerate(lines):
        length = min(len(line), LINE_LIMIT)
        weights[number] += length * log(VALUES**2) - log(2 * VALUES * perm(VALUES, length))
    return weights


def _by_lines(
    names: Floats, rows: Lines, columns: Lines, bound: Floats, box: Box, config: BeliefConfig
) -> tuple[Floats, Floats]:
    """`believe` without counting the copies of a tile, and the part of it in which no piece is astray."""
    keeping, astray = _states(names, box, config.astray, config)
    colours = list(colours_of(box.sixth))
    alone = astray.copy()
    alone[:, colours] = keeping
    tables = [_table([lines[line] for line in _doubtful(names, lines, config)]) for lines in (rows, columns)]
    heard: list[tuple[Floats, Floats]] = [(np.ones_like(keeping), np.ones(len(names))) for _ in tables]
    off = astray.sum(axis=(1, 2))
    for _ in range(config.passes):
        for axis, (numbers, filled) in enumerate(tables):
            if len(numbers):
                names_said, off_said = heard[1 - axis]
                said = _sums(*_entries(keeping * names_said, off * off_said, numbers, filled), config)
                heard[axis][0][numbers[filled]], heard[axis][1][numbers[filled]] = said[0][filled], said[1][filled]
    straight = np.zeros_like(astray)
    straight[:, colours] = keeping * heard[0][0] * heard[1][0]
    together = straight + astray * (heard[0][1] * heard[1][1])[:, None, None]
    bound = bound[:, None, None]
    free = (1 - bound) * alone / _total(alone)
    return free + bound * together / _total(together), free + bound * straight / _total(together)


def _states(names: Floats, box: Box, astray: float, config: BeliefConfig) -> tuple[Floats, Floats]:
    """The weights of each piece's names, (N, 6, 6) where it keeps to the rules and (N, 7, 6) where it is astray."""
    weights = np.full(len(Colour), max(config.foreign, box.doubt / (1 - box.doubt)))
    weights[list(colours_of(box.sixth))] = astray
    return names[:, list(colours_of(box.sixth))], names * weights[:, None]


def _doubtful(names: Floats, lines: Lines, config: BeliefConfig) -> list[int]:
    """The lines that have something to say."""
    flat = names.reshape(len(names), -1)
    first, sure = flat.argmax(axis=1).tolist(), (flat.max(axis=1) > config.plain * flat.sum(axis=1)).tolist()

    def plain(line: Sequence[int]) -> bool:
        return all(sure[piece] for piece in line) and all(
            fit(TILES[first[one]], TILES[first[other]]) for one, other in combinations(line, 2)
        )

    return [number for number, line in enumerate(lines) if not plain(line)]


def _table(lines: Lines) -> tuple[Ints, NDArray[np.bool_]]:
    """Lines as a table of piece numbers, (H, L), and which of its entries are filled."""
    numbers = np.zeros((len(lines), max(map(len, lines), default=0)), dtype=np.int64)
    filled = np.zeros(numbers.shape, dtype=bool)
    for row, line in enumerate(lines):
        numbers[row, : len(line)] = line
        filled[row, : len(line)] = True
    return numbers, filled


def _entries(names: Floats, off: Floats, numbers: Ints, filled: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The weights of the pieces in a table of lines; one that is not filled is surely astray, and changes nothing."""
    scale = np.maximum(names.sum(axis=(1, 2)) + off, 1e-300)
    in_lines = (names / scale[:, None, None])[numbers] * filled[..., None, None]
    return in_lines, np.where(filled, (off / scale)[numbers], 1.0)


def _sums(names: Floats, off: Floats, config: BeliefConfig) -> tuple[Floats, Floats, Floats]:
    """The sum over all ways in which lines keep to the rules, and of what the others in the line leave each piece.

    Args:
        names: (H, L, 6, 6) float64, the weights of the names of L pieces in H lines, colour and shape.
        off: (H, L) float64, the weights of the pieces being astray.
        config: how many themes to go through.

    Returns:
        (H, L, 6, 6) and (H, L) float64: the sums over the others' ways for each name of each piece, and for its being
        astray, scaled so that the largest of each piece is one. (H,) float64: the sum over all ways.
    """
    # Themes: the colours, whose values are the shapes; then the shapes, whose values are the colours.
    values = np.concatenate([names, names.swapaxes(2, 3)], axis=2)
    likely = np.argsort(-(values.sum(axis=3) + off[..., None]).prod(axis=1), axis=1)[:, : config.themes]
    before, after = _walks(np.take_along_axis(values, likely[:, None, :, None], axis=2), off)
    paired = np.zeros_like(values)
    line = np.arange(len(off))[:, None]
    for value in range(VALUES):
        ways = _free(before[:-1], value) * _taken(after[1:], value)
        paired[line, :, likely, value] = ways.sum(axis=(3, 4)).transpose(1, 2, 0)
    lone, lone_off, lone_total = _lone(names.sum(axis=(2, 3)), off)
    left = paired[:, :, :VALUES] + paired[:, :, VALUES:].swapaxes(2, 3) + lone[..., None, None]
    left_off = (before[:-1] * after[1:]).sum(axis=(2, 3)).T + lone_off
    scale = np.maximum(np.maximum(left.max(axis=(2, 3)), left_off), 1e-300)
    return left / scale[..., None, None], left_off / scale, after[0, ..., 0].sum(axis=1) + lone_total


def _walks(values: Floats, off: Floats) -> tuple[Floats, Floats]:
    """The sums over the ways of the pieces before and after each one, by the set of values that are taken there.

    Args:
        values: (H, L, K, 6) float64, the weights of the values of each piece in K themes.
        off: (H, L) float64, the weights of the pieces being astray.

    Returns:
        Twice (L + 1, H, K, 64) float64: from nothing on; and to the end, where two values or more must be taken.
    """
    count, length, themes, _ = values.shape
    before = np.zeros((length + 1, count, themes, 2**VALUES))
    after = np.empty_like(before)
    before[0, ..., 0] = 1
    after[length] = PAIRED
    for piece in range(length):
        before[piece + 1] = before[piece] * off[:, piece, None, None]
        for value in range(VALUES):
            chance = values[:, piece, :, value, None, None]
            _taken(before[piece + 1], value)[...] += _free(before[piece], value) * chance
    for piece in reversed(range(length)):
        after[piece] = after[piece + 1] * off[:, piece, None, None]
        for value in range(VALUES):
            chance = values[:, piece, :, value, None, None]
            _free(after[piece], value)[...] += _taken(after[piece + 1], value) * chance
    return before, after


def _lone(keeping: Floats, off: Floats) -> tuple[Floats, Floats, Floats]:
    """The sums as in `_sums` over the ways in which no two pieces keep to the rules; these have no theme.

    Args:
        keeping: (H, L) float64, the weights of the pieces keeping to the rules.
        off: (H, L) float64, the weights of their being astray.

    Returns:
        (H, L) float64, for a piece that keeps to the rules, the same for one astray, and (H,) float64 for all ways.
    """
    off = np.maximum(off, 1e-30)
    one = keeping / off
    others_off = off.prod(axis=1, keepdims=True) / off
    others_one = one @ (1 - np.eye(off.shape[1]))
    return others_off, others_off * (1 + others_one), off.prod(axis=1) * (1 + one.sum(axis=1))


def _free(sums: Floats, value: int) -> Floats:
    """Of sums over the sets of values, as bits in the last axis, those for the sets without a value: a view."""
    return sums.reshape(*sums.shape[:-1], -1, 2, 2**value)[..., 0, :]


def _taken(sums: Floats, value: int) -> Floats:
    """Those for the same sets with the value, in the same order."""
    return sums.reshape(*sums.shape[:-1], -1, 2, 2**value)[..., 1, :]


def _copies_left(keeping: Floats, config: BeliefConfig) -> Floats | None:
    """What the other pieces leave of each tile: factors, (N, 7, 6), or None where enough is left for everybody.

    The factor is how much less probable it is that a piece is such a tile, because there may be too many then. Where
    there are too many even without the piece, it is not under suspicion. What is astray may be no tile at all, and is
    not counted.
    """
    flat = keeping.reshape(len(keeping), -1)
    holders = flat > config.rare
    contested = np.flatnonzero((holders.sum(axis=0) > COPIES) & (flat.sum(axis=0) > COPIES - 1))
    left = np.ones_like(flat)
    for name in contested:
        holding = np.flatnonzero(holders[:, name])
        # A row for each of the holders, where it is left out itself; the last is for everybody else.
        chances = np.tile(flat[holding, name], (len(holding) + 1, 1))
        np.fill_diagonal(chances, 0)
        counts = np.zeros((len(chances), COPIES + 1))
        counts[:, 0] = 1
        for chance in chances.T[..., None]:
            counts = counts * (1 - chance) + np.pad(counts, ((0, 0), (1, 0)))[:, :-1] * chance
        with_it, without = (
            low + config.surplus * (1 - low) for low in (counts[:, :-1].sum(axis=1), counts.sum(axis=1))
        )
        left[:, name] = (with_it / without)[-1]
        left[holding, name] = (with_it / without)[:-1]
    return left.reshape(keeping.shape) if len(contested) else None


def _total(weights: Floats) -> Floats:
    """(N, 1, 1) float64: the sum over the names of each piece."""
    return np.asarray(np.maximum(weights.sum(axis=(1, 2), keepdims=True), 1e-300))
