"""The Qwirkle tiles on a photo: as JSON, and as text for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np

from engine.qwirkle.settle import Place, Settled, Table
from engine.qwirkle.tile import Colour, Shape, Tile
from vision.reading import Reading, TileSeen
from webapp.reasons import Phrase, reason_json


def tiles_json(reading: Reading, table: Table) -> list[dict[str, Any]]:
    """Every tile that was found; lengths are in pixels of the upright photo in full resolution."""
    return [_tile(*found) for found in zip(reading.tiles, reading.places, table.tiles, strict=True)]


def problems_json(table: Table, phrase: Phrase = str) -> list[dict[str, Any]]:
    """What breaks the rules, and which tiles do."""
    return [{**reason_json(problem.reason, phrase), "tiles": list(problem.pieces)} for problem in table.problems]


def _tile(seen: TileSeen, place: Place, settled: Settled) -> dict[str, Any]:
    x, y = seen.centre
    return {
        "x": round(x, 1),
        "y": round(y, 1),
        "size": round(seen.size, 1),
        "corners": [[round(side, 1) for side in corner] for corner in seen.corners.tolist()],
        "face": settled.face,
        "colour": settled.tile.colour.word if settled.tile else None,
        "shape": settled.tile.shape.word if settled.tile else None,
        "confidence": round(settled.confidence, 4),
        "looks": looks(seen).words,
        "alternatives": [[tile.words, round(chance, 4)] for tile, chance in settled.alternatives],
        "group": place.group,
        "role": settled.role,
        "col": place.col,
        "row": place.row,
        "cut": seen.cut,
        "doubted": settled.doubted,
    }


def looks(seen: TileSeen) -> Tile:
    """What a tile looks like, before the rules and what lies around it are weighed in."""
    colour, shape = np.unravel_index(seen.names.argmax(), seen.names.shape)
    return Tile(Colour(int(colour)), Shape(int(shape)))


def described(reading: Reading, table: Table) -> str:
    """The same for people: how many tiles, each board as it lies, the hand, what is doubted and what is wrong."""
    count = len(table.tiles)
    box = f", a box with {table.sixth.word}" if table.sixth is not None else ""
    lines = [f"{count} tile{'s' * (count != 1)}{box}"]
    groups: dict[tuple[str, int], dict[tuple[int, int], str]] = defaultdict(dict)
    for seen, place, settled in zip(reading.tiles, reading.places, table.tiles, strict=True):
        if not seen.cut:
            groups[settled.role, place.group][place.row, place.col] = _code(settled)
    for (role, _), cells in sorted(groups.items()):
        lines += [f"  {role}:", *(f"    {row}" for row in _rows(cells))]
    lines += [f"  doubted: {_code(settled)}{_instead(settled)}" for settled in table.tiles if settled.doubted]
    lines += [f"  problem: {problem.reason}" for problem in table.problems]
    return "\n".join(lines)


def _code(settled: Settled) -> str:
    return str(settled.tile) if settled.tile else "##"


def _instead(settled: Settled) -> str:
    return f", could be {settled.alternatives[0][0].words}" if settled.alternatives else ""


def _rows(cells: dict[tuple[int, int], str]) -> Iterable[str]:
    rows, cols = [row for row, _ in cells], [col for _, col in cells]
    for row in range(min(rows), max(rows) + 1):
        yield " ".join(cells.get((row, col), " .") for col in range(min(cols), max(cols) + 1)).rstrip()
