"""What calibrating refuses, as a code with its parameters; the ground floor has words of its own."""

from __future__ import annotations

ENGLISH: dict[str, str] = {
    # Profiles and their files.
    "profile_name": "“{name}” can't name a profile: use up to {limit} letters without accents, digits, - and _, the "
    "first a letter or a digit",
    "profile_missing": "there is no profile “{name}”: choose one of those that there are",
    "profiles_unreadable": "the profiles in {folder} can't be opened: check that this is a folder that you may read",
    "profile_unreadable": "the file of the profile “{name}” can't be opened: check that you may read it",
    "profile_unwritten": "the profile “{name}” can't be written to {folder}: check that you may write there",
    "profile_damaged": "the file of the profile “{name}” is damaged: delete the profile and calibrate again",
    "profile_foreign": "the file of the profile “{name}” is no profile of Kibitz's: put it elsewhere, or delete it",
    "profile_newer": "the profile “{name}” was written by a newer Kibitz: update this one, or calibrate under another "
    "name",
    # The lens.
    "lens_other_shape": "the profile is for pictures of {width} x {height} pixels, which those of {given_width} x "
    "{given_height} are no smaller or larger form of: choose the same form in the camera, or calibrate again with it",
    "lens_mixed_sizes": "it has {width} x {height} pixels and the others {other_width} x {other_height}: take all "
    "pictures of the board by one camera, in one size",
    "lens_few_views": "the board is seen well enough on {count} pictures, {needed} are needed: take more, each from "
    "another side",
    "lens_not_covered": "the board was never seen in some parts of the picture ({parts}): take more pictures with the "
    "board there, it may reach over the edge",
    "lens_same_angle": "the board is always seen from nearly the same angle, so the focal length can't be told: slant "
    "it more, to several sides",
    "lens_inexact": "the corners of the board are {error:.2f} pixels off on average, more than {limit:g}: lay the "
    "board on something flat and hold the camera still; picture {worst} is the worst ({worst_error:.2f})",
    "lens_unsound": "these pictures fit no lens: take them again, with a flat board that reaches into every corner of "
    "the picture",
    # The light.
    "light_few_tiles": "the colours of {count} tiles are known, {needed} are needed: lay out more, of all colours",
    "light_few_dice": "the colours of {count} dice are known, {needed} are needed: take photos of more rolls",
    "light_one_colour_tiles": "all tiles are {colour}, which tells no colours apart: lay out tiles of all colours",
    "light_one_colour_dice": "all dice are {colour}, which tells no colours apart: take photos of whole rolls",
    "light_colours_alike": "{first} and {second} can't be told apart in this light: check that these pieces have been "
    "named rightly, or take the photo in more or other light",
    # A set of pieces.
    "set_shapes_missing": "no tile of these shapes was named: {shapes}; lay out and name at least one of each of the "
    "six",
    "set_shapes_alike": "{one} and {other} can't be told apart: check that these tiles were named rightly, or take a "
    "sharper photo from nearer by",
    # The view.
    "view_few_tiles": "{count} tiles are seen whole, {needed} are needed to tell how the camera sees the table: lay "
    "out more, over the whole table",
    "view_in_a_line": "the tiles lie in one line, which doesn't tell how the camera sees the table: lay some out "
    "across it, too",
    "view_no_board": "the calibration board is not seen well enough, only {count} of its corners: lay it flat onto the "
    "table, with the whole board in the picture",
    "view_inexact": "what is seen is {error:.2f} sides of a tile off from any flat table, more than {limit:g}: lay all "
    "flat onto one table, and calibrate the lens first if it bends lines",
    "view_unsound": "no camera sees a table so: take the photo again, with the tiles or the board flat on the table",
    "view_other_shape": "the profile's view is of pictures of {width} x {height} pixels, which those of "
    "{given_width} x {given_height} are no smaller or larger form of: choose the same form in the camera, or calibrate "
    "the view again",
}
"""The English sentence of every code."""


class CalibrationError(ValueError):
    """Something from outside that calibrating can't accept; ``str()`` says in English what is wrong and what to do.

    Args:
        code: a key of `ENGLISH`.
        params: what its sentence names.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code, self.params = code, params
        super().__init__(ENGLISH[code].format(**params))
