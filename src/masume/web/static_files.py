"""Files that pages load.  Browsers ask each time whether they have changed, so a new version is used at once."""

import hashlib
import os
from pathlib import Path, PurePath

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).with_name("static")
_CACHE = "no-cache"  # which means: only after asking
_TYPES = {  # whatever the system thinks of these endings
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Static(StaticFiles):
    """The files in static/."""

    def file_response(
        self, full_path: "str | os.PathLike[str]", stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = _CACHE
        if response.status_code == 200 and (media_type := _TYPES.get(PurePath(full_path).suffix)):
            response.headers["content-type"] = media_type
        return response


def with_etag(request: Request, response: Response) -> Response:
    """Let browsers keep an answer that they ask for again; return a short one if they have it already."""
    if response.status_code != 200:
        return response
    etag = f'W/"{hashlib.sha256(response.body).hexdigest()[:24]}"'  # weak: it may be sent compressed
    response.headers.update({"etag": etag, "cache-control": _CACHE})
    known = request.headers.get("if-none-match", "")
    if etag in map(str.strip, known.split(",")):
        return NotModifiedResponse(response.headers)
    return response
