"""The command line: one click program, thin over `vision` and `engine`."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Any

import click

from calibration.errors import CalibrationError
from engine.game import Refusal
from webapp.commands.calibrate import calibrate
from webapp.commands.demo import demo
from webapp.commands.evaluate import evaluate
from webapp.commands.hint import hint
from webapp.commands.read import read
from webapp.commands.score import score_game
from webapp.commands.serve import serve
from webapp.commands.watch import watch
from webapp.terminal import FAULT, NOTHING_READ, complain


class OneLineErrors(click.Group):
    """A group of commands whose every failure is one line on standard error and an exit status."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Runs a command, which returns its exit status, and leaves the program with it."""
        try:
            status = super().main(*args, **{**options, "standalone_mode": False})
        except click.UsageError as error:
            command = error.ctx.command_path if error.ctx else "kibitz"
            complain(f"{error.format_message().rstrip('.')}: see {command} --help")
            status = error.exit_code
        except click.Abort:
            complain("stopped")
            status = FAULT
        except (Refusal, CalibrationError) as error:
            complain(str(error))
            status = NOTHING_READ
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}, line {place.lineno}"
            complain(f"a fault of Kibitz itself, please report it: {type(error).__name__} in {where}: {error}")
            status = FAULT
        sys.exit(status)


@click.group(cls=OneLineErrors, no_args_is_help=False)
@click.version_option(package_name="kibitz")
def main() -> None:
    """Look at a table of Qwirkle or Qwixx: read it, keep the score, suggest the best move."""


for command in (calibrate, demo, evaluate, hint, read, score_game, serve, watch):
    main.add_command(command)
