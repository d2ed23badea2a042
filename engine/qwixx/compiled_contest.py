"""The functions of `contest`, `winning` and `foresight`, compiled. Importing this compiles them, or loads them kept."""

from __future__ import annotations

import numba
from numba.extending import register_jitable

from engine.compiling import compiled
from engine.qwixx import contest, foresight, playing, winning

INT, FLAG = numba.int64, numba.boolean
INTS, TABLE = numba.int64[::1], numba.int64[:, ::1]
FLOATS, FLOATS_2 = numba.float64[::1], numba.float64[:, ::1]
SINGLES, SINGLES_2, SINGLES_3 = numba.float32[::1], numba.float32[:, ::1], numba.float32[:, :, ::1]
NET = numba.types.Tuple(  # type: ignore[no-untyped-call]
    (numba.float32[:, :, :, ::1], SINGLES_2, SINGLES, SINGLES_2, SINGLES, SINGLES_2, SINGLES),
)
LEARNED = numba.types.NamedTuple((SINGLES_3, NET), winning.Learned)  # type: ignore[no-untyped-call]
SHEETS = numba.types.NamedTuple((TABLE, INTS, INTS), contest.Sheets)  # type: ignore[no-untyped-call]
TURN = numba.types.NamedTuple((INT, INTS, INT, FLAG, FLAG), contest.Turn)  # type: ignore[no-untyped-call]

for _helper in (
    playing.closed_rows,
    playing.position_of,
    contest.empty_sheets,
    contest.copy_of,
    contest.copy_to,
    contest.new_turn,
    contest.add_plan,
    contest.white_mark,
    contest.colour_mark,
    contest.add_colours,
    contest.add_colours_first,
    contest.list_plans,
    contest.make_mark,
    contest.close_row,
    contest.take_white_action,
    contest.take_colour_action,
    contest.finish_turn,
    contest.take_turn,
    contest.best_other,
    contest.share_of_win,
    winning.to_come,
    winning.new_desk,
    winning.describe,
    winning.look_up,
    winning.chance_of,
    foresight.ranking,
    foresight.best_of,
    foresight.foresee,
    foresight.no_replies,
    foresight.pick,
    foresight.pick_next,
    foresight.appraise,
    foresight.soften,
    foresight.note_likeliest,
    foresight.may_end,
    foresight.foresee_replies,
    foresight.weigh_against,
    foresight.weigh,
):
    register_jitable(_helper)

weigh = compiled(foresight.weigh, INT(SHEETS, TURN, INT, LEARNED, TABLE, FLOATS_2))
