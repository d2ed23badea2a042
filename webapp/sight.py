"""What a server sees with: models that are opened once, and one photo read at a time."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Thread
from typing import TypeVar

import numpy as np

from calibration.lens import Lens
from calibration.light import ColourSample
from calibration.profile import UNKNOWN, Profile
from calibration.view import View
from engine.game import ENGLISH, Refusal
from engine.qwirkle import generator, weighing
from engine.qwirkle.board import Board
from engine.qwirkle.tile import Tile
from engine.qwixx import chances
from engine.qwixx.sheet import Row
from models.loader import ModelError
from vision.bent import as_taken, bent_sheet
from vision.colours import tile_samples
from vision.photo import Photo, read_photo
from vision.read import Reader
from vision.reading import Reading, TileSeen
from vision.tiles import TileReader
from webapp.look import AUTO, Look, look
from webapp.own_set import LaidOut, Learned, learn_tiles, of_one_set, tiles_laid_out
from webapp.view import seen_view

ENGLISH.update(
    {
        "set_piece_unseen": "the photos show other pieces than were named: begin anew with these photos",
    }
)

LOG = logging.getLogger(__name__)
Result = TypeVar("Result")
SAME = 0.5
"""A tile is the same on two pictures if its middle lies less than so many of its sides away."""
FIRST = (960, 1280, 3)
"""The shape of an empty picture, on which the models make room for what comes."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """What was read on a picture, and which colours its tiles have there.

    Args:
        reading: what was read, in pixels of the picture as it was taken.
        colours: of each tile, under the name of the colour that it was read as.
        straight: the same reading in pixels of the straight picture, where a lens was taken out.
    """

    reading: Reading
    colours: tuple[ColourSample, ...]
    straight: Reading

    def colour_at(self, place: tuple[float, float]) -> ColourSample | None:
        """The colour of the tile at a place, in pixels; None if none was read there."""
        for tile, colour in zip(self.reading.tiles, self.colours, strict=True):
            if np.hypot(*np.subtract(tile.centre, place)) < SAME * tile.size:
                return colour
        return None


class Sight:
    """Looks at photos from any thread.

    One photo is read at a time: each needs all cores and much memory for a moment, and takes less than a second. All
    are read in one thread, since each thread in which one was read keeps some of that memory. Pages show photos as they
    were taken: so places are told in the pixels of these, also where a lens was taken out.

    Args:
        open_reader: opens the models.
    """

    def __init__(self, open_reader: Callable[[], Reader] = Reader) -> None:
        self._open_reader = open_reader
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sight")

    @cached_property
    def _reader(self) -> Reader:
        return self._open_reader()

    def look(
        self,
        data: bytes,
        known: Board | None = None,
        game: str = AUTO,
        closed: Collection[Row] = (),
        profile: Profile = UNKNOWN,
    ) -> Look:
        """Reads a photo and weighs in the rules.

        Args:
            data: the photo's content.
            known: the board of a game of Qwirkle so far.
            game: which game to look for.
            closed: the rows of Qwixx that are closed.
            profile: what is known of the camera.

        Raises:
            PhotoError: if the photo can't be read, or the profile is for another camera.
            ModelError: if a model can't be opened.
        """
        seen = self._alone(lambda: look(data, self._reader, known, game, closed, profile))
        lens = seen.photo.lens
        refused = tuple(bent_sheet(sheet, lens) for sheet in seen.refused)
        return replace(seen, reading=as_taken(seen.reading, lens), refused=refused)

    def read(self, photo: Photo, game: str) -> Sighting:
        """What is on a picture, before the rules are weighed in, and which colours the tiles have.

        Raises:
            ModelError: if a model can't be opened.
        """
        return self._alone(lambda: self._sighting(photo, game))

    def _sighting(self, photo: Photo, game: str) -> Sighting:
        reading = self._reader.read(photo, game)
        colours = tile_samples(photo, reading.tiles, [tile.likeliest for tile in reading.tiles])
        return Sighting(as_taken(reading, photo.lens), colours, reading)

    def _alone(self, work: Callable[[], Result]) -> Result:
        """What comes of some work, of which one is done at a time, in the order in which they are asked for."""
        return self._thread.submit(work).result()

    def laid_out(self, photos: Sequence[bytes], profile: Profile) -> tuple[LaidOut[TileSeen], ...]:
        """The pieces of a set that Kibitz may never have seen, photo by photo.

        Raises:
            PhotoError: if a photo can't be read, or the profile's lens is of another camera.
            Refusal: if a photo shows none.
            ModelError: if a model can't be opened.
        """
        laid = self._alone(lambda: of_one_set([tiles_laid_out(photo, self._tile_reader, profile) for photo in photos]))
        for number, one in enumerate(laid, 1):
            if len(laid) > 1 and not one.pieces:
                raise Refusal("set_nothing_on", number=number)
            one.check()
        return laid

    def learn_set(self, photos: Sequence[bytes], named: Sequence[Mapping[int, Tile]], profile: Profile) -> Learned:
        """What is learned of a set of which a person has named pieces.

        Args:
            photos: the content of each,
            named: and what the pieces on it are, by their numbers as `laid_out` gives them.
            profile: in which the set takes the place of another.

        Raises:
            PhotoError: if a photo can't be read, or the profile's lens is of another camera.
            Refusal: if no piece was named, or one that a photo doesn't show.
            CalibrationError: if the names don't tell the set.
            ModelError: if a model can't be opened.
        """
        laid = self.laid_out(photos, profile)
        for one, tiles in zip(laid, named, strict=True):
            if tiles and max(tiles) >= len(one.pieces):
                raise Refusal("set_piece_unseen")
        return self._alone(lambda: learn_tiles(laid, named, self._tile_reader, profile))

    def learn_view(self, data: bytes, profile: Profile) -> tuple[View, Lens | None]:
        """How a camera that stands still sees the table.

        Args:
            data: the content of a photo that it took.
            profile: what else is known of it.

        Returns:
            The view, and the lens that was taken out of the photo, for its full resolution; None if none was.

        Raises:
            PhotoError: if the photo can't be read, or the profile's lens is of another camera.
            CalibrationError: if neither the board nor the tiles on it tell the view.
            ModelError: if a model can't be opened.
        """

        def seen() -> tuple[View, Lens | None]:
            photo = read_photo(data, lens=profile.lens, known=replace(profile, view=None))
            return seen_view(photo, self._tile_reader), photo.lens

        return self._alone(seen)

    @cached_property
    def _tile_reader(self) -> TileReader:
        """Finds tiles as they are shown to it: what a profile tells of them is not asked."""
        return TileReader()

    def warm(self) -> Thread:
        """Opens the models and compiles what looks for hints in the background; a photo that comes early waits.

        Returns:
            The thread that does it, already at work. A process that is told to stop waits for it: the compiler and the
            models' runtime can't be stopped in the middle.
        """
        thread = Thread(target=self._warm, name="warm")
        thread.start()
        return thread

    def _warm(self) -> None:
        try:
            self._alone(lambda: self._reader.read(Photo.of(np.zeros(FIRST, np.uint8))))
        except ModelError as error:
            LOG.error("%s", error)
        generator.warm()
        weighing.warm()
        chances.warm()
        gc.collect()
        gc.freeze()  # what is loaded now stays: to look through it again takes a quarter of a second, amid an answer
