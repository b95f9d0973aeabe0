"""The command `masume web`: many clients, clients that go, limits, signals; afterwards nothing is left."""

import asyncio
import json
import re
import signal
import socket
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

import masume
from command import error_lines, run_command
from effort import example_names, trials
from masume import examples, playing, web
from masume.web import protocol
from masume.web.pool import MAX_WAITING
from processes import is_running, processor_seconds, wait_until
from web_server import Answer, WebServer, read_answer

NAMES = example_names()
HARD = max(examples.names(), key=lambda name: len(masume.write(examples.find(name), "json")))  # it takes seconds
CLIENTS = 50


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with WebServer("--workers", "2") as server:
        yield server


@cache
def puzzle_of(name: str) -> dict[str, Any]:
    return {"puzzle": playing.sheet_of(examples.find(name))["puzzle"]}


def resources(server: WebServer) -> tuple[int, int, int]:
    """Return the number of processes, file descriptors and megabytes of a server, without its workers' memory."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    memory = re.search(r"VmRSS:\s+(\d+)", status)
    assert memory is not None
    files = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
    return len(server.workers()), files, int(memory[1]) // 1024


# Many clients


def test_fifty_clients_at_once_get_right_answers(server: WebServer) -> None:
    """Or they are told to come back; nobody waits for ever."""
    questions = {name: puzzle_of(name) for name in NAMES}
    expected = {name: playing.position_of(examples.find(name)) for name in NAMES}
    marks = {name: playing.verdict_of(examples.find(name))["marks"] for name in NAMES}

    def ask(number: int, name: str) -> list[Answer]:
        kind = ("check", "solve", "hint", "mistakes")[number % 4]
        answers = [server.ask(kind, questions[name]), server.get(f"/?{name}")]
        if kind == "check":
            assert answers[0].json() == expected[name]
        elif kind == "solve":
            assert answers[0].json()["marks"] == marks[name]
        return answers

    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = [*clients.map(ask, range(CLIENTS), cycle(NAMES))]
    assert {answer.status for pair in answers for answer in pair} == {200}


@pytest.mark.thorough
def test_more_questions_than_the_queue_holds_are_refused() -> None:
    with WebServer("--workers", "2") as server:
        waiting = [server.send("explain", puzzle_of(HARD)) for _ in range(MAX_WAITING + 1)]
        assert wait_until(lambda: server.ask("rate", puzzle_of(HARD)).status == 503)
        refused = server.ask("rate", puzzle_of(HARD))
        assert refused.kind == "busy"
        assert int(refused.headers["retry-after"]) > 0
        assert server.ask("check", puzzle_of(NAMES[0])).status == 200  # others do not wait
        assert server.ask("hint", puzzle_of(NAMES[0])).status == 200
        for connection in waiting:
            connection.close()
        assert wait_until(lambda: server.ask("rate", puzzle_of(NAMES[0])).status == 200)


# Clients that go


@pytest.mark.parametrize(
    ("name", "accept", "more"),
    [
        ("explain", "text/event-stream", b""),
        ("rate", "application/json", b""),
        ("rate", "text/event-stream", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ],
)
def test_a_job_ends_when_its_client_has_gone(server: WebServer, name: str, accept: str, more: bytes) -> None:
    assert wait_until(lambda: len(server.workers()) == 3)
    before = {worker: processor_seconds([worker]) for worker in server.workers()}

    def is_working() -> bool:
        return any(processor_seconds([worker]) > seconds + 0.2 for worker, seconds in before.items())

    with closing(server.send(name, puzzle_of(HARD), Accept=accept)) as connection:
        assert wait_until(is_working)
        connection.sock.sendall(more)  # which is not answered yet
    assert wait_until(lambda: not all(map(is_running, before)))
    assert wait_until(lambda: len(server.workers()) == 3)
    assert server.ask("check", puzzle_of(NAMES[0])).status == 200


def test_requests_may_follow_each_other_without_waiting(server: WebServer) -> None:
    body = json.dumps({"text": NAMES[0]})
    head = (
        f"POST /api/read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    )
    with socket.create_connection((server.host, server.port)) as connection:
        for _ in range(5):
            connection.sendall(f"{head}\r\n\r\n{body}".encode())
            time.sleep(0.01)
        received = b""
        while received.count(b"HTTP/1.1 200 OK") < 5:
            received += connection.recv(2**16)


def test_clients_that_ask_nothing_do_not_keep_others_out() -> None:
    with WebServer("--workers", "2", files=100) as server, ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(socket.create_connection((server.host, server.port)))
        assert server.ask("read", {"text": NAMES[0]}).status == 200
        assert server.stop() == (130, "masume: interrupted\n")


def test_a_connection_without_a_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "_HEAD_SECONDS", 0.05)

    async def test() -> None:
        config, state = Config(web.make_app()), ServerState()
        listener = await asyncio.get_running_loop().create_server(
            lambda: protocol.Connection(config, state, {}), "127.0.0.1", 0
        )
        async with listener:
            for sent in (b"", b"GET / HT"):
                reader, writer = await asyncio.open_connection(*listener.sockets[0].getsockname())
                writer.write(sent)
                assert await reader.read() == b""
                writer.close()

    asyncio.run(test())


def test_a_client_that_never_sends_its_body_does_not_matter(server: WebServer) -> None:
    with closing(server.connect()) as connection:
        connection.putrequest("POST", "/api/read")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", "100")
        connection.endheaders(b'{"text":')
        assert server.ask("read", {"text": NAMES[0]}).status == 200


# Limits


def test_a_job_past_its_limit_ends() -> None:
    with WebServer("--workers", "2", "--time-limit", "0.2") as server:
        for name in ("rate", "render"):
            question = puzzle_of(HARD) | ({"format": "svg", "solution": True} if name == "render" else {})
            answer = server.ask(name, question)
            assert answer.status == 200 or (answer.status, answer.kind) == (504, "timeout")
        *_, end = server.follow("explain", puzzle_of(HARD))
        assert end.name == "end"
        assert "out of time" in end.data["message"].lower()


def test_a_large_body_is_refused(server: WebServer) -> None:
    with closing(server.connect()) as connection:
        connection.request("POST", "/api/read", b"x" * 10_000_000, {"Content-Type": "application/json"})
        answer = read_answer(connection.getresponse())
        assert (answer.status, answer.kind) == (413, "too-large")
        connection.request("GET", "/")  # the connection can still be used
        assert connection.getresponse().status == 200


@pytest.mark.parametrize("lines", [["nonsense"], ["GET / HTTP/1.1"], ["GET / HTTP/1.1", "Host: a", "Host: b"]])
def test_what_is_no_request_is_refused(server: WebServer, lines: list[str]) -> None:
    with socket.create_connection((server.host, server.port)) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


# Boards one after another


def test_many_boards_leave_nothing_behind(server: WebServer) -> None:
    random, texts = Random(1), [masume.write(examples.find(name), "json") for name in NAMES]
    genre = examples.find(NAMES[0]).genre.name

    def open_boards(number: int) -> None:
        for _ in range(number // 2):
            for text in (random.choice(texts), f"{genre}/{random.randint(2, 9)}/{random.randint(2, 9)}/"):
                sheet = server.ask("read", {"text": text}).json()
                assert server.ask("check", {"puzzle": sheet["puzzle"]}).status == 200

    assert wait_until(lambda: len(server.workers()) == 3)
    open_boards(20)
    *counts, memory = resources(server)
    open_boards(trials(1000))
    limits = (*counts, memory + 10)
    assert wait_until(lambda: all(now <= limit for now, limit in zip(resources(server), limits, strict=True)), 60)


@pytest.mark.thorough
def test_two_boards_at_once_do_not_mix(server: WebServer) -> None:
    def play(name: str) -> None:
        question = puzzle_of(name)
        steps = [event.data for event in server.follow("explain", question) if event.name == "step"]
        for step in steps:
            board = playing.board_from(question["puzzle"], step["before"])
            assert server.ask("check", {**question, "marks": step["before"]}).json() == playing.position_of(board)

    with ThreadPoolExecutor(2) as tabs:
        list(tabs.map(play, NAMES[:2]))


# The end


def test_ctrl_c_ends_everything_at_once() -> None:
    with WebServer("--workers", "2") as server:
        streams = [server.send("explain", puzzle_of(HARD)) for _ in range(3)]  # two of them wait
        assert streams[0].getresponse().readline()
        workers = server.workers()
        assert server.stop() == (130, "masume: interrupted\n")
        assert wait_until(lambda: not any(map(is_running, workers)))
        for stream in streams:
            stream.close()


def test_ctrl_c_at_the_start_ends_everything() -> None:
    with WebServer() as server:
        assert server.stop() == (130, "masume: interrupted\n")


def test_sigterm_ends_a_server_in_the_background_which_ignores_ctrl_c() -> None:
    with WebServer("--workers", "2", interrupts=signal.SIG_IGN) as server:
        with closing(server.send("explain", puzzle_of(HARD))) as stream:
            assert stream.getresponse().readline()
            server.process.send_signal(signal.SIGINT)
            assert server.get("/").status == 200
            workers = server.workers()
            assert server.stop(signal.SIGTERM) == (-signal.SIGTERM, "")
        assert wait_until(lambda: not any(map(is_running, workers)))


# The command


def test_a_port_in_use_gets_one_sentence(server: WebServer) -> None:
    result = run_command("web", "--port", str(server.port))
    assert result.returncode == 2
    (line,) = error_lines(result)
    assert line == f"masume: 127.0.0.1:{server.port}: another program uses this port: choose another one with --port"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "nosuch.invalid"], "nosuch.invalid:6278: this machine does not know the host 'nosuch.invalid'"),
        (["--host", "192.0.2.1"], "192.0.2.1:6278: this machine does not have this address"),
        (["--port", "65536"], "expected a whole number from 0 to 65535, not '65536'"),
        (["--workers", "1"], "expected a whole number of 2 or more, not '1'"),
        (["--time-limit", "-1"], "expected a number of seconds, 0 or more, not '-1'"),
        (["--allowed-host", "*"], "allowed host: expected a name such as puzzles.example.com, not '*'"),
        (["--root-path", "puzzles/?"], "root path: expected a path such as /puzzles, not 'puzzles/?'"),
        (["nosuch"], "no file or example is called 'nosuch'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_options_that_cannot_be_used_get_one_sentence(arguments: list[str], message: str) -> None:
    result = run_command("web", *arguments)
    assert result.returncode == 2
    assert message in error_lines(result)[-1]


@pytest.mark.parametrize("host", ["localhost", "0.0.0.0"])
def test_the_address_that_is_printed_opens_the_board(tmp_path: Path, host: str) -> None:
    board = examples.find(NAMES[0])
    path = tmp_path / "board.txt"
    path.write_text(masume.write(board), encoding="utf-8")
    source = NAMES[0] if host == "localhost" else str(path)
    with WebServer("--host", host, "--root-path", "/puzzles", "--workers", "2", source) as server:
        found = re.fullmatch(r"The page is at http://[^/]+(/puzzles/\?\S+) \(Ctrl-C ends it\)\n", server.line)
        assert found is not None
        page = server.get(found[1]).body.decode()
        assert playing.sheet_of(board)["key"] in page


@pytest.mark.thorough
def test_a_browser_is_opened_without_our_terminal_and_the_workers_end_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1 $TERM" > {opened}.new && mv {opened}.new {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    monkeypatch.setenv("TERM", "xterm")
    with WebServer("--open", "--workers", "2") as server:
        assert wait_until(opened.exists)
        assert opened.read_text(encoding="utf-8") == f"http://127.0.0.1:{server.port}/ \n"
        assert wait_until(lambda: len(server.workers()) == 3)
        workers = server.workers()
        server.process.kill()
        assert wait_until(lambda: not any(map(is_running, workers)))


def test_the_extra_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    for call in (web.serve, web.make_app):
        with pytest.raises(masume.InputError, match=re.escape('pip install "masume[web]"')):
            call()
    result = run_command("web")
    assert (result.returncode, len(error_lines(result))) == (2, 1)
