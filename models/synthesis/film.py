"""A film of a Qwirkle game: a hand comes, lays tiles and goes, a shadow wanders, and once the camera is knocked.

Each state of the table is painted once; every frame adds the shadow, the hand and the camera's noise to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.qwirkle.board import EMPTY_BOARD, Board
from engine.qwirkle.moves import Move
from engine.qwirkle.tile import COPIES, HAND_SIZE, Colour, Tile, box
from models.synthesis import colour
from models.synthesis.belongings import random_hand
from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas
from models.synthesis.clutter import Hand
from models.synthesis.layout import Layout, Piece, Surface, laid
from models.synthesis.lighting import Lighting
from models.synthesis.look import Look
from models.synthesis.sensor import Sensor
from models.synthesis.surface import Wood, planked
from models.synthesis.table import exposed, painted

Light = NDArray[np.float32]

_SIXTH = Colour.WHITE
_ROOM = 6, 3
"""How many columns and rows from the first tile a tile may lie, to stay in the picture."""


@dataclass(frozen=True)
class FilmPlan:
    """How a film goes. Times are in seconds of the film.

    Args:
        moves: how many there are.
        width: of a frame in pixels.
        height: of a frame in pixels.
        side: of a tile in pixels.
        fps: frames a second.
        begin: how long the empty table is seen, while a camera would find its exposure.
        reach: how long a hand takes to come, and to go.
        lay: how long it takes over each tile.
        rest: how long nobody moves after each move.
        knocked: after which move the camera is knocked; None for never.
        knock: by how many pixels to the right and down.
        shadow: share of the light that the wandering shadow takes.
        round: how long the shadow takes to go and to come back.
    """

    moves: int = 20
    width: int = 960
    height: int = 540
    side: float = 56.0
    fps: float = 10.0
    begin: float = 3.0
    reach: float = 0.5
    lay: float = 0.4
    rest: float = 4.6
    knocked: int | None = 10
    knock: tuple[float, float] = (26.0, -17.0)
    shadow: float = 0.3
    round: float = 14.0


@dataclass(frozen=True)
class Laying:
    """A move of the film.

    Args:
        move: in the cells of the film, whose rows grow downwards in the picture.
        points: what it earns.
        comes: when the hand begins to come, in seconds,
        gone: and when its way back ends; it has left the picture shortly before.
    """

    move: Move
    points: int
    comes: float
    gone: float


@dataclass(frozen=True, eq=False)
class Film:
    """A rendered game and what is true of it; equal arguments give equal films.

    Args:
        plan: how it goes.
        seed: of every chance.
    """

    plan: FilmPlan = FilmPlan()
    seed: int = 1
    layings: tuple[Laying, ...] = field(init=False)
    """The moves, in their order."""

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        layings, comes = [], self.plan.begin
        for move, points in _game(rng, self.plan.moves):
            gone = comes + 2 * self.plan.reach + len(move.placements) * self.plan.lay
            layings.append(Laying(move, points, comes, gone))
            comes = gone + self.plan.rest
        object.__setattr__(self, "layings", tuple(layings))

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return self.layings[-1].gone + self.plan.rest

    @property
    def knocked_at(self) -> float:
        """When the camera is knocked, in the middle of a rest; infinity for never."""
        knocked = self.plan.knocked
        return math.inf if knocked is None else self.layings[knocked - 1].gone + self.plan.rest / 2

    def frames(self) -> Iterator[tuple[NDArray[np.uint8], float]]:
        """The frames, (H, W, 3) uint8 BGR, each with its time in seconds."""
        plan, rng = self.plan, np.random.default_rng([self.seed, 1])
        table = _Table(self, rng)
        straight = _camera(plan)
        off = replace(straight, shift=plan.knock)
        hands = [random_hand(rng, straight, plan.side) for _ in self.layings]
        for number in range(math.ceil(self.seconds * plan.fps)):
            at = number / plan.fps
            camera = straight if at < self.knocked_at else off
            canvas = Canvas(table.seen(self._laid(at), camera).copy())
            _overcast(canvas, plan, at)
            for laying, hand in zip(self.layings, hands, strict=True):
                if laying.comes <= at < laying.gone:
                    _reach(canvas, camera, hand, laying, at, table.pieces, plan)
            yield exposed(canvas, camera, _LIGHT, rng), at

    def _laid(self, at: float) -> int:
        """How many tiles lie on the table."""
        since = (at - laying.comes - self.plan.reach for laying in self.layings)
        ready = zip(self.layings, since, strict=True)
        return sum(
            min(len(laying.move.placements), max(0, math.floor(time / self.plan.lay + 0.5))) for laying, time in ready
        )


def _game(rng: np.random.Generator, count: int) -> Iterator[tuple[Move, int]]:
    """Legal moves of two players who play at random, the first as large as the hand allows, with their points."""
    bag = [tile for tile in box(_SIXTH) for _ in range(COPIES)]
    bag = [bag[index] for index in rng.permutation(len(bag))]
    hands: tuple[list[Tile], list[Tile]] = [], []
    board = EMPTY_BOARD
    for turn in range(count):
        hand = hands[turn % 2]
        choice: list[Move] = []
        while not choice:
            while len(hand) < HAND_SIZE and bag:
                hand.append(bag.pop())
            choice = [move for move in board.legal_moves(hand) if _fits(move)]
            if not choice:  # the tiles are swapped
                bag[:0] = hand
                hand.clear()
        largest = max(len(move.placements) for move in choice)
        choice = choice if board else [move for move in choice if len(move.placements) == largest]
        move = choice[int(rng.integers(len(choice)))]
        for tile in move.tiles:
            hand.remove(tile)
        board, score = board.play(move)
        yield move, score.points


def _fits(move: Move) -> bool:
    return all(abs(placement.x) <= _ROOM[0] and abs(placement.y) <= _ROOM[1] for placement in move.placements)


_LIGHT = Lighting(azimuth=0.9, slope=0.5, shadow=0.5, softness=0.12, contact=0.55, falloff=0.25, falloff_azimuth=0.8)


def _camera(plan: FilmPlan) -> Camera:
    """A webcam on a stand, some degrees off straight above."""
    focal = 1.1 * plan.width
    sensor = Sensor(exposure=1.05, blur=0.6, shot=0.012, read=0.002, smear=0.0, vignette=0.12, quality=0)
    return Camera(plan.width, plan.height, focal, focal / plan.side, tilt=math.radians(10), sensor=sensor)


class _Table:
    """The states of a film's table, each painted once.

    Args:
        film: the film.
        rng: the source of chance.
    """

    def __init__(self, film: Film, rng: np.random.Generator) -> None:
        tiles = {placement.cell: placement.tile for laying in film.layings for placement in laying.move.placements}
        self.pieces: dict[tuple[int, int], Piece] = dict(
            zip(tiles, laid(rng, Board(tiles), 0.02, 0.015, 0.1), strict=True)
        )
        """Each tile as it will lie, in the order in which they are laid."""
        self._surface = Surface(
            planked(rng, Wood(colour.hsv(12, 0.50, 0.80), planks=5, uneven=0.06), side=1024), span=15.0, turn=0.02
        )
        self._seed = int(rng.integers(2**32))
        self._painted: tuple[int, Camera, Light] | None = None

    def seen(self, count: int, camera: Camera) -> Light:
        """(H, W, 3) float32 linear BGR: the table with the first ``count`` tiles on it."""
        if self._painted is None or self._painted[:2] != (count, camera):
            layout = Layout(self._surface, tuple(self.pieces.values())[:count])
            # The same generator each time, so that the tiles keep their scratches.
            canvas, _ = painted(layout, camera, _LIGHT, Look(wear=0.006), np.random.default_rng(self._seed))
            self._painted = count, camera, canvas.light
        return self._painted[2]


def _overcast(canvas: Canvas, plan: FilmPlan, at: float) -> None:
    """Somebody stands in the light and sways: a wide soft shadow that goes and comes back."""
    middle = plan.width * (0.5 + 0.6 * math.sin(2 * math.pi * at / plan.round))
    across = np.exp(-0.5 * ((np.arange(plan.width) - middle) / (0.2 * plan.width)) ** 2)
    canvas.light *= (1 - plan.shadow * across).astype(np.float32)[None, :, None]


def _reach(
    canvas: Canvas,
    camera: Camera,
    hand: Hand,
    laying: Laying,
    at: float,
    pieces: dict[tuple[int, int], Piece],
    plan: FilmPlan,
) -> None:
    """Paints the hand of a move: on its way to the first tile, over each tile in turn, and on its way back."""
    cells = [placement.cell for placement in laying.move.placements]
    places = camera.project(np.array([[pieces[cell].x, pieces[cell].y, 0.0] for cell in cells]))
    busy = (at - laying.comes - plan.reach) / plan.lay
    target = places[min(len(cells) - 1, max(0, math.floor(busy)))]
    away = max(-busy * plan.lay, (busy - len(cells)) * plan.lay, 0.0) / plan.reach
    fingers = hand.limbs[2:]
    tip = np.mean([start for start, *_ in fingers], axis=0)
    forearm = hand.limbs[1]
    along = (forearm[1] - forearm[0]) / np.linalg.norm(forearm[1] - forearm[0])
    by = target - tip + along * away * math.hypot(plan.width, plan.height)
    moved = replace(
        hand, limbs=tuple((start + by, stop + by, width, paint) for start, stop, width, paint in hand.limbs)
    )
    moved.shade(canvas)
    moved.paint(canvas)
