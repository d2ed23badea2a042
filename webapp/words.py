"""The words that the page's own modules say, in the language of the request."""

from __future__ import annotations

from flask_babel import gettext as _


def words() -> dict[str, str]:
    """Every sentence by its key; names in braces are filled in by the page."""
    return {
        # Tiles.
        "red": _("red"),
        "orange": _("orange"),
        "yellow": _("yellow"),
        "green": _("green"),
        "blue": _("blue"),
        "purple": _("purple"),
        "white": _("white"),
        "circle": _("circle"),
        "square": _("square"),
        "diamond": _("diamond"),
        "clover": _("clover"),
        "star": _("star"),
        "starburst": _("starburst"),
        "tile": _("{colour} {shape}"),
        # Reading a photo.
        "sending": _("Sending the photo: {percent} %"),
        "reading": _("Reading the photo …"),
        "reading_hand": _("Reading your hand …"),
        "nothing_found": _("No tile was found. Take the photo from nearer by, with the whole table in it."),
        "no_board": _(
            "{count} tiles were found, but none lie together as on a board. Take the photo with the board in it."
        ),
        "no_board_one": _("One tile was found, and no board. Take the photo with the board in it."),
        "found": _("{board} tiles on the board, {hand} in the hand"),
        "too_heavy": _("The photo is larger than {limit} MB: choose a smaller one."),
        "no_answer": _("Kibitz does not answer: check that “kibitz serve” still runs, and try again."),
        "fault": _("This is a fault of Kibitz itself: reload the page, and report it if it stays."),
        "not_shown": _("This browser can't show the photo; the tiles are drawn where they were found."),
        "photo_of": _("The photo, with the tiles that were found"),
        # What to check.
        "doubtful": _("Please check {count} tiles:"),
        "doubtful_one": _("Please check one tile:"),
        "check": _("Check {tile}"),
        # The turn.
        "turn_pass": _("No tiles were added."),
        "turn_illegal": _("This move is not legal: {reason}"),
        # The board.
        "board_label": _("The board: {count} tiles. Arrow keys move, Enter corrects."),
        "cell_tile": _("{tile}, column {col}, row {row}"),
        "cell_free": _("free cell, column {col}, row {row}"),
        "cell_hint": _("play {tile} here, column {col}, row {row}"),
        "doubted": _("doubtful"),
        "new": _("new"),
        # Correcting.
        "correct_title": _("What lies here?"),
        "add_title": _("Which tile lies here?"),
        "hand_title": _("Which tile is it?"),
        "read_as": _("Read as {tile}, {percent} % sure."),
        "likely": _("{tile}, {percent} %"),
        # The hand.
        "take": _("Take {tile} into the hand"),
        "put_back": _("Put {tile} back"),
        "slot_free": _("free place in the hand"),
        "hand_full": _("A hand holds six tiles: put one back first."),
        "hand_three": _("A box holds only three of each tile."),
        # The moves.
        "moves_wait": _("Tap the tiles of your hand to see the best moves."),
        "moves_thinking": _("Looking for moves …"),
        "moves_found": _("{shown} of {count} moves"),
        "points": _("{points} points"),
        "point": _("1 point"),
        "swap": _("Swap"),
        "pass": _("Pass"),
    }
