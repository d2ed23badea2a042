"""The words of the page on which profiles are made, and of the choice of one, in the language of the request."""

from __future__ import annotations

from flask_babel import gettext as _


def profile_words() -> dict[str, str]:
    """Every sentence by its key; names in braces are filled in by the page."""
    return {
        "no_profile": _("no profile"),
        "profile_gone": _("There is no profile “{name}” any more: photos are read without."),
        "profile_unread": _("{problem}. Photos are read without it."),
        "kept": _("Kept as “{name}”. Photos of this device are read with it from now on."),
        "undo": _("Undo"),
        "forget_lesson": _("Undo: {lesson}"),
        "all_lessons": _("All {count} that were learned"),
        "newest_lesson": _("The newest alone"),
        **_shelf_words(),
        **_lens_words(),
        **_light_words(),
        **_set_words(),
        **_view_words(),
    }


def _shelf_words() -> dict[str, str]:
    """What is said of the profiles that there are."""
    return {
        "show_it": _("Show"),
        "hide_it": _("Hide"),
        "delete": _("Delete"),
        "delete_it": _("Delete “{name}”"),
        "delete_sure": _("Delete “{name}”?"),
    }


def _light_words() -> dict[str, str]:
    """What is said while tiles are named and a light is learned."""
    return {
        "tiles_named": _("{count} tiles. Tap those that are wrong."),
        "change_tile": _("{piece}: change it"),
        "leave_out": _("Leave it out"),
        "learning": _("Learning the light …"),
        "light_result_tiles": _("The light is known from {count} tiles."),
        "light_result_dice": _("The light is known from {count} dice."),
        "dice_named": _("{count} dice. Tap those whose colour is wrong, or stands for another."),
        "nothing_to_name": _("Neither tiles nor dice were found. Take the photo from nearer by, with more light."),
        "joins_light": _("“{name}” keeps what else it holds; a light that it has is replaced."),
        "plane_label": _("Where these colours lie: {colours}"),
        "plane_words": _("The colours of the tiles in this light, and how far each may wander."),
        "plane_words_dice": _("The colours of the dice in this light, and how far each may wander."),
    }


def _set_words() -> dict[str, str]:
    """What is said while a set of tiles is learned."""
    return {
        "set_looking": _("Looking for the tiles …"),
        "set_learning": _("Learning the set …"),
        "set_most": _("These are more than {most} photos: choose fewer."),
        "set_tiles": _("The tiles that were found: tap one to name it"),
        "name_it": _("Name tile {number}"),
        "set_unnamed": _("Tiles that have a name: {count}. Tap the others, too: {left}."),
        "set_all_named": _("All {count} tiles are named."),
        "set_result": _("The set is known from {count} tiles."),
        "joins_set": _("“{name}” keeps what else it holds; a set and colours of tiles that it has are replaced."),
    }


def _view_words() -> dict[str, str]:
    """What is said while it is learned how a camera sees the table."""
    return {
        "view_looking": _("Looking at the table …"),
        "view_result": _("The view is known. A tile in the middle takes {side} pixels."),
        "view_lines": _("The table as the camera sees it, in squares as large as tiles"),
        "view_words": _("The table as this camera sees it, in squares as large as tiles."),
        "joins_view": _("“{name}” keeps what else it holds; a view that it has is replaced."),
    }


def _lens_words() -> dict[str, str]:
    """What is said while a lens is learned."""
    return {
        "looking_for_board": _("Looking for the board …"),
        "lens_mixed": _(
            "This picture has {given} pixels and those before {width} x {height}: take all of them with one camera."
        ),
        "lens_count": _("Pictures: {count} of {needed} or more"),
        "lens_covered": _("The picture in parts; the board was seen in {percent} % of them"),
        "lens_legend": _("Filled: the board was seen there. Dashed: not yet."),
        "lens_errors": _("The lines show how far off each corner is, {times} times as long."),
        "lens_missing": _("Show the board here, too: {parts}. It may reach over the edge."),
        "lens_result": _("The lens is known: {error} pixels off on average, from {views} pictures."),
        "lens_lines": _("Straight lines, as this camera shows them"),
        "lens_words": _("Straight lines, as this camera shows them. It sees {degrees} degrees from left to right."),
        "joins_lens": _("“{name}” keeps what else it holds; a lens that it has is replaced."),
        "show_the_board": _("Hold the board before the camera."),
        "hold_still": _("Hold it still …"),
        "board_elsewhere": _("Move the board elsewhere, or slant it otherwise."),
        "board_taken": _("Taken!"),
    }
