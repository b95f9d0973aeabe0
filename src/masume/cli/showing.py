"""The command `show`: boards in the terminal, as pictures, and on paper."""

import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

import masume
from masume.cli import options
from masume.cli.bar import Bar
from masume.cli.commands import drawn, main
from masume.cli.entry import Exit, complain, status_of
from masume.cli.progress import progress
from masume.cli.saving import make_folder, save
from masume.core.errors import InputError, MasumeError, NoSolutionError, OutOfTimeError
from masume.drawing import PICTURES, THEMES
from masume.formats.listing import Entry

_ONLY_FOR = {  # options, by the names of their parameters
    "booklet": ("pdf",),
    "title": ("pdf",),
    "per_page": ("pdf",),
    "paper": ("pdf",),
    "errors": ("svg", "png"),
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


@dataclass
class Shown:
    """The boards that are shown, one by one, and what is to be said of them at the end."""

    entries: list[Entry]
    wish: Wish
    status: Exit = Exit.FINE
    notes: list[str] = field(default_factory=list)

    def boards(self, bar: Bar) -> Iterator[tuple[str, masume.Board]]:
        """Each board as it is wished for; of a single one that cannot be had the error goes on."""
        for done, (name, read) in enumerate(self.entries):
            bar.show(done, len(self.entries) if len(self.entries) > 1 else 0)
            try:
                yield name, self.wished(name, read())
            except MasumeError as error:
                if len(self.entries) == 1 or status_of(error) is Exit.INTERNAL_ERROR:
                    raise
                self.note(f"not shown: {name}: {error}", status_of(error) or Exit.BAD_INPUT)

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
@click.option("--errors", is_flag=True, help="Point out in pictures where the marks break a rule for good.")
@options.time_limit
@click.option("--theme", type=click.Choice(THEMES), help="Light, dark or print; print for PDF if not said.")
@click.option("--cell-size", "cell", type=click.FloatRange(1, 1000), metavar="PIXELS", help="The width of a cell.")
@click.option("--per-page", type=options.PerPage(), default="1x1", help="Boards a page of a PDF, such as 2x3.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
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
    kind = to or _told_by(output, booklet)
    shown = Shown(entries, Wish(**wished))
    if (booklet, shown.wish.solution, shown.wish.common).count(True) > 1:
        raise click.UsageError("--solution, --common and --booklet exclude each other")
    _refuse_idle_options(ctx, kind)
    with Bar() as bar, progress("drawing") if len(entries) == 1 else nullcontext():
        if kind == "terminal":
            _print_all(shown, bar, ascii_only)
        elif kind == "pdf":
            _save_pdf(shown, bar, output, per_page, paper, booklet, title)
        else:
            _save_pictures(shown, bar, kind, output)
    shown.end(ctx)


def _refuse_idle_options(ctx: click.Context, kind: str) -> None:
    """Refuse options that would say nothing to a picture of that kind."""
    for option in ctx.command.params:
        kinds = _ONLY_FOR.get(option.name or "", PICTURES)
        if kind not in kinds and ctx.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option.opts[-1]} is for {' and '.join(kinds)}, not for {kind}")


def _told_by(output: Path | None, booklet: bool) -> str:
    """The sort of picture that the name of a file tells."""
    if output is None:
        return "pdf" if booklet else "terminal"
    ending = output.suffix.lower().removeprefix(".")
    if ending not in PICTURES:
        raise click.UsageError(f"what is {output} to be? Say --to with one of {', '.join(PICTURES)}")
    return ending


def _print_all(shown: Shown, bar: Bar, ascii_only: bool) -> None:
    for name, board in shown.boards(bar):
        bar.wipe()
        heading = f"{name}\n" if len(shown.entries) > 1 else ""
        click.echo(heading + drawn(board, ascii_only, shown.wish.coordinates))


def _save_pictures(shown: Shown, bar: Bar, kind: str, output: Path | None) -> None:
    """A picture for each board: one to a file or to standard output, several to a folder, each under its name."""
    several = len(shown.entries) > 1
    if several and output is None:
        raise click.UsageError(f"several pictures need a folder: expected -o FOLDER with --to {kind}")
    if several and output is not None and output.suffix == f".{kind}":
        raise click.UsageError(f"several pictures need a folder, and {output} looks like a file")
    used: set[str] = set()
    for name, board in shown.boards(bar):
        picture = _picture(board, kind, shown.wish)
        content = picture.encode() if isinstance(picture, str) else picture
        if output is not None and (several or output.is_dir()):
            make_folder(output)
            save(output / f"{_file_name(name, used)}.{kind}", content)
        else:
            _save_or_print(output, content)


def _picture(board: masume.Board, kind: str, wish: Wish) -> str | bytes:
    broken = masume.check(board, finished=False) if wish.errors else []
    return masume.render(
        board,
        kind,
        theme=wish.theme,
        marks=wish.marks,
        coordinates=wish.coordinates,
        cell=wish.cell,
        errors=[place for _, places in broken for place in places],
    )


def _save_pdf(
    shown: Shown, bar: Bar, output: Path | None, per_page: tuple[int, int], paper: str, booklet: bool, title: str
) -> None:
    boards: list[masume.Board] = []
    answers: list[masume.Board | None] = []
    for name, board in shown.boards(bar):
        boards.append(board)
        if booklet:
            answers.append(_answer(shown, name, board))
    if boards:
        bound = masume.bind(
            boards,
            answers,
            title=title,
            rules=booklet,
            per_page=per_page,
            paper=paper,
            theme=shown.wish.theme or "print",
            coordinates=shown.wish.coordinates,
            marks=shown.wish.marks,
            told=bar.show,
        )
        _save_or_print(output, bound)


def _answer(shown: Shown, name: str, board: masume.Board) -> masume.Board | None:
    try:
        return shown.solved(name, board)
    except MasumeError as error:
        shown.note(f"no answer: {name}: {error}", status_of(error) or Exit.BAD_INPUT)
        return None


def _save_or_print(output: Path | None, content: bytes) -> None:
    if output is not None:
        save(output, content)
        return
    if sys.stdout.isatty() and not content.startswith(b"<svg"):
        raise InputError("this is nothing for a terminal: expected -o FILE")
    sys.stdout.buffer.write(content)


def _file_name(name: str, used: set[str]) -> str:
    """A name that any file system takes and that no other board has."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:100] or "board"
    number, unused = 1, plain
    while unused.casefold() in used:
        number += 1
        unused = f"{plain}-{number}"
    used.add(unused.casefold())
    return unused
