"""A photo from outside: bytes or a file in, upright sRGB pixels out.

Nothing about the bytes is believed. What they are is told from their content, their size in pixels is checked before
anything is decoded, and whatever goes wrong ends in a `PhotoError` whose sentence says what to do.
"""

from __future__ import annotations

import io
import os
import stat
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray
from PIL import Image, ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile
from pillow_heif import HeifImageFile

from calibration import errors
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.profile import UNKNOWN, Profile
from engine.game import ENGLISH, Refusal
from models.balance import gains, multiplied, thumbnail
from models.pyramid import pyramid
from vision.icc import Pixels, to_srgb

ENGLISH.update(errors.ENGLISH)
ENGLISH.update(
    {
        "photo_missing": "there is no such file: check the folder and the name",
        "photo_is_folder": "this is a folder: name the photos in it",
        "photo_unreadable": "the file can't be opened: check that it is a photo which you may read",
        "photo_empty": "the file is empty: copy the photo here again",
        "photo_too_heavy": "the file is larger than {limit} MB: save the photo as a JPEG and give that",
        "photo_unknown": "this is not a photo that can be read: give a JPEG, PNG, WebP or HEIC file",
        "photo_damaged": "the photo is damaged or cut short: copy it here again or take another",
        "photo_too_large": "{width} x {height} pixels are too many, the limit is {limit} million: give a smaller photo",
        "photo_too_small": "{width} x {height} pixels are too few to see a tile: give the photo in its full size",
    }
)


class PhotoError(Refusal):
    """A photo that can't be read; `reason` says why and what to do."""


@dataclass(frozen=True)
class PhotoLimits:
    """What a photo from outside may cost.

    Args:
        max_bytes: of the file: a 50-megapixel photo in PNG fits, a film does not.
        min_side: in pixels: no tile can be told in fewer.
        max_pixels: of a photo that must be decoded whole: somewhat more than 50 megapixels.
        max_pixels_shrunk: of a JPEG that is shrunk while it is decoded, strip by strip: phones of 108 megapixels
            exist.
        max_scans: of a JPEG: a progressive one has about ten, and every further one costs a pass over the picture.
        kept_pixels: a photo of more is halved until it has no more: the tiles of a 12-megapixel photo are large enough.
    """

    max_bytes: int = 128 * 2**20
    min_side: int = 16
    max_pixels: int = 64_000_000
    max_pixels_shrunk: int = 128_000_000
    max_scans: int = 100
    kept_pixels: int = 16_000_000


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright photo.

    Args:
        image: (height, width, 3) uint8, blue, green, red in sRGB; shrunk where the photo is very large.
        scale: how many pixels of the photo in full resolution make one of ``image``, across and down: ``x`` in
            ``image`` is ``(x + 0.5) * scale - 0.5`` there, with whole numbers in the middle of pixels.
        width: of the upright photo in full resolution, in pixels.
        height: of the upright photo in full resolution, in pixels.
        seconds: how long reading and decoding took.
        lens: the lens whose distortion was taken out, for the upright photo in full resolution: ``image`` is then the
            straight picture, and so is the photo of which everybody tells pixels. None if it is as the camera took it.
        known: what else is known of the camera, of its light and of the pieces, by those who look for these.

    Raises:
        ValueError: if ``image`` has another shape or type.
    """

    image: Pixels
    scale: float
    width: int
    height: int
    seconds: float = 0.0
    lens: Lens | None = None
    known: Profile = UNKNOWN

    def __post_init__(self) -> None:
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8:
            raise ValueError(f"expected (H, W, 3) uint8, got {self.image.shape} {self.image.dtype}")

    def on_image(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where points (..., 2) of the photo in full resolution lie on ``image``, in its pixels."""
        return np.asarray((points + 0.5) / self.scale - 0.5)

    @cached_property
    def levels(self) -> list[Pixels]:
        """The photo in balanced light, its half, its quarter, …: what all readers look at, made once."""
        light = self.known.light
        known = self._gains if light is None else gains(self._thumbnail, known=light.gains)
        return pyramid(multiplied(self.image, known))

    @cached_property
    def exposure(self) -> float:
        """By how much balancing lights the photo up where nothing is known of its light."""
        return float(np.exp(np.log(self._gains).mean()))

    @cached_property
    def _gains(self) -> NDArray[np.float64]:
        return gains(self._thumbnail)

    @cached_property
    def _thumbnail(self) -> Pixels:
        return thumbnail(self.image)

    @classmethod
    def of(cls, image: Pixels, lens: Lens | None = None, known: Profile = UNKNOWN) -> Photo:
        """The photo whose full resolution is ``image``, such as a frame of a camera: (H, W, 3) uint8, BGR.

        Args:
            image: as the camera took it.
            lens: whose distortion is taken out.
            known: see `Photo`; its lens is not asked.

        Raises:
            PhotoError: if the lens is for pictures of another form.
        """
        height, width = image.shape[:2]
        if lens is None:
            return cls(image, 1.0, width, height, known=known)
        fitting = _fitting(lens, (width, height))
        return cls(fitting.undistorted(image), 1.0, width, height, lens=fitting, known=known)


def read_photo(
    source: bytes | str | os.PathLike[str],
    limits: PhotoLimits | None = None,
    lens: Lens | None = None,
    upright: bool = True,
    known: Profile = UNKNOWN,
) -> Photo:
    """Reads a photo.

    Args:
        source: the file's content, or where it lies.
        limits: what it may cost.
        lens: the camera's, whose distortion is taken out; None leaves the picture as it was taken.
        upright: False leaves the picture as the camera stored it, which is what a lens belongs to.
        known: see `Photo`; its lens is not asked.

    Raises:
        PhotoError: if it can't be read, or the lens is for pictures of another form.
    """
    started = time.perf_counter()
    limits = limits or PhotoLimits()
    data = source if isinstance(source, bytes) else _content(Path(source), limits)
    if not data:
        raise PhotoError("photo_empty")
    if len(data) > limits.max_bytes:
        raise PhotoError("photo_too_heavy", limit=limits.max_bytes >> 20)
    decode = _decoder(data)
    try:
        with warnings.catch_warnings(action="ignore"):  # Pillow's, over metadata that nobody needs
            decoded = decode(data, limits)
    except PhotoError:
        raise
    except Exception as error:  # decoders of hostile bytes raise nearly anything; all of it means the same here
        raise PhotoError("photo_damaged") from error
    orientation = decoded.orientation if upright else 1
    image = _upright(decoded.pixels, orientation)
    if lens is not None:
        lens = _upright_lens(_fitting(lens, decoded.size), orientation)
        image = lens.undistorted(image)
    width, height = decoded.size if orientation < 5 else decoded.size[::-1]
    return Photo(image, float(decoded.factor), width, height, time.perf_counter() - started, lens, known)


def _fitting(lens: Lens, size: tuple[int, int]) -> Lens:
    """The lens for pictures of a width and height.

    Raises:
        PhotoError: if these have another form than those that it is for.
    """
    try:
        return lens.at(*size)
    except CalibrationError as error:
        raise PhotoError(error.code, **error.params) from error


def _content(path: Path, limits: PhotoLimits) -> bytes:
    try:
        kind = stat.S_IFMT(path.stat().st_mode)
        if kind == stat.S_IFREG:  # a pipe or a device may never end
            with path.open("rb") as file:
                return file.read(limits.max_bytes + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PhotoError("photo_missing") from error
    except (OSError, ValueError) as error:  # a name with a zero byte in it is a ValueError
        raise PhotoError("photo_unreadable") from error
    raise PhotoError("photo_is_folder" if kind == stat.S_IFDIR else "photo_unreadable")


class _Decoded(NamedTuple):
    """(H, W, 3) uint8 BGR pixels, not yet upright; the file's own width and height; how much they are shrunk."""

    pixels: Pixels
    size: tuple[int, int]
    factor: int
    orientation: int


_Decoder = Callable[[bytes, PhotoLimits], _Decoded]


def _decoder(data: bytes) -> _Decoder:
    """Goes by the first bytes: names lie."""
    if data.startswith(b"\xff\xd8\xff"):
        return _decode_jpeg
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _decode_png
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _decode_webp
    if data[4:8] == b"ftyp" and not data[8:12].startswith(b"avi"):
        return _decode_heic
    raise PhotoError("photo_unknown")


def _decode_jpeg(data: bytes, limits: PhotoLimits) -> _Decoded:
    header = JpegImageFile(io.BytesIO(data))
    one_pass = "progressive" not in header.info
    factor = _factor(header.size, limits.max_pixels_shrunk if one_pass else limits.max_pixels, limits)
    if data.count(b"\xff\xda") > limits.max_scans:
        raise PhotoError("photo_damaged")
    profile = header.info.get("icc_profile")
    if header.mode != "CMYK" and not profile:
        pixels = _jpeg_pixels(data, "BGR", header.size, factor)
    else:
        colours = _jpeg_pixels(data, {"L": "GRAY"}.get(header.mode, header.mode), header.size, factor)
        if header.mode == "CMYK" and "adobe" in header.info:  # Adobe's programs store how little ink there is
            colours = 255 - colours
        pixels = to_srgb(colours, header.mode, profile)
    return _Decoded(pixels, header.size, factor, _orientation(header))


def _jpeg_pixels(data: bytes, colours: str, size: tuple[int, int], factor: int) -> Pixels:
    """Shrinks while decoding, and refuses damaged data, which other decoders turn into wrong pixels without a word."""
    width, height = (-(-side // factor) for side in size)
    decoded: Pixels = simplejpeg.decode_jpeg(data, colours, min_width=width, min_height=height, strict=True)
    return decoded


def _decode_png(data: bytes, limits: PhotoLimits) -> _Decoded:
    return _decode_whole(PngImageFile(io.BytesIO(data)), _orientation, limits)


def _decode_webp(data: bytes, limits: PhotoLimits) -> _Decoded:
    _factor(_webp_size(data), limits.max_pixels, limits)  # Pillow makes room for the whole picture on opening it
    return _decode_whole(WebPImageFile(io.BytesIO(data)), _orientation, limits)


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height from the header, in its three forms (RFC 9649)."""
    match data[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case _:
            return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF


def _decode_heic(data: bytes, limits: PhotoLimits) -> _Decoded:
    try:
        image: ImageFile.ImageFile = HeifImageFile(io.BytesIO(data))  # type: ignore[no-untyped-call]
    except SyntaxError as error:  # a film, or another kind of picture in the same kind of box
        raise PhotoError("photo_unknown") from error
    turned = _heic_is_turned(data)
    return _decode_whole(image, lambda _: 1 if turned else image.info.get("original_orientation") or 1, limits)


def _heic_is_turned(data: bytes) -> bool:
    """Whether the file itself says how to turn or mirror the picture, which the decoder obeys; EXIF then repeats it.

    Those are the properties ``irot`` and ``imir`` of ISO/IEC 23008-12, in the boxes meta, iprp, ipco.
    """
    boxes = _boxes(data)
    boxes = _boxes(boxes.get(b"meta", b"")[4:])
    boxes = _boxes(boxes.get(b"iprp", b""))
    return not {b"irot", b"imir"}.isdisjoint(_boxes(boxes.get(b"ipco", b"")))


def _boxes(data: bytes) -> dict[bytes, bytes]:
    """The boxes of an ISO base media file by their types, the last of each; stops at the first that is malformed."""
    boxes = {}
    start = 0
    while len(data) - start >= 8:
        length, header = int.from_bytes(data[start : start + 4], "big"), 8
        if length == 1:
            length, header = int.from_bytes(data[start + 8 : start + 16], "big"), 16
        if length == 0:
            length = len(data) - start
        if length < header:
            break
        boxes[data[start + 4 : start + 8]] = data[start + header : start + length]
        start += length
    return boxes


def _decode_whole(
    image: ImageFile.ImageFile, orientation: Callable[[ImageFile.ImageFile], int], limits: PhotoLimits
) -> _Decoded:
    size = image.size
    factor = _factor(size, limits.max_pixels, limits)
    image.load()
    if image.size != size:
        raise PhotoError("photo_damaged")
    plain = _plain(image)
    plain = _on_white(plain.reduce(factor) if factor > 1 else plain)
    pixels = to_srgb(np.asarray(plain), plain.mode, image.info.get("icc_profile"))
    return _Decoded(pixels, size, factor, orientation(image))


def _factor(size: tuple[int, int], max_pixels: int, limits: PhotoLimits) -> int:
    """By how much to shrink a photo of this width and height: 1, 2, 4 or 8, which is what JPEG can do.

    Raises:
        PhotoError: if it is too large or too small.
    """
    width, height = size
    if width * height > max_pixels:
        raise PhotoError("photo_too_large", width=width, height=height, limit=max_pixels // 1_000_000)
    if min(size) < limits.min_side:
        raise PhotoError("photo_too_small", width=width, height=height)
    factor = 1
    while width * height > limits.kept_pixels * factor**2 and factor < 8:
        factor *= 2
    return factor


def _plain(image: Image.Image) -> Image.Image:
    """In mode L, RGB, RGBA or CMYK, with 8 bits."""
    if image.mode.startswith("I"):
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    if image.has_transparency_data:
        return image.convert("RGBA")
    if image.mode in ("L", "RGB", "CMYK"):
        return image
    return image.convert("L" if image.mode == "1" else "RGB")


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode != "RGBA":
        return image
    ground = Image.new("RGBA", image.size, "white")
    ground.alpha_composite(image)
    return ground.convert("RGB")


def _orientation(image: ImageFile.ImageFile) -> int:
    """EXIF's orientation, 1 to 8, where the pixels do not yet obey it."""
    try:
        stated = image.getexif().get(0x0112, 1)
    except Exception:  # whatever is wrong with a stranger's EXIF, the picture itself may be good
        return 1
    return stated if stated in _UPRIGHT else 1


_UPRIGHT: dict[int, tuple[bool, int | None]] = {
    1: (False, None),
    2: (False, 1),
    3: (False, -1),
    4: (False, 0),
    5: (True, None),
    6: (True, 1),
    7: (True, -1),
    8: (True, 0),
}
"""EXIF's eight ways to store a picture: whether rows and columns change places, and `cv2.flip`'s axis after that."""


def _upright(pixels: Pixels, orientation: int) -> Pixels:
    transposed, axis = _UPRIGHT[orientation]
    turned = cv2.transpose(pixels) if transposed else pixels
    if axis is not None:
        turned = cv2.flip(turned, axis)
    return np.asarray(turned, np.uint8)


def _upright_lens(lens: Lens, orientation: int) -> Lens:
    transposed, axis = _UPRIGHT[orientation]
    turned = lens.transposed if transposed else lens
    return turned if axis is None else turned.flipped(axis)
