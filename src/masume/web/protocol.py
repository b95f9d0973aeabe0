"""Connections: uvicorn's HTTP, with limits on clients that hold a connection without asking anything.

uvicorn waits for a first request for ever, and it does not notice that a client has gone once this one has sent more
than the request that is being answered.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from masume.web.settings import MAX_HEAD

_HEAD_SECONDS = 20.0  # that a client may take to send a request, without its body


class Connection(H11Protocol):
    """One connection of a client."""

    waiting_since = 0.0  # in the time of the event loop, while the connection is idle
    _timer: asyncio.TimerHandle | None = None
    _held = b""  # what has arrived after the request that is being answered

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_answering:
            self._held += data
            if len(self._held) > MAX_HEAD:
                self.transport.abort()
            return
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop_waiting()
        elif self.is_idle and self._timer is None:
            self._wait_for_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.waiting_since = self.loop.time()
        if self._held and not self.transport.is_closing():
            data, self._held = self._held, b""
            self.data_received(data)

    @property
    def is_idle(self) -> bool:
        """Whether no request is being read or answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def _is_answering(self) -> bool:
        return not self.is_idle and not self.cycle.more_body

    def _wait_for_request(self) -> None:
        self.waiting_since = self.loop.time()
        self._timer = self.loop.call_later(_HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
