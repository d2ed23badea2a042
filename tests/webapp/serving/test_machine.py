"""How this computer is found, and who is this computer itself."""

from __future__ import annotations

import socket

import pytest

from webapp.serving.machine import Machine, device_of, in_address, is_own


def test_it_is_found_by_its_names_and_by_addresses_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.")
    machine = Machine.here(["Kibitz.LAN"])
    assert machine.names == ("laptop", "laptop.local", "localhost", "kibitz.lan")
    assert not any(address.is_loopback for address in machine.addresses)
    assert len(set(machine.addresses)) == len(machine.addresses)


def test_a_name_that_networks_give_is_not_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "laptop.local")
    assert Machine.here().names == ("laptop.local", "localhost")


def test_without_a_network_it_is_found_by_itself_alone() -> None:
    assert Machine(("laptop",), ()).host == "127.0.0.1"


@pytest.mark.parametrize("own", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "localhost", "[::1]"])
def test_this_computer_itself(own: str) -> None:
    assert is_own(own)
    assert device_of(own) is None


@pytest.mark.parametrize("other", ["192.168.7.20", "::ffff:192.168.7.20", "fe80::1", "localhost.evil.example", ""])
def test_others(other: str) -> None:
    assert not is_own(other)
    assert device_of(other) == other


def test_hosts_stand_in_addresses() -> None:
    assert [in_address(host) for host in ("::1", "127.0.0.1", "laptop.local")] == ["[::1]", "127.0.0.1", "laptop.local"]
