"""Phones at one table, each with its own tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

TABLES = "/api/v1/tables"


@dataclass
class Phone:
    """A phone that goes to one table, and remembers the version that it has seen last."""

    app: Flask
    code: str = ""
    version: int = 0
    tokens: list[str] = field(default_factory=list)

    def asks(self, way: str = "", method: str = "GET", code: str | None = None, **fields: Any) -> TestResponse:
        address = f"{TABLES}/{code or self.code}{way}" if code or self.code else TABLES
        return self.app.test_client().open(address, method=method, json=fields or None, headers=self.headers)

    @property
    def headers(self) -> dict[str, str]:
        return {"Kibitz-Seat": ", ".join(self.tokens)}

    def begins(self, game: str, *players: str, **more: Any) -> dict[str, Any]:
        response = Phone(self.app).asks(method="POST", game=game, players=list(players), **more)
        assert response.status_code == 201, response.get_data(as_text=True)
        return self._seen(response)

    def looks(self) -> dict[str, Any]:
        return self._seen(self.asks())

    def sits(self, player: int) -> None:
        told = self.asks("/seats", "POST", player=player).get_json()
        self.tokens.append(told["token"])

    def does(self, way: str, **fields: Any) -> dict[str, Any]:
        response = self.tries(way, **fields)
        assert response.status_code == 200, response.get_data(as_text=True)
        return self._seen(response)

    def tries(self, way: str, **fields: Any) -> TestResponse:
        return self.asks(way, "POST", **{"version": self.version, **fields})

    def event(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self.does("/events", event={"event": kind, **fields})

    def other(self) -> Phone:
        """Another phone at the same table, which has seen the same."""
        return Phone(self.app, self.code, self.version)

    def _seen(self, response: TestResponse) -> dict[str, Any]:
        state: dict[str, Any] = response.get_json()
        self.code, self.version = state["code"], state["version"]
        return state


def refusal(response: TestResponse) -> tuple[int, str]:
    """The status and code of a problem, which always has a sentence."""
    assert response.content_type == "application/problem+json"
    body = response.get_json()
    assert len(body["detail"]) > 12
    assert "{" not in body["detail"]
    return response.status_code, body["code"]
