"""The door: phones that have not been let in are sent to a page that asks for the code."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Flask, Response, redirect, render_template, request, session, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response as AnyResponse

from engine.game import Refusal
from webapp.problems import phrase
from webapp.serving import codes
from webapp.serving.machine import is_own
from webapp.serving.pairing import KNOWN_FOR, CodeWrong, NotPaired
from webapp.serving.rates import TooFast, this_limiter
from webapp.serving.site import asked_host, this_site
from webapp.storage.codes import ALPHABET, LENGTH, as_written

PAIRED = "paired"
"""What the signed cookie of a phone says that was let in."""
OPEN = frozenset({"static", "door.pair", "door.enter", "trust.trust", "trust.certificate", "trust.reached"})
"""The routes that stand before the door."""
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP")
"""Headers of a request that another server has passed on: it doesn't come from this computer itself."""
TABLE_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
TABLE_PAGE = re.compile(r"/t/([^/]+)")

blueprint = Blueprint("door", __name__)


def hang(app: Flask) -> None:
    """Puts the door into an app whose site pairs phones, and its pages into any."""
    site = app.extensions["site"]
    app.register_blueprint(blueprint)
    if site.pairing is None:
        return
    app.secret_key = site.pairing.secret
    app.config.update(
        PERMANENT_SESSION_LIFETIME=KNOWN_FOR,
        SESSION_COOKIE_NAME="kibitz",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=site.certificates is not None,
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    app.before_request(check_paired)


def check_paired() -> AnyResponse | None:
    """Sends a phone that wants a page to the door; refuses whatever else is asked.

    Raises:
        NotPaired: if something else than a page is asked, and nobody has let this phone in.
    """
    if is_inside() or request.endpoint in OPEN:
        return None
    if request.method == "GET" and request.accept_mimetypes.accept_html and not request.path.startswith("/api/"):
        found = TABLE_PAGE.fullmatch(request.path)
        return redirect(url_for("door.pair", table=(_table(found[1]) if found else "") or None))
    raise NotPaired("not_paired")


def is_inside() -> bool:
    """Whether the request comes from this computer itself, or from a phone that was let in."""
    passed_on = any(name in request.headers for name in FORWARDED)
    return (is_own(request.remote_addr or "") and not passed_on) or session.get(PAIRED) is True


@blueprint.get("/pair")
def pair() -> str:
    """The page that asks for the code; its script takes it from what a QR code put behind the #."""
    return _asking(_table(request.args.get("table", "")))


@blueprint.post("/pair")
def enter() -> AnyResponse:
    """Lets a phone in that tells the ``code``, and leads it to the ``table`` that it was invited to, if any."""
    table, pairing = _table(request.form.get("table", "")), this_site().pairing
    if pairing is not None:
        try:
            this_limiter().check("pairing", request.remote_addr or "")
            pairing.check(request.form.get("code", ""))
        except (CodeWrong, TooFast) as error:
            return refused(error, _asking(table, error))
        session.permanent, session[PAIRED] = True, True
    return redirect(f"/t/{table}" if table else url_for("page.index"), HTTPStatus.SEE_OTHER)


@blueprint.get("/invite")
def invite() -> str:
    """The page that shows the way in to other phones, and where wanted to a ``table``."""
    site, host, table = this_site(), asked_host(), _table(request.args.get("table", ""))
    invitation = site.invitation(host, table)
    return render_template(
        "serving/invite.html",
        **worded(),
        site=site,
        table=table,
        door=site.door(host),
        code=codes.drawn(invitation) if site.pairing else "",
    )


def worded() -> dict[str, Any]:
    """What the templates of all pages at the door are filled with."""
    return {"language": str(get_locale() or "en")}


def sentence(refusal: Refusal) -> str:
    """A refusal as a sentence of its own."""
    words = phrase(refusal.reason)
    return f"{words[:1].upper()}{words[1:]}."


def refused(error: CodeWrong | TooFast, page: str) -> Response:
    """The page that asks again, as the answer to who tells a wrong code or tries too many."""
    response = Response(page, HTTPStatus.FORBIDDEN)
    if isinstance(error, TooFast):
        response.status_code = HTTPStatus.TOO_MANY_REQUESTS
        response.headers["Retry-After"] = str(error.seconds)
    return response


def _asking(table: str, refusal: Refusal | None = None) -> str:
    return render_template(
        "serving/pair.html",
        **worded(),
        table=table,
        length=LENGTH,
        problem=sentence(refusal) if refusal else None,
    )


def _table(code: str) -> str:
    """The code of a table; nothing if it can't be one."""
    written = as_written(code)
    return written if TABLE_CODE.fullmatch(written) else ""
