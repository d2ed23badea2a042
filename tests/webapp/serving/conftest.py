"""A computer in a home network, with a clock that is moved by hand."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from webapp.serving.certificates import Certificates
from webapp.serving.machine import Machine


@dataclass
class Home:
    """A computer that is renamed, moved and left alone for years."""

    folder: Path
    machine: Machine
    now: datetime

    def opens(self) -> Certificates:
        return Certificates(self.folder, lambda: self.machine, lambda: self.now)

    def waits(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    address = ipaddress.ip_address("192.168.7.5")
    machine = Machine(("laptop", "laptop.local", "localhost"), (address,))
    return Home(tmp_path / "certificates", machine, datetime.now(UTC).replace(microsecond=0))
