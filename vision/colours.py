"""What colours pieces have on a photo: samples for `calibration.colours`, and the names that a fitted light tells.

Colours are measured on the photo as the camera took it, in linear light, for balancing clips what is bright; only their
scale is that of the balanced photo. Of a tile it is the printed shape, less the haze that its black body shows too, for
lamps and skies mirror themselves in both alike; of a die it is the middle of its top face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.colours import white_balance
from calibration.light import Bgr, ColourSample, Floats, Light, Palette, as_bgr
from engine.qwirkle.settle import Table
from engine.qwirkle.tile import Tile
from engine.qwixx.roll import DieColour
from engine.qwixx.settle import DiceTable
from models.srgb import LIGHT_OF_BYTE
from models.tile_classifier import FACE, rectify
from vision.grid import SQUARE
from vision.packed import body_colours
from vision.photo import Photo
from vision.reading import DieSeen, Reading, TileSeen


@dataclass(frozen=True)
class ColourConfig:
    """How colours are measured, and how far a palette is believed.

    Args:
        heart: the middle of a tile's face, as a share of its side, that every shape covers.
        printed: a pixel belongs to the shape if it is at least so far on the way from the body's colour to the heart's.
        rim: so many pixels inside a face nothing is measured: its edge may be a little off.
        haze: this share of the body's light is taken for haze: it isn't quite black by itself.
        top: the middle of a die's top face, as a share of its side, which is all that is measured.
        sure: a piece surer than this of its colour has a say in what the light is,
        telling: so many of those that show grey, white dice and the bodies of tiles, can tell.
        enough: tiles of one photo are about as many as tell all.
        network: so much the logarithms of the network's probabilities count beside the palette's, for the network saw
            no such light or set, and both look at the same pixels.
        strange: this share of pieces shows a colour that tells nothing, such as a lamp's or a thumb's,
        anywhere: or any other colour: its density in the palette's coordinates, of which a picture can have some 90 x
            180 x 180.
    """

    heart: float = 0.2
    printed: float = 0.7
    rim: int = 2
    haze: float = 0.9
    top: float = 0.7
    sure: float = 0.9
    telling: int = 2
    enough: int = 12
    network: float = 0.5
    strange: float = 0.02
    anywhere: float = 1 / (90 * 180 * 180)


def tile_samples(photo: Photo, tiles: Sequence[TileSeen], names: Sequence[Tile]) -> tuple[ColourSample, ...]:
    """Samples of tiles.

    Args:
        photo: on which they were seen.
        tiles: that show their faces.
        names: what each is.
    """
    corners = np.array([tile.corners for tile in tiles]).reshape(-1, 4, 2)
    faces, bodies = tile_colours(photo, photo.on_image(corners))
    black = not photo.known.light_bodies
    return tuple(
        ColourSample(name.colour.word, as_bgr(face), as_bgr(body) if black else None)
        for name, face, body in zip(names, faces, bodies, strict=True)
    )


def die_samples(photo: Photo, dice: Sequence[DieSeen], names: Sequence[DieColour]) -> tuple[ColourSample, ...]:
    """Samples of dice.

    Args:
        photo: on which they were seen.
        dice: what was seen of them.
        names: the colour that each stands for; not `DieColour.OTHER`.
    """
    faces = die_colours(photo, np.array([die.top for die in dice]).reshape(-1, 3))
    return tuple(ColourSample(name.word, as_bgr(face)) for name, face in zip(names, faces, strict=True))


def sure_tiles(reading: Reading, table: Table) -> dict[int, Tile]:
    """The tiles, by their numbers, whose colours may be learned from without asking: whole, and named beyond doubt."""
    return {
        number: settled.tile
        for number, (seen, settled) in enumerate(zip(reading.tiles, table.tiles, strict=True))
        if settled.tile is not None and not settled.doubted and not seen.cut
    }


def sure_dice(reading: Reading, table: DiceTable) -> dict[int, DieColour]:
    """The same for dice: whole, in play, of the game, and named beyond doubt."""
    return {
        number: settled.colour
        for number, (seen, settled) in enumerate(zip(reading.dice, table.dice, strict=True))
        if settled.colour is not DieColour.OTHER and settled.in_play and not settled.doubted and not seen.cut
    }


def cast_of(photo: Photo, reading: Reading, config: ColourConfig = ColourConfig()) -> Bgr | None:
    """What the pieces of a photo tell of its light: what makes grey look grey, blue, green and red.

    They are taken for what they look like most, before the rules are weighed in. None if too few are sure of it.
    """
    tiles = [tile for tile in reading.tiles if min(tile.face_up, tile.colours.max()) > config.sure and not tile.cut]
    dice = [die for die in reading.dice if min(die.in_play, die.colours[:-1].max()) > config.sure and not die.cut]
    grey = len(tiles) + sum(int(die.colours.argmax()) == DieColour.WHITE for die in dice)
    if grey < config.telling:
        return None
    tiles = tiles[:: -(-len(tiles) // config.enough) or 1]
    named = tile_samples(photo, tiles, [tile.likeliest for tile in tiles])
    coloured = die_samples(photo, dice, [DieColour(int(die.colours.argmax())) for die in dice])
    return white_balance((*named, *coloured))


def tile_colours(photo: Photo, corners: Floats, config: ColourConfig = ColourConfig()) -> tuple[Floats, Floats]:
    """What colours tiles have.

    Args:
        photo: on which they lie.
        corners: (N, 4, 2) float64 of their faces, in pixels of its picture.
        config: how it is measured.

    Returns:
        The colours (N, 3) of the faces and those of the bodies: float64, linear BGR as in `calibration.light`.
    """
    if not len(corners):
        return np.empty((0, 3)), np.empty((0, 3))
    crops = rectify([photo.image], corners)
    count, size = crops.shape[:2]
    bodies = np.median(LIGHT_OF_BYTE[body_colours(crops, FACE)], axis=1)
    rim = (size - FACE) // 2 + config.rim
    inner = LIGHT_OF_BYTE[crops[:, rim:-rim, rim:-rim]]
    low, high = (round(inner.shape[1] * (1 + way * config.heart) / 2) for way in (-1, 1))
    hearts = np.median(inner[:, low:high, low:high].reshape(count, -1, 3), axis=1)
    way = hearts - bodies
    along = np.einsum("nyxc,nc->nyx", inner - bodies[:, None, None], way)
    printed = along >= config.printed * np.square(way).sum(axis=1)[:, None, None]
    faces = [
        np.median(pixels[inside], axis=0) if inside.any() else heart
        for pixels, inside, heart in zip(inner, printed, hearts, strict=True)
    ]
    haze = 0.0 if photo.known.light_bodies else config.haze
    clear = np.maximum(np.array(faces).reshape(-1, 3) - haze * bodies, 0)
    return clear * photo.exposure, bodies * photo.exposure


def die_colours(photo: Photo, tops: Floats, config: ColourConfig = ColourConfig()) -> Floats:
    """What colours dice have: (N, 3) float64, linear BGR, of top faces (N, 3) in pixels of the full photo."""
    if not len(tops):
        return np.empty((0, 3))
    middles, sides = tops[:, None, :2], tops[:, 2, None, None]
    crops = rectify([photo.image], photo.on_image(middles + config.top * sides * SQUARE))
    rim = (crops.shape[1] - FACE) // 2
    inner = LIGHT_OF_BYTE[crops[:, rim:-rim, rim:-rim]]
    return np.asarray(np.median(inner.reshape(len(crops), -1, 3), axis=1) * photo.exposure)


def told_colours(
    palette: Palette,
    light: Light,
    colours: Floats,
    chances: Floats,
    words: Sequence[str],
    config: ColourConfig = ColourConfig(),
) -> Floats:
    """The probabilities of colours, as a palette and the network tell them together.

    Args:
        palette: of the light, for this kind of piece.
        light: in which the photo was taken.
        colours: (N, 3) float64, as `tile_colours` and `die_colours` give them.
        chances: (N, K) float64, the network's.
        words: the names of these K.
        config: how far the palette is believed.

    Returns:
        (N, K) float64; every row sums to one.
    """
    told = palette.log_likelihoods(colours, light.gains)
    logs = np.full(chances.shape, np.log(config.anywhere))
    for column, name in enumerate(palette.names):
        logs[:, words.index(name)] = told[:, column]
    logs = np.logaddexp(logs + np.log(1 - config.strange), np.log(config.strange * config.anywhere))
    # Where a person put the network right, it has nothing more to say.
    heard = config.network * (1 - palette.put_right(colours, light.gains))
    logs += heard[:, None] * np.log(np.maximum(chances, 1e-9))
    odds = np.exp(logs - logs.max(axis=1, initial=-np.inf, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))
