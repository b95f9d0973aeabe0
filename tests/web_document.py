"""The document that describes the API, src/masume/web/openapi.json: validates answers of the server."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from masume import web
from web_server import Answer, Event

FOLDER = Path(web.__file__).parent
DOCUMENT: dict[str, Any] = json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8"))
_REGISTRY: Registry[Any] = Registry().with_resource("openapi", DRAFT202012.create_resource(DOCUMENT))


def validate(data: object, *path: str) -> None:
    """Check that data fits the schema at a path in the document."""
    pointer = "/".join(quote(part.replace("~", "~0").replace("/", "~1")) for part in path)
    Draft202012Validator({"$ref": f"openapi#/{pointer}"}, registry=_REGISTRY).validate(data)


def validate_answer(answer: Answer, path: str, method: str = "post") -> Any:
    """Check that an answer is one that the document describes for this address, and return its content."""
    responses: tuple[str, ...] = ("paths", path, method, "responses")
    response = DOCUMENT["paths"][path][method]["responses"][str(answer.status)]
    media_type = answer.headers["content-type"].partition(";")[0]
    if reference := response.get("$ref"):
        responses, name = ("components", "responses"), reference.rpartition("/")[2]
    else:
        name = str(answer.status)
    if media_type == "application/json":
        validate(answer.json(), *responses, name, "content", media_type, "schema")
        return answer.json()
    assert answer.status != 200 or media_type in response["content"]
    return answer.body


def validate_event(event: Event, path: str) -> Any:
    """Check that an event is one that the document describes for this address, and return its data."""
    stream = ("paths", path, "post", "responses", "200", "content", "text/event-stream", "x-events")
    validate(event.data, *stream, event.name)
    return event.data
