"""The command `show`: boards in the terminal, as pictures, and on paper."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

import masume
from masume import InputError, MasumeError, NoSolutionError, OutOfTimeError
from masume.cli import options
from masume.cli.atomic_write import STDOUT, make_folder, save
from masume.cli.base import Exit, exit_status, print_message, print_text
from masume.cli.commands import draw_board, main
from masume.cli.parameter_types import PIXELS, Choice, PerPage, Places
from masume.cli.progress import progress
from masume.cli.progress_bar import ProgressBar
from masume.drawing import PAPERS, PICTURE_FORMATS, THEMES, Highlights
from masume.formats import BoardList, read_entry

_MAX_NAME_BYTES = 200  # most file systems allow 255
_FORMATS_BY_OPTION = {  # options that are only for some formats, by parameter name
    "booklet": ("pdf",),
    "title": ("pdf",),
    "per_page": ("pdf",),
    "paper": ("pdf",),
    "hints": ("terminal", "svg", "png"),
    "reasons": ("terminal", "svg", "png"),
    "errors": ("terminal", "svg", "png"),
    "cell": ("svg", "png"),
    "theme": ("svg", "png", "pdf"),
    "output": ("svg", "png", "pdf"),
    "ascii_only": ("terminal",),
}


@dataclass
class ShowOptions:
    """What to show of each board, and how."""

    solution: bool
    common: bool
    hints: list[str]
    reasons: list[str]
    errors: bool
    time_limit: float | None
    coordinates: bool
    theme: str | None
    cell: float | None

    @property
    def marks(self) -> str:
        """The role of the marks in the pictures."""
        return "solution" if self.solution else "common" if self.common else "mark"

    @property
    def limits(self) -> masume.Limits:
        return masume.Limits(seconds=self.time_limit)

    def highlights(self, board: masume.Board) -> Highlights:
        """Return the places of a board to highlight."""
        broken = masume.check(board, finished=False) if self.errors else []
        return {
            "hints": [board.find_place(name) for name in self.hints],
            "reasons": [board.find_place(name) for name in self.reasons],
            "errors": [place for _, places in broken for place in places],
        }


@dataclass
class ShowRun:
    """One run of `show`: its boards, and the messages and the exit status at its end."""

    entries: BoardList
    options: ShowOptions
    status: Exit = Exit.OK
    messages: list[str] = field(default_factory=list)

    @property
    def has_several_boards(self) -> bool:
        return len(self.entries) > 1

    def for_each_board(self, bar: ProgressBar, show: Callable[[str, masume.Board], None]) -> None:
        """Call `show` with the name of each board and the board to show; an error does not stop the other boards."""
        for done, entry in enumerate(self.entries):
            bar.show(done, len(self.entries) if self.has_several_boards else 0)
            with self.collect_errors(f"not shown: {entry.name}", self.has_several_boards):
                show(entry.name, self._board_to_show(entry.name, read_entry(entry)))

    @contextmanager
    def collect_errors(self, prefix: str, enabled: bool = True) -> Iterator[None]:
        """Turn errors into messages for the end of the run, except internal errors."""
        try:
            yield
        except MasumeError as error:
            status = exit_status(error)
            if not enabled or status is None or status is Exit.INTERNAL_ERROR:
                raise
            self._add_message(f"{prefix}: {error}", status)

    def _board_to_show(self, name: str, board: masume.Board) -> masume.Board:
        if self.options.solution:
            return _require_solution(self.solve(name, board))
        return masume.common(board, limits=self.options.limits) if self.options.common else board

    def solve(self, name: str, board: masume.Board) -> masume.Outcome:
        """Solve a board; add a message if its solution is not unique."""
        outcome = masume.solve(board, limits=self.options.limits)
        if outcome.board is not None and not outcome.unique:
            is_late = outcome.search is masume.SearchEnd.TIMEOUT
            self._add_message(f"{name}: {outcome.verdict}", Exit.OUT_OF_TIME if is_late else Exit.OK)
        return outcome

    def _add_message(self, message: str, status: Exit) -> None:
        self.messages.append(message)
        self.status = max(self.status, status)

    def finish(self, ctx: click.Context) -> None:
        """Print the messages and exit with the worst status."""
        for message in self.messages:
            print_message(message)
        ctx.exit(self.status)


def _require_solution(outcome: masume.Outcome) -> masume.Board:
    """Return the solution; raise an error if there is none, or if it was not found in time."""
    if outcome.board is None:
        error_type = OutOfTimeError if outcome.status is masume.Status.TIMEOUT else NoSolutionError
        raise error_type(outcome.verdict[:1].lower() + outcome.verdict[1:])
    return outcome.board


@main.command()
@options.boards
@click.option("--to", type=Choice(PICTURE_FORMATS), help="Format; default: the suffix of FILE, or terminal without -o.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write to FILE; several pictures to a folder.",
)
@click.option("--solution", is_flag=True, help="Solve the boards and show their solutions.")
@click.option("--common", is_flag=True, help="Show the marks that all solutions share.")
@click.option("--hints", type=Places(), default="", help="Highlight these as hints, such as 'r1c1 r2c3e'.")
@click.option("--reasons", type=Places(), default="", help="Highlight these as reasons for the hints.")
@click.option("--errors", is_flag=True, help="Highlight mistakes that no further mark can repair.")
@options.time_limit
@click.option("--theme", type=Choice(THEMES), help="Colours; default: light, or print for PDF.")
@click.option("--cell-size", "cell", type=PIXELS, metavar="PIXELS", help="Width of a cell.")
@click.option(
    "--per-page",
    type=PerPage(),
    metavar="COLUMNSxROWS",
    default="1x1",
    help="Boards per page of a PDF, such as 2x3.",
)
@click.option("--paper", type=Choice(list(PAPERS)), default="a4", show_default=True, help="Paper size of a PDF.")
@click.option("--booklet", is_flag=True, help="Make a PDF with the rules first and the answers last.")
@click.option("--title", default="", help="Title of a booklet.")
@options.ascii_only
@options.coordinates
@click.pass_context
def show(
    ctx: click.Context,
    /,
    entries: BoardList,
    to: str | None,
    output: Path | None,
    per_page: tuple[int, int],
    paper: str,
    booklet: bool,
    title: str,
    ascii_only: bool,
    **show_options: Any,
) -> None:
    """Draw each BOARD in the terminal, or as a picture in a file.

    BOARD can also be a folder, or a file with one board per line: a URL, or JSON.  The time limit is for each board.
    """
    picture_format = to or _detect_format(output, booklet)
    file = None if output == STDOUT else output
    run = ShowRun(entries, ShowOptions(**show_options))
    if (booklet, run.options.solution, run.options.common).count(True) > 1:
        raise click.UsageError("--solution, --common and --booklet exclude each other")
    _refuse_unused_options(ctx, picture_format)
    with ProgressBar() as bar, nullcontext() if run.has_several_boards else progress("drawing"):
        if picture_format == "terminal":
            _print_all(run, bar, ascii_only)
        elif picture_format == "pdf":
            _save_pdf(run, bar, file, booklet, title=title, per_page=per_page, paper=paper)
        else:
            _save_pictures(run, bar, file, picture_format)
    run.finish(ctx)


def _refuse_unused_options(ctx: click.Context, picture_format: str) -> None:
    """Refuse options that have no effect on pictures of that format."""
    for option in ctx.command.params:
        formats = _FORMATS_BY_OPTION.get(option.name or "", PICTURE_FORMATS)
        if picture_format not in formats and ctx.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[-1]} is for {', '.join(formats)}, not for {picture_format}: see --to")


def _detect_format(output: Path | None, booklet: bool) -> str:
    """Return the picture format for an output file, from its suffix."""
    if output is None or (output == STDOUT and booklet):
        return "pdf" if booklet else "terminal"
    suffix = output.suffix.lower().removeprefix(".")
    if suffix not in PICTURE_FORMATS:
        formats = ", ".join(_FORMATS_BY_OPTION["output"])
        raise click.UsageError(f"the suffix of {output} is not a picture format: expected --to and one of {formats}")
    return suffix


def _print_all(run: ShowRun, bar: ProgressBar, ascii_only: bool) -> None:
    def print_board(name: str, board: masume.Board) -> None:
        heading = f"{name}\n" if run.has_several_boards else ""
        picture = draw_board(board, ascii_only, run.options.coordinates, **run.options.highlights(board))
        bar.erase()
        print_text(heading + picture)

    run.for_each_board(bar, print_board)


def _save_pictures(run: ShowRun, bar: ProgressBar, output: Path | None, picture_format: str) -> None:
    """Save a picture of each board: a single one to a file or standard output, several to a folder."""
    if run.has_several_boards and output is None:
        raise click.UsageError(f"several pictures need a folder: expected -o FOLDER with --to {picture_format}")
    if run.has_several_boards and output is not None and output.suffix.lower() == f".{picture_format}":
        raise click.UsageError(f"several pictures need a folder: expected -o FOLDER, not the file name {output}")
    used_names: set[str] = set()

    def save_picture(name: str, board: masume.Board) -> None:
        picture = _render(board, picture_format, run.options)
        content = picture.encode() if isinstance(picture, str) else picture
        if output is not None and (run.has_several_boards or output.is_dir()):
            make_folder(output)
            save(output / f"{_file_name(name, used_names)}.{picture_format}", content)
        else:
            _save_or_print(output, content)

    run.for_each_board(bar, save_picture)


def _render(board: masume.Board, picture_format: str, options: ShowOptions) -> str | bytes:
    return masume.render(
        board,
        picture_format,
        theme=options.theme,
        marks=options.marks,
        coordinates=options.coordinates,
        cell=options.cell,
        **options.highlights(board),
    )


def _save_pdf(run: ShowRun, bar: ProgressBar, output: Path | None, booklet: bool, **layout: Any) -> None:
    boards: list[masume.Board] = []
    answers: list[masume.Outcome | None] = []

    def add(name: str, board: masume.Board) -> None:
        boards.append(board)
        if booklet:
            answers.append(None)
            with run.collect_errors(f"no answer: {name}"):
                answers[-1] = outcome = run.solve(name, board)
                _require_solution(outcome)

    run.for_each_board(bar, add)
    if boards:
        chosen = run.options
        style: dict[str, Any] = {
            "theme": chosen.theme or "print",
            "coordinates": chosen.coordinates,
            "marks": chosen.marks,
        }
        _save_or_print(output, masume.bind(boards, answers, rules=booklet, on_progress=bar.show, **style, **layout))


def _save_or_print(output: Path | None, content: bytes) -> None:
    if output is not None:
        save(output, content)
        return
    if sys.stdout.isatty() and not content.startswith(b"<svg"):
        raise InputError("a terminal cannot show this picture: expected -o FILE")
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _file_name(name: str, used: set[str]) -> str:
    """Return a file name for a board that any file system accepts and that is not used yet; add it to the used ones."""
    encoding = sys.getfilesystemencoding()
    encoded = re.sub(r"[^\w.-]+", "-", name).strip("-.").encode(encoding, errors="ignore")
    safe = encoded[:_MAX_NAME_BYTES].decode(encoding, errors="ignore") or "board"
    number, unused = 1, safe
    while unused.casefold() in used:
        number += 1
        unused = f"{safe}-{number}"
    used.add(unused.casefold())
    return unused
