"""Pairing: a phone that knows the code shown by the computer is let in, and is known from then on."""

from __future__ import annotations

import secrets
from datetime import timedelta
from pathlib import Path
from typing import Self

from engine.game import ENGLISH, Refusal
from webapp.safety import Forbidden
from webapp.serving import private
from webapp.storage.codes import as_written, new_code

ENGLISH.update(
    {
        "not_paired": "this device is not paired with Kibitz yet: scan the code that the computer shows",
        "code_wrong": "that is not the code: look at what the computer shows now, it has a new one at every start",
        "secret_unwritable": "the file {path} can't be read or written: see to it that it can, or remove it",
    }
)

KNOWN_FOR = timedelta(days=180)
"""A phone that was not seen for so long is asked again."""
SECRET_BYTES = 32


class NotPaired(Forbidden):
    """A phone that nobody has let in."""


class CodeWrong(Forbidden):
    """A code that lets nobody in."""


class SecretError(Refusal):
    """A secret that can't be kept."""


class Pairing:
    """Lets phones in.

    Args:
        secret: signs the cookies of phones that were let in; who keeps it knows them again.
        code: what lets them in; a new one unless told otherwise.
    """

    def __init__(self, secret: bytes, code: str | None = None) -> None:
        self.secret = secret
        self.code = code or new_code()

    @classmethod
    def kept(cls, path: Path, forget: bool = False) -> Self:
        """Knows again the phones that were let in before, by the secret in a file.

        Args:
            path: of the file, which is made if it isn't there.
            forget: makes a new secret, by which no phone is known.

        Raises:
            SecretError: if the file can't be read or written.
        """
        try:
            if forget:
                path.unlink(missing_ok=True)
            return cls(private.kept(path, lambda: secrets.token_bytes(SECRET_BYTES)))
        except OSError as error:
            raise SecretError("secret_unwritable", path=path) from error

    def check(self, code: str) -> None:
        """Makes sure that somebody has seen the code, however it is written.

        Raises:
            CodeWrong: if it is another.
        """
        if not secrets.compare_digest(as_written(code).encode(), self.code.encode()):
            raise CodeWrong("code_wrong")
