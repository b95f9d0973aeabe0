"""The page in the browser, and the server behind it.

    from masume import web

    web.serve(port=6278, on_start=print)

    settings    what can be chosen about a server, and its limits
    server      runs the app: the socket, connections, signals
    protocol    HTTP on one connection
    app         the app: which address is answered by what
    guard       refuses requests of other sites; the headers of all answers
    pages       HTML (start.html, board.html); static/ has what they load
    api         the API: questions in JSON, answers as JSON, as a stream of events or as a file
    jobs        the questions that there are, what they need and how long they may take
    pool        the processes that find the answers, and the jobs that wait for one
    worker      what runs in these processes

The functions here import Starlette and uvicorn when they are called: the other modules of masume need neither, and the
worker processes do not either.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from masume.core.errors import InputError
from masume.web.hosts import names_of, parse_bind_host
from masume.web.settings import DEFAULT_HOST, DEFAULT_PORT, DEFAULT_TIME_LIMIT, MIN_WORKERS, Settings, default_workers

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = [
    "DEFAULT_HOST",
    "DEFAULT_PORT",
    "DEFAULT_TIME_LIMIT",
    "MIN_WORKERS",
    "Settings",
    "default_workers",
    "make_app",
    "serve",
]


def serve(
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    *,
    allowed_hosts: Iterable[str] = (),
    root_path: str = "",
    workers: int | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
    on_start: Callable[[str], object] = lambda address: None,
) -> None:
    """Serve the page until Ctrl-C, which raises KeyboardInterrupt, or SIGTERM.

    `on_start` is called with the address as soon as the server accepts requests; port 0 stands for any free port.
    `Settings` describes the other arguments.  Raise InputError if the server cannot use the host or the port.
    """
    _require_packages()
    from masume.web.server import run

    host = parse_bind_host(host)
    names = (*allowed_hosts, *names_of(host))
    settings = Settings(names, root_path, default_workers() if workers is None else workers, time_limit)
    run(host, port, settings, on_start)


def make_app(settings: Settings | None = None) -> "Starlette":
    """Return the page as an ASGI app, for another server than ours; its processes start with the app's lifespan."""
    _require_packages()
    from masume.web.app import make_app as make

    return make(settings or Settings())


def _require_packages() -> None:
    try:
        import starlette
        import uvicorn
    except ImportError:
        raise InputError('the page in the browser needs further packages: pip install "masume[web]"') from None
    del starlette, uvicorn
