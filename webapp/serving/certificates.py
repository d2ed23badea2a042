"""A certificate authority of this computer's own, and the certificate of its server, renewed in time.

The authority can vouch for names and addresses of home networks, for those that this computer has when it is made, and
for nothing else: whoever steals its key can play no bank.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from engine.game import ENGLISH, Refusal
from webapp.serving.machine import Address, Machine
from webapp.serving.private import private_folder, read, write

ENGLISH.update(
    {
        "certificates_unreadable": "the certificates in {folder} can't be read or written: see to it that they can, or "
        "remove that folder, and let every phone trust the new authority",
    }
)

HOME_DOMAINS = ("localhost", "local", "lan", "home", "home.arpa", "internal", "fritz.box")
"""The ends of names that home networks give."""
HOME_NETWORKS = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
    "::1/128",
)
"""The addresses that exist in no other place than a network of one's own."""


@dataclass(frozen=True)
class Lifetimes:
    """How long certificates hold."""

    authority: timedelta = timedelta(days=3650)
    """Trusting it anew on every phone is a chore."""
    server: timedelta = timedelta(days=396)
    """With the day before it 397: browsers take none that holds for longer than 398."""
    before: timedelta = timedelta(days=1)
    """They hold from the day before, for clocks of phones that are slow."""
    renew: timedelta = timedelta(days=30)
    """What ends so soon is replaced."""


def now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)


class CertificateError(Refusal):
    """Certificates that can't be used."""


@dataclass(frozen=True)
class Files:
    """Where the certificates lie.

    Args:
        folder: that nobody else can look into.
    """

    folder: Path

    @property
    def authority(self) -> Path:
        """The authority's certificate."""
        return self.folder / "authority.pem"

    @property
    def authority_key(self) -> Path:
        """Its key."""
        return self.folder / "authority.key"

    @property
    def server(self) -> Path:
        """The server's certificate."""
        return self.folder / "server.pem"

    @property
    def server_key(self) -> Path:
        """Its key."""
        return self.folder / "server.key"


class Certificates:
    """The authority and the server's certificate, kept in a folder.

    Args:
        folder: where they are kept; it is made if it isn't there.
        machine: tells the names and addresses of this computer.
        clock: tells the time, with its zone.
        lifetimes: how long they hold.

    Raises:
        CertificateError: if the folder can't be used.
    """

    def __init__(
        self,
        folder: Path,
        machine: Callable[[], Machine] = Machine.here,
        clock: Callable[[], datetime] = now,
        lifetimes: Lifetimes | None = None,
    ) -> None:
        self.files = Files(folder)
        self._machine, self._clock, self._lifetimes = machine, clock, lifetimes or Lifetimes()
        try:
            private_folder(folder)
            self._authority, self._key = self._kept_authority() or self._new_authority()
            self.renew()
        except (OSError, ValueError, TypeError, x509.ExtensionNotFound) as error:
            raise CertificateError("certificates_unreadable", folder=folder) from error

    @property
    def authority(self) -> bytes:
        """The authority's certificate as phones install it (DER)."""
        return self._authority.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """By which people compare two certificates: SHA-256, in pairs of letters and digits."""
        return self._authority.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def left_out(self) -> list[str]:
        """The names and addresses of this computer for which the authority may not vouch."""
        machine, told = self._machine(), {str(name.value) for name in self._alternatives()}
        return [name for name in map(str, (*machine.names, *machine.addresses)) if name not in told]

    def renew(self) -> bool:
        """Makes a new certificate for the server if it needs one: its names have changed, or it ends soon.

        Returns:
            Whether it did.
        """
        alternatives = self._alternatives()
        if self._holds(alternatives):
            return False
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._certificate("Kibitz", key, self._lifetimes.server)
        certificate = (
            certificate.add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_others=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False)
        )
        signed = certificate.issuer_name(self._authority.subject).sign(self._key, hashes.SHA256())
        write(self.files.server_key, _key_bytes(key))
        write(self.files.server, signed.public_bytes(serialization.Encoding.PEM))
        return True

    def _kept_authority(self) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey] | None:
        """The authority that was made before; None if there is none, or it ends soon."""
        if not self.files.authority.exists():
            return None
        certificate = x509.load_pem_x509_certificate(self.files.authority.read_bytes())
        key = serialization.load_pem_private_key(read(self.files.authority_key), password=None)
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
            raise ValueError("another's key")
        return (certificate, key) if self._lasts(certificate) else None

    def _new_authority(self) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        key, machine = ec.generate_private_key(ec.SECP256R1()), self._machine()
        domains = dict.fromkeys([*HOME_DOMAINS, *filter(str.isascii, machine.names)])
        networks = [ipaddress.ip_network(network) for network in HOME_NETWORKS]
        networks += [ipaddress.ip_network(one) for one in machine.addresses if not _is_in(one, networks)]
        permitted: list[x509.GeneralName] = [x509.DNSName(domain) for domain in domains]
        permitted += [x509.IPAddress(network) for network in networks]
        name = f"Kibitz on {machine.names[0]}"
        certificate = self._certificate(name[:64], key, self._lifetimes.authority)
        signed = (
            certificate.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs_others=True), critical=True)
            .add_extension(x509.NameConstraints(permitted, excluded_subtrees=None), critical=True)
            .issuer_name(_name(name[:64]))
            .sign(key, hashes.SHA256())
        )
        write(self.files.authority_key, _key_bytes(key))
        write(self.files.authority, signed.public_bytes(serialization.Encoding.PEM))
        return signed, key

    def _certificate(self, name: str, key: ec.EllipticCurvePrivateKey, lifetime: timedelta) -> x509.CertificateBuilder:
        """What all certificates say."""
        time = self._clock()
        return (
            x509.CertificateBuilder()
            .subject_name(_name(name))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(time - self._lifetimes.before)
            .not_valid_after(time + lifetime)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        )

    def _alternatives(self) -> list[x509.GeneralName]:
        """The names and addresses of this computer for which the authority may vouch."""
        machine = self._machine()
        constraints = self._authority.extensions.get_extension_for_class(x509.NameConstraints).value
        domains, networks = _permitted(constraints.permitted_subtrees or ())
        names = [name for name in machine.names if any(f".{name}".endswith(f".{domain}") for domain in domains)]
        own = [ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("::1")]
        addresses = [one for one in [*own, *machine.addresses] if _is_in(one, networks)]
        return [*map(x509.DNSName, names), *map(x509.IPAddress, addresses)]

    def _holds(self, alternatives: Iterable[x509.GeneralName]) -> bool:
        """Whether the server's certificate is there, with its key, and good for some time, for these names."""
        if not (self.files.server.exists() and self.files.server_key.exists()):
            return False
        certificate = x509.load_pem_x509_certificate(self.files.server.read_bytes())
        key = serialization.load_pem_private_key(read(self.files.server_key), password=None)
        told = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        # A server that was killed while it wrote may have left the key of another certificate.
        is_whole = key.public_key() == certificate.public_key() and _is_signed_by(certificate, self._authority)
        return is_whole and set(told) == set(alternatives) and self._lasts(certificate)

    def _lasts(self, certificate: x509.Certificate) -> bool:
        return certificate.not_valid_after_utc - self._clock() > self._lifetimes.renew


def _permitted(
    names: Iterable[x509.GeneralName],
) -> tuple[list[str], list[ipaddress.IPv4Network | ipaddress.IPv6Network]]:
    """The domains and networks among names that are permitted."""
    domains, networks = [], []
    for name in names:
        if isinstance(name, x509.DNSName):
            domains.append(name.value)
        elif isinstance(name, x509.IPAddress):
            networks.append(ipaddress.ip_network(str(name.value)))
    return domains, networks


def _is_in(address: Address, networks: Iterable[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> bool:
    return any(address in network for network in networks)


def _is_signed_by(certificate: x509.Certificate, authority: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(authority)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _usage(*, signs_others: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_others,
        key_cert_sign=signs_others,
        crl_sign=signs_others,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
