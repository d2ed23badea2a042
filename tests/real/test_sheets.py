"""On the two real printings, empty and with scanned crosses, the reader stays as good as it was.

`tests.real.sheets` lifts the floors; nothing lowers them.
"""

from __future__ import annotations

import pytest

from tests.real.measure import photos_folder
from tests.real.sheets import floors, reached
from vision.sheet import SheetReader


def test_what_was_reached_on_real_printings_still_is() -> None:
    folder = photos_folder()
    if folder is None:
        pytest.skip("real photos are not measured: KIBITZ_PHOTOS is not set")
    now = reached(folder / "sheets", SheetReader())
    worse = {name: (now[name], least) for name, least in floors().items() if now[name] < least}
    assert not worse
