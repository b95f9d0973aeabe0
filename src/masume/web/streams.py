"""Streams of events (server-sent events): the replies of a job, and signs of life in between."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from time import monotonic

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from masume.web.connections import ClientGoneError, unless_gone
from masume.web.replies import Reply

_HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # asks proxies to pass on every event at once
}
_SEND_SECONDS = 20.0  # that a client may leave what was sent unread


class EventStream(Response):
    """An answer that sends each reply as an event, and a "progress" event whenever there is None instead of a reply."""

    def __init__(self, first: Reply | None, others: AsyncGenerator[Reply | None, None]) -> None:
        super().__init__(headers=_HEADERS)
        del self.headers["content-length"]
        self._first, self._others = first, others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._others):
            with suppress(ClientGoneError):
                await unless_gone(receive, self._send_all(send))

    async def _send_all(self, send: Send) -> None:
        start = monotonic()
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for reply in self._all():
            if reply is None:
                reply = Reply("progress", json.dumps({"seconds": round(monotonic() - start, 1)}).encode())
            text = b"event: " + reply.event.encode() + b"\ndata: " + reply.data + b"\n\n"
            try:
                async with asyncio.timeout(_SEND_SECONDS):
                    await send({"type": "http.response.body", "body": text, "more_body": True})
            except TimeoutError:
                raise ClientGoneError from None
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _all(self) -> AsyncGenerator[Reply | None, None]:
        yield self._first
        async for reply in self._others:
            yield reply
