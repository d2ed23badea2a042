"""Sheets and rolls of every kind, legal or not."""

from hypothesis import strategies as st

from engine.qwixx.roll import Roll
from engine.qwixx.sheet import Row, Sheet

PIPS = st.integers(1, 6)


def sheets() -> st.SearchStrategy[Sheet]:
    rows = st.tuples(*[st.frozensets(st.integers(2, 12))] * len(Row))
    return st.builds(Sheet, rows, st.frozensets(st.sampled_from(Row)), st.integers(0, 4))


def rolls() -> st.SearchStrategy[Roll]:
    return st.builds(Roll, st.tuples(PIPS, PIPS), st.tuples(*[st.none() | PIPS] * len(Row)))
