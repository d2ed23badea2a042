"""What the server answers when something goes wrong: problem objects (RFC 9457) with a code and a sentence."""

from __future__ import annotations

from http import HTTPStatus
from string import Formatter
from typing import Any

from flask import Response, current_app, jsonify, request
from flask_babel import get_domain
from werkzeug.exceptions import HTTPException

from calibration.errors import CalibrationError
from engine.game import ENGLISH, Reason, Refusal
from models.loader import ModelError
from vision.photo import PhotoError
from webapp.reasons import Phrase, as_reason
from webapp.safety import Forbidden

ENGLISH.update(
    {
        "http_400": "the request can't be understood: reload the page and try again",
        "http_404": "there is nothing at this address: open the first page",
        "http_405": "this address can't be asked in this way: reload the page and try again",
        "http_413": "the photo is larger than {limit} MB: choose a smaller one",
        "http_413_told": "the request is larger than any that the page makes: reload the page and try again",
        "http_415": "the request is not JSON: reload the page and try again",
        "http_other": "the request can't be answered: reload the page and try again",
        "models_missing": "the models that read photos can't be opened: install Kibitz again",
        "fault": "this is a fault of Kibitz itself: try again, and report it if it stays",
    }
)

MINUS = "\N{MINUS SIGN}"
TOO_LARGE = "photo_too_heavy"


class _Written(Formatter):
    """Fills in a sentence, numbers with the minus sign that the page itself writes."""

    def format_field(self, value: object, format_spec: str) -> str:
        """A value as it stands in the sentence."""
        text = str(super().format_field(value, format_spec))
        return text.replace("-", MINUS) if isinstance(value, int | float) else text


_WRITTEN = _Written()


def phrasing() -> Phrase:
    """Says reasons in the language of the request, for which it is asked once: a hint has some dozens."""
    translate = get_domain().get_translations().ugettext
    return lambda reason: _WRITTEN.vformat(translate(ENGLISH[reason.code]), (), reason.params)


def phrase(reason: Reason) -> str:
    """A reason in the language of the request."""
    return phrasing()(reason)


def refused(error: Refusal) -> Response:
    """The answer to a request that can't be accepted."""
    if isinstance(error, Forbidden):
        status = HTTPStatus.FORBIDDEN
    elif isinstance(error, PhotoError) and error.reason.code == TOO_LARGE:
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    else:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return problem(status, error.reason)


def uncalibrated(error: CalibrationError) -> Response:
    """The answer to what calibrating refuses, or a profile that can't be had."""
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, as_reason(error))


def without_models(error: ModelError) -> Response:
    """The answer while the models can't be opened."""
    current_app.logger.error("%s", error)
    return problem(HTTPStatus.SERVICE_UNAVAILABLE, Reason("models_missing"))


def http_error(error: HTTPException) -> Response:
    """The answer to what HTTP itself forbids, such as too large a photo."""
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    code = f"http_{status.value}" if f"http_{status.value}" in ENGLISH else "http_other"
    limit = request.max_content_length or current_app.config["MAX_CONTENT_LENGTH"]
    if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE and request.mimetype != "multipart/form-data":
        code = "http_413_told"  # no photo at all
    return problem(status, Reason(code, {"limit": limit >> 20}))


def fault(error: Exception) -> Response:
    """The answer to a fault of ours; what it was stands in the log."""
    current_app.logger.exception("unexpected", exc_info=error)
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, Reason("fault"))


def problem(status: HTTPStatus, reason: Reason) -> Response:
    """A problem object."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": phrase(reason),
        "code": reason.code,
    }
    response = jsonify(body)
    response.status_code = status
    response.content_type = "application/problem+json"
    return response
