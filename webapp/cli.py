"""The command line: one click program, thin over `vision` and `engine`."""

from __future__ import annotations

import click


@click.group()
@click.version_option(package_name="kibitz")
def main() -> None:
    """Look at a Qwirkle table: read it, keep the score, suggest the best move."""
