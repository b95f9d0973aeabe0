"""Questions: the bodies of requests, which hold a JSON object with the keys that a job needs."""

import json
from typing import Any

from masume.core.messages import quote, shorten, suggest_names
from masume.web.errors import ApiError
from masume.web.jobs import Job

_NAMES = {str: "a text", dict: "an object", bool: "true or false"}


def check_question(job: Job, body: bytes) -> None:
    """Raise ApiError if a body is not a JSON object with the keys that a job needs, of the right types."""
    question = parse_question(body)
    for key in question:
        if key not in job.keys:
            raise _invalid(f"unknown key {quote(key)}: {suggest_names(key, job.keys)}")
    for key, kind in job.keys.items():
        value = question.get(key)
        if key in job.needed and key not in question:
            raise _invalid(f'the key "{key}" is missing: expected {_NAMES[kind]}')
        if not isinstance(value, kind) and not (value is None and key in job.optional):
            raise _invalid(f"{key}: expected {_NAMES[kind]}, not {_quote_json(value)}")


def parse_question(body: bytes) -> dict[str, Any]:
    """Return the object that a body holds as JSON; raise ApiError if it does not."""
    try:
        question = json.loads(body.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise _malformed(f"line {error.lineno} column {error.colno}") from None
    except UnicodeDecodeError as error:
        raise _malformed(f"byte {error.start + 1} is not UTF-8") from None
    except ValueError:  # Python refuses to convert thousands of digits
        raise _malformed("a number is too long") from None
    except RecursionError:
        raise _malformed("it is nested too deeply") from None
    if not isinstance(question, dict):
        raise _invalid(f"expected an object, not {_quote_json(question)}")
    return question


def _refuse_constant(name: str) -> None:
    raise _malformed(f"there is no {name}")


def _quote_json(value: object) -> str:
    """Return a value as a message shows it, in the words of JSON."""
    return quote(value) if isinstance(value, str) else shorten(json.dumps(value))


def _malformed(reason: str) -> ApiError:
    return _invalid(f"the body is not JSON: {reason}")


def _invalid(message: str) -> ApiError:
    return ApiError(400, "input", message)
