"""The answers to all questions: each calls the library once and returns the result, ready to be sent."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

import masume
from masume import Board, InputError, Limits, NoSolutionError, OutOfTimeError, examples, genres, playing
from masume.core.messages import quote, suggest_names
from masume.web import pages
from masume.web.errors import api_error_of
from masume.web.questions import parse_question
from masume.web.replies import Reply
from masume.web.settings import MAX_CELLS

Send: TypeAlias = Callable[[Reply], None]  # for steps, which come before the last reply
Question: TypeAlias = Mapping[str, Any]
_PARTS = (("look", "LOOK"), ("model", "build_model"), ("notation", "NOTATION"))  # of a genre
_PATIENT_HINT = 1.5  # seconds for a hint that was not found in the usual time; all mistakes may take ten times as long
_MEDIA_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
_HTML, _CSS = "text/html; charset=utf-8", "text/css; charset=utf-8"


def prepare() -> None:
    """Import everything that the questions need, and fill the caches with a small board of each genre."""
    for name in genres.names():
        for part in _PARTS:
            genres.load_part(genres.find(name), *part)
    smallest: dict[str, Board] = {}
    for board in sorted(map(examples.find, examples.names()), key=lambda board: len(board.grid.cells)):
        smallest.setdefault(board.genre.name, board)
    for board in smallest.values():
        playing.sheet_of(board)
        playing.position_of(board)
        playing.hint_for(board)


def _read(question: Question, limits: Limits, send: Send) -> Reply:
    return _json(playing.sheet_of(_find_board(question["text"])))


def _check(question: Question, limits: Limits, send: Send) -> Reply:
    return _json(playing.position_of(_board(question)))


def _write(question: Question, limits: Limits, send: Send) -> Reply:
    return _json({"text": masume.write(_board(question), question["format"])})


def _hint(question: Question, limits: Limits, send: Send) -> Reply:
    board = _board(question)
    try:
        return _json(playing.hint_for(board))
    except OutOfTimeError:  # the board is hard, or the machine is busy
        return _json(playing.hint_for(board, seconds=_PATIENT_HINT))


def _mistakes(question: Question, limits: Limits, send: Send) -> Reply:
    return _json(playing.mistakes_in(_board(question), limits=limits))


def _solve(question: Question, limits: Limits, send: Send) -> Reply:
    from_marks = bool(question.get("from_marks"))
    return _json(playing.verdict_of(_board(question), from_marks=from_marks, limits=limits))


def _rate(question: Question, limits: Limits, send: Send) -> Reply:
    return _json(playing.rating_of(_board(question), limits=limits))


def _explain(question: Question, limits: Limits, send: Send) -> Reply:
    end = ""
    for event in playing.narrate(_board(question), at=question.get("at"), limits=limits):
        if "step" in event:
            send(Reply("step", _encode(event["step"])))
        else:
            end = event["end"]
    return _json({"message": end})


def _render(question: Question, limits: Limits, send: Send) -> Reply:
    board, to = _board(question), question["format"]
    if to not in _MEDIA_TYPES:
        raise InputError(f"format: {quote(to)} is not known: {suggest_names(to, _MEDIA_TYPES)}")
    shows_solution = bool(question.get("solution"))
    if shows_solution:
        board = _solved(board, limits)
    picture = masume.render(board, to, theme=question.get("theme"), marks="solution" if shows_solution else "mark")
    content = picture.encode("utf-8", "replace") if isinstance(picture, str) else picture
    name = re.sub(r"[^\w-]", "-", board.genre.name, flags=re.ASCII)
    return Reply("end", content, media_type=_MEDIA_TYPES[to], file_name=f"{name}.{to}")


def _page(question: Question, limits: Limits, send: Send) -> Reply:
    """Return the page of a board, or one that says why the text cannot be read.

    Both have the status 200: browsers would report anything else in their console.
    """
    text, sheet, error = question["text"], None, None
    if text != pages.SAVED:  # otherwise the browser has the board
        try:
            sheet = playing.sheet_of(_find_board(text))
        except InputError as reason:
            error = api_error_of(reason).to_dict()
    html = pages.board_page(sheet=sheet, error=error, text=text, cards=_cards())
    return Reply("end", html.encode("utf-8", "replace"), media_type=_HTML)


def _start(question: Question, limits: Limits, send: Send) -> Reply:
    return Reply("end", pages.start_page(_cards()).encode(), media_type=_HTML)


def _genres(question: Question, limits: Limits, send: Send) -> Reply:
    return _json([{key: value for key, value in card.items() if key != "picture"} for card in _cards()])


def _style(question: Question, limits: Limits, send: Send) -> Reply:
    return Reply("end", pages.style().encode(), media_type=_CSS)


@cache
def _cards() -> list[dict[str, Any]]:
    return playing.cards()


def _find_board(text: str) -> Board:
    return _require_size(playing.find_board(text))


def _board(question: Question) -> Board:
    try:
        return _require_size(playing.board_from(question["puzzle"], question.get("marks") or {}))
    except RecursionError:
        raise InputError("puzzle: it is nested too deeply") from None


def _require_size(board: Board) -> Board:
    if (number := len(board.grid.cells)) > MAX_CELLS:
        raise InputError(f"the board has {number:,} cells: this page takes boards of at most {MAX_CELLS:,}")
    return board


def _solved(board: Board, limits: Limits) -> Board:
    outcome = masume.solve(board, limits=limits)
    if outcome.board is not None:
        return outcome.board
    if outcome.status is masume.Status.TIMEOUT:
        raise OutOfTimeError
    raise NoSolutionError("the board has no solution that could be drawn")


def _json(data: object) -> Reply:
    return Reply("end", _encode(data))


def _encode(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


Answer: TypeAlias = Callable[[Question, Limits, Send], Reply]
ANSWERS: dict[str, Answer] = {
    "check": _check,
    "explain": _explain,
    "genres": _genres,
    "hint": _hint,
    "mistakes": _mistakes,
    "page": _page,
    "rate": _rate,
    "read": _read,
    "render": _render,
    "solve": _solve,
    "start": _start,
    "style": _style,
    "write": _write,
}


def answer(job: str, body: bytes, seconds: float, send: Send) -> Reply:
    """Return the answer to the question that a body holds; raise MasumeError or ApiError if there is none."""
    return ANSWERS[job](parse_question(body), Limits(seconds=seconds), send)
