"""A web server for tests: `masume web` in a process of its own, asked as browsers ask; and its app in this process."""

import asyncio
import json
import os
import re
import resource
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette

from command import COMMAND
from processes import environment, running_children

PATIENCE = 600.0  # seconds, on a very busy machine


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]  # the names in lower case
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def kind(self) -> str:
        """The kind of an error."""
        kind: str = self.json()["error"]["kind"]
        return kind


class Event(NamedTuple):
    """An event of a stream."""

    name: str
    data: Any


class WebServer:
    """`masume web`, while it runs."""

    def __init__(self, *options: str, interrupts: int = signal.SIG_DFL, files: int | None = None) -> None:
        def prepare() -> None:
            signal.signal(signal.SIGINT, interrupts)  # even if tests run in the background
            if files is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        self.process = subprocess.Popen(
            [*COMMAND, "web", "--port", "0", "--no-open", *options],
            env=_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=prepare,
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        found = re.search(r"http://(\S+?):(\d+)/", self.line)
        assert found is not None, self.process.communicate()
        self.host, self.port = found[1].strip("[]"), int(found[2])

    def __enter__(self) -> "WebServer":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.communicate()

    def connect(self) -> HTTPConnection:
        """Open a connection."""
        return HTTPConnection(self.host, self.port, timeout=PATIENCE)

    def send(self, name: str, question: object, **headers: str) -> HTTPConnection:
        """Send a question without waiting for the answer."""
        connection = self.connect()
        connection.request(
            "POST", f"/api/{name}", json.dumps(question), {"Content-Type": "application/json", **headers}
        )
        return connection

    def ask(self, name: str, question: object, **headers: str) -> Answer:
        """Ask a question and return the answer."""
        with closing(self.send(name, question, **headers)) as connection:
            return read_answer(connection.getresponse())

    def get(self, path: str, **headers: str) -> Answer:
        """Get what is at a path."""
        with closing(self.connect()) as connection:
            connection.request("GET", path, headers=headers)
            return read_answer(connection.getresponse())

    def post(self, path: str, body: bytes, **headers: str) -> Answer:
        """Send a body to a path, and return the answer; the names of headers have low lines instead of hyphens."""
        with closing(self.connect()) as connection:
            connection.request("POST", path, body, {name.replace("_", "-"): text for name, text in headers.items()})
            return read_answer(connection.getresponse())

    def follow(self, name: str, question: object) -> list[Event]:
        """Ask a question and return all events of the answer."""
        answer = self.ask(name, question, Accept="text/event-stream")
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        return list(read_events(answer.body.decode()))

    def workers(self) -> list[int]:
        """Return the worker processes that run now."""
        return sorted(running_children(self.process.pid))

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Send a signal; return the exit status and what was printed on standard error."""
        self.process.send_signal(number)
        _, errors = self.process.communicate()
        return self.process.returncode, errors


def _environment() -> dict[str, str]:
    """Return an environment in which the server also finds the genre and the grid of the test plugin."""
    variables = environment()
    plugin, inherited = str(Path(__file__).with_name("plugin")), os.environ.get("PYTHONPATH", "")
    folders = filter(None, (variables["PYTHONPATH"], plugin, inherited))
    return {**variables, "PYTHONPATH": os.pathsep.join(folders)}


def read_answer(response: HTTPResponse) -> Answer:
    return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())


def read_events(text: str) -> Iterator[Event]:
    """Yield the events of a stream."""
    for block in text.removesuffix("\n\n").split("\n\n"):
        name, data = block.split("\n")
        yield Event(name.removeprefix("event: "), json.loads(data.removeprefix("data: ")))


def ask_app(app: Starlette, method: str, path: str, body: Sequence[bytes] = (b"",), **headers: str) -> Answer:
    """Ask an app in this process, without its lifespan; the body comes in parts or, without any, never."""
    sent: list[dict[str, Any]] = []
    parts = list(body)

    async def receive() -> dict[str, Any]:
        if not parts:
            await asyncio.sleep(PATIENCE)
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: Any) -> None:
        sent.append(message)

    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "query_string": query.encode(),
        "root_path": "",
        "headers": [
            (name.lower().encode(), value.encode()) for name, value in {"Host": "localhost", **headers}.items()
        ],
    }
    asyncio.run(app(scope, receive, send))
    start, *rest = sent
    names = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], names, b"".join(message["body"] for message in rest))
