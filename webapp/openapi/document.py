"""Puts the description together: the routes from the app, the words from the views, the shapes from beside them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

from apispec import APISpec
from flask import Blueprint, Flask, current_app
from werkzeug.routing import Rule

from webapp.openapi.forms import TEXT, WHOLE, Schema, about, ref
from webapp.openapi.operations import FORM, JSON, OPERATIONS, Operation
from webapp.openapi.shapes import NAMED

OPENAPI = "3.1.0"
PREFIX = "/api/v1"
PROBLEMS = "application/problem+json"
ALWAYS_REFUSED = (403, 429)
"""By foreign sites and phones that are not paired, and by devices that ask too often."""
REFUSED_AT_TABLES = (404, 422, 503)
"""Where there is no such table, where it or the request can't be read, and while the database is shut."""
REFUSED_IF_LARGE = (413,)
"""Where a request holds more than is read."""
ABOUT = """Photos of Qwirkle and Qwixx in, readings, scores and hints out; and games that live on the server.

Whatever is refused is a problem (RFC 9457) with a `code` and a sentence. Fields are only ever added."""

blueprint = Blueprint("openapi", __name__, url_prefix=PREFIX)


@blueprint.get("/openapi.json")
def description() -> dict[str, Any]:
    """This description."""
    return described(current_app)


def described(app: Flask) -> dict[str, Any]:
    """The description of all routes of an app that belong to its API."""
    spec = APISpec("Kibitz", version("kibitz"), OPENAPI, info={"description": ABOUT})
    for name, schema in NAMED.items():
        spec.components.schema(name, schema)
    for rule in api_rules(app):
        spec.path(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), operations=dict(_operations(app, rule)))
    told: dict[str, Any] = spec.to_dict()
    return told


def api_rules(app: Flask) -> list[Rule]:
    """The routes of the API."""
    return [rule for rule in app.url_map.iter_rules() if rule.rule.startswith(PREFIX)]


def _operations(app: Flask, rule: Rule) -> Iterator[tuple[str, dict[str, Any]]]:
    operation = OPERATIONS[rule.endpoint]
    summary, _, rest = (inspect.getdoc(app.view_functions[rule.endpoint]) or "").partition("\n")
    for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
        told: dict[str, Any] = {
            "operationId": rule.endpoint.replace(".", "_"),
            "summary": summary.replace("``", "`"),
            "tags": [rule.endpoint.partition(".")[0]],
            "responses": _responses(operation, _refused(rule, operation)),
        }
        if rest.strip():
            told["description"] = rest.strip().replace("``", "`")
        if parameters := list(_parameters(rule, operation)):
            told["parameters"] = parameters
        if operation.takes:
            kind = FORM if operation.form else JSON
            told["requestBody"] = {"required": True, "content": {kind: {"schema": operation.takes}}}
        yield method.lower(), told


def _parameters(rule: Rule, operation: Operation) -> Iterator[dict[str, Any]]:
    for name, schema in _places(rule).items():
        yield {"name": name, "in": "path", "required": True, "schema": schema}
    for name, schema in operation.query.items():
        yield {"name": name, "in": "query", "schema": schema}
    if operation.reads_seats:
        seats = about(TEXT, "The tokens of the seats that the phone holds, with commas between them.")
        yield {"name": "Kibitz-Seat", "in": "header", "schema": seats}


def _places(rule: Rule) -> dict[str, Schema]:
    numbers = re.findall(r"<int:(\w+)>", rule.rule)
    return {name: WHOLE if name in numbers else TEXT for name in sorted(rule.arguments)}


def _refused(rule: Rule, operation: Operation) -> list[int]:
    """The statuses of what a route may refuse."""
    at_tables = REFUSED_AT_TABLES if "code" in rule.arguments else ()
    if_large = REFUSED_IF_LARGE if operation.takes else ()
    return sorted({*ALWAYS_REFUSED, *at_tables, *if_large, *operation.refuses})


def _responses(operation: Operation, refused: Iterable[int]) -> dict[str, Any]:
    good: dict[str, Any] = {"description": HTTPStatus(operation.status).phrase}
    if operation.gives is not None:
        good["content"] = {operation.kind: {"schema": operation.gives}}
    if operation.headers:
        good["headers"] = {name: {"schema": schema} for name, schema in operation.headers.items()}
    told = {str(operation.status): good}
    if operation.empty:
        told["204"] = {"description": "There is nothing new."}
    for status in refused:
        told[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {PROBLEMS: {"schema": ref("Problem")}},
        }
    return told
