"""Tables with dice as they come: every choice of dice, place, table, clutter, lamp and camera by chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.qwixx.roll import DieColour
from models.synthesis import colour
from models.synthesis.arrangement import somewhere
from models.synthesis.belongings import THINGS, random_hand
from models.synthesis.camera import Camera
from models.synthesis.canvas import Canvas
from models.synthesis.clutter import Hand, Sheet, Solid, rectangle
from models.synthesis.dice_clutter import PRINTED, STANDING, Gem, random_gem
from models.synthesis.dice_ground import SURFACES, Tray, random_tray
from models.synthesis.dice_look import TRAINING, Families, another, random_die_look, recoloured, unmarked
from models.synthesis.dice_scene import DiceScene, DiceTable, PrintedDie, render_dice
from models.synthesis.die import Die, DieLook, Lie, about, lying, standing
from models.synthesis.die_painter import DicePainter
from models.synthesis.layout import Surface
from models.synthesis.lighting import Lighting
from models.synthesis.random_table import TableRanges, random_camera, random_lighting, random_room
from models.synthesis.sky import Lamp, Sky

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Range = tuple[float, float]
Photos = Sequence[NDArray[np.uint8]]

ROLL = (DieColour.WHITE, DieColour.WHITE, DieColour.RED, DieColour.YELLOW, DieColour.GREEN, DieColour.BLUE)
"""The dice of a whole Qwixx roll."""
_PRINT = 96
"""The side of the picture of a die on a box, in pixels."""
_TRIES = 12
"""How often a die is thrown again that falls on something."""
_ROLLS = 150
"""How often all dice are thrown again until they lie whole in the picture."""
_HARDLY_HIDDEN = 0.85
"""The share of each die of a roll that is seen at least."""


@dataclass(frozen=True)
class DiceRanges:
    """How far tables with dice differ; shares of pictures unless said otherwise.

    Args:
        families: which kinds of bodies, pips, materials, surfaces and lamps come.
        table: cameras, lights and rooms.
        none: pictures without dice.
        few: pictures with one to three.
        many: pictures with fifteen to thirty, where there is room.
        set_of_game: pictures whose dice are one set in the colours of the game.
        alike: pictures whose dice are all alike.
        other: share of dice, in the rest, whose colour has none of the names.
        sizes: standard deviation of the dice's sides within a mixed picture, logarithmic.
        tray: dice in a tray.
        clustered: dice lying close together.
        touching: share of dice that touch another.
        stacked: share of dice that lie on others.
        cocked: share of dice that are tilted against something.
        hand: pictures with a hand.
        holding: share of hands that hold dice.
        printed: pictures with dice printed on something.
        sheets: chance of one more flat thing, again and again.
        solids: chance of one more thing of any table, again and again.
        lookalikes: chance of one more thing like a die, again and again.
        gems: chance of one more die with other than six faces, again and again.
        photo: share of tables covered with a photo blurred past knowing.
        windows: chance of one more mirrored lamp, again and again.
        glaring: pictures in which a lamp is mirrored by the upper faces.
        burnt: brightness of a mirrored lamp on the table at most: beyond it no value could be read.
        nearest: no die is nearer to the camera than this share of the distance that gives the size asked for.
        squeezed: pictures that somebody brought to another shape, as collections of photos often are.
        squeeze: by which factor at most.
        specked: pictures with black and white specks.
        specks: share of their pixels, at most.
        blank: whether the pips are as the body is, all else alike: what differs in the photo is how pips show.
    """

    families: Families = TRAINING
    table: TableRanges = field(default_factory=lambda: TableRanges(room=0.15))
    none: float = 0.04
    few: float = 0.2
    many: float = 0.12
    set_of_game: float = 0.35
    alike: float = 0.2
    other: float = 0.35
    sizes: float = 0.12
    tray: float = 0.25
    clustered: float = 0.5
    touching: float = 0.25
    stacked: float = 0.012
    cocked: float = 0.06
    hand: float = 0.12
    holding: float = 0.5
    printed: float = 0.08
    sheets: float = 0.45
    solids: float = 0.35
    lookalikes: float = 0.6
    gems: float = 0.35
    photo: float = 0.1
    windows: float = 0.5
    glaring: float = 0.25
    burnt: float = 0.5
    nearest: float = 0.6
    squeezed: float = 0.12
    squeeze: float = 1.6
    specked: float = 0.05
    specks: float = 0.02
    blank: bool = False


def random_dice_scene(
    rng: np.random.Generator,
    width: int,
    height: int,
    die_size: Range,
    backgrounds: Photos = (),
    ranges: DiceRanges = DiceRanges(),
) -> DiceScene:
    """A table with dice of which everything is left to chance.

    Args:
        rng: the only source of chance.
        width: of the picture in pixels.
        height: of the picture in pixels.
        die_size: the range of the mean side of an upper face in pixels; log-uniform.
        backgrounds: photos, (H, W, 3) uint8 BGR; shown only blurred past knowing, for they may show dice.
        ranges: what is likely, and how far things differ.

    Returns:
        The scene; equal generator states and arguments give equal scenes.
    """
    if rng.random() > ranges.squeezed:
        setting = _Setting(rng, width, height, die_size, backgrounds, ranges)
        scene = setting.photographed(setting.table())
    else:
        tall = round(height * math.exp(rng.uniform(-1, 1) * math.log(ranges.squeeze)))
        setting = _Setting(rng, width, tall, die_size, backgrounds, ranges)
        scene = setting.photographed(setting.table()).squeezed(height)
    if rng.random() < ranges.specked:
        marked = rng.random((height, width)) < rng.uniform(0.0, ranges.specks)
        scene.image[marked] = 255 * rng.integers(0, 2, (int(marked.sum()), 1), np.uint8)
    return scene


def random_roll_scene(
    rng: np.random.Generator,
    width: int,
    height: int,
    die_size: Range,
    backgrounds: Photos = (),
    ranges: DiceRanges = DiceRanges(),
    colours: Sequence[DieColour] = ROLL,
) -> DiceScene:
    """A table with exactly these dice, all flat, whole in the picture and hardly hidden.

    Args:
        rng: the only source of chance.
        width: of the picture in pixels.
        height: of the picture in pixels.
        die_size: the range of the mean side of an upper face in pixels; so small that all dice find room.
        backgrounds: as in `random_dice_scene`.
        ranges: as in `random_dice_scene`.
        colours: of the dice.

    Raises:
        ValueError: if the dice find no room in such a picture.
    """
    tidy = replace(ranges, cocked=0.0, stacked=0.0, holding=0.0, printed=0.0, hand=ranges.hand / 2)
    for _ in range(_ROLLS):
        setting = _Setting(rng, width, height, die_size, backgrounds, tidy, tuple(colours))
        table = setting.table()
        if len(table.dice) < len(colours) or not setting.shows_all(table):
            continue
        scene = setting.photographed(table)
        if len(scene.dice) == len(colours) and all(die.visible > _HARDLY_HIDDEN for die in scene.dice):
            return scene
    raise ValueError(
        f"{len(colours)} dice of {die_size[0]:.0f} to {die_size[1]:.0f} pixels find no room in a picture of "
        f"{width} x {height}: make the dice smaller or the picture larger"
    )


class _Setting:
    """Makes one scene; every method draws from the generator in turn."""

    def __init__(
        self,
        rng: np.random.Generator,
        width: int,
        height: int,
        die_size: Range,
        backgrounds: Photos,
        ranges: DiceRanges,
        roll: tuple[DieColour, ...] = (),
    ) -> None:
        self.rng, self.ranges, self.roll = rng, ranges, roll
        self.side = math.exp(rng.uniform(*np.log(die_size)))
        self.camera = random_camera(rng, width, height, self.side, ranges.table)
        light = random_lighting(rng, ranges.table)
        self.light = replace(light, spot=min(light.spot, ranges.burnt))
        self.photos = [_unknowable(photo) for photo in _few(rng, backgrounds)]
        self.taken: list[NDArray[np.float32]] = []
        self.dice: list[Die] = []
        self.solids: list[Solid] = []
        self.tray: Tray | None = None

    def photographed(self, table: DiceTable) -> DiceScene:
        if self.ranges.blank:
            table = replace(table, dice=tuple(replace(die, look=unmarked(die.look)) for die in table.dice))
        return render_dice(table, self.camera, self.light, self.rng)

    def shows_all(self, table: DiceTable) -> bool:
        """Whether every die lies wholly in the picture."""
        pixels = self.camera.bent(np.concatenate([die.outline(self.camera) for die in table.dice]))
        return bool((pixels > -0.5).all() and (pixels < [self.camera.width - 0.5, self.camera.height - 0.5]).all())

    def table(self) -> DiceTable:
        rng, ranges, camera = self.rng, self.ranges, self.camera
        surface = self._surface()
        if rng.random() < ranges.tray:
            self.tray = self._tray()
        self._lay_dice()
        self._put_things()
        gems = self._gems()
        palm, fingers, held = self._hand()
        return DiceTable(
            surface,
            (*self.dice, *held),
            self._sky(surface if self.tray is None else Surface(self.tray.texture)),
            self.tray,
            random_room(rng, camera, self.photos, ranges.table) if self.tray is None else None,
            tuple(self._sheets()),
            tuple(self._printed()),
            tuple(self.solids),
            tuple(gems),
            palm,
            fingers,
        )

    def _surface(self) -> Surface:
        rng = self.rng
        if self.photos and rng.random() < self.ranges.photo:
            photo = colour.decode(self.photos[int(rng.integers(len(self.photos)))])
            wide = np.concatenate([photo, photo[:, ::-1]], axis=1)
            texture = np.concatenate([wide, wide[::-1]], axis=0)
        else:
            texture = SURFACES[str(rng.choice(self.ranges.families.surfaces))](rng)
        return Surface(texture, math.exp(rng.uniform(1.5, 3.6)), rng.uniform(0, 2 * math.pi))

    def _tray(self) -> Tray:
        x, y = somewhere(self.rng, self.camera, 0.3)
        span = min(self.camera.width, self.camera.height) / self.side / 2
        inner = float(np.clip(span * self.rng.uniform(0.4, 1.2), 2.5, 9.0))
        tray = random_tray(self.rng, self.ranges.families.surfaces, inner, x, y)
        rim = np.concatenate([tray.floor, tray.rim[:, :2]])
        return tray if self.camera.ahead(rim) else replace(tray, rim=tray.rim * [1, 1, 0.2])

    # Dice

    def _count(self) -> int:
        rng, ranges = self.rng, self.ranges
        if self.roll:
            return len(self.roll)
        chance = rng.random()
        if chance < ranges.none:
            return 0
        if chance < ranges.none + ranges.few:
            return int(rng.integers(1, 4))
        if chance < ranges.none + ranges.few + ranges.many:
            return int(rng.integers(15, 31))
        return int(rng.integers(4, 13))

    def _looks(self, count: int) -> list[DieLook]:
        """The kinds of dice of one picture."""
        rng, ranges, families = self.rng, self.ranges, self.ranges.families
        chance = rng.random()
        named = list(DieColour)[:5]
        if self.roll:
            colours = list(self.roll)
        elif chance < ranges.set_of_game:
            colours = [ROLL[int(i)] for i in np.resize(rng.permutation(6), count)]
        else:
            colours = [
                DieColour.OTHER if rng.random() < ranges.other else named[int(rng.integers(5))] for _ in range(count)
            ]
        first = random_die_look(rng, colours[0] if colours else DieColour.WHITE, families)
        if chance < ranges.set_of_game:
            return [recoloured(rng, first, name) for name in colours]
        if chance < ranges.set_of_game + ranges.alike and not self.roll:
            return [another(rng, first) for _ in colours]
        return [random_die_look(rng, name, families) for name in colours]

    def _lay_dice(self) -> None:
        rng, ranges = self.rng, self.ranges
        looks = self._looks(self._count())
        one_size = rng.random() < 0.6
        middle = somewhere(rng, self.camera, 0.5)
        spread = rng.uniform(1.0, 2.2) * math.sqrt(len(looks) + 1) if rng.random() < ranges.clustered else None
        for look in looks:
            size = 1.0 if one_size else math.exp(rng.normal(0, ranges.sizes))
            chance = rng.random()
            flat = [die for die in self.dice if die.lie is Lie.FLAT]
            if flat and chance < ranges.stacked:
                self._stack(look, size, flat[int(rng.integers(len(flat)))])
            elif chance < ranges.stacked + ranges.cocked:
                self._lean(look, size, flat, middle, spread)
            elif flat and rng.random() < ranges.touching:
                self._touch(look, size, flat[int(rng.integers(len(flat)))])
            else:
                self._drop(look, size, middle, spread)

    def _drop(self, look: DieLook, size: float, middle: tuple[float, float], spread: float | None) -> None:
        for _ in range(_TRIES):
            x, y = self._place(middle, spread)
            die = standing(look, x, y, lying(int(self.rng.integers(6)), self.rng.uniform(0, 2 * math.pi)), size)
            if self._take(die.foot, 1.0):
                self.dice.append(die)
                return

    def _touch(self, look: DieLook, size: float, other: Die) -> None:
        """Puts a die side by side with another."""
        rng = self.rng
        for _ in range(_TRIES):
            edges = other.foot - np.roll(other.foot, 1, axis=0)
            along = edges[int(rng.integers(4))] / other.side
            across = np.array([-along[1], along[0]])
            slide, gap = rng.uniform(-0.8, 0.8), abs(rng.normal(0, 0.02))
            turn = 0.0 if rng.random() < 0.6 else rng.uniform(0, math.pi / 2)
            reach = size * (abs(math.cos(turn)) + abs(math.sin(turn)))
            x, y = (other.centre[:2] + along * ((other.side + reach) / 2 + gap) + across * slide).tolist()
            turned = lying(int(rng.integers(6)), math.atan2(along[1], along[0]) + turn)
            die = standing(look, x, y, turned, size)
            if self._take(die.foot, 0.97):
                self.dice.append(die)
                return

    def _stack(self, look: DieLook, size: float, base: Die) -> None:
        rng = self.rng
        x, y = (base.centre[:2] + rng.uniform(-0.3, 0.3, 2)).tolist()
        die = standing(look, x, y, lying(int(rng.integers(6)), rng.uniform(0, 2 * math.pi)), size, Lie.STACKED)
        self.dice.append(replace(die, centre=die.centre + np.array([0.0, 0.0, base.side])))

    def _lean(
        self, look: DieLook, size: float, flat: list[Die], middle: tuple[float, float], spread: float | None
    ) -> None:
        """Tilts a die over one lower edge, the other raised against a die or lying on something low."""
        rng = self.rng
        tilt = math.radians(rng.uniform(13, 43))
        for _ in range(_TRIES):
            support = flat[int(rng.integers(len(flat)))] if flat and rng.random() < 0.5 else None
            if support is not None:
                edges = support.foot - np.roll(support.foot, 1, axis=0)
                outward = edges[int(rng.integers(4))] / support.side
                start = support.centre[:2] + outward * support.side / 2
            else:
                angle = rng.uniform(0, 2 * math.pi)
                outward = np.array([math.cos(angle), math.sin(angle)])
                start = np.array(self._place(middle, spread))
            # The body's own horizontal axis that runs along the edge it stands on.
            edge = (-float(outward[1]), float(outward[0]), 0.0)
            upright = lying(int(rng.integers(6)), math.atan2(outward[1], outward[0]))
            turned = about(edge, tilt) @ upright
            centre = start + outward * size * (math.cos(tilt) - 0.5 * math.cos(tilt) + 0.5 * math.sin(tilt))
            die = standing(look, float(centre[0]), float(centre[1]), turned, size, Lie.COCKED)
            hull = cv2.convexHull(die.cloud[:, :2].astype(np.float32)).reshape(-1, 2).astype(np.float64)
            if self._take(hull, 0.85):
                self.dice.append(die)
                if support is None:
                    self._prop(start, outward, tilt, size)
                return

    def _prop(self, start: Floats, outward: Floats, tilt: float, size: float) -> None:
        """Something low under the raised edge: a pencil, a book's edge, a coin."""
        rng = self.rng
        under = rng.uniform(0.1, 0.4) * size
        height = math.sin(tilt) * (size - under / math.cos(tilt)) * 0.95
        width = rng.uniform(0.3, 3.0)
        x, y = (start + outward * (under - width / 2)).tolist()
        foot = rectangle(x, y, width, rng.uniform(1.0, 6.0), math.atan2(outward[1], outward[0]))
        paint = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 1), rng.uniform(0.05, 1))
        if self.camera.ahead(foot):
            self.solids.append(Solid(foot, height, paint * np.float32(0.6), paint))
            self.taken.append(foot.astype(np.float32))

    def _place(self, middle: tuple[float, float], spread: float | None) -> tuple[float, float]:
        rng = self.rng
        if self.tray is not None and rng.random() < 0.95:
            centre = self.tray.floor.mean(axis=0)
            shares = rng.dirichlet(np.full(len(self.tray.floor), 0.5))
            x, y = (centre + (shares @ self.tray.floor - centre) * rng.uniform(0.7, 0.95)).tolist()
            return x, y
        if spread is None:
            return somewhere(rng, self.camera, 0.85 if self.roll else 1.08)
        x, y = (np.array(middle) + rng.normal(0, spread / 2, 2)).tolist()
        return x, y

    def _take(self, foot: Floats, share: float) -> bool:
        """Takes a place on the table unless something is there, or the camera is too near; ``share`` of it counts."""
        x, y = foot.mean(axis=0).tolist()
        near = self.camera.distance_to(x, y, 0.0) < self.ranges.nearest * self.camera.distance
        if near or not self.camera.ahead(foot):
            return False
        shrunk = (foot.mean(axis=0) + (foot - foot.mean(axis=0)) * share).astype(np.float32)
        reach = np.linalg.norm(shrunk - shrunk.mean(axis=0), axis=1).max()
        for other in self.taken:
            apart = np.linalg.norm(other.mean(axis=0) - shrunk.mean(axis=0))
            if apart > reach + np.linalg.norm(other - other.mean(axis=0), axis=1).max():
                continue
            if cv2.intersectConvexConvex(shrunk, other)[0] > 1e-3:
                return False
        self.taken.append(foot.astype(np.float32))
        return True

    # What else lies about

    def _put_things(self) -> None:
        rng, ranges = self.rng, self.ranges
        for chance, makers in ((ranges.lookalikes, STANDING), (ranges.solids, THINGS)):
            while rng.random() < chance:
                make: Callable[[np.random.Generator, float, float], Solid] = makers[int(rng.integers(len(makers)))]
                solid = make(rng, *somewhere(rng, self.camera, 1.1))
                if self._take(solid.foot, 1.0):
                    self.solids.append(solid)

    def _gems(self) -> list[Gem]:
        gems = []
        while self.rng.random() < self.ranges.gems:
            gem = random_gem(self.rng, *somewhere(self.rng, self.camera, 1.0))
            if self._take(gem.foot, 1.0):
                gems.append(gem)
        return gems

    def _sheets(self) -> list[Sheet]:
        rng, sheets = self.rng, []
        while rng.random() < self.ranges.sheets:
            make, width, aspect = PRINTED[int(rng.integers(len(PRINTED)))]
            width *= math.exp(rng.normal(0, 0.4))
            x, y = somewhere(rng, self.camera, 1.1)
            sheets.append(Sheet(make(rng), rectangle(x, y, width, width * aspect, rng.uniform(0, 2 * math.pi))))
        return sheets

    def _printed(self) -> list[PrintedDie]:
        """Pictures of dice where nothing stands."""
        rng, found = self.rng, []
        if rng.random() < self.ranges.printed and not self.roll:
            for _ in range(int(rng.integers(1, 5))):
                side = rng.uniform(1.4, 3.0)
                corners = rectangle(*somewhere(rng, self.camera, 0.9), side, side, rng.uniform(0, 2 * math.pi))
                if self._take(corners, 1.0):
                    found.append(_picture_of_die(rng, corners, self.ranges.families))
        return found

    def _hand(self) -> tuple[Hand | None, Hand | None, list[Die]]:
        """An arm and palm, fingers, and the dice between them."""
        rng, ranges = self.rng, self.ranges
        if rng.random() > ranges.hand:
            return None, None, []
        whole = random_hand(rng, self.camera, self.side)
        if rng.random() > ranges.holding:
            return whole, None, []
        palm, fingers = replace(whole, limbs=whole.limbs[:2]), replace(whole, limbs=whole.limbs[2:])
        start, stop, width, _ = palm.limbs[1]
        along = (stop - start) / np.linalg.norm(stop - start)
        held = []
        for _ in range(int(rng.integers(1, 4))):
            pixel = start - along * width * rng.uniform(-0.3, 0.7) + rng.normal(0, 0.25 * width, 2)
            x, y = self.camera.ground(pixel[None])[0].tolist()
            name = DieColour(int(rng.integers(6)))
            look = random_die_look(rng, name, ranges.families)
            turn = about(_direction(rng), rng.uniform(0, math.pi))
            if self.camera.ahead(np.array([[x, y]])):
                held.append(Die(look, np.array([x, y, 0.8]), turn, 1.0, Lie.HELD))
        return palm, fingers, held

    def _sky(self, surface: Surface) -> Sky:
        rng = self.rng
        table = np.asarray(surface.texture[::8, ::8].mean(axis=(0, 1)), np.float32)
        zenith, horizon = rng.uniform(0.1, 1.0), rng.uniform(0.05, 0.9)
        tint = np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
        shapes = self.ranges.families.lamps
        towards = np.array([*(-self.light.cast), 1.0])
        lamps = [_lamp(rng, shapes, towards)]
        while rng.random() < self.ranges.windows:
            lamps.append(_lamp(rng, shapes, np.array([*rng.normal(0, 0.8, 2), rng.uniform(0.3, 1.0)])))
        if rng.random() < self.ranges.glaring:
            mirrored = self.camera.position * [-1, -1, 1] / np.linalg.norm(self.camera.position)
            lamps.append(_lamp(rng, shapes, mirrored + rng.normal(0, 0.12, 3)))
        return Sky(tint * np.float32(zenith), tint * np.float32(horizon), table, tuple(lamps))


def _lamp(rng: np.random.Generator, shapes: tuple[str, ...], towards: Floats) -> Lamp:
    """A lamp roughly in a direction; the smaller, the brighter."""
    direction = (towards / np.linalg.norm(towards)).astype(np.float32)
    size = math.exp(rng.uniform(math.log(0.05), math.log(0.6)))
    glow = math.exp(rng.normal(0, 0.6)) * 1.6 / size**0.8
    tint = np.exp(rng.normal(0, 0.1, 3))
    return Lamp(direction, str(rng.choice(shapes)), size, np.asarray(tint * glow, np.float32))


def _picture_of_die(rng: np.random.Generator, corners: Floats, families: Families) -> PrintedDie:
    """A die drawn on paper."""
    tilt = rng.choice([0.0, rng.uniform(0.2, 0.9)])
    camera = Camera(_PRINT, _PRINT, 600.0, 600.0 / (_PRINT * rng.uniform(0.4, 0.62)), tilt, roll=rng.normal(0, 0.3))
    paper = colour.hsv(rng.uniform(0, 180), rng.uniform(0, 0.9), rng.uniform(0.2, 1))
    canvas = Canvas(np.ascontiguousarray(np.broadcast_to(paper, (_PRINT, _PRINT, 3))))
    look = random_die_look(rng, DieColour(int(rng.integers(6))), families)
    turned = lying(int(rng.integers(6)), rng.uniform(0, 2 * math.pi))
    die = Die(look, np.zeros(3), turned)
    grey = np.full(3, 0.6, np.float32)
    sky = Sky(grey, grey, paper)
    DicePainter(canvas, camera, Lighting(azimuth=rng.uniform(0, 6), slope=0.7), sky, [die]).paint(die, 1)
    hull = cv2.convexHull(die.outline(camera).astype(np.float32)).reshape(-1, 2)
    outline, top = (hull + 0.5) / _PRINT, (camera.project(die.top) + 0.5) / _PRINT
    return PrintedDie(Sheet(canvas.light, corners), outline.astype(np.float64), top, look.colour, die.value)


def _few(rng: np.random.Generator, photos: Photos) -> list[NDArray[np.uint8]]:
    """Two of the photos: no picture shows more."""
    return [photos[int(rng.integers(len(photos)))] for _ in range(2)] if photos else []


def _unknowable(photo: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A photo in which no die can be made out any more."""
    coarse = cv2.resize(photo, (14, 14), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(coarse, (320, 320), interpolation=cv2.INTER_CUBIC), np.uint8)


def _direction(rng: np.random.Generator) -> tuple[float, float, float]:
    x, y, z = rng.normal(0, 1, 3)
    length = math.sqrt(x * x + y * y + z * z)
    return float(x / length), float(y / length), float(z / length)
