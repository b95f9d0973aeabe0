"""The guard in front of the app: it refuses requests that other sites make, and adds headers to all answers.

A page of another site can send requests to a server on this machine.  It cannot read the answers, but it could keep
the server busy; and with a host name of its own that leads to this machine (DNS rebinding), it could read them, too.
"""

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from masume.core.messages import quote, shorten
from masume.web.api import error_response, logged_error
from masume.web.connections import ClientGoneError
from masume.web.errors import ApiError
from masume.web.hosts import is_wildcard, parse_host
from masume.web.settings import Settings

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
_API = "/api/"
_ABSOLUTE = "http://"


class Guard:
    """Passes requests on to an app if they come from the page itself or from no page at all."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"].startswith(_ABSOLUTE):  # as clients may ask a proxy, and any server
            scope = {**scope, "path": f"/{scope['path'].removeprefix(_ABSOLUTE).partition('/')[2]}"}
        is_started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal is_started
            if message["type"] == "http.response.start":
                is_started = True
                MutableHeaders(raw=message["headers"]).update(_HEADERS)
            await send(message)

        try:
            self._refuse_foreign(Headers(scope=scope), scope["path"])
            await self._app(scope, receive, send_with_headers)
        except (ClientDisconnect, ClientGoneError):
            pass  # nobody reads an answer
        except Exception as error:
            answer = error_response(logged_error(scope["path"], error))
            if not is_started:
                await answer(scope, receive, send_with_headers)

    def _refuse_foreign(self, headers: Headers, path: str) -> None:
        """Raise ApiError if the host is not ours, or if a page of another site has sent the request."""
        host = headers.get("host", "")
        name = parse_host(host)
        if name not in self._settings.allowed_hosts:
            advice = "the host is malformed"
            if name and not is_wildcard(name):
                advice = f"start it with --allowed-host {shorten(name)} if it should"
            raise ApiError(421, "host", f"this server does not answer for the host {quote(host)}: {advice}")
        for origin in headers.getlist("origin"):
            if origin.partition("://")[2].lower() != host.lower():
                raise ApiError(403, "forbidden", f"requests from pages of {quote(origin)} are refused")
        is_foreign = headers.get("sec-fetch-site", "").lower() == "cross-site"
        is_page = headers.get("sec-fetch-dest", "document") == "document"  # and no picture or frame
        if is_foreign and (not is_page or path.removeprefix(self._settings.root_path).startswith(_API)):
            raise ApiError(403, "forbidden", "requests from pages of other sites are refused")
