"""The server that runs the app: its socket, and the signals that end it."""

import asyncio
import errno
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import uvicorn

from masume.core.errors import InputError
from masume.core.messages import quote, shorten
from masume.core.numbers import require_whole_number
from masume.web.app import make_app
from masume.web.hosts import in_address, is_wildcard
from masume.web.log import describe, log
from masume.web.protocol import Connection
from masume.web.settings import DEFAULT_HOST, MAX_CONNECTIONS, MAX_HEAD, Settings

_LAST_PORT = 65535
_BACKLOG = 1024  # connections that wait to be accepted
_KEEP_ALIVE = 75  # seconds that a connection stays open without a further request
_ACCEPT_PAUSE = 0.1  # seconds until connections are accepted again
_ERROR_PAUSE = 1.0  # the same after an error, which is logged
_REASONS = {
    errno.EACCES: "this port needs more rights: choose one above 1023",
    errno.EADDRINUSE: "another program uses this port: choose another one with --port",
    errno.EADDRNOTAVAIL: "this machine does not have this address",
}


def run(host: str, port: int, settings: Settings, on_start: Callable[[str], object]) -> None:
    """Serve the page until a signal ends the server; then let that signal have its usual effect."""
    listener = _listen(host, port)
    with listener, asyncio.Runner() as runner:
        runner.get_loop().set_exception_handler(_log_exception)
        with _signals() as stop:
            runner.run(_serve(listener, settings, lambda: on_start(_address(host, listener)), stop))
    if stop.signal is not None:
        signal.raise_signal(stop.signal)


class _Stop:
    """Cancels the server's task when a signal arrives."""

    def __init__(self) -> None:
        self.signal: int | None = None
        self._task: asyncio.Task[Any] | None = None

    def cancel_on_signal(self) -> None:
        """Let the current task be the one that is cancelled."""
        self._task = asyncio.current_task()
        if self.signal is not None and self._task is not None:
            self._task.cancel()

    def handle(self, number: int, frame: FrameType | None) -> None:
        self.signal = number
        if self._task is not None:
            self._task.get_loop().call_soon_threadsafe(self._task.cancel)


async def _serve(listener: socket.socket, settings: Settings, on_start: Callable[[], object], stop: _Stop) -> None:
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level="critical",  # the app logs what matters, in one line
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        h11_max_incomplete_event_size=MAX_HEAD,
    )
    server = _Server(config, listener, on_start)
    stop.cancel_on_signal()
    try:
        await server.serve()
    except asyncio.CancelledError:
        if stop.signal is None:
            raise
    finally:
        app.state.site.pool.close()
        for connection in list(server.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()


class _Server(uvicorn.Server):
    """A server that accepts connections up to a limit, calls a function once it does, and leaves signals to us.

    asyncio itself accepts connections until no file can be opened any more, and then floods the log.
    """

    def __init__(self, config: uvicorn.Config, listener: socket.socket, on_start: Callable[[], object]) -> None:
        super().__init__(config)
        self._listener, self._on_start = listener, on_start
        self._limit = _connection_limit()
        self._accepting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        if self.started:
            self._accepting = asyncio.create_task(self._accept())
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._accepting is not None:
            self._accepting.cancel()
        await super().shutdown(sockets)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        self._listener.setblocking(False)
        while True:
            await self._make_room()
            try:
                connection, _ = await loop.sock_accept(self._listener)
                await loop.connect_accepted_socket(self._new_protocol, connection)
            except OSError as error:
                log(describe(error))
                await asyncio.sleep(_ERROR_PAUSE)

    def _new_protocol(self) -> Connection:
        return Connection(self.config, self.server_state, self.lifespan.state)

    async def _make_room(self) -> None:
        """Close connections that wait for a request, those that have waited longest first, or wait for one to end."""
        while len(self.server_state.connections) >= self._limit:
            connections = [each for each in self.server_state.connections if isinstance(each, Connection)]
            staying = [each for each in connections if not each.transport.is_closing()]
            idle = [each for each in staying if each.is_idle]
            if len(staying) >= self._limit and idle:
                min(idle, key=lambda each: each.waiting_since).transport.abort()
            await asyncio.sleep(0 if idle else _ACCEPT_PAUSE)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _connection_limit() -> int:
    """Return how many connections may be open at once: at most half of the files that this process may open."""
    with suppress(ImportError):
        import resource  # not on Windows

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            return max(1, min(MAX_CONNECTIONS, soft // 2))
    return MAX_CONNECTIONS


@contextmanager
def _signals() -> Iterator[_Stop]:
    """Stop at Ctrl-C, unless it is ignored, and at SIGTERM; a second signal has its usual effect at once."""
    stop = _Stop()
    before: dict[signal.Signals, Any] = {}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def handle(number: int, frame: FrameType | None) -> None:
        restore()
        stop.handle(number, frame)

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, handle)
    try:
        yield stop
    finally:
        restore()


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at a host and a port; raise InputError if that is not possible."""
    require_whole_number("port", port, 0)
    if port > _LAST_PORT:
        raise InputError(f"port: expected at most {_LAST_PORT}, not {port}")
    where = f"{shorten(in_address(host))}:{port}"
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):  # UnicodeError: a part of the name is empty or too long
        raise InputError(f"{where}: this machine does not know the host {quote(host)}") from None
    family, _, _, _, address = min(found, key=lambda each: each[0] != socket.AF_INET)
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sends at once if told: TCP
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        reason = _REASONS.get(error.errno or 0, f"it cannot be used: {error.strerror}")
        raise InputError(f"{where}: {reason}") from None
    return listener


def _address(host: str, listener: socket.socket) -> str:
    """Return the address at which browsers on this machine find the page."""
    name = DEFAULT_HOST if is_wildcard(host) else host
    return f"http://{in_address(name)}:{listener.getsockname()[1]}/"


def _log_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    log(f"{context['message']}: {context.get('exception', '')!r}")
