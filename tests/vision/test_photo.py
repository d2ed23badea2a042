"""Photos from outside: every form that is read rightly, and every one that is refused with a sentence."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pillow_heif
import pytest
import simplejpeg
from PIL import Image

from tests.vision.hostile import encoded, giant_heic, giant_jpeg, giant_png, giant_webp
from tests.vision.profiles import DISPLAY_P3, SRGB, rgb_profile
from vision.icc import Pixels
from vision.photo import Photo, PhotoError, PhotoLimits, read_photo

WIDTH, HEIGHT = 96, 64
RED, GREEN, BLUE, GREY = (210, 40, 50), (40, 160, 60), (30, 70, 190), (128, 128, 128)
FORMATS = ["JPEG", "PNG", "WEBP", "HEIF"]


def quarters(*colours: tuple[int, int, int]) -> Image.Image:
    """A picture in four colours: top left, top right, bottom left, bottom right."""
    picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    for index, colour in enumerate(colours):
        y, x = divmod(index, 2)
        picture[y * HEIGHT // 2 :, x * WIDTH // 2 :] = colour if x else picture[y * HEIGHT // 2 :, x * WIDTH // 2 :]
        picture[y * HEIGHT // 2 : (y + 1) * HEIGHT // 2, x * WIDTH // 2 : (x + 1) * WIDTH // 2] = colour
    return Image.fromarray(picture)


def corners(photo: Photo) -> Any:
    """RGB in the middle of the four quarters."""
    height, width = photo.image.shape[:2]
    ys, xs = (height // 4, 3 * height // 4), (width // 4, 3 * width // 4)
    return [tuple(int(value) for value in photo.image[y, x, ::-1]) for y in ys for x in xs]


@pytest.fixture
def picture() -> Image.Image:
    return quarters(RED, GREEN, BLUE, GREY)


@pytest.fixture
def textured() -> Pixels:
    """A photo-like picture, so that a JPEG of it is more than a few bytes."""
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8)


def refusal(source: Any, **limits: int) -> str:
    with pytest.raises(PhotoError) as caught:
        read_photo(source, PhotoLimits(**limits))
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert ":" in sentence, "what is wrong: what to do"
    return caught.value.reason.code


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_gives_the_same_pixels_whatever_the_name_says(
    form: str, picture: Image.Image, tmp_path: Path
) -> None:
    path = tmp_path / "żółw 🐢.jpg"
    path.write_bytes(encoded(picture, form))
    photo = read_photo(path)
    assert (photo.width, photo.height, photo.scale) == (WIDTH, HEIGHT, 1.0)
    assert photo.image.shape == (HEIGHT, WIDTH, 3)
    assert photo.image.flags.c_contiguous
    np.testing.assert_allclose(corners(photo), [RED, GREEN, BLUE, GREY], atol=6)


EXIF_QUARTERS = {
    1: [RED, GREEN, BLUE, GREY],
    2: [GREEN, RED, GREY, BLUE],
    3: [GREY, BLUE, GREEN, RED],
    4: [BLUE, GREY, RED, GREEN],
    5: [RED, BLUE, GREEN, GREY],
    6: [GREEN, GREY, RED, BLUE],
    7: [GREY, GREEN, BLUE, RED],
    8: [BLUE, RED, GREY, GREEN],
}
"""How the quarters of the upright picture are stored under each orientation."""


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("orientation", EXIF_QUARTERS)
def test_exif_orientation_is_applied_once(form: str, orientation: int) -> None:
    stored = quarters(*EXIF_QUARTERS[orientation])
    if orientation >= 5:
        stored = stored.resize((HEIGHT, WIDTH), Image.Resampling.NEAREST)
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = read_photo(encoded(stored, form, exif=exif))
    assert (photo.width, photo.height) == (WIDTH, HEIGHT)
    np.testing.assert_allclose(corners(photo), [RED, GREEN, BLUE, GREY], atol=6)


@pytest.mark.parametrize("orientation", EXIF_QUARTERS)
def test_a_heic_that_its_decoder_turns_is_not_turned_again(orientation: int) -> None:
    stored = quarters(*EXIF_QUARTERS[orientation])
    if orientation >= 5:
        stored = stored.resize((HEIGHT, WIDTH), Image.Resampling.NEAREST)
    exif = Image.Exif()
    exif[0x0112] = orientation
    heic = pillow_heif.from_pillow(stored)
    heic.info["exif"] = exif.tobytes()
    file = io.BytesIO()
    heic.save(file, quality=95, chroma=444)
    assert (b"irot" in file.getvalue() or b"imir" in file.getvalue()) == (orientation > 1)
    photo = read_photo(file.getvalue())
    assert (photo.width, photo.height) == (WIDTH, HEIGHT)
    np.testing.assert_allclose(corners(photo), [RED, GREEN, BLUE, GREY], atol=6)


@pytest.mark.parametrize("exif", [b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0", b"rubbish", bytes(300)])
def test_broken_exif_costs_nothing(exif: bytes, picture: Image.Image) -> None:
    np.testing.assert_allclose(corners(read_photo(encoded(picture, "JPEG", exif=exif))), corners_of(picture), atol=6)


def corners_of(picture: Image.Image) -> Any:
    return corners(Photo.of(np.ascontiguousarray(np.asarray(picture.convert("RGB"))[..., ::-1])))


def display_p3(red: int, green: int, blue: int) -> tuple[int, int, int]:
    """A colour of sRGB in the coordinates of Display P3, by the matrices of their primaries."""
    linear = np.array(
        [
            value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
            for value in (red / 255, green / 255, blue / 255)
        ]
    )
    linear = np.linalg.solve(np.transpose(DISPLAY_P3), np.transpose(SRGB) @ linear)
    coded = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.power(np.maximum(linear, 0), 1 / 2.4) - 0.055)
    first, second, third = (round(255 * value) for value in coded)
    return first, second, third


@pytest.mark.parametrize("form", FORMATS)
def test_display_p3_is_brought_to_srgb(form: str) -> None:
    colours = [RED, GREEN, BLUE, GREY]
    stored = quarters(*(display_p3(*colour) for colour in colours))
    profile = rgb_profile(DISPLAY_P3)
    assert np.abs(np.subtract(corners(read_photo(encoded(stored, form))), colours)).max() > 12
    np.testing.assert_allclose(corners(read_photo(encoded(stored, form, icc_profile=profile))), colours, atol=6)


@pytest.mark.parametrize("profile", [rgb_profile(SRGB), b"rubbish", rgb_profile(DISPLAY_P3)[:200], b"\xff" * 4000])
@pytest.mark.parametrize("form", ["JPEG", "PNG"])
def test_srgb_and_broken_profiles_leave_the_pixels_alone(form: str, profile: bytes, picture: Image.Image) -> None:
    plain, tagged = (read_photo(encoded(picture, form, **options)) for options in ({}, {"icc_profile": profile}))
    np.testing.assert_array_equal(plain.image, tagged.image)


@pytest.mark.parametrize("mode", ["L", "1", "P", "LA", "RGBA"])
def test_png_modes(mode: str, picture: Image.Image) -> None:
    stored = picture.convert(mode)
    np.testing.assert_allclose(corners(read_photo(encoded(stored, "PNG"))), corners_of(stored), atol=2)


def test_a_grey_jpeg_with_and_without_a_profile(picture: Image.Image) -> None:
    for options in ({}, {"icc_profile": rgb_profile(SRGB)}):
        photo = read_photo(encoded(picture.convert("L"), "JPEG", **options))
        np.testing.assert_allclose(corners(photo), corners_of(picture.convert("L")), atol=4)


@pytest.mark.parametrize("form", ["PNG", "WEBP", "HEIF"])
def test_what_is_transparent_is_white(form: str, picture: Image.Image) -> None:
    alpha = np.full((HEIGHT, WIDTH), 255, np.uint8)
    alpha[: HEIGHT // 2, : WIDTH // 2] = 0
    alpha[: HEIGHT // 2, WIDTH // 2 :] = 128
    picture.putalpha(Image.fromarray(alpha))
    half = tuple((value + 255) // 2 for value in GREEN)
    read = corners(read_photo(encoded(picture, form)))
    np.testing.assert_allclose(read, [(255, 255, 255), half, BLUE, GREY], atol=6)


def test_a_png_may_name_one_colour_as_transparent(picture: Image.Image) -> None:
    read = corners(read_photo(encoded(picture, "PNG", transparency=RED)))
    np.testing.assert_allclose(read, [(255, 255, 255), GREEN, BLUE, GREY], atol=1)


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_sixteen_bits_are_scaled_not_clipped(channels: int) -> None:
    steps = np.linspace(0, 65535, WIDTH).astype(np.uint16)
    stored = np.repeat(np.tile(steps, (HEIGHT, 1))[..., None], channels, axis=2)
    stored[..., 3:] = 65535
    _, data = cv2.imencode(".png", stored)
    photo = read_photo(data.tobytes())
    np.testing.assert_allclose(photo.image[0, :, 1], steps / 257, atol=1)


def test_cmyk_of_adobe_and_of_others(picture: Image.Image) -> None:
    cmyk = picture.convert("CMYK")
    adobe = encoded(cmyk, "JPEG")
    np.testing.assert_allclose(corners(read_photo(adobe)), corners_of(picture), atol=6)
    marker = adobe.index(b"\xff\xee")
    length = int.from_bytes(adobe[marker + 2 : marker + 4], "big") + 2
    inverted = encoded(Image.fromarray(255 - np.asarray(cmyk), "CMYK"), "JPEG")
    others = inverted[:marker] + inverted[marker + length :]
    np.testing.assert_allclose(corners(read_photo(others)), corners_of(picture), atol=6)


def test_large_jpegs_are_shrunk_while_decoding(textured: Pixels) -> None:
    data = simplejpeg.encode_jpeg(textured[:, :633], quality=95, colorspace="BGR")
    photo = read_photo(data, PhotoLimits(kept_pixels=633 * 480 // 4 + 500, max_pixels=1))
    assert photo.image.shape == (240, 317, 3)
    assert (photo.width, photo.height, photo.scale) == (633, 480, 2.0)
    expected = cv2.resize(textured[:, :632], (316, 240), interpolation=cv2.INTER_AREA)
    assert np.abs(photo.image[:, :316].astype(int) - expected).mean() < 3


@pytest.mark.parametrize("form", ["PNG", "WEBP", "HEIF"])
def test_other_large_photos_are_shrunk_too(form: str, picture: Image.Image) -> None:
    photo = read_photo(encoded(picture, form), PhotoLimits(kept_pixels=WIDTH * HEIGHT // 16))
    assert photo.image.shape == (HEIGHT // 4, WIDTH // 4, 3)
    assert (photo.width, photo.height, photo.scale) == (WIDTH, HEIGHT, 4.0)
    np.testing.assert_allclose(corners(photo), [RED, GREEN, BLUE, GREY], atol=6)


def test_a_frame_is_a_photo_and_anything_else_is_not(textured: Pixels) -> None:
    photo = Photo.of(textured)
    assert (photo.width, photo.height, photo.scale) == (640, 480, 1.0)
    with pytest.raises(ValueError, match="uint8"):
        Photo.of(textured[..., 0])


# What is refused.


@pytest.mark.parametrize("giant", [giant_jpeg, giant_png, giant_webp])
def test_forty_thousand_squared_in_a_tiny_file(giant: Any) -> None:
    data = giant()
    assert len(data) < 2000
    assert refusal(data) == "photo_too_large"


def test_forty_thousand_squared_in_a_heic() -> None:
    assert refusal(giant_heic()) in ("photo_too_large", "photo_unknown")  # the decoder has a limit of its own


@pytest.mark.parametrize("lossless", [True, False])
def test_the_plain_forms_of_webp_are_measured_before_decoding(lossless: bool, picture: Image.Image) -> None:
    data = encoded(picture, "WEBP", lossless=lossless)
    assert refusal(data, max_pixels=WIDTH * HEIGHT - 1) == "photo_too_large"
    assert read_photo(data, PhotoLimits(max_pixels=WIDTH * HEIGHT)).width == WIDTH


def test_a_progressive_jpeg_must_fit_whole_into_memory(textured: Pixels) -> None:
    data = encoded(Image.fromarray(textured), "JPEG", progressive=True)
    assert refusal(data, max_pixels=640 * 480 - 1) == "photo_too_large"
    assert refusal(data, max_scans=5) == "photo_damaged"
    assert read_photo(data).width == 640


@pytest.mark.parametrize("form", FORMATS)
def test_too_few_pixels(form: str) -> None:
    assert refusal(encoded(Image.new("RGB", (1, 1)), form)) == "photo_too_small"


def test_too_many_bytes_in_hand_and_in_a_file(picture: Image.Image, tmp_path: Path) -> None:
    data = encoded(picture, "PNG")
    (tmp_path / "a.png").write_bytes(data)
    for source in (data, tmp_path / "a.png"):
        assert refusal(source, max_bytes=len(data) - 1) == "photo_too_heavy"


def test_two_kilobytes_of_zeros_in_a_jpeg_are_noticed(textured: Pixels) -> None:
    data = encoded(Image.fromarray(textured), "JPEG")
    for start in range(len(data) // 4, len(data) * 3 // 4, len(data) // 40):
        assert refusal(data[:start] + bytes(2048) + data[start + 2048 :]) == "photo_damaged"


@pytest.mark.parametrize("form", FORMATS)
def test_truncated(form: str, textured: Pixels) -> None:
    data = encoded(Image.fromarray(textured), form)
    for share in (0.1, 0.5, 0.9):
        assert refusal(data[: int(len(data) * share)]) in ("photo_damaged", "photo_unknown")


@pytest.mark.parametrize(
    "data", [b"hello", b"\0" * 5000, b"GIF89a" + bytes(99), b"<svg/>", b"%PDF-1.7", bytes(4) + b"ftypisom" + bytes(50)]
)
def test_not_a_photo(data: bytes) -> None:
    assert refusal(data) == "photo_unknown"


def test_no_photo_at_that_place(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "missing.jpg") == "photo_missing"
    assert refusal(tmp_path) == "photo_is_folder"
    assert refusal(tmp_path / "empty.jpg") == "photo_empty"
    assert refusal(tmp_path / "pipe") == "photo_unreadable"
    assert refusal("a\0b") == "photo_unreadable"
    assert refusal(tmp_path / ("long" * 100)) == "photo_unreadable"
    assert refusal(b"") == "photo_empty"


@pytest.mark.parametrize("form", FORMATS)
def test_any_damage_ends_in_a_photo_or_a_refusal(form: str, picture: Image.Image) -> None:
    chance = np.random.default_rng(len(form))
    exif = Image.Exif()
    exif[0x0112] = 6
    whole = encoded(picture, form, exif=exif, icc_profile=rgb_profile(DISPLAY_P3))
    for _ in range(150):
        data = bytearray(whole)
        for at in chance.integers(len(data), size=chance.integers(1, 8)):
            data[at] = chance.integers(256)
        try:
            read_photo(bytes(data[: chance.integers(1, 2 * len(data))]), PhotoLimits(max_pixels=10**6))
        except PhotoError:
            continue
