"""Places: so many in all, so many to one device, and any number to this computer itself."""

from __future__ import annotations

from webapp.serving.places import Places


def test_one_device_cannot_take_all_places() -> None:
    places = Places(most=4, most_each=2)
    assert [places.enter("192.168.1.7") for _ in range(3)] == [True, True, False]
    assert [places.enter() for _ in range(3)] == [True, True, False]
    places.leave("192.168.1.7")
    assert len(places) == 3
    assert places.enter("192.168.1.8")
    assert not places.enter("192.168.1.7")
