"""The path under which the page is, if it is not at the top of its host.

A reverse proxy may pass on the whole path, or leave out the part that belongs to the page: both work.
"""

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class RootPath:
    """Lets an app find its routes below a path; the pages need no more, since all their links are relative."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app, self._root_path = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app: ASGIApp = self._app
        if scope["type"] == "http" and self._root_path:
            if scope["path"] == self._root_path:  # relative links would lead to the folder above
                query = scope["query_string"].decode("latin-1")
                app = RedirectResponse(f"{self._root_path}/{query and '?'}{query}", 308)
            elif scope["path"].startswith(f"{self._root_path}/"):
                scope = {**scope, "root_path": self._root_path}
        await app(scope, receive, send)
