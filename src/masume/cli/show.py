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
from masume.cli import options
from masume.cli.atomic_write import make_folder, save
from masume.cli.commands import drawn, main
from masume.cli.entry import Exit, complain, status_of
from masume.cli.progress import progress
from masume.cli.progress_bar import Bar
from masume.core.errors import InputError, MasumeError, NoSolutionError, OutOfTimeError
from masume.core.grid import find_place
from masume.drawing import PAPERS, PICTURES, THEMES, Pointed
from masume.formats.board_lists import Entry

STDOUT = Path("-")
_LONGEST_NAME = 200  # bytes; most file systems take 255
_ONLY_FOR = {  # options, by the names of their parameters
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
class Wish:
    """What is to be shown of boards, and how."""

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
        """What the marks on the shown boards are."""
        return "solution" if self.solution else "common" if self.common else "mark"

    @property
    def limits(self) -> masume.Limits:
        return masume.Limits(seconds=self.time_limit)

    def pointed(self, board: masume.Board) -> Pointed:
        """The places of a board that are to be pointed out, by what they are."""
        broken = masume.check(board, finished=False) if self.errors else []
        return {
            "hints": [find_place(board.grid, name) for name in self.hints],
            "reasons": [find_place(board.grid, name) for name in self.reasons],
            "errors": [place for _, places in broken for place in places],
        }


@dataclass
class Showing:
    """Boards that are shown one by one, and what is to be said of them at the end."""

    entries: list[Entry]
    wish: Wish
    status: Exit = Exit.FINE
    notes: list[str] = field(default_factory=list)

    def each(self, bar: Bar, show: Callable[[str, masume.Board], None]) -> None:
        """Show each board as it is wished for; what goes wrong with one of several is noted."""
        for done, (name, read) in enumerate(self.entries):
            bar.show(done, len(self.entries) if self.several else 0)
            with self.noting(f"not shown: {name}", self.several):
                show(name, self.wished(name, read()))

    @property
    def several(self) -> bool:
        return len(self.entries) > 1

    @contextmanager
    def noting(self, about: str, go_on: bool = True) -> Iterator[None]:
        """Note an error and go on, unless it is one of our own."""
        try:
            yield
        except MasumeError as error:
            status = status_of(error)
            if not go_on or status is None or status is Exit.INTERNAL_ERROR:
                raise
            self.note(f"{about}: {error}", status)

    def wished(self, name: str, board: masume.Board) -> masume.Board:
        if self.wish.solution:
            return self.solved(name, board)
        return masume.common(board, limits=self.wish.limits) if self.wish.common else board

    def solved(self, name: str, board: masume.Board) -> masume.Board:
        """A board's solution; that there are others is noted."""
        outcome = masume.solve(board, limits=self.wish.limits)
        if outcome.board is None:
            kind = OutOfTimeError if outcome.status is masume.Status.TIMEOUT else NoSolutionError
            raise kind(outcome.verdict[:1].lower() + outcome.verdict[1:])
        if not outcome.unique:
            self.note(f"{name}: {outcome.verdict}", Exit.FINE)
        return outcome.board

    def note(self, sentence: str, status: Exit) -> None:
        self.notes.append(sentence)
        self.status = max(self.status, status)

    def end(self, ctx: click.Context) -> None:
        """Say what there is to say, and end with the worst of all statuses."""
        for sentence in self.notes:
            complain(sentence)
        ctx.exit(self.status)


@main.command()
@options.boards
@click.option("--to", type=click.Choice(PICTURES), help="What to make; told by the name of FILE if not said.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there; several pictures to a folder."
)
@click.option("--solution", is_flag=True, help="Solve the boards and show their solutions.")
@click.option("--common", is_flag=True, help="Show the marks that all solutions share.")
@click.option("--hints", type=options.Places(), default="", help="Point out where to look next, such as 'r1c1 r2c3e'.")
@click.option("--reasons", type=options.Places(), default="", help="Point out what hints rest on: places, too.")
@click.option("--errors", is_flag=True, help="Point out where the marks break a rule for good.")
@options.time_limit
@click.option("--theme", type=click.Choice(THEMES), help="Light, dark or print; print for PDF if not said.")
@click.option("--cell-size", "cell", type=click.FloatRange(1, 1000), metavar="PIXELS", help="The width of a cell.")
@click.option("--per-page", type=options.PerPage(), default="1x1", help="Boards a page of a PDF, such as 2x3.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True)
@click.option("--booklet", is_flag=True, help="A PDF with the rules first and the answers last.")
@click.option("--title", default="", help="The title of a booklet.")
@options.ascii_only
@options.coordinates
@click.pass_context
def show(
    ctx: click.Context,
    /,
    entries: list[Entry],
    to: str | None,
    output: Path | None,
    per_page: tuple[int, int],
    paper: str,
    booklet: bool,
    title: str,
    ascii_only: bool,
    **wished: Any,
) -> None:
    """Draw each BOARD in the terminal, or as a picture in a file.

    BOARD may also be a folder, or a file with one board a line: an address, or JSON.  A time limit holds for each.
    """
    kind, file = to or _told_by(output, booklet), None if output == STDOUT else output
    showing = Showing(entries, Wish(**wished))
    if (booklet, showing.wish.solution, showing.wish.common).count(True) > 1:
        raise click.UsageError("--solution, --common and --booklet exclude each other")
    _refuse_idle_options(ctx, kind)
    with Bar() as bar, nullcontext() if showing.several else progress("drawing"):
        if kind == "terminal":
            _print_all(showing, bar, ascii_only)
        elif kind == "pdf":
            _save_pdf(showing, bar, file, booklet, title=title, per_page=per_page, paper=paper)
        else:
            _save_pictures(showing, bar, file, kind)
    showing.end(ctx)


def _refuse_idle_options(ctx: click.Context, kind: str) -> None:
    """Refuse options that would say nothing to a picture of that kind."""
    for option in ctx.command.params:
        kinds = _ONLY_FOR.get(option.name or "", PICTURES)
        if kind not in kinds and ctx.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[-1]} is for {' and '.join(kinds)}, not for {kind}")


def _told_by(output: Path | None, booklet: bool) -> str:
    """The sort of picture that the name of a file tells."""
    if output is None or (output == STDOUT and booklet):
        return "pdf" if booklet else "terminal"
    ending = output.suffix.lower().removeprefix(".")
    if ending not in PICTURES:
        raise click.UsageError(f"what is {output} to be? Say --to with one of {', '.join(PICTURES)}")
    return ending


def _print_all(showing: Showing, bar: Bar, ascii_only: bool) -> None:
    def print_one(name: str, board: masume.Board) -> None:
        heading = f"{name}\n" if showing.several else ""
        picture = drawn(board, ascii_only, showing.wish.coordinates, **showing.wish.pointed(board))
        bar.wipe()
        click.echo(heading + picture)

    showing.each(bar, print_one)


def _save_pictures(showing: Showing, bar: Bar, output: Path | None, kind: str) -> None:
    """A picture for each board: one to a file or to standard output, several to a folder, each under its name."""
    if showing.several and output is None:
        raise click.UsageError(f"several pictures need a folder: expected -o FOLDER with --to {kind}")
    if showing.several and output is not None and output.suffix.lower() == f".{kind}":
        raise click.UsageError(f"several pictures need a folder, and {output} looks like a file")
    used: set[str] = set()

    def save_one(name: str, board: masume.Board) -> None:
        picture = _picture(board, kind, showing.wish)
        content = picture.encode() if isinstance(picture, str) else picture
        if output is not None and (showing.several or output.is_dir()):
            make_folder(output)
            save(output / f"{_file_name(name, used)}.{kind}", content)
        else:
            _save_or_print(output, content)

    showing.each(bar, save_one)


def _picture(board: masume.Board, kind: str, wish: Wish) -> str | bytes:
    return masume.render(
        board,
        kind,
        theme=wish.theme,
        marks=wish.marks,
        coordinates=wish.coordinates,
        cell=wish.cell,
        **wish.pointed(board),
    )


def _save_pdf(showing: Showing, bar: Bar, output: Path | None, booklet: bool, **layout: Any) -> None:
    boards: list[masume.Board] = []
    answers: list[masume.Board | None] = []

    def take(name: str, board: masume.Board) -> None:
        boards.append(board)
        if booklet:
            answers.append(None)
            with showing.noting(f"no answer: {name}"):
                answers[-1] = showing.solved(name, board)

    showing.each(bar, take)
    if boards:
        wish = showing.wish
        style: dict[str, Any] = {"theme": wish.theme or "print", "coordinates": wish.coordinates, "marks": wish.marks}
        _save_or_print(output, masume.bind(boards, answers, rules=booklet, told=bar.show, **style, **layout))


def _save_or_print(output: Path | None, content: bytes) -> None:
    if output is not None:
        save(output, content)
        return
    if sys.stdout.isatty() and not content.startswith(b"<svg"):
        raise InputError("this is nothing for a terminal: expected -o FILE")
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _file_name(name: str, used: set[str]) -> str:
    """A name that any file system takes and that no other board has."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.").encode()[:_LONGEST_NAME].decode(errors="ignore") or "board"
    number, unused = 1, plain
    while unused.casefold() in used:
        number += 1
        unused = f"{plain}-{number}"
    used.add(unused.casefold())
    return unused
