"""`kibitz serve`: the page and the API, until it is stopped."""

from __future__ import annotations

import ipaddress

import click

from webapp.terminal import DONE

THREADS = 32
"""Requests answered at a time: each of up to 24 streams waits in a thread of its own, and 8 are left for the rest.

A phone opens several connections for the page's files, and photos are read in turn.
"""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 lets phones in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
def serve(host: str, port: int) -> int:
    """Serve the page: take a photo, see the board, the score and the best moves."""
    # The web's packages are of no use to the other commands, which shall start at once.
    from cheroot.wsgi import Server

    from webapp.app import create_app
    from webapp.sight import Sight
    from webapp.storage.database import DatabaseError

    sight = Sight()
    app = create_app(sight, {"HOSTS": (host.lower(),)})
    try:
        _ = app.extensions["tables"].tables
    except DatabaseError as error:
        raise click.UsageError(str(error)) from error
    # A larger photo is refused by the app in words; far larger ones by the server, which would read them to the end.
    server = Server((host, port), app, numthreads=THREADS)
    server.max_request_body_size = 2 * app.config["MAX_CONTENT_LENGTH"]
    try:
        server.prepare()
    except OSError as error:
        raise click.UsageError(
            f"{host}:{port} is taken, or no address of this computer: give another --host or --port"
        ) from error
    sight.warm()
    click.echo(f"Kibitz is at {address(host, server.bind_addr[1])} (Ctrl-C stops it)")
    try:
        server.serve()
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
    finally:
        app.extensions["tables"].close()
        server.stop()
    return DONE


def address(host: str, port: int) -> str:
    """The address of the page, as a browser on this machine takes it."""
    try:
        listening = ipaddress.ip_address(host)
    except ValueError:
        return f"http://{host}:{port}"
    if listening.is_unspecified:
        return f"http://localhost:{port}"
    return f"http://[{host}]:{port}" if listening.version == 6 else f"http://{host}:{port}"
