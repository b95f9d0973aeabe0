"""Errors as the API answers them: a status, and a sentence."""

import json
from collections.abc import Mapping
from typing import Any

from masume.core.errors import (
    FormatError,
    InputError,
    MasumeError,
    NoSolutionError,
    NotUniqueError,
    OutOfMemoryError,
    OutOfTimeError,
)

# Subclasses come before their base class.
_KINDS: tuple[tuple[type[MasumeError], int, str], ...] = (
    (FormatError, 400, "format"),
    (NotUniqueError, 422, "not-unique"),
    (InputError, 400, "input"),
    (NoSolutionError, 422, "no-solution"),
    (OutOfTimeError, 504, "timeout"),
    (OutOfMemoryError, 422, "memory"),
)
_MESSAGES = {  # instead of those that were made for the command line
    "timeout": "this takes longer than the server allows",
    "memory": "this needs more memory than the server allows",
}
INTERNAL = "something went wrong in the server; its log says what"


class ApiError(Exception):
    """An answer that is no result; `details` are further keys, which only some kinds have, and `headers` go with it."""

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        *,
        details: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.kind, self.message = status, kind, message
        self.details, self.headers = dict(details or {}), dict(headers or {})

    @property
    def is_internal(self) -> bool:
        """Whether it is a bug, which the server logs."""
        return self.status == 500

    def to_dict(self) -> dict[str, Any]:
        """Return what types.js calls an ApiError."""
        return {"message": self.message, "kind": self.kind, **self.details}

    def to_json(self) -> bytes:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict()).encode()


def api_error_of(error: Exception) -> ApiError:
    """Return the answer that an exception means; it is internal if masume does not raise it deliberately."""
    if isinstance(error, ApiError):
        return error
    for kind, status, name in _KINDS:
        if isinstance(error, kind):
            return ApiError(status, name, _MESSAGES.get(name, str(error)), details=_details(error))
    return ApiError(500, "internal", INTERNAL)


def _details(error: MasumeError) -> dict[str, str]:
    if not isinstance(error, FormatError):
        return {}
    return {"format": error.format_name, "where": error.where, "expected": error.expected}
