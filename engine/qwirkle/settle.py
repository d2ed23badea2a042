"""From probabilities to a position: the most probable table, with the rules weighed as strong evidence.

The recipe: vote on the sixth colour; judge whether each group of touching tiles keeps to the rules of lines, for a hand
laid in a row does not; let the lines and the number of copies have their say; name the pieces; say which groups are the
board and the hand, and what breaks the rules all the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import Reason
from engine.qwirkle.beliefs import BeliefConfig, Box, believe, evidence
from engine.qwirkle.board import Board
from engine.qwirkle.compare import Frame, alignment
from engine.qwirkle.lines import breaches
from engine.qwirkle.moves import Cell
from engine.qwirkle.tile import COPIES, HAND_SIZE, SIXTH_COLOURS, TILES, Colour, Shape, Tile

Floats = NDArray[np.float64]
Face = Literal["up", "down"]
Role = Literal["board", "hand", "loose"]

CERTAIN = 20.0
"""The natural logarithm of odds beyond which nothing needs to be told apart."""


class Place(NamedTuple):
    """Where a piece lies: its group of touching tiles, and the column and row in it (rows grow downwards)."""

    group: int
    col: int
    row: int


@dataclass(frozen=True, eq=False)
class Observation:
    """A piece as it was seen.

    Args:
        place: where it lies.
        face_up: the probability that it shows its face.
        names: (7, 6) float64, the probabilities of `Colour` with `Shape`, given that it does.
        middle: how far it is from the middle of the picture, in halves of the diagonal.
        cut: whether the picture's edge cuts it.

    Raises:
        ValueError: if the probabilities have another shape, are not finite or negative, or are all zero.
    """

    place: Place
    face_up: float
    names: Floats
    middle: float = 0.0
    cut: bool = False

    def __post_init__(self) -> None:
        if self.names.shape != (len(Colour), len(Shape)):
            raise ValueError(f"expected probabilities of shape {len(Colour), len(Shape)}, got {self.names.shape}")
        if not (self.names >= 0).all() or not 0 < self.names.sum() < np.inf:
            raise ValueError("probabilities are not negative, and not all zero")


@dataclass(frozen=True)
class Settled:
    """What a piece is.

    Args:
        tile: its name; None if it lies face down.
        face: whether it shows its face.
        confidence: the probability of that, after the rules.
        alternatives: other names with their probabilities, the likeliest first.
        doubted: whether it is worth asking a person.
        role: what its group is.
    """

    tile: Tile | None
    face: Face
    confidence: float
    alternatives: tuple[tuple[Tile, float], ...]
    doubted: bool
    role: Role


@dataclass(frozen=True)
class Problem:
    """Something that breaks the rules or that has to be asked, and the numbers of the pieces it is about."""

    reason: Reason
    pieces: tuple[int, ...]

    def __str__(self) -> str:
        return str(self.reason)


@dataclass(frozen=True)
class Table:
    """The most probable position.

    Args:
        tiles: the pieces, in the order of the observations.
        sixth: the box's sixth colour; None if nothing tells.
        problems: what breaks the rules, and what has to be asked.
    """

    tiles: tuple[Settled, ...]
    sixth: Colour | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class SettleConfig:
    """How the position is weighed.

    Args:
        beliefs: how much the rules weigh.
        clean: a tile whose name is surer than this has a vote on the sixth colour.
        voted: the probability from which on the sixth colour is told.
        main: the natural logarithm of the odds, before its lines are looked at, that a group is a board which is the
            only one or holds at least half of the tiles,
        aside: and the same for another, which may be a hand, or tiles that touch by chance.
        lasting: the probability that a tile lies where it lay in the known game.
        goes_on: a group goes on with the known game if so large a share of its tiles lie as they lay there,
        tiles_alike: and no fewer of them than this, if the game has as many.
        sure: a piece is doubted if it is less sure than this.
        mention: other names are told from this probability on,
        mentions: and so many at most.
        questions: so often a piece is fixed to its likeliest name, to see what this leaves the others, where the names
            that are each the likeliest don't go together.
    """

    beliefs: BeliefConfig = field(default_factory=BeliefConfig)
    clean: float = 0.8
    voted: float = 0.9
    main: float = 3.0
    aside: float = -3.0
    lasting: float = 0.99
    goes_on: float = 0.6
    tiles_alike: int = 3
    sure: float = 0.9
    mention: float = 0.001
    mentions: int = 5
    questions: int = 8


def settle(
    observations: Iterable[Observation],
    *,
    sixth: Colour | None = None,
    confirmed: Mapping[int, Tile] = MappingProxyType({}),
    known: Board | None = None,
    config: SettleConfig = SettleConfig(),
) -> Table:
    """The most probable position.

    Args:
        observations: the pieces.
        sixth: the box's sixth colour, if somebody told; otherwise the clean tiles vote.
        confirmed: the pieces, by their numbers, that a person named: they stay.
        known: the board of the game so far.
        config: how the position is weighed.
    """
    pieces = _Pieces(tuple(observations), confirmed)
    if not pieces.seen:
        return Table((), sixth, ())
    known = known or Board()
    box, told = _sixth(pieces, sixth, known, config)
    frames = _going_on(pieces, known, config)
    names = _remembered(pieces, known, frames, config)
    boards = _board_chances(pieces, names, box, frames, config)
    bound = np.array([boards.get(piece.place.group, 0.0) for piece in pieces.seen])
    beliefs = believe(names, pieces.rows, pieces.columns, bound, box, config.beliefs)
    tiles = _going_together(pieces, names, beliefs, bound, box, config)
    roles, questions = _roles(pieces, tiles, boards, frames)
    return Table(
        tuple(
            _settled(number, pieces, tile, beliefs[number], role, config)
            for number, (tile, role) in enumerate(zip(tiles, roles, strict=True))
        ),
        told,
        (*_breaches(pieces, tiles, roles, box), *questions),
    )


@dataclass(frozen=True, eq=False)
class _Pieces:
    """The pieces as they were seen, and what follows from that alone."""

    seen: tuple[Observation, ...]
    confirmed: Mapping[int, Tile]

    def __post_init__(self) -> None:
        if strange := sorted(set(self.confirmed) - set(range(len(self.seen)))):
            raise ValueError(f"there is no piece {strange[0]} to be confirmed")

    @cached_property
    def names(self) -> Floats:
        """(N, 7, 6) float64: the probabilities of the names, those that a person told being sure."""
        names = np.stack([piece.names / piece.names.sum() for piece in self.seen])
        for number, tile in self.confirmed.items():
            names[number] = _surely(tile)
        return names

    @cached_property
    def up(self) -> tuple[bool, ...]:
        """Whether each shows its face."""
        return tuple(piece.face_up >= 0.5 or number in self.confirmed for number, piece in enumerate(self.seen))

    @cached_property
    def clean(self) -> NDArray[np.bool_]:
        """(N,) bool: whether a piece is whole and surely shows its face."""
        return np.array([up and not piece.cut for up, piece in zip(self.up, self.seen, strict=True)])

    @cached_property
    def groups(self) -> Mapping[int, Sequence[int]]:
        """The numbers of the pieces in each group that show their faces."""
        groups: dict[int, list[int]] = defaultdict(list)
        for number, piece in enumerate(self.seen):
            if self.up[number]:
                groups[piece.place.group].append(number)
        return groups

    @cached_property
    def rows(self) -> Sequence[Sequence[int]]:
        """The numbers of the pieces in each row of two or more."""
        return self._lines(lambda place: (place.group, place.row, place.col))

    @cached_property
    def columns(self) -> Sequence[Sequence[int]]:
        """The numbers of the pieces in each column of two or more."""
        return self._lines(lambda place: (place.group, place.col, place.row))

    def _lines(self, key: Callable[[Place], tuple[int, int, int]]) -> Sequence[Sequence[int]]:
        """The runs of pieces whose keys differ by one in the last number."""
        keys = sorted((key(piece.place), number) for number, piece in enumerate(self.seen) if self.up[number])
        runs: list[list[int]] = []
        last = (-1, 0, 0)
        for (group, line, at), number in keys:
            if (group, line, at - 1) == last:
                runs[-1].append(number)
            else:
                runs.append([number])
            last = (group, line, at)
        return [run for run in runs if len(run) > 1]

    def place(self, number: int) -> Place:
        """Where a piece lies."""
        return self.seen[number].place

    def cell(self, number: int) -> Cell:
        """Where a piece lies in its group."""
        return self.place(number).col, self.place(number).row

    def in_a_row(self, group: int) -> bool:
        """Whether a group could be a hand, laid in a row."""
        columns, rows = zip(*map(self.cell, self.groups[group]), strict=True)
        return len(columns) <= HAND_SIZE and 1 in (len(set(columns)), len(set(rows)))

    def off_middle(self, group: int) -> float:
        """How far a group lies from the middle of the picture, in halves of its diagonal."""
        return sum(self.seen[number].middle for number in self.groups[group]) / len(self.groups[group])


def _sixth(pieces: _Pieces, sixth: Colour | None, known: Board, config: SettleConfig) -> tuple[Box, Colour | None]:
    """The box, and its sixth colour if that was told, or is known from the game, or voted by the clean tiles."""
    if sixth is None:
        sixth = next((tile.colour for tile in known.values() if tile.colour in SIXTH_COLOURS), None)
    if sixth is not None:
        return Box(sixth), sixth
    # A piece is as probable in a box without a colour as it is not of that colour.
    purple, white = (
        np.log1p((config.beliefs.foreign - 1) * pieces.names[:, colour].sum(axis=1)) for colour in SIXTH_COLOURS
    )
    votes = purple - white
    votes[list(pieces.confirmed)] *= CERTAIN
    clean = pieces.clean & (pieces.names.max(axis=(1, 2)) > config.clean)
    told = _chance(votes[clean].sum())
    for colour, chance in ((Colour.WHITE, told), (Colour.PURPLE, 1 - told)):
        if chance > config.voted:
            return Box(colour, 1 - chance), colour
    guess = _chance(votes.sum())
    return Box(Colour.WHITE if guess > 0.5 else Colour.PURPLE, min(guess, 1 - guess)), None


def _going_on(pieces: _Pieces, known: Board, config: SettleConfig) -> dict[int, Frame]:
    """The groups that go on with the known game, each with the way from its cells to the game's."""
    first = pieces.names.reshape(len(pieces.seen), -1).argmax(axis=1)
    frames = {}
    for group, members in pieces.groups.items() if known else ():
        board = Board((pieces.cell(number), TILES[first[number]]) for number in members)
        frame = alignment(known, board)
        if frame is not None:
            alike = sum(known.get(frame(cell)) == tile for cell, tile in board.items())
            if alike >= max(min(config.tiles_alike, len(known)), config.goes_on * min(len(board), len(known))):
                frames[group] = frame
    return frames


def _remembered(pieces: _Pieces, known: Board, frames: Mapping[int, Frame], config: SettleConfig) -> Floats:
    """The probabilities of the names, (N, 7, 6), given that tiles seldom change on their cells.

    Pieces that lie face down have none: they are no copies of anything.
    """
    names: Floats = pieces.names * np.array(pieces.up, dtype=np.float64)[:, None, None]
    for group, frame in frames.items():
        for number in pieces.groups[group]:
            tile = known.get(frame(pieces.cell(number)))
            if tile is not None and number not in pieces.confirmed:
                names[number] *= (1 - config.lasting) / len(TILES)
                names[number][tile] = pieces.names[number][tile] * config.lasting
                names[number] /= names[number].sum()
    return names


def _board_chances(
    pieces: _Pieces, names: Floats, box: Box, frames: Collection[int], config: SettleConfig
) -> dict[int, float]:
    """How probable it is of each group that it keeps to the rules of lines, as a board does and a hand need not."""
    several = [group for group, members in pieces.groups.items() if len(members) > 1]
    odds = {
        group: config.main if several == [group] or 2 * len(members) >= sum(pieces.up) else config.aside
        for group, members in pieces.groups.items()
    } | dict.fromkeys(frames, CERTAIN)
    lines = (*pieces.rows, *pieces.columns)
    for line, weight in zip(lines, evidence(names, lines, box, config.beliefs), strict=True):
        odds[pieces.place(line[0]).group] += weight
    return {group: _chance(value) for group, value in odds.items()}


def _going_together(
    pieces: _Pieces, names: Floats, beliefs: Floats, bound: Floats, box: Box, config: SettleConfig
) -> list[Tile | None]:
    """The likeliest name of each piece, None if it lies face down.

    Names that are each the likeliest need not go together, as when either of two tiles seen alike in a line may be
    another. Then the surest of the doubtful ones is fixed, and the others are asked again.
    """
    names, fixed = names.copy(), set[int]()
    while True:
        flat = beliefs.reshape(len(beliefs), -1)
        best, chances = flat.argmax(axis=1).tolist(), flat.max(axis=1)
        torn = [
            number
            for number in _at_odds(pieces, best, bound) - fixed - set(pieces.confirmed)
            if chances[number] < config.sure
        ]
        if not torn or len(fixed) == config.questions:
            return [TILES[name] if up else None for name, up in zip(best, pieces.up, strict=True)]
        surest = max(torn, key=lambda number: (chances[number], number))
        fixed.add(surest)
        names[surest] = _surely(TILES[best[surest]])
        beliefs = believe(names, pieces.rows, pieces.columns, bound, box, config.beliefs)


def _at_odds(pieces: _Pieces, best: Sequence[int], bound: Floats) -> set[int]:
    """The pieces in lines that should keep to the rules and don't, if these are the numbers of their tiles."""
    return {
        number
        for line in (*pieces.rows, *pieces.columns)
        if bound[line[0]] > 0.5 and any(breaches([TILES[best[number]] for number in line]))
        for number in line
    }


def _roles(
    pieces: _Pieces, tiles: Sequence[Tile | None], chances: Mapping[int, float], frames: Collection[int]
) -> tuple[list[Role], tuple[Problem, ...]]:
    """What each piece is part of, and what has to be asked about that."""
    broken = {
        pieces.place(line[0]).group
        for line in (*pieces.rows, *pieces.columns)
        if any(breaches([tile for number in line if (tile := tiles[number])]))
    }
    likely = [group for group, members in pieces.groups.items() if len(members) > 1]
    likely = [group for group in likely if chances[group] > 0.5 or group not in broken]
    boards, board_asked = (set(frames), ()) if frames else _boards(pieces, likely)
    hands, hand_asked = _hands(pieces, boards)
    by_group: dict[int, Role] = {**dict.fromkeys(hands, "hand"), **dict.fromkeys(boards, "board")}
    roles = [by_group.get(piece.place.group, "loose") for piece in pieces.seen]
    for number, clean in enumerate(pieces.clean):
        if roles[number] == "hand" and not clean:
            roles[number] = "loose"
    return roles, (*board_asked, *hand_asked)


def _boards(pieces: _Pieces, likely: Sequence[int]) -> tuple[set[int], tuple[Problem, ...]]:
    """The groups that are the board, given those that look like one, and a question if several could be it."""
    wide = [group for group in likely if not pieces.in_a_row(group)]
    if len(wide) > 1:
        # A printed board may hold several, and rows that go with the rules are no hands there.
        return set(likely), ()
    if wide:
        return set(wide), ()
    if likely:
        asked = (_question("which_board", pieces, likely),) if len(likely) > 1 else ()
        return {min(likely, key=pieces.off_middle)}, asked
    large = [group for group, members in pieces.groups.items() if len(members) > HAND_SIZE]
    if large:
        return {max(large, key=lambda group: len(pieces.groups[group]))}, ()
    return {group for group, members in pieces.groups.items() if len(members) == sum(pieces.up) == 1}, ()


def _hands(pieces: _Pieces, boards: Collection[int]) -> tuple[set[int], tuple[Problem, ...]]:
    """The groups that are the hand, and a question if several could be."""
    held = {
        group: sum(bool(pieces.clean[number]) for number in members)
        for group, members in pieces.groups.items()
        # Beside the groups on a printed board lie its first tiles, which nothing touches.
        if group not in boards and (len(boards) < 2 or len(members) > 1)
    }
    if sum(held.values()) <= HAND_SIZE:
        return set(held), ()
    sets = [group for group, count in held.items() if 1 < count <= HAND_SIZE]
    if len(sets) == 1:
        return set(sets), ()
    return set(), (_question("which_hand", pieces, sets or list(held)),) if len(boards) == 1 else ()


def _question(code: str, pieces: _Pieces, groups: Sequence[int]) -> Problem:
    members = sorted(number for group in groups for number in pieces.groups[group])
    return Problem(Reason(code, {"count": len(groups)}), tuple(members))


def _breaches(pieces: _Pieces, tiles: Sequence[Tile | None], roles: Sequence[Role], box: Box) -> Iterator[Problem]:
    """What breaks the rules on the board, and in the whole picture."""
    for line in (*pieces.rows, *pieces.columns):
        if roles[line[0]] == "board":
            for reason, members in breaches([tile for number in line if (tile := tiles[number])]):
                if reason.code != "both_sixth_colours":
                    yield Problem(reason, tuple(line[member] for member in members))
    whole = {number: tile for number, tile in enumerate(tiles) if tile and not pieces.seen[number].cut}
    for tile, count in sorted(Counter(whole.values()).items()):
        if count > COPIES:
            reason = Reason("too_many_of_a_kind", {"tile": tile.words, "count": count, "limit": COPIES})
            yield Problem(reason, tuple(number for number, other in whole.items() if other == tile))
    foreign = tuple(n for n, tile in whole.items() if tile.colour in SIXTH_COLOURS and tile.colour != box.sixth)
    if foreign:
        yield Problem(Reason("both_sixth_colours"), foreign)


def _settled(
    number: int, pieces: _Pieces, tile: Tile | None, beliefs: Floats, role: Role, config: SettleConfig
) -> Settled:
    """A piece with its name, and how sure it is."""
    if number in pieces.confirmed:
        return Settled(tile, "up", 1.0, (), False, role)
    face_up = pieces.seen[number].face_up
    chances = face_up * (beliefs if tile else pieces.names[number]).ravel()
    likeliest = [TILES[name] for name in np.argsort(-chances)[: config.mentions + 1]]
    others = tuple((other, float(chances[other.number])) for other in likeliest if other != tile)
    confidence = float(chances[tile.number]) if tile else 1 - face_up
    return Settled(
        tile,
        "up" if tile else "down",
        confidence,
        tuple((other, chance) for other, chance in others[: config.mentions] if chance >= config.mention),
        confidence < config.sure,
        role,
    )


def _surely(tile: Tile) -> Floats:
    """(7, 6) float64: the probabilities of a piece that is this tile."""
    names = np.zeros((len(Colour), len(Shape)))
    names[tile] = 1
    return names


def _chance(odds: float) -> float:
    """The probability for the natural logarithm of the odds."""
    return float(1 / (1 + np.exp(-np.clip(odds, -CERTAIN, CERTAIN))))
