"""The tiles on the table: an immutable board that knows what may be added, what it earns and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.game import IllegalMove, Reason
from engine.qwirkle import generator
from engine.qwirkle.lines import Line, breaches
from engine.qwirkle.moves import Cell, Move, Placement
from engine.qwirkle.tile import COPIES, SIXTH_COLOURS, Tile

AXES: tuple[Cell, Cell] = ((1, 0), (0, 1))
"""Along a row and down a column."""
MADE = {"duplicate_in_line": "duplicate_made", "mixed_line": "mixed_made", "both_sixth_colours": "both_sixth_made"}
"""The code of an illegal move for each breach that it would make."""


@dataclass(frozen=True)
class Problem:
    """Something against the rules in a position, and the cells where it is."""

    reason: Reason
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return str(self.reason)


@dataclass(frozen=True)
class Score:
    """What a move earns: the lines it made or grew, and the bonus for going out, which the game knows."""

    lines: tuple[Line, ...] = ()
    bonus: int = 0

    @property
    def points(self) -> int:
        """All points of the move."""
        return sum(line.points for line in self.lines) + self.bonus


class Board(Mapping[Cell, Tile]):
    """An immutable mapping of cells (column, row; rows grow downwards) to tiles, in any position, legal or not.

    Two boards are equal if the same tiles lie on the same cells. Its text form is that of a move that adds
    all its tiles.

    Args:
        tiles: the tiles by their cells.
    """

    def __init__(self, tiles: Mapping[Cell, Tile] | Iterable[tuple[Cell, Tile]] = ()) -> None:
        self._tiles: dict[Cell, Tile] = dict(tiles)

    @classmethod
    def of(cls, placements: Iterable[Placement]) -> Board:
        """The board with these tiles; of two on one cell the last stays."""
        return cls((placement.cell, placement.tile) for placement in placements)

    @classmethod
    def parse(cls, text: str) -> Board:
        """Reads placements such as ``Rc@0,0 Rs@1,0``; an empty text is an empty board.

        Raises:
            InvalidText: if a part is no placement.
            IllegalMove: if two tiles would lie on one cell.
        """
        return cls().after(Move.parse(text)) if text.strip() else cls()

    def __getitem__(self, cell: Cell) -> Tile:
        return self._tiles[cell]

    def __contains__(self, cell: object) -> bool:
        return cell in self._tiles

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def __eq__(self, other: object) -> bool:
        return self._tiles == other._tiles if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self._tiles.items()))

    def __str__(self) -> str:
        return " ".join(map(str, self.placements))

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The tiles with their cells, sorted."""
        return tuple(sorted(Placement(*cell, tile) for cell, tile in self._tiles.items()))

    @property
    def corners(self) -> tuple[Cell, Cell]:
        """The least and the greatest column and row that hold tiles.

        Raises:
            ValueError: if the board is empty.
        """
        columns, rows = zip(*self._tiles, strict=True)
        return (min(columns), min(rows)), (max(columns), max(rows))

    def drawn(self) -> str:
        """The board as lines of text, a dot for a free cell."""
        if not self._tiles:
            return ""
        (left, top), (right, bottom) = self.corners
        rows = ((self._tiles.get((x, y)) for x in range(left, right + 1)) for y in range(top, bottom + 1))
        return "\n".join(" ".join(str(tile) if tile else " ." for tile in row) for row in rows)

    def moved(self, to: Callable[[Cell], Cell]) -> Board:
        """The same tiles, each on the cell that `to` gives for its own."""
        return Board((to(cell), tile) for cell, tile in self._tiles.items())

    def shifted(self, dx: int, dy: int) -> Board:
        """The board moved to the right and down."""
        return self.moved(lambda cell: (cell[0] + dx, cell[1] + dy))

    def transposed(self) -> Board:
        """The board with rows and columns exchanged."""
        return self.moved(lambda cell: (cell[1], cell[0]))

    def turned(self, quarters: int = 1) -> Board:
        """The board turned clockwise about the cell 0, 0 by quarter turns."""
        return self if quarters % 4 == 0 else self.moved(lambda cell: (-cell[1], cell[0])).turned(quarters - 1)

    def line(self, cell: Cell, axis: Cell) -> Line:
        """The line through a tile along an axis of `AXES`; a tile alone gives a line of one."""
        (x, y), (dx, dy) = cell, axis
        while (x - dx, y - dy) in self._tiles:
            x, y = x - dx, y - dy
        placements = []
        while (tile := self._tiles.get((x, y))) is not None:
            placements.append(Placement(x, y, tile))
            x, y = x + dx, y + dy
        return Line(tuple(placements))

    def lines(self) -> tuple[Line, ...]:
        """Every line of two tiles or more, rows first."""
        lines = (
            self.line((x, y), (dx, dy))
            for dx, dy in AXES
            for x, y, _ in self.placements
            if (x - dx, y - dy) not in self
        )
        return tuple(line for line in lines if len(line.placements) > 1)

    def clusters(self) -> tuple[frozenset[Cell], ...]:
        """The groups of cells whose tiles touch each other, the largest first."""
        left = set(self._tiles)
        clusters = []
        while left:
            cluster, edge = set(), [left.pop()]
            while edge:
                cell = edge.pop()
                cluster.add(cell)
                reached = left.intersection(_neighbours(cell))
                left -= reached
                edge.extend(reached)
            clusters.append(frozenset(cluster))
        return tuple(sorted(clusters, key=lambda cluster: (-len(cluster), min(cluster))))

    def status(self) -> tuple[Problem, ...]:
        """All that is wrong with the position and where: nothing if its lines, counts and clusters are right."""
        return (*self._broken_lines(), *self._impossible_tiles(), *self._islands())

    def _broken_lines(self) -> Iterator[Problem]:
        for line in self.lines():
            for reason, members in breaches(line.tiles):
                yield Problem(reason, tuple(line.placements[member].cell for member in members))

    def _impossible_tiles(self) -> Iterator[Problem]:
        for tile, count in sorted(Counter(self._tiles.values()).items()):
            if count > COPIES:
                cells = tuple(cell for *cell, kind in self.placements if kind == tile)
                reason = Reason("too_many_of_a_kind", {"tile": tile.words, "count": count, "limit": COPIES})
                yield Problem(reason, tuple((x, y) for x, y in cells))
        sixths = tuple(placement for placement in self.placements if placement.tile.colour in SIXTH_COLOURS)
        if len({placement.tile.colour for placement in sixths}) > 1:
            yield Problem(Reason("both_sixth_colours"), tuple(placement.cell for placement in sixths))

    def _islands(self) -> Iterator[Problem]:
        clusters = self.clusters()
        if len(clusters) > 1:
            cells = tuple(cell for cluster in clusters[1:] for cell in sorted(cluster))
            yield Problem(Reason("apart", {"count": len(clusters)}), cells)

    def after(self, move: Move) -> Board:
        """The board with the move's tiles added, whether or not the rules allow it.

        Raises:
            IllegalMove: if a cell is taken or gets two tiles.
        """
        tiles = dict(self._tiles)
        for placement in move.placements:
            lying = tiles.get(placement.cell)
            if placement.cell in self._tiles:
                raise _illegal("cell_taken", placement, placement.cell, tile=str(lying))
            if lying is not None:
                raise _illegal("cell_twice", move, placement.cell)
            tiles[placement.cell] = placement.tile
        return Board(tiles)

    def check(self, move: Move, hand: Sequence[Tile] | None = None) -> None:
        """Makes sure that the rules let a player add the tiles of `move` here; as `play`, without what follows."""
        self.play(move, hand)

    def play(self, move: Move, hand: Sequence[Tile] | None = None) -> tuple[Board, Score]:
        """The board after a move and what the move earns, if the rules let a player add these tiles here.

        Args:
            move: the tiles to add.
            hand: the tiles the player holds; None where nobody knows them.

        Raises:
            IllegalMove: if they don't; `reason` holds the offending text and, where there is one, the `cell`.
        """
        if not move.placements:
            raise _illegal("no_placement", move)
        after = self.after(move)
        self._check_straight(move, after)
        if self and not any(cell in self for placement in move.placements for cell in _neighbours(placement.cell)):
            raise _illegal("not_touching", move, move.placements[0].cell)
        score = after.score_of(move)
        for line in score.lines:
            for reason, members in breaches(line.tiles):
                cell = line.placements[members[0]].cell
                raise _illegal(MADE[reason.code], move, cell, **reason.params)
        if hand is not None:
            for tile in Counter(move.tiles) - Counter(hand):
                raise _illegal("not_in_hand", move, tile=tile.words)
        return after, score

    def _check_straight(self, move: Move, after: Board) -> None:
        first, last = move.placements[0], move.placements[-1]
        if len({x for x, _, _ in move.placements}) > 1 and len({y for _, y, _ in move.placements}) > 1:
            raise _illegal("not_one_line", move, last.cell)
        for cell in _between(first.cell, last.cell):
            if cell not in after:
                raise _illegal("gap", move, cell)

    def is_legal(self, move: Move, hand: Sequence[Tile] | None = None) -> bool:
        """Whether `check` has nothing against the move."""
        try:
            self.check(move, hand)
        except IllegalMove:
            return False
        return True

    def score(self, move: Move) -> Score:
        """What a move earns with the lines that it makes or grows, whether or not the rules allow it.

        A lone first tile is a line of one. A swap and a pass earn nothing.

        Raises:
            IllegalMove: if a cell is taken or gets two tiles.
        """
        return self.after(move).score_of(move)

    def score_of(self, move: Move) -> Score:
        """What the move earned that brought this board about."""
        lines = {self.line(placement.cell, axis): None for axis in AXES for placement in move.placements}
        made = tuple(line for line in lines if len(line.placements) > 1)
        return Score(made or tuple(Line((placement,)) for placement in move.placements))

    def legal_moves(self, hand: Sequence[Tile], size: int | None = None) -> LegalMoves:
        """Every different way to add tiles of a hand, found only when it is asked for.

        Args:
            hand: the tiles; equal ones give one move.
            size: the number of tiles that must be added, as the opening asks; None for any number.
        """
        return LegalMoves(self, hand, size)

    @cached_property
    def window(self) -> generator.Window:
        """The board as the search for moves takes it."""
        return generator.Window(self._tiles)


EMPTY_BOARD = Board()


class LegalMoves:
    """The legal ways to add tiles of a hand: can be tested (`in`, `bool`), counted and gone through.

    On an empty board the moves gone through start at the cell 0, 0 and run to the right; `in` takes any place.

    Args:
        board: where the tiles are added.
        hand: the tiles.
        size: the number of tiles that must be added, or None.
    """

    def __init__(self, board: Board, hand: Sequence[Tile], size: int | None = None) -> None:
        self.board = board
        self.hand = tuple(hand)
        self.size = size

    @cached_property
    def _found(self) -> generator.Found:
        return generator.find(self.board.window, self.hand)

    def scored(self) -> Iterator[tuple[Move, int]]:
        """The moves with the points of their lines, much faster than with `Board.score`."""
        for move, points in self._found:
            if self.size in (None, len(move.placements)):
                yield move, points

    def best(self) -> tuple[Move, int] | None:
        """A move with the most points, and these; None if there is no move. The fastest way to play greedily."""
        if self.size is None:
            return self._found.best() if len(self._found) else None
        return max(self.scored(), key=lambda scored: scored[1], default=None)

    def __iter__(self) -> Iterator[Move]:
        return (move for move, _ in self.scored())

    def __len__(self) -> int:
        return len(self._found) if self.size is None else sum(1 for _ in self)

    def __bool__(self) -> bool:
        if self.size is None:
            return len(generator.find(self.board.window, self.hand, enough=1)) > 0
        return any(True for _ in self)

    def __contains__(self, move: object) -> bool:
        return (
            isinstance(move, Move)
            and self.size in (None, len(move.placements))
            and self.board.is_legal(move, self.hand)
        )

    def __repr__(self) -> str:
        return f"<LegalMoves: {len(self)} with {' '.join(map(str, self.hand))}>"


def _illegal(code: str, text: object, cell: Cell | None = None, **params: object) -> IllegalMove:
    return IllegalMove(code, text=str(text), cell=cell, **params)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def _between(first: Cell, last: Cell) -> Iterator[Cell]:
    return ((x, y) for x in range(first[0], last[0] + 1) for y in range(first[1], last[1] + 1))
