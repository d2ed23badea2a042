"""The pages that need no TLS: how a phone comes to trust this server, and the certificate that it takes for that."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from webapp.safety import POLICY
from webapp.serving.door import worded
from webapp.serving.site import asked_host, this_site

CERTIFICATE = "application/x-x509-ca-cert"
"""The kind of file that phones offer to install."""

blueprint = Blueprint("trust", __name__)
entrance = Blueprint("entrance", __name__)


@blueprint.get("/trust")
def trust() -> Response:
    """How each kind of phone learns to trust this server; goes on by itself once it does."""
    site, home = this_site(), this_site().home(asked_host())
    page = render_template("serving/trust.html", **worded(), site=site, home=home)
    response = Response(page)
    if site.certificates:
        # The page asks the server behind the door whether this phone trusts it already.
        response.headers["Content-Security-Policy"] = POLICY.replace("connect-src 'self'", f"connect-src 'self' {home}")
    return response


@blueprint.get("/kibitz.crt")
def certificate() -> Response:
    """The certificate of the authority, to be installed."""
    site = this_site()
    if site.certificates is None:
        abort(404)
    return Response(site.certificates.authority, mimetype=CERTIFICATE)


@blueprint.get("/trust/reached")
def reached() -> Response:
    """Nothing; whoever gets it trusts the server, and the page in front of the door may ask for it."""
    response = Response(status=204)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@entrance.get("/")
def begin() -> AnyResponse:
    """From the first page of what needs no TLS to the only one."""
    return redirect(url_for("trust.trust"))
