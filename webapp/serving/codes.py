"""QR codes, for the page and for a terminal."""

from __future__ import annotations

import io

import segno


def drawn(text: str) -> str:
    """The code as an SVG, dark on light whatever the colours of the page: some phones read no other."""
    return segno.make_qr(text, error="m").svg_inline(
        omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )


def printed(text: str) -> str:
    """The code in half blocks, for terminals light and dark."""
    lines = io.StringIO()
    segno.make_qr(text, error="m").terminal(out=lines, compact=True)
    return lines.getvalue()
