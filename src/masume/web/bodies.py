"""Bodies of requests, read with limits on their size and on the time that a client takes to send them."""

import asyncio

from starlette.requests import Request

from masume.web.errors import ApiError
from masume.web.replies import JSON
from masume.web.settings import MAX_BODY

_SECONDS = 30.0
_MAX_READ = 64 * MAX_BODY  # bytes; many clients do not look at the answer before they have sent everything


async def read_body(request: Request, media_type: str = JSON) -> bytes:
    """Return the body of a request; raise ApiError if it is too large, too slow, or of another type."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != media_type:
        raise ApiError(415, "media-type", f"expected a body of the type {media_type}")
    body, size = bytearray(), 0
    try:
        async with asyncio.timeout(_SECONDS):
            async for chunk in request.stream():
                size += len(chunk)  # whatever the header Content-Length says
                if size <= MAX_BODY:
                    body += chunk
                elif size > _MAX_READ:
                    break
    except TimeoutError:
        raise ApiError(408, "timeout", f"the body did not arrive within {_SECONDS:g} seconds") from None
    if size > MAX_BODY:
        raise ApiError(413, "too-large", f"the body is too large: expected at most {MAX_BODY:,} bytes")
    return bytes(body)
