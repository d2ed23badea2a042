"""`kibitz serve`, started for a measurement, with its data in a folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def started(*options: str) -> Iterator[tuple[str, Path]]:
    """Starts a server on a free port with further options; gives its address and its data's folder, then stops it."""
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-c", "from webapp.cli import main; main()", "serve", "--port", "0", *options]
        environment = {**os.environ, "XDG_DATA_HOME": folder, "PYTHONUNBUFFERED": "1"}
        environment["KIBITZ_DATABASE"] = f"sqlite:///{folder}/games.sqlite"
        with subprocess.Popen(program, env=environment, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            found = re.search(r"https?://\S+", running.stdout.readline())
            assert found
            try:
                yield found.group(), Path(folder) / "kibitz"
            finally:
                running.terminate()
