"""A session at one table: settled readings in; the position, the moves between photos, their scores and advice out.

Tiles never leave a table, so every photo of a game is a witness to all moves before it. `told` puts the photos into one
frame of cells and believes, for each cell, what the fewest photos contradict: a tile that one photo missed, made up or
misread derails nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from engine.game import ENGLISH, UNLIMITED, Budget, IllegalMove, Reason, Refusal
from engine.qwirkle.advice import advise
from engine.qwirkle.board import EMPTY_BOARD, Board, Problem, Score
from engine.qwirkle.compare import Frame, alignment
from engine.qwirkle.events import Draw
from engine.qwirkle.game import QWIRKLE, State
from engine.qwirkle.moves import Cell, Move, Placement
from engine.qwirkle.settle import Place, Table
from engine.qwirkle.suggestions import Suggestions
from engine.qwirkle.tile import HAND_SIZE, LINE_LIMIT, Colour, Tile
from engine.qwirkle.view import View
from vision.cells import Cells
from vision.reading import Reading

ENGLISH.update(
    {
        "no_tile_found": "no tile was found: take the photo from nearer by, with the whole table in it",
        "no_board_found": "{count} tiles were found, but none lies as on a board: photograph the table with its board",
        "no_hand": "no hand is known: name its tiles, such as Rc Ox Bb, or show them apart from the board",
        "hand_photo_empty": "no tile of a hand was found: lay the hand open and photograph it from nearer by",
        "hand_photo_count": "{count} tiles that show their faces are no hand: photograph up to {limit}, nothing else",
        "not_aligned": "too few of the {count} tiles of a group lie as on the photos before: left out",
        "another_table": "hardly anything here lies as it did before, so this is taken for another table",
        "not_seen": "the {tile} at {cell[0]},{cell[1]} is not seen here: taken to lie there all the same",
        "not_believed": "the {tile} at {cell[0]},{cell[1]} is on no other photo: left out",
        "read_otherwise": "the {tile} at {cell[0]},{cell[1]} is read here as {other}",
    }
)

APART = LINE_LIMIT + 2
"""Free rows between groups whose places to each other are unknown: no move reaches from one to another."""
NEAR, SAME_CELLS = 3, 0.25
"""Groups lie on common cells where they come as close as this, in cells, and no tile is farther off its cell, in
sides: the cells that tiles tell are no longer sure some tiles away."""
AGREEING = 2
"""So many tiles of a further group must lie where they lay before, to say where the group is."""
EARLIER = 0.9
"""How sure a name is that was told without its chances: a photo that is surer of another name overrules it."""


@dataclass(frozen=True)
class Lying:
    """A tile that lies face up on the table.

    Args:
        tile: its most probable name.
        chances: the probability of that name and of its likeliest alternatives.
        piece: which tile of the reading it is; None if it is known from elsewhere.
    """

    tile: Tile
    chances: Mapping[Tile, float]
    piece: int | None = None

    @classmethod
    def of(cls, tile: Tile, sure: bool = False) -> Lying:
        """A tile of which somebody told the name: a person, who is `sure`, or what was read before."""
        return cls(tile, {tile: 2.0 if sure else EARLIER})


@dataclass(frozen=True)
class Position:
    """What lies on a table, as one photo shows it.

    Args:
        groups: the board's tiles by their cells, in parts whose places to each other are unknown, the largest first.
        hand: the tiles of the hand, from left to right as its group counts them.
        sixth: the box's sixth colour, None if no tile tells.
    """

    groups: tuple[Mapping[Cell, Lying], ...] = ()
    hand: tuple[Lying, ...] = ()
    sixth: Colour | None = None

    @classmethod
    def of(cls, reading: Reading, table: Table) -> Position:
        """The position of a settled reading; tiles that are cut or hide their faces are left out.

        Groups of touching tiles are put together where the picture shows them on the same cells, as on a printed board
        or where a tile between them was missed.
        """
        groups: dict[int, dict[Cell, Lying]] = defaultdict(dict)
        hand = []
        for piece, (seen, place, settled) in enumerate(zip(reading.tiles, reading.places, table.tiles, strict=True)):
            if settled.tile is None or seen.cut:
                continue
            lying = Lying(settled.tile, {**dict(settled.alternatives), settled.tile: settled.confidence}, piece)
            if settled.role == "hand":
                hand.append((place, lying))
            elif settled.role == "board":
                groups[place.group][place.col, place.row] = lying
        hand.sort(key=lambda held: (held[0].group, held[0].row, held[0].col))
        joined = _joined([groups[group] for group in sorted(groups)], reading)
        return cls(tuple(joined), tuple(lying for _, lying in hand), table.sixth)

    @classmethod
    def known(cls, board: Board, sure: Collection[Cell] = ()) -> Position:
        """A position told without a photo.

        Args:
            board: the tiles.
            sure: the cells of those that a person named.
        """
        return cls(({cell: Lying.of(tile, cell in sure) for cell, tile in board.items()},) if board else ())

    @cached_property
    def tiles(self) -> Mapping[Cell, Lying]:
        """The tiles of all groups, which lie `APART`, by their cells."""
        laid: dict[Cell, Lying] = {}
        for group in self.groups:
            down = max(y for _, y in laid) + 1 + APART - min(y for _, y in group) if laid else 0
            laid.update({(x, y + down): lying for (x, y), lying in group.items()})
        return laid

    @cached_property
    def board(self) -> Board:
        """The board's tiles by their names."""
        return _board(self.tiles)

    @cached_property
    def held(self) -> tuple[Tile, ...]:
        """The hand's tiles by their names."""
        return tuple(lying.tile for lying in self.hand)


def _board(tiles: Mapping[Cell, Lying]) -> Board:
    return Board((cell, lying.tile) for cell, lying in tiles.items())


def _joined(groups: Iterable[dict[Cell, Lying]], reading: Reading) -> list[dict[Cell, Lying]]:
    """The groups, those put together whose tiles the picture shows on common cells; the largest first."""
    parts: list[dict[Cell, Lying]] = []
    for group in groups:
        for part in parts:
            if cells := _on_cells_of(part, group, reading):
                part.update(cells)
                break
        else:
            parts.append(group)
    return sorted(parts, key=len, reverse=True)


def _on_cells_of(part: Mapping[Cell, Lying], group: Mapping[Cell, Lying], reading: Reading) -> dict[Cell, Lying] | None:
    """A group in the cells of another part of the board, None if it does not lie on them."""
    cells = cells_of(part, reading)
    framed = {}
    for lying in group.values():
        assert lying.piece is not None  # noqa: S101
        cell, off = cells.at(np.array(reading.tiles[lying.piece].centre))
        if off > SAME_CELLS or cell in part or cell in framed:
            return None
        framed[cell] = lying
    gap = min(max(abs(x - u), abs(y - v)) for x, y in framed for u, v in part)
    return framed if gap <= NEAR else None


def cells_of(tiles: Mapping[Cell, Lying], reading: Reading) -> Cells:
    """Where the cells of tiles that were read lie in the picture."""
    read = {cell: reading.tiles[lying.piece] for cell, lying in tiles.items() if lying.piece is not None}
    return Cells(np.stack([tile.corners for tile in read.values()]), [Place(0, x, y) for x, y in read])


def hand_of(table: Table) -> tuple[Tile, ...]:
    """The hand on a photo that shows nothing but a hand.

    Raises:
        Refusal: if there is no tile, or more than a hand holds.
    """
    tiles = tuple(settled.tile for settled in table.tiles if settled.tile is not None and settled.role == "hand")
    tiles = tiles or tuple(settled.tile for settled in table.tiles if settled.tile is not None)
    if not tiles:
        raise Refusal("hand_photo_empty")
    if len(tiles) > HAND_SIZE:
        raise Refusal("hand_photo_count", count=len(tiles), limit=HAND_SIZE)
    return tiles


@dataclass(frozen=True)
class Advice:
    """What to play.

    Args:
        board: the tiles on the table.
        hand: the tiles of the player.
        problems: what is wrong with the board.
        suggestions: what the player may do, the best first.
    """

    board: Board
    hand: tuple[Tile, ...]
    problems: tuple[Problem, ...]
    suggestions: Suggestions


Expect = Callable[[Advice], None]
"""Is told what advice will likely be, before that is thought about, see `engine.qwirkle.advice.Expect`."""


def advice(
    board: Board,
    hand: Sequence[Tile],
    *,
    players: int = 2,
    scores: Sequence[int] = (),
    bag: int | None = None,
    sixth: Colour | None = None,
    budget: Budget = UNLIMITED,
    expect: Expect = lambda advice: None,
) -> Advice:
    """What a player should do with a hand on a board; for the arguments see `View.of_table` and `advise`.

    Raises:
        Refusal: if the hand is empty, or the numbers can't be those of a game.
    """
    return _advised(View.of_table(board, hand, players=players, scores=scores, bag=bag, sixth=sixth), budget, expect)


def advice_in(
    state: State, player: int, hand: Sequence[Tile], budget: Budget = UNLIMITED, expect: Expect = lambda advice: None
) -> Advice:
    """What a player should do with a hand in a game, as if it were that player's turn and all tiles were drawn.

    Raises:
        Refusal: if the game is over, the hand is empty, or the box can't hold it besides the tiles on the table.
    """
    if state.over:
        raise IllegalMove("game_over")
    for owner, owed in enumerate(state.owed):
        state = QWIRKLE.after(state, Draw(owner, owed)) if owed else state
    return _advised(View.of_state(state, player, hand), budget, expect)


def _advised(view: View, budget: Budget, expect: Expect) -> Advice:
    if not view.hand:
        raise Refusal("no_hand")
    advice = partial(Advice, view.board, view.hand, view.board.status())
    return advice(advise(view, budget, expect=lambda suggestions: expect(advice(suggestions))))


@dataclass(frozen=True)
class Turn:
    """What a photo adds to those before it.

    Args:
        board: the tiles believed to lie on the table after the turn, in the cells of the first photo.
        move: the tiles that were added; a turn without tiles is a pass.
        score: what it earns.
        illegal: why the rules forbid it, None if they don't.
        begins: whether this is no turn but the position from which the photos go on.
        aligned: whether enough lies as on the photos before; else nothing is known of this turn.
        notes: what about this photo was not believed.
        pieces: which tile of the photo's reading lies on which cell.
    """

    board: Board
    move: Move
    score: Score
    illegal: Reason | None
    begins: bool
    aligned: bool
    notes: tuple[Reason, ...]
    pieces: Mapping[Cell, int]


def told(positions: Sequence[Position]) -> tuple[Turn, ...]:
    """The turns that the photos of one game tell, one a photo, in their order.

    A first photo that shows more than a legal first move is the position from which the game goes on.
    """
    framed, notes = _framed(positions)
    cells = {cell for tiles in framed for cell in tiles}
    names = {cell: _believed(tiles[cell] for tiles in framed if cell in tiles) for cell in cells}
    laid = {cell: _laid_at(cell, framed) for cell in cells}
    turns: list[Turn] = []
    before = EMPTY_BOARD
    for index, tiles in enumerate(framed):
        move = Move.placing(Placement(*cell, names[cell]) for cell in cells if laid[cell] == index)
        illegal = _forbidden(before, move)
        begins = index == 0 and (illegal is not None or move.is_pass)
        after = before.after(move)
        turns.append(
            Turn(
                after,
                move,
                Score() if begins else before.score(move),
                None if begins else illegal,
                begins,
                bool(tiles),
                (*notes[index], *_doubts(tiles, after)),
                {cell: lying.piece for cell, lying in tiles.items() if lying.piece is not None and cell in after},
            )
        )
        before = after
    return tuple(turns)


def next_turn(before: Position, position: Position) -> Turn:
    """The turn that one more photo tells; where too little on it lies as before, it shows another table.

    Args:
        before: what lay on the table, nothing if this is the first photo.
        position: what lies there now.
    """
    if before.tiles:
        turn = told((before, position))[-1]
        if turn.aligned:
            return turn
    turn = told((position,))[-1]
    return replace(turn, notes=(Reason("another_table"), *turn.notes)) if before.tiles else turn


def _framed(positions: Sequence[Position]) -> tuple[list[dict[Cell, Lying]], list[list[Reason]]]:
    """Every photo's tiles in the cells of the first that shows any, and what can't be put there."""
    known: dict[Cell, Tile] = {}
    framed, notes = [], []
    for position in positions:
        tiles: dict[Cell, Lying] = {}
        lost = []
        quarters: int | None = None
        for group in position.groups:
            frame = _frame(known, group, quarters) if known else Frame(0, 0, 0)
            if frame is None:
                lost.append(Reason("not_aligned", {"count": len(group)}))
                continue
            tiles |= {frame(cell): lying for cell, lying in group.items()}
            quarters = frame.quarters
        known |= {cell: lying.tile for cell, lying in tiles.items()}
        framed.append(tiles)
        notes.append(lost)
    return framed, notes


def _frame(known: Mapping[Cell, Tile], group: Mapping[Cell, Lying], quarters: int | None) -> Frame | None:
    """From the cells of a group to the known ones; turned as the photo's other groups are, if that is known."""
    if quarters is None:
        return alignment(Board(known), _board(group))
    turned = _board(group).turned(quarters)
    frame = alignment(Board(known), turned, may_turn=False)
    # A single tile fits in too many places.
    if frame is None or len(known.items() & turned.moved(frame).items()) < AGREEING:
        return None
    return replace(frame, quarters=quarters)


def _believed(witnesses: Iterable[Lying]) -> Tile:
    """The name to which the witnesses together give the greatest chance; of equal ones the first told."""
    chances: defaultdict[Tile, float] = defaultdict(float)
    for lying in witnesses:
        for tile, chance in lying.chances.items():
            chances[tile] += chance
    return max(chances, key=lambda tile: chances[tile])


def _laid_at(cell: Cell, framed: Sequence[Mapping[Cell, Lying]]) -> int:
    """The photo from which on a tile lies on a cell, so that the fewest photos contradict; their number if never.

    A photo of which nothing is known to lie on these cells is no witness.
    """
    seen = [(photo, cell in tiles) for photo, tiles in enumerate(framed) if tiles]
    starts = [*(photo for photo, lies in seen if lies), len(framed)]
    return min(starts, key=lambda start: (sum((photo >= start) != lies for photo, lies in seen), start))


def _forbidden(board: Board, move: Move) -> Reason | None:
    if move.is_pass:
        return None
    try:
        board.check(move)
    except IllegalMove as error:
        return error.reason
    return None


def _doubts(tiles: Mapping[Cell, Lying], board: Board) -> Iterable[Reason]:
    """Where a photo tells another story than what is believed."""
    for cell in sorted(tiles.keys() | board.keys()) if tiles else ():
        believed, lying = board.get(cell), tiles.get(cell)
        if believed is None and lying is not None:
            yield Reason("not_believed", {"tile": lying.tile.words, "cell": cell})
        elif believed is not None and lying is None:
            yield Reason("not_seen", {"tile": believed.words, "cell": cell})
        elif believed is not None and lying is not None and lying.tile != believed:
            yield Reason("read_otherwise", {"tile": believed.words, "cell": cell, "other": lying.tile.words})
