"""Photos as bytes: encoded in every form, and tiny files that announce 40,000 x 40,000 pixels."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import pillow_heif
from PIL import Image


def encoded(image: Image.Image, form: str, **options: Any) -> bytes:
    if form == "HEIF":
        options = {"quality": 95, "chroma": 444, **options}
        pillow_heif.register_heif_opener()
    if form in ("JPEG", "WEBP"):
        options = {"quality": 95, **options}
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def giant_jpeg() -> bytes:
    data = bytearray(encoded(Image.new("RGB", (64, 64)), "JPEG"))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", 40_000, 40_000)
    return bytes(data)


def giant_png() -> bytes:
    header = b"IHDR" + struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)
    pixels = b"IDAT" + zlib.compress(bytes(10_000))
    chunks = (
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
        for chunk in (header, pixels, b"IEND")
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def giant_webp() -> bytes:
    """A canvas of 40,000 x 40,000 announced; the plain forms of WebP hold 16,383 x 16,383."""
    side = (40_000 - 1).to_bytes(3, "little")
    chunk = b"VP8X" + struct.pack("<I", 10) + bytes(4) + side + side
    return b"RIFF" + struct.pack("<I", len(chunk) + 4) + b"WEBP" + chunk


def giant_heic() -> bytes:
    data = bytearray(encoded(Image.new("RGB", (64, 64)), "HEIF"))
    at = data.index(b"ispe")
    data[at + 8 : at + 16] = struct.pack(">II", 40_000, 40_000)
    return bytes(data)
