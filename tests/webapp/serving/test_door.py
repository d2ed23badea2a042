"""The door: what phones may do before and after they told the code, through Flask's own client."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.webapp.rendered import reader
from webapp.app import create_app, create_doorway
from webapp.serving.door import OPEN
from webapp.serving.machine import Machine
from webapp.serving.pairing import Pairing
from webapp.serving.site import Site
from webapp.sight import Sight

from .conftest import Home

CODE = "ABC346"
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
SITE = Site(8000, Pairing(b"secret" * 6, CODE))


def served(site: Site = SITE) -> Flask:
    return create_app(Sight(reader), {"TESTING": True, "SITE": site, "DATABASE": "sqlite://"})


@pytest.fixture
def phone() -> FlaskClient:
    return phone_of(served())


class Phone(FlaskClient):
    """A client that asks by the computer's address in the network."""

    def open(self, *args: Any, **options: Any) -> TestResponse:
        return super().open(*args, **{"base_url": "http://192.168.7.5:8000", **options})


def phone_of(app: Flask, address: str = "192.168.7.20") -> FlaskClient:
    app.test_client_class = Phone
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


def enters(phone: FlaskClient, code: str = CODE, **fields: str) -> TestResponse:
    return phone.post("/pair", data={"code": code, **fields}, headers={"Origin": "http://192.168.7.5:8000"})


def test_a_phone_that_nobody_let_in_is_led_to_the_door_and_refused_all_else(phone: FlaskClient) -> None:
    assert phone.get("/", headers=HTML).location == "/pair"
    assert phone.get("/t/xyw-349", headers=HTML).location == "/pair?table=XYW349"
    assert phone.get("/t/" + "A" * 99, headers=HTML).location == "/pair"
    for path in ("/api/v1/tables", "/api/v1/openapi.json", "/nothing"):
        refused = phone.get(path)
        assert (refused.status_code, refused.get_json()["code"]) == (403, "not_paired")
    assert phone.post("/api/v1/hints", json={}).get_json()["code"] == "not_paired"


def test_every_route_but_those_before_the_door_is_shut(phone: FlaskClient) -> None:
    rules = list(phone.application.url_map.iter_rules())
    assert {rule.endpoint for rule in rules} >= OPEN
    for rule in rules:
        address = re.sub("<[^>]+>", "1", rule.rule)
        for method in (rule.methods or set()) - {"OPTIONS"}:
            answer = phone.open(address, method=method)
            shut = answer.status_code == 403 and answer.content_type == "application/problem+json"
            assert shut != (rule.endpoint in OPEN), (method, rule.rule)


def test_whoever_tells_the_code_comes_in_and_stays_known(phone: FlaskClient) -> None:
    answer = enters(phone, "abc-346")
    assert (answer.status_code, answer.location) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Expires"))
    assert phone.get("/", headers=HTML).status_code == 200
    assert phone.get("/api/v1/tables").status_code == 200
    cookie_of_phone = phone.get_cookie("kibitz", domain="192.168.7.5")
    assert cookie_of_phone is not None
    # A new start has a new code, but knows the phone again by the secret that was kept.
    for secret, status in ((SITE.pairing.secret, 200), (b"another", 403)):  # type: ignore[union-attr]
        again = phone_of(served(Site(8000, Pairing(secret))))
        again.set_cookie("kibitz", cookie_of_phone.value, domain="192.168.7.5")
        assert again.get("/api/v1/tables").status_code == status


def test_an_invitation_to_a_table_leads_there(phone: FlaskClient) -> None:
    assert enters(phone, table="xyw-349").location == "/t/XYW349"
    assert enters(phone, table="//evil.example").location == "/"


def test_a_wrong_code_is_told_in_words_and_lets_nobody_in(phone: FlaskClient) -> None:
    answer = enters(phone, "ABC347")
    assert answer.status_code == 403
    assert "That is not the code" in answer.get_data(as_text=True)
    assert phone.get("/api/v1/tables").status_code == 403


def test_trying_codes_is_slowed_down_behind_another_server_too() -> None:
    client = phone_of(served(), "127.0.0.1")
    passed_on = {"X-Forwarded-For": "192.168.7.20", "Origin": "http://192.168.7.5:8000"}
    answers = [client.post("/pair", data={"code": "AAAAAA"}, headers=passed_on).status_code for _ in range(11)]
    assert answers == [403] * 10 + [429]


def test_trying_codes_is_slowed_down_in_words(phone: FlaskClient) -> None:
    answers = [enters(phone, f"ABC{number}") for number in range(100, 111)]
    assert [answer.status_code for answer in answers] == [403] * 10 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert "wait" in answers[-1].get_data(as_text=True)
    assert "<html" in answers[-1].get_data(as_text=True)
    assert enters(phone).status_code == 429
    assert enters(phone_of(phone.application, "192.168.7.21")).status_code == 303


def test_another_sites_form_lets_nobody_in(phone: FlaskClient) -> None:
    answer = phone.post("/pair", data={"code": CODE}, headers={"Origin": "http://evil.example"})
    assert (answer.status_code, answer.get_json()["code"]) == (403, "foreign_origin")


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        ("192.168.7.20", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "192.168.7.20"}, 403),
        ("192.168.7.20", {"X-Forwarded-For": "127.0.0.1"}, 403),
    ],
)
def test_this_computer_itself_needs_no_code(address: str, headers: dict[str, str], status: int) -> None:
    assert phone_of(served(), address).get("/api/v1/tables", headers=headers).status_code == status


def test_without_lan_there_is_no_door() -> None:
    client = phone_of(served(Site()))
    assert client.get("/").status_code == 200
    assert "kibitz serve --lan" in client.get("/invite").get_data(as_text=True)
    assert "Set-Cookie" not in client.get("/").headers


def test_the_invitation_shows_the_way_in_and_on_to_a_table() -> None:
    client = phone_of(served(), "127.0.0.1")
    page = client.get("/invite?table=xyw349", base_url="http://localhost:8000").get_data(as_text=True)
    assert all(part in page for part in (CODE, "XYW349", '<svg viewBox="', "http://"))
    assert "localhost" not in page  # phones can't find this computer by that name
    assert "style=" not in page


def test_with_tls_the_way_in_leads_past_the_page_about_trust(home: Home) -> None:
    machine = Machine.here
    site = Site(8000, Pairing(b"x", CODE), home.opens(), 8001, machine)
    assert site.invitation("192.168.7.5", "XYW349") == "http://192.168.7.5:8001/trust#ABC346@XYW349"
    assert site.home("fd00::5") == "https://[fd00::5]:8000/"
    assert replace(site, certificates=None, doorway=None).invitation("laptop.local") == (
        "http://laptop.local:8000/pair#ABC346"
    )
    assert "Secure" in enters_by_tls(served(site)).headers["Set-Cookie"]


def enters_by_tls(app: Flask) -> TestResponse:
    return phone_of(app).post("/pair", data={"code": CODE}, base_url="https://192.168.7.5:8000")


def test_before_the_door_the_certificate_is_given_and_nothing_else(home: Home) -> None:
    certificates = home.opens()
    site = Site(8000, Pairing(b"x", CODE), certificates, 8001, lambda: home.machine)
    phone = phone_of(create_doorway({"SITE": site}))
    assert phone.get("/").location == "/trust"
    page = phone.get("/trust")
    assert "connect-src 'self' https://192.168.7.5:8000/;" in page.headers["Content-Security-Policy"]
    text = page.get_data(as_text=True)
    assert certificates.fingerprint in text
    assert 'href="https://192.168.7.5:8000/pair"' in text
    assert CODE not in text
    given = phone.get("/kibitz.crt")
    assert (given.data, given.mimetype) == (certificates.authority, "application/x-x509-ca-cert")
    for path in ("/pair", "/invite", "/t/ABC346", "/api/v1/tables", "/metrics"):
        assert phone.get(path).status_code == 404
    assert phone.get("/trust", base_url="http://evil.example").status_code == 403


def test_without_tls_there_is_nothing_to_trust() -> None:
    client = phone_of(served(Site()))
    assert "kibitz serve --lan --https" in client.get("/trust").get_data(as_text=True)
    assert client.get("/kibitz.crt").get_json()["code"] == "http_404"
