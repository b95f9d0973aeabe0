"""A booklet from nothing: makes the boards of a menu, and binds them with rules and answers."""

import sys
from contextlib import closing
from pathlib import Path
from time import monotonic

import masume
from masume import InputError, InternalError, MasumeError, NoBoardError, OutOfTimeError, messages
from masume.cli.atomic_write import STDOUT, require_writable, save
from masume.cli.base import print_message
from masume.cli.progress_bar import ProgressBar
from masume.drawing import MAX_COLUMNS_AND_ROWS, PAPERS

_PER_PAGE = (2, 3)
_PAPER = "a4"


def make_booklet(
    path: Path, *, output: Path | None, seed: int | None, jobs: int, time_limit: float | None, verify: bool
) -> None:
    """Make the booklet of a menu; an error follows if a board is missing in it."""
    if output is None or (output != STDOUT and output.suffix.lower() != ".pdf"):
        raise InputError("a booklet is a PDF: expected -o FILE.pdf")
    if output == STDOUT and sys.stdout.isatty():
        raise InputError("a terminal cannot show a PDF: expected -o FILE.pdf")
    menu = masume.load_menu(path)
    _require_layout(messages.quote(str(path), 150), menu)
    menu = menu if seed is None else menu.with_seed(seed)
    if output != STDOUT:
        require_writable(output)
    start = monotonic()
    with ProgressBar("boards") as bar:
        boards, error = _make_boards(bar, menu, masume.Limits(seconds=time_limit), jobs, verify)
        if boards:
            content = _bind(menu, boards)
            _write(output, content)
        bar.erase()
    verified = ", all verified by a second engine" if verify else ""
    made = messages.pluralize(len(boards), "board")
    print_message(f"{made} in {monotonic() - start:.1f} s{verified}; seed {menu.seed}")
    if error is not None:
        raise error


def _require_layout(name: str, menu: masume.Menu) -> None:
    """Raise InputError if the boards cannot be laid out as the menu says; before they are made, which takes time."""
    if menu.paper is not None and menu.paper not in PAPERS:
        raise InputError(
            f"{name}: unknown paper {messages.quote(menu.paper)}: {messages.suggest_names(menu.paper, PAPERS)}"
        )
    if menu.per_page is not None and not all(1 <= number <= MAX_COLUMNS_AND_ROWS for number in menu.per_page):
        raise InputError(f"{name}: per_page: expected 1 to {MAX_COLUMNS_AND_ROWS} columns and rows of boards on a page")


def _make_boards(
    bar: ProgressBar, menu: masume.Menu, limits: masume.Limits, jobs: int, verify: bool
) -> tuple[list[masume.Board], MasumeError | None]:
    """Return the boards that were found in time, and an error if some are missing."""
    boards: list[masume.Board] = []
    missing: list[NoBoardError] = []
    total = len(menu.orders)

    def show() -> None:
        bar.show(len(boards) + len(missing), total)

    show()
    found = menu.boards(limits=limits, jobs=jobs, verify=verify, errors="yield", on_wait=show)
    try:
        with closing(found):
            for board in found:
                if isinstance(board, NoBoardError):
                    missing.append(board)
                else:
                    boards.append(board)
                show()
    except OutOfTimeError:
        return boards, OutOfTimeError(f"out of time: {len(boards)} of {total} boards are there")
    if missing:
        first = f", the first because {missing[0]}" if len(missing) > 1 else f": {missing[0]}"
        return boards, NoBoardError(f"{messages.pluralize(len(missing), 'board')} missing{first}")
    return boards, None


def _bind(menu: masume.Menu, boards: list[masume.Board]) -> bytes:
    answers = [masume.solve(board) for board in boards]
    for board, answer in zip(boards, answers, strict=True):
        if not answer.unique:
            url = masume.write(board, "json")
            raise InternalError(f"internal error, please report it: the solution of this board is not unique: {url}")
    return masume.bind(
        boards,
        answers,
        title=menu.title,
        author=menu.author,
        rules=True,
        by_genre=True,
        per_page=menu.per_page or _PER_PAGE,
        paper=menu.paper or _PAPER,
    )


def _write(output: Path, content: bytes) -> None:
    if output != STDOUT:
        save(output, content)
        return
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
