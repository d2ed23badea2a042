"""`kibitz serve`: the page and the API, until it is stopped."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from calibration.profile import UNKNOWN, Profile
from engine.game import Refusal
from webapp.commands import values
from webapp.terminal import DONE, complain

if TYPE_CHECKING:
    from webapp.live.server_camera import ServerCamera
    from webapp.serving.site import Site

EVERYWHERE, HERE = "0.0.0.0", "127.0.0.1"  # noqa: S104 - only where it is asked for
TURN = 0.0005
"""Seconds for which a thread keeps the interpreter while others wait for it. Whoever thinks about a hint gives it away
at each look at the clock, some hundred times: with Python's own 5 ms, another request takes most of the hint's time."""


@click.command()
@click.option("--host", help=f"The address of this computer to listen on.  [default: {HERE}; with --lan all]")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--lan", is_flag=True, help="Let phones in the local network in that know the code shown.")
@click.option("--https", "tls", is_flag=True, help="Speak TLS, without which phones lend no page their camera.")
@click.option(
    "--door-port",
    type=click.IntRange(0, 65535),
    default=8001,
    show_default=True,
    help="With --https: where phones learn to trust this computer.",
)
@click.option("--name", "names", multiple=True, help="A further name of this computer; may be given again.")
@click.option("--forget-phones", is_flag=True, help="With --lan: ask all phones for the code again.")
@click.option("--camera", type=values.path, help="A camera's number such as 0, a stream's address, or a film.")
@values.profile
@click.option("--metrics", is_flag=True, help="Tell figures for Prometheus under /metrics.")
def serve(
    host: str | None,
    port: int,
    lan: bool,
    tls: bool,
    door_port: int,
    names: tuple[str, ...],
    forget_phones: bool,
    camera: str | None,
    profile: Profile,
    metrics: bool,
) -> int:
    """Serve the page: take a photo, see the board, the score and the best moves."""
    # The web's packages are of no use to the other commands, which shall start at once.
    from webapp.app import create_app, create_doorway
    from webapp.serving.certificates import Certificates
    from webapp.serving.machine import Machine, address_of, is_own
    from webapp.serving.pairing import Pairing
    from webapp.serving.servers import Front, Taken
    from webapp.sight import Sight
    from webapp.storage.folder import data_folder

    if host is not None and not lan and not is_own(host):
        raise click.UsageError(f"{host} is no address of this computer's own: to let phones in, say --lan")
    if profile is not UNKNOWN and camera is None:
        raise click.UsageError("--profile is for the camera of this computer: give --camera, too")
    where = host or (EVERYWHERE if lan else HERE)
    known = names if address_of(where) else (*names, where)

    def machine() -> Machine:
        return Machine.here(known)

    with ExitStack() as stack:
        try:
            pairing = Pairing.kept(data_folder() / "pairing.key", forget=forget_phones) if lan else None
            certificates = Certificates(data_folder() / "certificates", machine) if tls else None
            front = Front.opened(where, (port, door_port), pairing, certificates, machine)
            stack.callback(front.stop)
            config = {"HOSTS": known, "SITE": front.site, "METRICS": metrics}
            app = create_app(sight := Sight(), config)
            stack.callback(app.extensions["tables"].close)
            _ = app.extensions["tables"].tables
            stack.callback(app.extensions["live"].close)
            if camera is not None:
                app.extensions["live"].camera = opened(camera, profile)
        except Taken as taken:
            raise click.UsageError(
                f"{taken.host}:{taken.port} is taken, or no address of this computer: give another --host or --port"
            ) from taken
        except Refusal as error:
            raise click.UsageError(str(error)) from error
        sys.setswitchinterval(TURN)
        sight.warm()
        greet(front.site, where)
        try:
            front.serve(app, create_doorway(config), app.config["MAX_CONTENT_LENGTH"])
        except KeyboardInterrupt:
            click.echo("stopped", err=True)
    return DONE


def opened(source: str, profile: Profile = UNKNOWN) -> ServerCamera:
    """The server's camera, of which a profile may be known, and which takes pictures from now on.

    Raises:
        SourceError: if it can't be opened.
    """
    from vision.source import open_source
    from webapp.commands.watch import hush
    from webapp.live.server_camera import ServerCamera

    hush()
    return ServerCamera(open_source(source), lambda: open_source(source), profile=profile)


def greet(site: Site, listening: str) -> None:
    """Says where the page is, and shows phones the way in."""
    from webapp.serving import codes
    from webapp.serving.machine import address_of

    asked = address_of(listening)
    everywhere = asked is not None and asked.is_unspecified
    click.echo(f"Kibitz is at {site.home('localhost' if everywhere else listening).rstrip('/')} (Ctrl-C stops it)")
    if site.certificates:
        click.echo(f"Its authority's fingerprint (SHA-256): {site.certificates.fingerprint}")
        for name in site.certificates.left_out:
            complain(f"the certificate can't be for {name}, which its authority doesn't know: see docs/serving.md")
    if site.pairing:
        host = site.machine().host if everywhere else listening
        shown = codes.printed(site.invitation(host))
        click.echo(f"Phones: scan this, or open {site.door(host).rstrip('/')} and type {site.pairing.code}")
        if _can_say(shown):
            click.echo(shown)


def _can_say(text: str) -> bool:
    """Whether the terminal knows the letters of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
