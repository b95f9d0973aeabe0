"""The schemas in docs/schemas: validates data, and records which of their keys occur in it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

FOLDER = Path(__file__).parent.parent / "docs" / "schemas"
SCHEMAS: dict[str, dict[str, Any]] = {
    path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))
}
_REGISTRY: Registry[Any] = Registry().with_resources(
    (name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)


def validator(file: str, pointer: str = "") -> Draft202012Validator:
    """Return a validator for a schema, or for the part of it at a JSON pointer."""
    return Draft202012Validator({"$ref": f"{file}#{quote(pointer)}"}, registry=_REGISTRY)


def list_keys(file: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the JSON pointer and the schema of every key that a file declares."""

    def walk(schema: Any, pointer: str) -> Iterator[tuple[str, dict[str, Any]]]:
        if isinstance(schema, dict):
            for name, child in schema.items():
                below = f"{pointer}/{_escape(name)}"
                if pointer.endswith("/properties"):
                    yield below, child
                yield from walk(child, below)
        elif isinstance(schema, list):
            for index, child in enumerate(schema):
                yield from walk(child, f"{pointer}/{index}")

    return walk(SCHEMAS[file], "")


class Coverage:
    """Collects the keys of schemas that occur in valid data, as pairs of a file and a JSON pointer."""

    def __init__(self) -> None:
        self.keys: set[tuple[str, str]] = set()

    def add(self, file: str, data: Any, pointer: str = "") -> None:
        """Record the keys of a schema that occur in the data; of alternatives, only those that the data fits count."""
        schema = _find(file, pointer)
        if "$ref" in schema:
            other, _, target = schema["$ref"].partition("#")
            self.add(other or file, data, target)
        for keyword in ("allOf", "anyOf", "oneOf"):
            for index in range(len(schema.get(keyword, ()))):
                if validator(file, f"{pointer}/{keyword}/{index}").is_valid(data):
                    self.add(file, data, f"{pointer}/{keyword}/{index}")
        if isinstance(data, list) and "items" in schema:
            for item in data:
                self.add(file, item, f"{pointer}/items")
        if isinstance(data, dict):
            self._add_object(file, data, pointer, schema)

    def _add_object(self, file: str, data: dict[str, Any], pointer: str, schema: dict[str, Any]) -> None:
        for name, value in data.items():
            if name in schema.get("properties", {}):
                below = f"{pointer}/properties/{_escape(name)}"
                self.keys.add((file, below))
                self.add(file, value, below)
            elif isinstance(schema.get("additionalProperties"), dict):
                self.add(file, value, f"{pointer}/additionalProperties")


def _find(file: str, pointer: str) -> dict[str, Any]:
    """Return the part of a schema at a JSON pointer."""
    part: Any = SCHEMAS[file]
    for name in pointer.split("/")[1:]:
        part = part[int(name)] if isinstance(part, list) else part[name.replace("~1", "/").replace("~0", "~")]
    found: dict[str, Any] = part
    return found


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
