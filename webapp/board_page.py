"""The calibration board as a page to print: a PDF in which a millimetre is a millimetre."""

from __future__ import annotations

import io
from typing import Literal, get_args

from PIL import Image, ImageDraw, ImageFont

from vision.charuco import COLUMNS, ROWS, SQUARE_MM, board_picture

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
SIZES_MM: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers, in millimetres."""
PIXELS = 20
"""A millimetre: every edge of the board and of both papers then lies between two pixels."""
INCH_MM = 25.4
RULER_MM = 100
"""The length of the line by which people see whether the printer shrank the page."""
LETTERS_MM = 3.2


def board_pdf(paper: Paper) -> bytes:
    """A PDF of one page, as `board_page` draws it, in the paper's own size."""
    file = io.BytesIO()
    # One bit a pixel is kept without loss, and small.
    board_page(paper).save(
        file, "PDF", resolution=PIXELS * INCH_MM, title="Kibitz calibration board", producer="Kibitz"
    )
    return file.getvalue()


def board_page(paper: Paper) -> Image.Image:
    """The board in the middle of a page, a ruler below it, and words that say what to do; of one bit a pixel."""
    width, height = (round(side * PIXELS) for side in SIZES_MM[paper])
    page = Image.new("1", (width, height), 1)
    board = Image.fromarray(board_picture(PIXELS)).convert("1", dither=Image.Dither.NONE)
    left, top = (width - board.width) // 2, (height - board.height) // 2
    page.paste(board, (left, top))
    _write_below(page, top + board.height)
    return page


def _write_below(page: Image.Image, bottom: int) -> None:
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(LETTERS_MM * PIXELS)
    middle, below = page.width // 2, bottom + 5 * PIXELS
    ends = (middle - RULER_MM * PIXELS // 2, middle + RULER_MM * PIXELS // 2)
    draw.line([(ends[0], below), (ends[1], below)], fill=0, width=PIXELS // 4)
    for x in ends:
        draw.line([(x, below - PIXELS), (x, below + PIXELS)], fill=0, width=PIXELS // 4)
    words = f"Print at 100 %: this line is {RULER_MM} mm long. Glue the sheet onto something flat."
    draw.text((middle, below + 4 * PIXELS), words, fill=0, font=font, anchor="mm")
    board = f"Kibitz calibration board, {COLUMNS} x {ROWS} squares of {SQUARE_MM} mm"
    draw.text((middle, below + 9 * PIXELS), board, fill=0, font=font, anchor="mm")
