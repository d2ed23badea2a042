"""Where profiles are kept: a small file each, in one folder of the user's own."""

from __future__ import annotations

import os
import re
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

from calibration.errors import CalibrationError
from calibration.profile import UNKNOWN, ForeignProfile, NewerProfile, Profile

FOLDER_VARIABLE = "KIBITZ_PROFILES"
"""Names the folder in the environment, where it is not to be that of the user's data."""
ENDING = ".json"
LONGEST = 40
"""Letters of a name."""
NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{0,{LONGEST - 1}}}")
"""What a name may be: no dot and no slash, so that it can't lead out of the folder."""
RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)
"""What Windows takes for a device, whatever its ending."""
MAX_BYTES = 2**20
"""A profile has a few kilobytes; what is larger is none."""
BEGUN, UNFINISHED = ".kibitz-", ".part"
"""How the name of a file begins and ends that is being written: it is no profile yet."""
ABANDONED = 3600.0
"""Seconds: nobody writes for so long, so whoever began such a file was killed."""


def profiles_folder() -> Path:
    """The folder of profiles; it may have to be made."""
    told = os.environ.get(FOLDER_VARIABLE)
    return Path(told) if told else Path(platformdirs.user_data_dir("kibitz", appauthor=False)) / "profiles"


def check_name(name: str) -> str:
    """The name, if a profile may have it.

    Raises:
        CalibrationError: if not.
    """
    if not NAME.fullmatch(name) or RESERVED.fullmatch(name):
        raise CalibrationError("profile_name", name=name, limit=LONGEST)
    return name


class Shelf:
    """The profiles of a folder.

    Args:
        folder: where they lie; the user's own if not told.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or profiles_folder()

    def names(self) -> tuple[str, ...]:
        """The names of all profiles, sorted; none where there is no folder yet.

        Raises:
            CalibrationError: if the folder can't be opened.
        """
        try:
            files = [path.stem for path in self.folder.iterdir() if path.suffix == ENDING]
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise CalibrationError("profiles_unreadable", folder=self.folder) from error
        return tuple(sorted(name for name in files if NAME.fullmatch(name)))

    def read(self, name: str) -> Profile:
        """The profile of this name.

        Raises:
            CalibrationError: if there is none, or its file can't be read.
        """
        path = self._path(name)
        try:
            if not stat.S_ISREG(path.stat().st_mode):  # a pipe may never end
                raise CalibrationError("profile_foreign", name=name)
            with path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        except FileNotFoundError as error:
            raise CalibrationError("profile_missing", name=name) from error
        except OSError as error:
            raise CalibrationError("profile_unreadable", name=name) from error
        if len(content) > MAX_BYTES:
            raise CalibrationError("profile_foreign", name=name)
        try:
            return Profile.of_text(content.decode(errors="replace"))
        except NewerProfile as error:
            raise CalibrationError("profile_newer", name=name) from error
        except ForeignProfile as error:
            raise CalibrationError("profile_foreign", name=name) from error
        except ValueError as error:
            raise CalibrationError("profile_damaged", name=name) from error

    def begun(self, name: str) -> Profile:
        """The profile to which something is to be added: that of this name, or a new one.

        Raises:
            CalibrationError: if its file can't be read, or nothing can have the name.
        """
        try:
            return self.read(name)
        except CalibrationError as error:
            if error.code == "profile_missing":
                return UNKNOWN
            raise

    def write(self, name: str, profile: Profile) -> Path:
        """Keeps a profile under a name, in place of any that had it; whoever reads meanwhile gets the one or the other.

        Returns:
            The file.

        Raises:
            CalibrationError: if it can't be kept.
        """
        path = self._path(name)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._tidy()
            with tempfile.NamedTemporaryFile(
                "w", dir=self.folder, prefix=BEGUN, suffix=UNFINISHED, encoding="utf-8", delete=False
            ) as file:
                try:
                    file.write(profile.as_text())
                    file.flush()
                    os.fsync(file.fileno())
                    Path(file.name).replace(path)
                except BaseException:
                    Path(file.name).unlink(missing_ok=True)
                    raise
        except OSError as error:
            raise CalibrationError("profile_unwritten", name=name, folder=self.folder) from error
        return path

    def delete(self, name: str) -> None:
        """Takes a profile away, whatever its file holds.

        Raises:
            CalibrationError: if there is none, or it can't be taken away.
        """
        try:
            self._path(name).unlink()
        except FileNotFoundError as error:
            raise CalibrationError("profile_missing", name=name) from error
        except OSError as error:
            raise CalibrationError("profile_unwritten", name=name, folder=self.folder) from error

    def _tidy(self) -> None:
        """Takes away what writers have left that were killed; what can't be had, or may still be written, stays."""
        for path in self.folder.glob(f"{BEGUN}*{UNFINISHED}"):
            with suppress(OSError):
                told = path.lstat()
                if stat.S_ISREG(told.st_mode) and time.time() - told.st_mtime > ABANDONED:
                    path.unlink()

    def _path(self, name: str) -> Path:
        return self.folder / f"{check_name(name)}{ENDING}"
