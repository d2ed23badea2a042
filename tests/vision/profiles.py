"""ICC profiles to try colour management with, built from the numbers of the specification (ICC.1:2022)."""

from __future__ import annotations

import struct

DISPLAY_P3 = ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407))
"""XYZ of P3's red, green and blue for the white D50."""
SRGB = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410))
"""The same for sRGB."""
_WHITE = (0.9642, 1.0, 0.8249)
_SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


def rgb_profile(primaries: tuple[tuple[float, float, float], ...]) -> bytes:
    """A profile with these primaries, D50, and sRGB's curve, as Display P3 has it."""
    curve = b"para" + bytes(4) + struct.pack(">HH", 3, 0) + _numbers(*_SRGB_CURVE)
    tags = [(b"desc", _text("test")), (b"cprt", _text("none")), (b"wtpt", _xyz(_WHITE))]
    tags += [(name, _xyz(primary)) for name, primary in zip((b"rXYZ", b"gXYZ", b"bXYZ"), primaries, strict=True)]
    tags += [(name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")]
    table, body = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, value in tags:
        table += name + struct.pack(">II", start + len(body), len(value))
        body += value + bytes(-len(value) % 4)
    size = start + len(body)
    header = struct.pack(">I4x4s12s12x4s28x", size, b"\x04\x20\0\0", b"mntrRGB XYZ ", b"acsp") + _numbers(*_WHITE)
    return header.ljust(128, b"\0") + table + body


def _numbers(*values: float) -> bytes:
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def _xyz(value: tuple[float, float, float]) -> bytes:
    return b"XYZ " + bytes(4) + _numbers(*value)


def _text(value: str) -> bytes:
    encoded = value.encode("utf-16-be")
    return b"mluc" + bytes(4) + struct.pack(">II4sII", 1, 12, b"enUS", len(encoded), 28) + encoded
