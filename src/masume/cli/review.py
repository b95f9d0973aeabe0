"""The command `review`: all that an author wants to know about a board."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

import masume
from masume import InputError, formats
from masume.cli import options
from masume.cli.atomic_write import STDOUT, save
from masume.cli.base import Exit, can_print, has_colour, print_message, print_text
from masume.cli.board_lists import board_or_list
from masume.cli.commands import main, print_result
from masume.cli.parameter_types import Choice, Number
from masume.cli.progress import progress
from masume.formats import BoardId, BoardList

_DRAWN = ("conflict", "difference")  # findings that are drawn in the terminal; a page has pictures of the others, too

_MAX_CELLS = 2500  # of a board that is drawn in the terminal, where each cell is several characters wide


@main.command()
@board_or_list("review")
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Look for the same board, also rotated or mirrored, in this file or folder.",
)
@click.option("--limit", type=Number(), default=100, show_default=True, metavar="N", help="Count solutions up to N.")
@click.option(
    "--to", "to", type=Choice(["text", "html"]), help="Format; default: html if FILE ends in .html, otherwise text."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the page to this file.")
@options.time_limit
@options.as_json
@options.ascii_only
@click.pass_context
def review(
    ctx: click.Context,
    board: masume.Board,
    against: Path | None,
    limit: int,
    to: str | None,
    output: Path | None,
    time_limit: float | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Review BOARD: is the solution unique, how hard is it, which clues are superfluous, does it exist already?

    Marks on the board are ignored.  What takes long comes last.
    """
    output = None if output == STDOUT else output
    is_page = to == "html" or (to is None and output is not None and output.suffix.lower() in (".html", ".htm"))
    if as_json and (to is not None or output is not None):
        raise click.UsageError("--json excludes --to and -o")
    if output is not None and not is_page:
        raise click.UsageError("-o is for pages: expected --to html with it")
    others = () if against is None else _read_others(formats.list_boards(against))
    limits = masume.Limits(seconds=time_limit)
    found = masume.review(board, limits=limits, against=others, max_solutions=limit)
    if as_json:
        with progress("reviewing"):
            data = found.to_dict()
        print_result(data)
    elif is_page:
        _save_page(found, output)
    else:
        _print_findings(found, ascii_only)
    if found.missing:
        ctx.exit(Exit.OUT_OF_TIME)
    is_unsolvable = found.outcome is not None and found.outcome.status is masume.Status.UNSOLVABLE
    ctx.exit(Exit.NO_SOLUTION if is_unsolvable else Exit.OK)


def _read_others(entries: BoardList) -> Iterator[tuple[BoardId, masume.Board]]:
    """Yield the boards to compare with; print a message for each that cannot be read."""
    for entry in entries:
        try:
            yield entry.id, formats.read_entry(entry)
        except InputError as error:
            print_message(f"{entry.source}: {error}")


def _print_findings(found: masume.Review, ascii_only: bool) -> None:
    """Print each finding as soon as it is known."""
    findings = iter(found)
    while True:
        with progress("reviewing"):
            finding = next(findings, None)
        if finding is None:
            break
        print_text(finding.text)
        if finding.name in _DRAWN and len(found.board.grid.cells) <= _MAX_CELLS:
            for picture in finding.pictures:
                draw = partial(picture.render, "terminal", colour=has_colour(), coordinates=True)
                text = str(draw(ascii_only=ascii_only))
                drawn = text if can_print(text) else str(draw(ascii_only=True))
                print_text(f"{picture.caption}:\n{drawn}")
    if sentence := found.describe_missing():
        print_text(sentence)


def _save_page(found: masume.Review, output: Path | None) -> None:
    if output is None and sys.stdout.isatty():
        raise InputError("a terminal cannot show a page: expected -o FILE")
    with progress("reviewing"):
        content = found.to_html().encode()
    if output is not None:
        save(output, content)
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    if sentence := found.describe_missing():
        print_message(f"{sentence[:1].lower()}{sentence[1:].rstrip('.')}")
