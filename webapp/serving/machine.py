"""Where this computer is found in the home network: its names and addresses."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import TypeAlias

import ifaddr

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

NOWHERE = ("192.0.2.1", 9)
"""An address of no computer (RFC 5737): the way to it is the way to the rest of the world. Nothing is sent there."""


@dataclass(frozen=True)
class Machine:
    """This computer, as others in the network find it.

    Args:
        names: in small letters, without a dot at their end; the first is its own.
        addresses: IPv4 addresses that others reach, the most likely first.
    """

    names: tuple[str, ...]
    addresses: tuple[Address, ...]

    @classmethod
    def here(cls, names: Iterable[str] = ()) -> Machine:
        """This computer as it is found now; laptops move from network to network.

        Args:
            names: further ones that it goes by.
        """
        found = (ipaddress.ip_address(str(ip.ip)) for one in ifaddr.get_adapters() for ip in one.ips if ip.is_IPv4)
        reached = [address for address in found if not address.is_loopback and not address.is_link_local]
        first = _towards_the_world()
        return cls(
            own_names(names), tuple(sorted(set(reached), key=lambda address: (address != first, address.packed)))
        )

    @property
    def host(self) -> str:
        """The address to give to phones; this computer's own where there is no network."""
        return str(self.addresses[0]) if self.addresses else "127.0.0.1"


def own_names(names: Iterable[str] = ()) -> tuple[str, ...]:
    """The names of this computer: its own, that under which networks find it without a server, and those given."""
    machine = socket.gethostname().lower().rstrip(".")
    local = f"{machine.removesuffix('.local')}.local"
    given = (name.lower().rstrip(".") for name in names)
    return tuple(dict.fromkeys([machine, local, "localhost", *given]))


def address_of(host: str) -> Address | None:
    """The address that a text is, None if it is a name."""
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def is_own(host: str) -> bool:
    """Whether whoever is at this address is this computer itself."""
    address = address_of(host)
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_loopback if address else host == "localhost"


def device_of(address: str | None) -> str | None:
    """The device that asks, by its address; None for this computer itself, to which limits for others don't apply."""
    return None if address is None or is_own(address) else address


def in_address(host: str) -> str:
    """A host as it stands in an address of the web."""
    return f"[{host}]" if ":" in host else host


def _towards_the_world() -> Address | None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return None
        return ipaddress.ip_address(probe.getsockname()[0])
