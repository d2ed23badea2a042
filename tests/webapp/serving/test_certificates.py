"""Certificates of a computer's own, held against what browsers demand, by OpenSSL itself where it decides."""

from __future__ import annotations

import ipaddress
import ssl
import stat
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509

from webapp.serving.certificates import CertificateError, Certificates
from webapp.serving.machine import Machine

from .conftest import Home


def server_of(certificates: Certificates) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificates.files.server.read_bytes())


def names_of(certificates: Certificates) -> set[str]:
    told = server_of(certificates).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in told}


def is_trusted(certificates: Certificates, host: str) -> bool:
    """Whether a client that trusts the authority trusts the server under this name or address."""
    client = ssl.create_default_context(cadata=certificates.authority)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificates.files.server, certificates.files.server_key)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server, server_hostname=host)
    answering = server.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for side in (asking, answering):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return asking.getpeercert() is not None


def test_who_trusts_the_authority_trusts_the_server_under_all_its_names_and_no_other(home: Home) -> None:
    certificates = home.opens()
    assert names_of(certificates) == {"laptop", "laptop.local", "localhost", "127.0.0.1", "::1", "192.168.7.5"}
    assert all(is_trusted(certificates, host) for host in ("laptop.local", "localhost", "192.168.7.5", "127.0.0.1"))
    assert not any(is_trusted(certificates, host) for host in ("other.local", "192.168.7.6", "kibitz.example"))


def test_the_server_holds_for_no_more_days_than_browsers_take(home: Home) -> None:
    certificate = server_of(home.opens())
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc <= timedelta(days=397)


def test_keys_are_for_their_owner_alone(home: Home) -> None:
    files = home.opens().files
    files.authority_key.chmod(0o644)
    home.opens()
    for path in files.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(files.folder.stat().st_mode) == 0o700


def test_certificates_are_kept_until_they_are_due(home: Home) -> None:
    first = home.opens()
    shown = server_of(first)
    home.waits(days=300)
    again = home.opens()
    assert (again.authority, server_of(again)) == (first.authority, shown)
    home.waits(days=70)
    assert first.renew()
    assert not first.renew()
    assert server_of(first) != shown
    assert first.authority == again.authority


def test_a_computer_that_moves_gets_a_certificate_for_where_it_is(home: Home) -> None:
    certificates = home.opens()
    home.machine = replace(home.machine, addresses=(ipaddress.ip_address("10.1.2.3"),))
    assert certificates.renew()
    assert "10.1.2.3" in names_of(certificates)
    assert "192.168.7.5" not in names_of(certificates)
    assert is_trusted(certificates, "10.1.2.3")


def test_the_authority_vouches_for_homes_alone_even_in_the_hands_of_a_thief(home: Home) -> None:
    certificates = home.opens()
    home.machine = Machine(("bank.example", "localhost"), (ipaddress.ip_address("203.0.113.7"),))
    assert certificates.renew()
    assert names_of(certificates) == {"localhost", "127.0.0.1", "::1"}
    assert certificates.left_out == ["bank.example", "203.0.113.7"]
    # A thief signs what Kibitz wouldn't; OpenSSL then holds the authority to its word.
    certificates._alternatives = lambda: [x509.DNSName("bank.example")]  # type: ignore[method-assign]
    assert certificates.renew()
    assert names_of(certificates) == {"bank.example"}
    assert not is_trusted(certificates, "bank.example")


def test_a_key_without_its_certificate_is_replaced(home: Home) -> None:
    files = home.opens().files
    files.server_key.write_bytes(files.authority_key.read_bytes())
    again = home.opens()
    assert is_trusted(again, "localhost")
    assert files.server_key.read_bytes() != files.authority_key.read_bytes()


def test_names_that_the_computer_has_at_first_are_vouched_for(home: Home) -> None:
    home.machine = Machine(("kibitz.club.example", "localhost"), (ipaddress.ip_address("203.0.113.7"),))
    certificates = home.opens()
    assert is_trusted(certificates, "kibitz.club.example")
    assert is_trusted(certificates, "203.0.113.7")
    assert certificates.left_out == []


def test_an_authority_that_ends_is_replaced_with_all_it_signed(home: Home) -> None:
    first = home.opens()
    home.waits(days=3630)
    second = home.opens()
    assert second.authority != first.authority
    assert second.fingerprint != first.fingerprint
    assert server_of(second).not_valid_after_utc > home.now


@pytest.mark.parametrize("name", ["authority.pem", "authority.key", "server.pem"])
def test_files_that_are_no_certificates_are_refused_in_words(home: Home, name: str) -> None:
    (home.opens().files.folder / name).write_bytes(b"nonsense")
    with pytest.raises(CertificateError, match=r"certificates in .* can't be read"):
        home.opens()


def test_a_folder_that_cannot_be_made_is_refused_in_words(home: Home, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CertificateError):
        replace(home, folder=tmp_path / "file" / "in").opens()
