"""The app: which address is answered by what."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import unquote_to_bytes

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from masume.core.messages import quote, shorten
from masume.web import pages
from masume.web.api import Api, Asker, error_response, response_of
from masume.web.bodies import read_body
from masume.web.connections import unless_gone
from masume.web.errors import ApiError
from masume.web.guard import Guard
from masume.web.jobs import GENRES, PAGE, START, STYLE
from masume.web.pool import Pool
from masume.web.prepared import Prepared
from masume.web.root_path import RootPath
from masume.web.settings import Settings
from masume.web.static_files import STATIC, Static, with_etag

_OPENAPI = Path(__file__).with_name("openapi.json")
_COMPRESSED_FROM = 1000  # bytes
_COMPRESSION = 5  # of 9: quick
_HTML = "text/html; charset=utf-8"
_FORM = b"text="  # how the query begins if it is that of a form; no board begins like this


class Site:
    """The app, with its processes."""

    def __init__(self, settings: Settings) -> None:
        self.pool = Pool(settings.workers)
        self._asker = Asker(self.pool, settings.time_limit)
        self._prepared = Prepared(self._asker)

    def routes(self) -> list[BaseRoute]:
        """Return all routes."""
        return [
            Route("/", self._show_page, methods=["GET", "POST"]),
            Route("/api/genres", self._list_genres),
            Route("/api/openapi.json", self._describe_api),
            *Api(self._asker).routes(),
            Route("/static/style.css", self._send_style),
            Mount("/static", Static(directory=STATIC)),
        ]

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Start the processes, and stop them at the end."""
        async with self.pool, self._prepared:
            yield

    async def _show_page(self, request: Request) -> Response:
        """Show the page of the board in the query or, if it is too long for an address, in the body."""
        if request.method == "POST":
            text = (await read_body(request, "text/plain")).decode("utf-8", "replace")
        else:
            text = decode_query(request.scope["query_string"])
        if not text.strip():
            reply = await self._prepared.get(START)
        else:
            question = json.dumps({"text": text}).encode()
            reply = await unless_gone(request.receive, self._asker.ask(PAGE, question))
        if reply.event == "error":
            html = pages.board_page(sheet=None, error=json.loads(reply.data), text=text, cards=[])
            reply = reply._replace(event="end", data=html.encode("utf-8", "replace"), media_type=_HTML)
        return with_etag(request, response_of(reply))

    async def _list_genres(self, request: Request) -> Response:
        return with_etag(request, response_of(await self._prepared.get(GENRES)))

    async def _send_style(self, request: Request) -> Response:
        return with_etag(request, response_of(await self._prepared.get(STYLE)))

    async def _describe_api(self, request: Request) -> Response:
        return with_etag(request, Response(_OPENAPI.read_bytes(), media_type="application/json"))


def make_app(settings: Settings) -> Starlette:
    """Return the app; its `state.site` is its Site."""
    site = Site(settings)
    app = Starlette(
        routes=site.routes(),
        middleware=[
            Middleware(Guard, settings),
            Middleware(RootPath, settings.root_path),
            Middleware(GZipMiddleware, minimum_size=_COMPRESSED_FROM, compresslevel=_COMPRESSION),
        ],
        exception_handlers={HTTPException: _answer_http_error, ApiError: _answer_api_error},
        lifespan=site.lifespan,
    )
    app.router.redirect_slashes = False
    app.state.site = site
    return app


def decode_query(query: bytes) -> str:
    """Return the text in the query of an address.

    Only percent signs are decoded: a plus stands for itself, as it does in addresses of puzz.link.  Spaces in a text
    are written as %20.  The box of the page sends a form if the browser runs no scripts.
    """
    if query.startswith(_FORM):
        query = query.removeprefix(_FORM).replace(b"+", b" ")
    return unquote_to_bytes(query).decode("utf-8", "replace")


async def _answer_api_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return error_response(error)


async def _answer_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return error_response(_explain_http_error(request, error.status_code, error.headers or {}))


def _explain_http_error(request: Request, status: int, headers: Mapping[str, str]) -> ApiError:
    path = quote(request.url.path)
    if status == 405:
        return ApiError(405, "method", f"{path} cannot be asked with {shorten(request.method)}", headers=headers)
    return ApiError(404, "not-found", f"there is nothing at {path}", headers=headers)
