"""The API: questions in JSON, answered as JSON, as a stream of events or as a file."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from masume.web.bodies import read_body
from masume.web.connections import unless_gone
from masume.web.errors import ApiError, api_error_of
from masume.web.jobs import JOBS, Job
from masume.web.log import describe, log
from masume.web.pool import Pool
from masume.web.questions import check_question
from masume.web.replies import JSON, Reply
from masume.web.streams import EventStream

_MARGIN = 2.0  # seconds: a job that knows its time limit ends by itself, unless something is wrong


class Asker:
    """Asks the workers of a pool."""

    def __init__(self, pool: Pool, time_limit: float) -> None:
        self.pool, self._time_limit = pool, time_limit

    async def replies(self, job: Job, body: bytes = b"{}") -> AsyncGenerator[Reply | None, None]:
        """Yield the replies of a job, the last of which may be an error, and None every half second in between."""
        seconds = job.limit(self._time_limit)
        replies = self.pool.run(job.lane, seconds + _MARGIN, job=job.name, body=body, seconds=seconds)
        try:
            async with aclosing(replies):
                async for reply in replies:
                    if reply is not None and reply.log:
                        log(f"{job.name}: {reply.log}")
                    yield reply
        except Exception as error:
            reason = logged_error(job.name, error)
            yield Reply("error", reason.to_json(), reason.status, headers=tuple(reason.headers.items()))

    async def ask(self, job: Job, body: bytes = b"{}") -> Reply:
        """Return the last reply of a job."""
        last: Reply | None = None
        async with aclosing(self.replies(job, body)) as replies:
            async for reply in replies:
                last = reply or last
        assert last is not None
        return last


def logged_error(name: str, error: Exception) -> ApiError:
    """Return the answer that an exception means, and log the exception if it is a bug."""
    answer = api_error_of(error)
    if answer.is_internal:
        log(f"{name}: {describe(error)}")
    return answer


class Api:
    """The part of the app that answers questions."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def routes(self) -> list[Route]:
        """Return a route for every job."""
        return [
            Route(f"/api/{job.name}", partial(self._answer, job), methods=["POST"], name=job.name)
            for job in JOBS.values()
        ]

    async def _answer(self, job: Job, request: Request) -> Response:
        body = await read_body(request)
        check_question(job, body)
        self._asker.pool.require_room(job.lane)
        if job.is_stream or (not job.is_file and "text/event-stream" in request.headers.get("accept", "")):
            replies = self._asker.replies(job, body)
            first = await unless_gone(request.receive, _first(replies))
            if first is not None and first.status == 503:  # the queue has become full meanwhile
                return response_of(first)
            return EventStream(first, replies)
        return response_of(await unless_gone(request.receive, self._asker.ask(job, body)))


async def _first(replies: AsyncGenerator[Reply | None, None]) -> Reply | None:
    """Return the first of these replies; if nobody waits for it any more, close them."""
    try:
        return await anext(replies)
    except asyncio.CancelledError:
        await replies.aclose()
        raise


def response_of(reply: Reply) -> Response:
    """Return a reply as an answer to one request."""
    headers = {"cache-control": "no-store", "content-type": reply.media_type, **dict(reply.headers)}
    if reply.event == "error":
        return Response(b'{"error":' + reply.data + b"}", reply.status, headers)
    if reply.file_name:
        headers["content-disposition"] = f'attachment; filename="{reply.file_name}"'
    return Response(reply.data, reply.status, headers)


def error_response(error: ApiError) -> Response:
    """Return an error as an answer to one request."""
    headers = {"cache-control": "no-store", "content-type": JSON, **error.headers}
    return Response(json.dumps({"error": error.to_dict()}), error.status, headers)
