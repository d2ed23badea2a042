"""Values that commands take, read from what a person types: the types of options, and an option that many share."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

from calibration.errors import CalibrationError
from calibration.profile import UNKNOWN, Profile
from calibration.shelf import Shelf, check_name
from engine.game import InvalidText
from engine.qwirkle.notation import parse_hand
from engine.qwixx.notation import parse_roll, parse_sheet
from webapp.look import ASKED, AUTO

Value = TypeVar("Value")

game = click.option("--game", type=click.Choice(ASKED), default=AUTO, show_default=True, help="What lies on the table.")


def told(name: str, parse: Callable[[str], Value]) -> Callable[[str], Value]:
    """Reads an option's text, which the help calls so, as the engine does; what it refuses is a wrong option."""

    def read(text: str) -> Value:
        try:
            return parse(text)
        except InvalidText as error:
            raise click.BadParameter(str(error)) from error

    read.__name__ = name
    return read


tiles = told("tiles", parse_hand)
"""A hand, in letters or words."""
roll = told("roll", parse_roll)
"""A roll, such as ``W6 W6 R5 Y4 G1 B6``."""
sheet = told("sheet", parse_sheet)
"""A score sheet, such as ``R:3,4 Y: G:12 B: P:1``."""


def points(text: str) -> tuple[int, ...]:
    """Whole numbers of points, with commas between.

    Raises:
        click.BadParameter: if the text is something else.
    """
    try:
        numbers = tuple(int(number) for number in text.split(","))
    except ValueError as error:
        raise click.BadParameter(f"“{text}” are no numbers with commas between, such as 34,51") from error
    if min(numbers) < 0:
        raise click.BadParameter(f"“{text}”: nobody has fewer than no points")
    return numbers


def names(text: str) -> tuple[str, ...]:
    """Different names of players, with commas between.

    Raises:
        click.BadParameter: if the text is something else.
    """
    found = tuple(name.strip() for name in text.split(","))
    if not all(found) or len(set(found)) < len(found):
        raise click.BadParameter(f"“{text}” are no different names with commas between, such as Ann,Ben")
    return found


def profile_name(text: str) -> str:
    """What a profile may be called.

    Raises:
        click.BadParameter: if the text may not.
    """
    try:
        return check_name(text)
    except CalibrationError as error:
        raise click.BadParameter(str(error)) from error


def _profile(_: click.Context, __: click.Parameter, name: str | None) -> Profile:
    return UNKNOWN if name is None else Shelf().read(name)


profile = click.option(
    "--profile",
    type=profile_name,
    callback=_profile,
    metavar="NAME",
    help="The calibrated camera that took the pictures, see kibitz calibrate.",
)
"""Gives the profile of this name, or one of which nothing is known."""


class Measure(click.FloatRange):
    """A number in a range; click's own lets “nan” pass for one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that a text tells.

        Raises:
            click.BadParameter: if it tells none in the range.
        """
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"“{value}” is no number", param, ctx)
        return number


def path(text: str) -> str:
    """Where a file or a folder lies.

    Raises:
        click.BadParameter: if the text is empty, as an unset variable of a shell is.
    """
    if not text:
        raise click.BadParameter("the name is empty: give that of a file or a folder")
    return text
