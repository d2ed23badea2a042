"""Files that nobody but their owner can read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def private_folder(path: Path) -> Path:
    """The folder, made if it isn't there, into which nobody else can look.

    Raises:
        OSError: if it can't be had.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def write(path: Path, data: bytes) -> None:
    """Writes a file that its owner alone can read, whole or not at all.

    Raises:
        OSError: if it can't be written.
    """
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    new.replace(path)


def read(path: Path) -> bytes:
    """What stands in a file, from which everybody else is shut out should it have been open.

    Raises:
        OSError: if it can't be read.
    """
    path.chmod(0o600)
    return path.read_bytes()


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What stands in a file; made and written if it isn't there.

    Raises:
        OSError: if it can't be read or written.
    """
    if not path.exists():
        private_folder(path.parent)
        write(path, make())
    return read(path)
