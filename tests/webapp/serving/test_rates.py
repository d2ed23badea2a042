"""How often devices may ask, with a clock that is moved by hand."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.webapp.rendered import reader
from webapp.app import create_app
from webapp.serving.rates import FORGETS_AT, KINDS, UNCOUNTED, Limiter, Rate, Rates, TooFast
from webapp.sight import Sight


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limiter(clock: Clock) -> Limiter:
    return Limiter(Rates(photos=Rate(3, 2.0)), clock)


def waits(limiter: Limiter, device: str = "192.168.7.20") -> int:
    """The seconds that a device has to wait, 0 if it need not."""
    try:
        limiter.check("photos", device)
    except TooFast as error:
        return error.seconds
    return 0


def test_some_things_may_be_done_at_once_then_one_after_a_while(limiter: Limiter, clock: Clock) -> None:
    assert [waits(limiter) for _ in range(5)] == [0, 0, 0, 2, 2]
    clock.now += 1.5
    assert waits(limiter) == 1
    clock.now += 0.5
    assert [waits(limiter) for _ in range(2)] == [0, 2]
    clock.now += 6
    assert [waits(limiter) for _ in range(4)] == [0, 0, 0, 2]


def test_devices_do_not_wait_for_each_other(limiter: Limiter) -> None:
    assert [waits(limiter, f"192.168.7.{n}") for n in range(1, 9)] == [0] * 8


def test_devices_that_have_gone_are_forgotten(limiter: Limiter, clock: Clock) -> None:
    for number in range(FORGETS_AT):
        limiter.check("photos", str(number))
    clock.now += 60
    limiter.check("photos", "the last")
    assert len(limiter._rested) == 1


def test_rates_are_for_routes_that_exist() -> None:
    app = create_app(Sight(reader), {"DATABASE": "sqlite://"})
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert set(KINDS) | UNCOUNTED <= endpoints
    assert {getattr(Rates(), kind) for kind in KINDS.values()}


@pytest.mark.parametrize(("address", "expected"), [("192.168.7.20", [422, 422, 429]), ("127.0.0.1", [422] * 3)])
def test_who_asks_too_often_is_told_when_to_come_back_but_never_this_computer(
    address: str, expected: list[int], clock: Clock
) -> None:
    app = create_app(Sight(reader), {"TESTING": True, "DATABASE": "sqlite://"})
    app.extensions["limiter"] = Limiter(Rates(thinking=Rate(2, 30.0)), clock)
    client = FlaskClient(app, app.response_class)
    answers = [client.post("/api/v1/hints", json={}, environ_base={"REMOTE_ADDR": address}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == expected
    if expected[-1] == 429:
        assert answers[-1].headers["Retry-After"] == "30"
        assert answers[-1].get_json()["detail"] == "that was too much at once: wait 30 seconds and try again"
