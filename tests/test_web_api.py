"""The API of the web server: its answers, its errors and its document agree, for every genre; hostile requests fail."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from starlette.routing import Mount, Route

import masume
from effort import example_names, sample
from hexagon import hexagons
from masume import examples, formats, playing, web
from masume.core.errors import OutOfTimeError
from masume.web.app import make_app
from masume.web.errors import ApiError
from masume.web.jobs import JOBS
from masume.web.replies import Reply
from registry import TEMPLATE, all_genres, specimens
from web_document import DOCUMENT, FOLDER, validate_answer, validate_event
from web_server import WebServer, ask_app

JSON = {"Content-Type": "application/json"}
APP = make_app(web.Settings())  # without its lifespan, for requests that are refused at once
TEXT = example_names()[0]
BODY = json.dumps({"text": TEXT}).encode()


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with WebServer("--workers", "2") as server:
        yield server


@cache
def sheet_of(name: str) -> dict[str, Any]:
    return playing.sheet_of(playing.find_board(name))


def other_boards() -> list[masume.Board]:
    """Return solved boards of genres that have no examples, such as that of the test plugin, and one of hexagons."""
    known = {examples.find(name).genre for name in examples.names()}
    solved = [each.board for each in specimens() if each.label == "solved" and each.board.genre not in known]
    genre = masume.genres.find(TEMPLATE)
    return [*solved, masume.Board(genre, hexagons(2, 3)).with_defaults()]


# Every genre


@pytest.mark.parametrize("text", [name for name in example_names() if not name.endswith("large")])
def test_every_question_gets_an_answer_that_the_document_describes(server: WebServer, text: str) -> None:
    sheet = validate_answer(server.ask("read", {"text": text}), "/api/read")
    board = {"puzzle": sheet["puzzle"], "marks": sheet["marks"]}
    verdict = validate_answer(server.ask("solve", board), "/api/solve")
    solved = {**board, "marks": verdict["marks"]}
    assert validate_answer(server.ask("check", solved), "/api/check")["solved"]
    assert not validate_answer(server.ask("check", board), "/api/check")["solved"]
    hint = validate_answer(server.ask("hint", board), "/api/hint")
    assert hint["kind"] == "step"
    assert validate_answer(server.ask("hint", solved), "/api/hint")["kind"] == "done"
    wrong = {**board, "marks": wrong_marks(sheet, verdict["marks"])}
    assert validate_answer(server.ask("mistakes", wrong), "/api/mistakes")["number"] == 1
    assert validate_answer(server.ask("check", wrong), "/api/check")["message"]
    assert validate_answer(server.ask("rate", {"puzzle": sheet["puzzle"]}), "/api/rate")["level"] > 0
    *steps, end = server.follow("explain", board)
    assert {event.name for event in steps} - {"progress"} == {"step"}
    assert validate_event(end, "/api/explain")["message"].startswith("Solved")
    for event in steps:
        validate_event(event, "/api/explain")
    place = next(place for marks in hint["step"]["marks"].values() for place in marks)
    assert server.follow("explain", {**board, "at": place})[-1].name == "end"
    written = validate_answer(server.ask("write", {**solved, "format": "json"}), "/api/write")["text"]
    assert playing.board_from(board["puzzle"], verdict["marks"]) == masume.read(written)
    picture = server.ask("render", {"puzzle": sheet["puzzle"], "format": "svg", "solution": True})
    assert b"<svg" in validate_answer(picture, "/api/render")


@pytest.mark.parametrize("solved", other_boards(), ids=lambda board: board.in_words())
def test_genres_without_examples_and_other_grids_can_be_played(server: WebServer, solved: masume.Board) -> None:
    sheet = validate_answer(server.ask("read", {"text": masume.write(solved, "json")}), "/api/read")
    positions: tuple[dict[str, Any], ...] = ({}, sheet["marks"])
    for marks in positions:
        board = {"puzzle": sheet["puzzle"], "marks": marks}
        position = validate_answer(server.ask("check", board), "/api/check")
        assert position["solved"] == (not masume.check(playing.board_from(sheet["puzzle"], marks)))
        for name in ("hint", "mistakes", "solve"):
            validate_answer(server.ask(name, board), f"/api/{name}")


def wrong_marks(sheet: dict[str, Any], solution: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return one mark that is wrong."""
    layer = next(layer for layer in sheet["layers"] if solution.get(layer["name"]))
    place, right = next(iter(solution[layer["name"]].items()))
    return {layer["name"]: {place: next(value for value in layer["values"] if value != right)}}


def test_the_answers_are_those_of_the_library(server: WebServer) -> None:
    for name in sample([name for name in example_names() if name.endswith("small")], 3):
        board = playing.find_board(name)
        sheet = playing.sheet_of(board)
        question = {"puzzle": sheet["puzzle"], "marks": sheet["marks"]}
        assert server.ask("read", {"text": name}).json() == sheet
        assert server.ask("check", question).json() == playing.position_of(board)
        assert server.ask("solve", question).json() == playing.verdict_of(board)
        steps = [event.data["sentence"] for event in server.follow("explain", question) if event.name == "step"]
        assert steps == [event["step"]["sentence"] for event in playing.narrate(board) if "step" in event]


def test_every_format_and_picture(server: WebServer) -> None:
    sheet = sheet_of(TEXT)
    for name in formats.one_line_names():
        text = server.ask("write", {"puzzle": sheet["puzzle"], "format": name}).json()["text"]
        assert server.ask("read", {"text": text}).json()["key"] == sheet["key"]
    for to, start, media_type in (
        ("svg", b"<svg", "image/svg+xml"),
        ("png", b"\x89PNG", "image/png"),
        ("pdf", b"%PDF", "application/pdf"),
    ):
        question = {"puzzle": sheet["puzzle"], "format": to, "marks": None, "theme": "light", "solution": None}
        answer = server.ask("render", question)
        assert answer.body.startswith(start)
        assert answer.headers["content-type"] == media_type
        assert re.fullmatch(rf'attachment; filename="[\w-]+\.{to}"', answer.headers["content-disposition"])


def test_any_question_may_be_answered_as_a_stream(server: WebServer) -> None:
    assert [event.name for event in server.follow("read", {"text": TEXT}) if event.name != "progress"] == ["end"]
    end = server.follow("read", {"text": TEXT})[-1]
    assert validate_event(end, "/api/read") == server.ask("read", {"text": TEXT}).json()
    (error,) = server.follow("read", {"text": "nonsense"})
    assert error.name == "error"
    assert validate_event(error, "/api/read") == server.ask("read", {"text": "nonsense"}).json()["error"]


# Boards and questions that are wrong


@pytest.mark.parametrize("label", ["unsolvable", "two"])
def test_boards_without_a_solution_or_with_several_can_be_played(server: WebServer, label: str) -> None:
    for genre in sample(all_genres(), 3):
        board = next(each.board for each in specimens() if (each.board.genre, each.label) == (genre, label))
        sheet = validate_answer(server.ask("read", {"text": masume.write(board, "json")}), "/api/read")
        question = {"puzzle": sheet["puzzle"]}
        assert validate_answer(server.ask("solve", question), "/api/solve")["unique"] in (None, False)
        validate_answer(server.ask("hint", question), "/api/hint")
        validate_answer(server.ask("mistakes", question), "/api/mistakes")
        answer = server.ask("rate", question)
        assert validate_answer(answer, "/api/rate")
        assert (answer.status, answer.kind) == (422, "no-solution" if label == "unsolvable" else "not-unique")


def test_texts_that_are_no_boards_are_refused_with_the_reason(server: WebServer) -> None:
    for text in ("", "nonsense", "/etc/passwd", "../examples", "\ud800", "\x00", '{"masume": 1}', "[" * 100_000):
        answer = server.ask("read", {"text": text})
        assert answer.status == 400
        assert validate_answer(answer, "/api/read")["error"]["message"]
    answer = server.ask("read", {"text": f"{all_genres()[0].name}/3/3/!"})
    details = answer.json()["error"]
    assert {*details} == {"message", "kind", "format", "where", "expected"}
    answer = server.ask("read", {"text": f"{all_genres()[-1].name}/101/100/"})
    assert "10,100 cells" in answer.json()["error"]["message"]


INVALID_BODIES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b"{}",
    b'{"text": null}',
    b'{"text": 5}',
    b'{"text": {}}',
    b'{"text": "a", "other": 1}',
    b'{"text": "\xff"}',
    b'{"text": NaN}',
    b'{"text": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
]


@pytest.mark.parametrize("body", INVALID_BODIES, ids=lambda body: body[:16].decode("latin-1"))
def test_bodies_that_are_no_questions_are_refused(body: bytes) -> None:
    answer = ask_app(APP, "POST", "/api/read", [body], **JSON)
    assert (answer.status, answer.kind) == (400, "input")
    message = validate_answer(answer, "/api/read")["error"]["message"]
    assert "\n" not in message
    assert len(message) < 200


def test_puzzles_and_marks_that_are_wrong_are_refused(server: WebServer) -> None:
    puzzle = sheet_of(TEXT)["puzzle"]
    deep = json.loads('{"a":' * 500 + "1" + "}" * 500)
    for name, question in (
        ("check", {"puzzle": {}}),
        ("check", {"puzzle": deep}),
        ("check", {"puzzle": {**puzzle, "genre": "nosuch"}}),
        ("check", {"puzzle": puzzle, "marks": {"nosuch": {}}}),
        ("check", {"puzzle": puzzle, "marks": {"nosuch": 5}}),
        ("check", {"puzzle": puzzle, "marks": deep}),
        ("solve", {"puzzle": puzzle, "from_marks": "yes"}),
        ("write", {"puzzle": puzzle, "format": "nosuch"}),
        ("render", {"puzzle": puzzle, "format": "terminal"}),
        ("render", {"puzzle": puzzle, "format": "svg", "theme": "nosuch"}),
    ):
        answer = server.ask(name, question)
        assert answer.status == 400, question
        assert "Traceback" not in validate_answer(answer, f"/api/{name}")["error"]["message"]
    (error,) = server.follow("explain", {"puzzle": puzzle, "at": "nosuch"})
    assert error.name == "error"


# The document


def test_the_document_lists_every_route_and_no_other() -> None:
    routes = set()
    for route in APP.routes:
        if isinstance(route, Route):
            routes |= {(route.path, method.lower()) for method in (route.methods or set()) - {"HEAD"}}
        else:
            assert isinstance(route, Mount)
            routes.add((f"{route.path}/{{path}}", "get"))
    assert routes == {(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods}


def test_the_document_lists_the_keys_of_every_question() -> None:
    names = {str: "string", dict: "object", bool: "boolean"}
    for job in JOBS.values():
        body = DOCUMENT["paths"][f"/api/{job.name}"]["post"]["requestBody"]["content"]["application/json"]
        schema = DOCUMENT["components"]["schemas"][body["schema"]["$ref"].rpartition("/")[2]]
        assert {*schema["properties"]} == {*job.keys}
        assert {*schema["required"]} == {*job.needed}
        for key, kind in job.keys.items():
            assert names[kind] in json.dumps(schema["properties"][key]) or kind is dict


def test_the_document_and_the_types_of_the_page_list_the_same_keys() -> None:
    """A typedef of an object in types.js has a schema of its name."""
    text = (FOLDER / "types.js").read_text(encoding="utf-8")
    schemas = DOCUMENT["components"]["schemas"]
    found = re.findall(r"@typedef \{object\} (\w+)\n((?: \* @property .*\n(?: \*   .*\n)*)+)", text)
    assert len(found) > 10
    for name, properties in found:
        keys = re.findall(r"@property \{.*?\} (\w+)(?: - |$)", properties, re.MULTILINE)
        assert {*keys} == {*schemas[name]["properties"]}, name
    for properties, name in re.findall(r"@typedef \{\{([^{}]*)\}\} (\w+)", text):
        listed = re.findall(r"(\w+)(\??): ", properties)
        assert {key for key, _ in listed} == {*schemas[name]["properties"]}, name
        assert {key for key, optional in listed if not optional} == {*schemas[name]["required"]}, name


def test_every_reference_in_the_document_leads_somewhere_and_every_part_is_used() -> None:
    used = set(re.findall(r'"\$ref": "#/components/(\w+/\w+)"', json.dumps(DOCUMENT)))
    assert used == {f"{kind}/{name}" for kind, parts in DOCUMENT["components"].items() for name in parts}
    for schema in DOCUMENT["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_the_server_sends_the_document_and_the_genres(server: WebServer) -> None:
    assert server.get("/api/openapi.json").json() == DOCUMENT
    cards = validate_answer(server.get("/api/genres"), "/api/genres", "get")
    assert [card["name"] for card in cards] == [card["name"] for card in playing.cards()]


async def _no_replies(*arguments: Any, error: Exception, **task: Any) -> AsyncIterator[Reply]:
    await asyncio.sleep(0)
    raise error
    yield Reply("end", b"")


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (TypeError("a bug\nin two lines"), 500, "internal"),
        (OutOfTimeError("out of time"), 504, "timeout"),
        (masume.OutOfMemoryError("more"), 422, "memory"),
        (ApiError(503, "busy", "later", headers={"Retry-After": "2"}), 503, "busy"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_work_that_fails_is_answered_as_documented(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, status: int, kind: str
) -> None:
    app = make_app(web.Settings())
    monkeypatch.setattr(app.state.site.pool, "run", lambda *_, **task: _no_replies(error=error))
    for answer in (
        ask_app(app, "POST", "/api/read", [BODY], **JSON),
        ask_app(app, "GET", "/api/genres"),
    ):
        assert (answer.status, answer.kind) == (status, kind)
        assert "bug" not in answer.body.decode()
        assert ("retry-after" in answer.headers) == (status == 503)
    validate_answer(ask_app(app, "POST", "/api/read", [BODY], **JSON), "/api/read")
    page = ask_app(app, "GET", f"/?{TEXT}")
    assert page.headers["content-type"].startswith("text/html")
    assert page.status == status
    logged = capsys.readouterr().err.splitlines()
    assert len(logged) == (4 if status == 500 else 0)
    assert all(line.startswith("masume web: ") and "TypeError: a bug\\nin two lines" in line for line in logged)


def test_a_queue_that_is_full_is_answered_before_a_stream_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(web.Settings())
    app.state.site.pool.close()
    answer = ask_app(app, "POST", "/api/explain", [b'{"puzzle": {}}'], **JSON)
    assert (answer.status, answer.kind) == (503, "busy")
    validate_answer(answer, "/api/explain")


def test_errors_in_the_app_itself_are_logged_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object) -> None:
        raise TypeError("a bug")

    monkeypatch.setattr("masume.web.api.check_question", fail)
    answer = ask_app(APP, "POST", "/api/read", [BODY], **JSON)
    assert (answer.status, answer.kind) == (500, "internal")
    assert "content-security-policy" in answer.headers
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("masume web: /api/read: TypeError: a bug (")
