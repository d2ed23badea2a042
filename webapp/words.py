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
        "nothing_at_all": _(
            "Neither tiles nor dice nor a score sheet were found. Take the photo from nearer by, with more light."
        ),
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
        "check": _("Check {piece}"),
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
        "read_as": _("Read as {piece}, {percent} % sure."),
        "likely": _("{piece}, {percent} %"),
        "no_tile_here": _("No tile lies here"),
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
        **_qwixx_words(),
        **_table_words(),
    }


def _table_words() -> dict[str, str]:
    """What is said at a table, whichever game it is."""
    return {
        "offline": _("No connection to Kibitz: what you see may be old. It is tried again and again."),
        "table_gone": _("Somebody has deleted this table."),
        "seat_lost": _("The seat of {player} is taken by another device."),
        "turn_of": _("{player} plays"),
        "turn_open": _("Who begins?"),
        "plays_now": _("plays now"),
        "total_of": _("{player}: {points} points"),
    }


def _qwixx_words() -> dict[str, str]:
    return {
        # Dice.
        "other": _("Other"),
        "die": _("{colour} {value}"),
        "no_dice": _("Neither dice nor a score sheet were found. Take the photo from nearer by, with more light."),
        "dice_found": _("{count} dice. Tap to correct or add."),
        "photo_of_dice": _("The photo, with the dice that were found"),
        "roll_wait": _("Photograph the dice, or tap their places here."),
        "tap_die": _("Tap a die to change it."),
        "add_die": _("Which die lies here?"),
        "add_colour": _("Say what the {colour} die shows"),
        "add_closed": _("The {colour} row is closed: tap if its die was rolled"),
        "correct_die": _("Which die is it?"),
        "no_die_here": _("It doesn't count: no die, or not rolled"),
        "stays_out": _("Leave it out"),
        "which_die": _("Which is it?"),
        "it_is": _("It is {piece}"),
        # The sheet.
        "mark": _("{row} {number}"),
        "mark_lock": _("{row} {number} and the lock"),
        "is_marked": _("marked"),
        "is_doubted": _("doubtful"),
        "is_hinted": _("mark this"),
        "is_passed": _("passed over"),
        "lock_closed": _("{row} is closed"),
        "lock_open": _("Close {row}"),
        "penalties": _("Penalties"),
        "penalty_box": _("penalty {number}"),
        "is_it_marked": _("Is this marked?"),
        "are_they_marked": _("Are these marked?"),
        "yes": _("Yes"),
        "no": _("No"),
        "cell_marked": _("{cell} is marked"),
        "cell_not_marked": _("{cell} is not marked"),
        "photo_of_sheet": _("The photo of the sheet, with the marks that were found: tap a number to change it"),
        "reading_sheet": _("Reading your sheet …"),
        "reading_sheets": _("Reading the sheets …"),
        "no_sheet": _("No score sheet was found. Take the photo from nearer by, with the whole sheet in it."),
        "several_sheets": _("{count} score sheets were found. Photograph yours alone."),
        # What to mark.
        "choices_wait": _("The best marks stand here once the dice are known."),
        "choices_no_roll": _("These dice are no roll yet: see what is missing."),
        "choices_thinking": _("Weighing every choice …"),
        "more_choices": _("Show {count} more"),
        "choices_found": _("{count} choices, each with the final score to expect"),
        "takes_penalty": _("Nothing, and a penalty"),
        "marks_nothing": _("Nothing"),
        "then": _("then"),
        "colour": _("colour"),
        "make": _("Do it:"),
        "rules_gamerules": _("The active player says which action comes first; the last turn is finished."),
        "rules_publisher": _("White first, then colour; the game ends at once when the second row is closed."),
        # The end of the game.
        "sheet_number": _("Sheet {number}"),
        "name_of": _("Whose is sheet {number}?"),
        "correct_sheet": _("See and correct"),
        "remove_sheet": _("Take this sheet away"),
        "wins": _("{names} wins with {points} points."),
        "share_win": _("{names} share the win with {points} points."),
        "may_win": _("But a doubtful mark may make it {names}."),
        "and": _("and"),
        "or": _("or"),
        "from_to": _("{least} to {most}"),
    }
