"""Pairing: codes, and the secret by which phones are known again."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from webapp.serving.pairing import CodeWrong, Pairing, SecretError


def test_the_code_is_taken_however_it_is_written() -> None:
    pairing = Pairing(b"secret", "ABC346")
    for written in ("ABC346", "abc346", "abc-346", " ABC 346 "):
        pairing.check(written)
    for wrong in ("", "ABC347", "ABC3466", "ÄBC346"):
        with pytest.raises(CodeWrong, match="that is not the code"):
            pairing.check(wrong)


def test_each_start_has_a_code_of_its_own_and_the_same_secret(tmp_path: Path) -> None:
    first, second = (Pairing.kept(tmp_path / "new" / "pairing.key") for _ in range(2))
    assert first.secret == second.secret
    assert len(first.secret) == 32
    assert first.code != second.code
    assert stat.S_IMODE((tmp_path / "new" / "pairing.key").stat().st_mode) == 0o600


def test_phones_are_forgotten_with_the_secret(tmp_path: Path) -> None:
    path = tmp_path / "pairing.key"
    first = Pairing.kept(path)
    path.chmod(0o644)
    second = Pairing.kept(path, forget=True)
    assert second.secret != first.secret
    assert Pairing.kept(path).secret == second.secret


def test_a_secret_that_others_could_read_is_shut(tmp_path: Path) -> None:
    path = tmp_path / "pairing.key"
    Pairing.kept(path)
    path.chmod(0o644)
    Pairing.kept(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_secret_that_cannot_be_kept_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SecretError, match="can't be read or written"):
        Pairing.kept(tmp_path / "file" / "pairing.key")
