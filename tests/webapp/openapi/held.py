"""Holds real requests and answers against the description of the API, in both directions."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from flask import Flask, Response, request
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from webapp.openapi.document import described
from webapp.wishes import Wish


def strict(schema: Any) -> Any:
    """The same schema, which forbids what it doesn't name: fields that are not described shall show."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    told = {name: strict(part) for name, part in schema.items()}
    is_thing = isinstance(schema.get("properties"), dict) and schema.get("type") == "object"
    return {"additionalProperties": False, **told} if is_thing else told


def cause(errors: Sequence[ValidationError]) -> ValidationError:
    """What is wrong in the end: of several forms of which none fits, with the one that comes nearest."""
    error = errors[0]
    if not error.context:
        return error
    forms: dict[Any, list[ValidationError]] = defaultdict(list)
    for inner in error.context:
        forms[inner.schema_path[0]].append(inner)
    return cause(min(forms.values(), key=len))


class Noted(dict[str, Any]):
    """The fields of a request, and which of them somebody looked for."""

    def __init__(self, fields: dict[str, Any], seen: set[str]) -> None:
        super().__init__(fields)
        self._seen = seen

    def get(self, name: str, default: Any = None) -> Any:
        self._seen.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> Any:
        self._seen.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._seen.add(str(name))
        return super().__contains__(name)


class Witness:
    """Sees all that an app is asked and answers.

    Attributes:
        lies: where the description is not true.
        answered: the statuses of the answers that were seen, by the route.
        read: the fields that the app looked for, by the route.
    """

    def __init__(self, app: Flask) -> None:
        self.told = described(app)
        self.lies: list[str] = []
        self.answered: dict[str, set[int]] = defaultdict(set)
        self.read: dict[str, set[str]] = defaultdict(set)
        self._strict = strict(self.told)
        app.after_request(self._see)

    def operations(self) -> Iterator[dict[str, Any]]:
        """All routes as they are described."""
        for ways in self.told["paths"].values():
            yield from ways.values()

    def note(self, wish: type[Wish], data: object) -> Wish:
        """Stands in the place of `Wish.of`."""
        if not isinstance(data, dict):
            return wish({})
        return wish(Noted(data, self.read[str(request.endpoint)]))

    def _see(self, response: Response) -> Response:
        if str(request.endpoint).partition(".")[0] in (
            "api",
            "tables",
            "live",
            "profiles",
            "light",
            "own_set",
            "views",
            "photos",
            "openapi",
        ):
            where = f"{request.method} {request.url_rule} {response.status_code}"
            self.answered[str(request.endpoint)].add(response.status_code)
            path = str(request.url_rule).replace("<int:", "<").replace("<", "{").replace(">", "}")
            self._hold(where, self._strict["paths"][path][request.method.lower()]["responses"], response)
        return response

    def _hold(self, where: str, responses: dict[str, Any], response: Response) -> None:
        described = responses.get(str(response.status_code))
        if described is None:
            self.lies.append(f"{where} is not described")
            return
        kinds, kind = described.get("content", {}), str(response.mimetype)
        if kind not in kinds and kinds:
            self.lies.append(f"{where} is {kind}, not {', '.join(kinds)}")
        elif kind.endswith("json"):
            schema = {**kinds[kind]["schema"], "components": self._strict["components"]}
            errors = list(Draft202012Validator(schema).iter_errors(json.loads(response.get_data())))
            if errors:
                error = cause(errors)
                self.lies.append(f"{where}: {error.json_path} {error.message[-300:]}")
