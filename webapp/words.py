"""The words that the page's own modules say, in the language of the request."""

from __future__ import annotations

from flask_babel import gettext as _

from webapp.keeping.words import keeping_words
from webapp.profiles.words import profile_words


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
        "photo_of": _("The photo, with the tiles that were found. Arrow keys move, Enter corrects."),
        "tile_held": _("{tile}, in the hand"),
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
        "taken_for": _("It looks like {looks}. It is taken for {piece}, for that goes with the others."),
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
        "moves_better": _("Looking for better ones …"),
        "moves_found": _("{shown} of {count} moves"),
        "point_line": _("Show this line"),
        "points": _("{points} points"),
        "point": _("1 point"),
        "swap": _("Swap"),
        "pass": _("Pass"),
        **_qwixx_words(),
        **_qwirkle_table_words(),
        **_table_words(),
        **_live_words(),
        **_qwixx_table_words(),
        **profile_words(),
        **keeping_words(),
    }


def _table_words() -> dict[str, str]:
    """What is said at a table, whichever game it is."""
    return {
        "offline": _("No connection to Kibitz: what you see may be old. It is tried again and again."),
        "table_gone": _("Somebody has deleted this table."),
        "seat_lost": _("Another phone plays for {player} now"),
        "seat_lost_to": _("{other}'s phone plays for {player} now"),
        "seat_lost_text": _("Take {player}'s seat back, and it goes on here as it was. The other phone is told."),
        "turn_of": _("{player} plays"),
        "turn_open": _("Who begins?"),
        "plays_now": _("plays now"),
        "has_won": _("has won"),
        "in_last_turn": _("in the last turn"),
        "table_won": _("{names} has won with {points}"),
        "table_shared": _("{names} share the win with {points}"),
        # The turns, and the course of the game.
        "mend": _("Correct"),
        "mend_turn": _("Correct turn {number}, {player}"),
        "all_turns": _("Show all {count} turns"),
        "swapped": _("swapped {count} tiles"),
        "swapped_one": _("swapped one tile"),
        "went_out": _("went out: {points} points more"),
        "a_qwirkle": _("Qwirkle!"),
        "got_penalty": _("{player} takes a penalty: {points} points"),
        "action_white": _("White dice:"),
        "action_colour": _("Coloured dice:"),
        "chart_label": _("Points after {count} turns: {totals}"),
        "chart_turns": _("{count} turns"),
        # Seats.
        "who_are_you": _("Who are you?"),
        "all_seated": _("All seats are taken by other devices: this one looks on."),
        "you_are": _("You are {player}."),
        "whose_view": _("Whose view?"),
        "table_view": _("Table"),
        "pass_to": _("Pass the device to {player}"),
        "i_am": _("I am {player}: show my view"),
        "leave_seat": _("Leave {player}'s seat"),
        "also_here": _("{player} plays here too"),
        "take_over": _("Play for {player} here"),
        "take_over_sure": _("Play for {player} here?"),
        "take_over_qwirkle": _(
            "That phone is told, and may take the seat back. The hand chosen there is not shown here: choose it anew."
        ),
        "take_over_qwixx": _(
            "That phone is told, and may take the seat back. What was decided there and is still hidden is forgotten."
        ),
        "here_now": _("{player}'s phone is here now: ask {player} first."),
        "here_minute": _("{player}'s phone was last here a minute ago."),
        "here_minutes": _("{player}'s phone was last here {minutes} minutes ago."),
        "here_hours": _("{player}'s phone was last here {hours} hours ago."),
        "here_never": _("{player}'s phone has not been here since Kibitz was started."),
        "hand_on": _("Hand {player}'s seat to another phone"),
        "offer_title": _("{player} goes on at another phone"),
        "offer_scan": _(
            "Scan this with the other phone. Or open table {code} there, and type the code under “Phone gone?”."
        ),
        "offer_type": _("Open table {code} on the other phone, and type this under “Phone gone?”:"),
        "offer_holds": _("The seat goes over with its hand. The code holds for {minutes} minutes and for one phone."),
        "offer_taken": _("{player}'s seat goes on at the other phone."),
        "delete_stale": _("Somebody has just played: look at the table again before you delete it."),
        # How a game begins.
        "qwirkle": "Qwirkle",
        "qwixx": "Qwixx",
        "ended": _("ended"),
        "player_name": _("Player {number}"),
        "remove_player": _("Take away player {number}"),
        "turn_wanted": _("Say under “Who begins?” who plays next."),
        "turn_later": _("To be seen at the table"),
        "score_so_far": _("points"),
        "tiles_in_hand": _("tiles in the hand"),
        "sheet_photo": _("Photo of the sheet"),
        "begin_board": _("{count} tiles lie there. Tap one to correct it, or a free place to add one."),
    }


def _live_words() -> dict[str, str]:
    """What is said of the camera at a table."""
    return {
        "live_picture": _("What the camera sees, with {count} pieces: tap one to change it, a free place to add one"),
        "cell_down": _("a tile that shows its back, column {col}, row {row}"),
        "live_settling": _("The camera adjusts to the light"),
        "live_moving": _("Something moves"),
        "live_still": _("The table lies still"),
        "live_lost": _("The table is out of sight"),
        "live_old": _("Nothing new from the camera"),
        "age": _("{seconds} s ago"),
        "rate": _("{rate} pictures a second"),
        "proposed_move_of": _("Did {player} play this?"),
        "proposed_by_whom": _("Who has played this?"),
        "proposed_ways": _("Several moves at once: who made which?"),
        "proposed_ways_more": _("Or were there {count} moves?"),
        "proposed_roll": _("Are these the dice?"),
        "camera_waits": _("The camera waits"),
        "photo_differs": _("The photo shows another table"),
        "tap_to_fix": _("Tap a tile to change it, or a free place beside one to add a tile."),
        "confirms_in": _("by itself in {seconds} s"),
        "check_it": _("Check"),
        "camera_forbidden": _(
            "A browser shows its camera only to a page over https. Photograph the table instead, or start Kibitz with "
            "“kibitz serve --lan --https”."
        ),
        "camera_refused": _(
            "The camera is not allowed: allow it for this page in the browser, or photograph the table."
        ),
        "camera_none": _("There is no camera at this device: photograph the table with another one."),
        "camera_busy": _("Another program has the camera: close that program and start the camera again."),
        "camera_failed": _("The camera can't be opened: start it again, or photograph the table."),
        "camera_lost": _("The camera has gone: plug it in and start it again."),
        "camera_number": _("Camera {number}"),
        "no_torch": _("The light can't be switched now."),
    }


def _qwirkle_table_words() -> dict[str, str]:
    """What is said of Qwirkle at a table."""
    return {
        # The board.
        "board_facts": _("{board} laid, {bag} in the bag"),
        "cell_look": _("something fits here, column {col}, row {row}"),
        "draft": _("not played yet"),
        # The move that is made.
        "draft_of": _("{player}'s move"),
        "draft_of_turn": _("Turn {number}, {player}'s, put right"),
        "take_back": _("Take back"),
        "leave_as_it_was": _("Leave it as it was"),
        "lay_tiles": _("Tap the places on the board where tiles were laid."),
        "opener_first": _("Say first who begins."),
        "bonus": _("{points} points more for the last tile"),
        "play_move": _("Play"),
        "save_turn": _("Save"),
        "turn_emptied": _("Without this tile the turn is empty: put the whole turn right, or undo it."),
        # What no camera sees.
        "does_otherwise": _("Does {player} do something else?"),
        "was_otherwise": _("Did {player} do something else?"),
        "swap_which": _("Which tiles does {player} give back?"),
        "swap_how_many": _("How many tiles does {player} give back?"),
        "swap_count": _("Swap {count} tiles"),
        "swap_one": _("Swap one tile"),
        "missing_title": _("Which tile does the box lack?"),
        "box_lacks": _("The box lacks:"),
        "other_box": _("This box has {sixth} tiles, not {other} ones"),
        # The own hand.
        "hand_of": _("{player}'s hand"),
        "hand_private": _("Only this device knows it. Tap a tile, then a place on the board."),
        "hand_lacks": _("Choose the {count} tiles that are not known yet: only this device learns of them."),
        "hand_lacks_one": _("Choose the tile that is not known yet: only this device learns of it."),
        "pick_up": _("Pick up {tile}"),
        "lay_it": _("Now tap a place on the board."),
        "look_there": _("Look at the marked places: a good move goes there."),
        "nothing_fits": _("None of these tiles can be added."),
        "lay_move": _("Lay these tiles"),
        "moves_ahead": _("{shown} of {count} moves, if the board stays as it is until your turn"),
        # What is still to come.
        "unseen_tiles": _("{count} tiles still unseen"),
        "qwirkles_of": _("{player}: {count}"),
        "save_board": _("Board (PNG)"),
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
        "is_no_die": _("No die"),
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
        "penalty_crossed": _("penalty {number}, crossed"),
        "row_open": _("{row} is open"),
        "is_offered": _("can be marked"),
        "is_chosen": _("chosen"),
        "is_it_marked": _("Is this marked?"),
        "are_they_marked": _("Are these marked?"),
        "yes": _("Yes"),
        "no": _("No"),
        "cell_marked": _("{cell} is marked"),
        "cell_not_marked": _("{cell} is not marked"),
        "photo_of_sheet": _("The photo of the sheet, with the marks that were found: tap a number to change it"),
        "photo_of_sheet_only": _("The photo of the sheet, with the marks that were found"),
        "reading_sheet": _("Reading your sheet …"),
        "reading_sheets": _("Reading the sheets …"),
        "no_sheet": _("No score sheet was found. Take the photo from nearer by, with the whole sheet in it."),
        "several_sheets": _("{count} score sheets were found. Photograph yours alone."),
        # What to mark.
        "choices_wait": _("The best marks stand here once the dice are known."),
        "choices_no_roll": _("These dice are no roll yet: see what is missing."),
        "choices_thinking": _("Weighing every choice …"),
        "more_choices": _("Show {count} more"),
        "choices_win": _("{count} choices, each with your chance to win against the others' sheets"),
        "choices_win_old": _(
            "{count} choices, each with your chance to win against the others' sheets. The others' sheets are those of "
            "an earlier turn: bring them up to date."
        ),
        "choices_alone": _("{count} choices, each with the final score to expect"),
        "choices_found": _(
            "{count} choices, each with the final score to expect if nobody else closes a row or ends the game. "
            "With the others' sheets it is your chance to win."
        ),
        # Who rolled.
        "roller_untold": _("Perhaps {player}"),
        "roller_next": _("{player}, right after you"),
        "roller_last": _("{player}, right before you"),
        # The others' sheets.
        "others_none": _("You play alone."),
        "others_missing": _(
            "{count} sheets are not known, so the hints don't reckon with them. Photograph them, one or several in a "
            "photo, in the order of play after you."
        ),
        "others_missing_one": _(
            "One sheet is not known, so the hints don't reckon with it. Photograph it, or tap what is marked on it."
        ),
        "others_known": _("The hints reckon with them, in the order of play after you."),
        "others_old": _("The others' sheets are those of an earlier turn: bring them up to date."),
        "others_full": _(
            "{count} sheets were found, and all others of {players} players are known: put a newer photo to a sheet, "
            "or take one away."
        ),
        "one_sheet": _("{count} score sheets were found. Photograph this one alone."),
        "newer_photo": _("Newer photo"),
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
        "may_part": _("But a doubtful mark may part them."),
        "and": _("and"),
        "or": _("or"),
        "from_to": _("{least} to {most}"),
    }


def _qwixx_table_words() -> dict[str, str]:
    """What is said at a table of Qwixx."""
    return {
        # The roll.
        "who_begins": _("The first player to roll a 6 begins."),
        "to_roll": _("{player} rolls"),
        "rolled": _("{player} has rolled"),
        "die_of_several": _("{colour} die {number}"),
        "roll_tap": _("Tap what each die shows, or photograph the dice."),
        "roll_check": _("Please check the dice with a question mark."),
        "roll_ready": _("All dice are told."),
        "no_dice_seen": _("No dice were found. Take the photo from nearer by, with more light, or tap what they show."),
        # What is due.
        "sheet_of": _("{player}'s sheet"),
        "roll_due": _("{player} rolls the dice."),
        "declare_own": _("Say which action comes first: the white dice, or a white and a coloured one."),
        "declare_other": _("{player} says which action comes first."),
        "first_white": _("White dice first"),
        "first_colour": _("Coloured dice first"),
        "white_due": _("The white dice give {sum}: tap where to mark it, or mark nothing."),
        "colour_due": _("Tap the sum of a white and a coloured die, or mark nothing."),
        "colour_other": _("{player} may mark a white and a coloured die."),
        "decides_elsewhere": _("{player} decides on another device."),
        "decided_hidden": _("Decided, and hidden until all have."),
        "decided_none": _("Nothing is marked."),
        "decided_mark": _("{mark} is marked."),
        "waits_for": _("Waiting for {players}; until then it can be changed."),
        "has_decided": _("has decided"),
        "still_decides": _("has still to decide"),
        "game_ended": _("The game is over. Undo and corrections still work."),
        # Deciding.
        "make_mark": _("Mark"),
        "no_mark": _("Mark nothing"),
        "no_mark_penalty": _("Nothing, and a penalty"),
        "waiting": _("Waiting …"),
        "take_hint": _("Take this:"),
        "hints_value": _("Each with the final score to expect."),
        "hints_chance": _("Each with the chance to win."),
        "chance_of": _("{percent} %"),
        "final_expected": _("{points} points to be expected in the end"),
        "look_at_rows": _("Look at {rows}."),
        "better_nothing": _("Nothing is worth marking."),
        # Editing a turn.
        "turn_by": _("{player}'s turn"),
        "white_action": _("White dice: everybody"),
        "colour_action": _("A white and a coloured die"),
        "not_rolled": _("{mark} (not rolled)"),
        "edit_turn": _("Edit turn {number}"),
        "edit_overtaken": _("Somebody has just changed that: look at it again."),
        "save_sheets": _("Sheets (PNG)"),
        # The sheet on paper.
        "paper_agrees": _("Paper and record agree."),
        "paper_differs": _("Paper and record differ:"),
        "only_on_paper": _("on paper only"),
        "only_in_record": _("in the record only"),
        "misread": _("Misread"),
        "misread_what": _("{what}: the photo was misread"),
        "hard_to_see": _("(hard to see)"),
        "lock_on_paper": _("The {row} lock is crossed on paper, but the row is open in the record."),
        "penalties_differ": _("Penalties: {paper} on paper, {record} in the record."),
    }
