"""Followed tables on a server that keeps its games in a folder of the test."""

from __future__ import annotations

import pytest

from tests.webapp.tables.conftest import Opened, opened

from .tables import Table

__all__ = ["opened"]


@pytest.fixture
def table(opened: Opened) -> Table:
    """A game of Qwirkle in which Ann begins; the camera has found its exposure."""
    table = Table(opened())
    table.phone.begins("qwirkle", "Ann", "Ben", turn=0, sixth="white")
    table.waits(3)
    return table


@pytest.fixture
def dice(opened: Opened) -> Table:
    """A game of Qwixx in which Ann begins."""
    table = Table(opened())
    table.phone.begins("qwixx", "Ann", "Ben", turn=0, rules="publisher")
    table.waits(3)
    return table
