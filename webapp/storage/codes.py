"""Codes of tables: short enough to be said across a table, and hard to guess."""

from __future__ import annotations

import secrets

ALPHABET = "ABCDEFGHJKMNPQRTUVWXY346789"
"""No letter and no digit that could be taken for another: 0 and O, 1, I and L, 2 and Z, 5 and S."""
LENGTH = 6
"""27 to the power of 6 are 387 million codes."""


def new_code() -> str:
    """A random code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def as_written(code: str) -> str:
    """The code that somebody types, in capitals and without spaces and dashes."""
    return code.upper().replace(" ", "").replace("-", "")
