"""The forms that JSON Schema is written with here."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
CHANCE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
FLAG: Schema = {"type": "boolean"}
FILE: Schema = {"type": "string", "contentMediaType": "application/octet-stream"}
OPEN: Schema = {"type": "object"}
"""An object of which no more is said."""


def about(schema: Schema, description: str) -> Schema:
    """The same with a sentence about it."""
    return {**schema, "description": description}


def thing(optional: Collection[str] = (), /, **fields: Schema) -> Schema:
    """An object with these fields, all of which it has but the optional ones."""
    required = [name for name in fields if name not in optional]
    return {"type": "object", "properties": fields, **({"required": required} if required else {})}


def asked(required: Collection[str] = (), /, **fields: Schema) -> Schema:
    """An object of a request, in which nothing must stand but what is required."""
    return thing([name for name in fields if name not in required], **fields)


def more(base: Schema, optional: Collection[str] = (), /, **fields: Schema) -> Schema:
    """An object with further fields, or with others in the place of those of the same name."""
    further = thing(optional, **fields)
    required = dict.fromkeys([*base.get("required", ()), *further.get("required", ())])
    return {**base, "properties": {**base["properties"], **further["properties"]}, "required": list(required)}


def many(schema: Schema, count: int | None = None) -> Schema:
    """A list, where told of so many."""
    length = {} if count is None else {"minItems": count, "maxItems": count}
    return {"type": "array", "items": schema, **length}


def pair(*schemas: Schema) -> Schema:
    """A list of a fixed length whose values differ in kind."""
    return {"type": "array", "prefixItems": list(schemas), "minItems": len(schemas), "maxItems": len(schemas)}


def maybe(schema: Schema) -> Schema:
    """The same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def either(*schemas: Schema) -> Schema:
    """One of several."""
    return {"anyOf": list(schemas)}


def word(*words: str) -> Schema:
    """One of a few words."""
    return {"type": "string", "enum": list(words)}


def named(schema: Schema) -> Schema:
    """An object whose fields have any names and are all alike."""
    return {"type": "object", "additionalProperties": schema}


def ref(name: str) -> Schema:
    """One of the schemas that have a name of their own."""
    return {"$ref": f"#/components/schemas/{name}"}
