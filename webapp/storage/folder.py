"""Where Kibitz keeps what belongs to its user."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """The folder for games, certificates and secrets; it may have to be made."""
    return Path(platformdirs.user_data_dir("kibitz", appauthor=False))
