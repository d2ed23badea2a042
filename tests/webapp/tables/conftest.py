"""A server that keeps its games in a folder of the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp.app import create_app

from .phones import Phone

Opened = Callable[[], Flask]


@pytest.fixture
def opened(tmp_path: Path, database: str) -> Iterator[Opened]:
    """Starts a server; all of a test share one database."""
    apps: list[Flask] = []

    def opened() -> Flask:
        apps.append(create_app(config={"TESTING": True, "DATABASE": database, "PHOTOS": tmp_path / "photos"}))
        return apps[-1]

    yield opened
    for app in apps:
        app.extensions["tables"].close()


@pytest.fixture
def client(opened: Opened) -> FlaskClient:
    return opened().test_client()


@pytest.fixture
def phone(opened: Opened) -> Phone:
    """A phone that has come to no table yet."""
    return Phone(opened())
