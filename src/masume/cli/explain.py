"""The commands `explain` and `hint`: steps in the terminal, as pictures, as JSON, and as a page."""

import json
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

import masume
from masume.cli import options
from masume.cli.atomic_write import make_folder, save
from masume.cli.base import Exit, can_print, has_colour
from masume.cli.board_lists import board_or_list
from masume.cli.commands import main, print_result
from masume.cli.progress import progress
from masume.core.errors import InputError, NoSolutionError, OutOfTimeError
from masume.core.messages import pluralize
from masume.explaining.json_form import explanation_status, explanation_to_json

if TYPE_CHECKING:
    from masume.explaining import Mistakes, Step

DrawFunction = Callable[..., str]
_SOLVED = "Nothing is left to find."
_HINT_STRENGTHS = ("where", "rule", "marks")
_brief = click.option("--brief", is_flag=True, help="Print sentences only, no boards.")
_coordinates = click.option(
    "--coordinates/--no-coordinates", default=True, show_default=True, help="Number the rows and columns."
)


@main.command()
@board_or_list("explain")
@click.option("--steps", "max_steps", type=click.IntRange(min=1), metavar="N", help="Stop after N steps.")
@click.option(
    "--to",
    "to",
    type=click.Choice(["text", "svg", "json", "html"]),
    help="Format; default: html if FILE ends in .html, otherwise text.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE|FOLDER",
    help="Write to this file; the pictures of --to svg to this folder.",
)
@options.time_limit
@_brief
@options.ascii_only
@_coordinates
@click.pass_context
def explain(
    ctx: click.Context,
    board: masume.Board,
    max_steps: int | None,
    to: str | None,
    output: Path | None,
    time_limit: float | None,
    brief: bool,
    ascii_only: bool,
    coordinates: bool,
) -> None:
    """Explain BOARD step by step, starting from its marks: what follows, and why.

    In the terminal, >new marks< and (their reasons) are highlighted.  --to html makes one file, to click through or to
    print.
    """
    output_format = to or ("html" if output is not None and output.suffix.lower() in (".html", ".htm") else "text")
    if output is not None and output_format == "text":
        raise click.UsageError("-o is for svg, json and html: choose one with --to")
    if output is None and output_format == "svg":
        raise click.UsageError("several pictures need a folder: expected -o FOLDER with --to svg")
    steps = islice(masume.explain(board, masume.Limits(seconds=time_limit)), max_steps)
    with _suggest_hint():
        match output_format:
            case "text":
                _print_steps(board, steps, max_steps, _drawing_function(brief, ascii_only, coordinates))
            case "svg" if output is not None:
                _save_pictures(steps, output, coordinates)
            case "json":
                ctx.exit(_write_json(board, steps, max_steps, output))
            case _:
                _save_page(board, steps, output)


@contextmanager
def _suggest_hint() -> Iterator[None]:
    """If the board has no solution, name the command that shows why."""
    try:
        yield
    except NoSolutionError as error:
        raise NoSolutionError(f"{error}; `masume hint` shows why") from None


def _print_steps(board: masume.Board, steps: "Iterator[Step]", max_steps: int | None, draw: DrawFunction) -> None:
    number, after = 0, board
    while True:
        with progress("looking for the next step"):
            step = next(steps, None)
        if step is None:
            break
        number, after = number + 1, step.after
        click.echo(_wrap(f"{number}. {step.in_words()}") + draw(step))
    click.echo(_last_line(explanation_status(after, number == max_steps), number))


def _last_line(status: str, number: int) -> str:
    """Return the line to print after the last step."""
    match status:
        case "solved":
            return f"Solved in {pluralize(number, 'step')}." if number else _SOLVED
        case "several":
            return "The puzzle has several solutions: they have no further marks in common."
    return f"Stopped after {pluralize(number, 'step')}."


def _save_pictures(steps: "Iterator[Step]", folder: Path, coordinates: bool) -> None:
    with progress("explaining"):
        for number, step in enumerate(steps, 1):
            make_folder(folder)
            save(folder / f"{number:03}.svg", str(step.picture("svg", coordinates=coordinates)).encode())


def _write_json(board: masume.Board, steps: "Iterator[Step]", max_steps: int | None, output: Path | None) -> Exit:
    """Write all steps as one line of JSON; if the time runs out, those found so far."""
    collected: list[Step] = []
    with progress("explaining"):
        try:
            collected += steps
            status = explanation_status(collected[-1].after if collected else board, len(collected) == max_steps)
        except OutOfTimeError:
            status = masume.Status.TIMEOUT.value
    data = explanation_to_json(board, collected, status)
    if output is None:
        print_result(data)
    else:
        save(output, f"{json.dumps(data, ensure_ascii=False)}\n".encode())
    return Exit.OUT_OF_TIME if status == masume.Status.TIMEOUT.value else Exit.OK


def _save_page(board: masume.Board, steps: "Iterator[Step]", output: Path | None) -> None:
    from masume.explaining.html_page import render_page  # nothing else needs it

    if output is None and sys.stdout.isatty():
        raise InputError("a terminal cannot show a page: expected -o FILE")
    with progress("explaining"):
        content = render_page(board, list(steps)).encode()
    if output is not None:
        save(output, content)
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


@main.command()
@options.board
@click.option(
    "--strength",
    type=click.Choice(_HINT_STRENGTHS),
    default="marks",
    show_default=True,
    help="Show where to look, the rule to apply as well, or the marks that follow and why.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    default=0.2,
    show_default=True,
    metavar="SECONDS",
    help="Time to look for a smaller step.",
)
@options.as_json
@_brief
@options.ascii_only
@_coordinates
@click.pass_context
def hint(
    ctx: click.Context,
    board: masume.Board,
    strength: str,
    seconds: float,
    as_json: bool,
    brief: bool,
    ascii_only: bool,
    coordinates: bool,
) -> None:
    """Show the next step from the marks on BOARD, or the marks that are wrong, and why.

    The exit status is 1 if something is wrong.
    """
    with progress("looking for a step"):
        step, mistakes = _find_step_or_mistakes(board, seconds)
    status = _hint_status(step, mistakes)
    sentence = _hint_sentence(status, step, mistakes, strength)
    if as_json:
        step_data = step.to_json() if step else None
        mistakes_data = mistakes.to_json() if mistakes else None
        print_result({"status": status, "sentence": sentence, "step": step_data, "mistakes": mistakes_data})
    else:
        draw = _drawing_function(brief, ascii_only, coordinates)
        picture = draw(step, strength=strength) if step is not None else draw(mistakes) if mistakes is not None else ""
        click.echo(_wrap(sentence) + picture)
    ctx.exit(Exit.NO_SOLUTION if status in ("wrong", "unsolvable") else Exit.OK)


def _find_step_or_mistakes(board: masume.Board, seconds: float) -> "tuple[Step | None, Mistakes | None]":
    """Return the next step, or else the mistakes; neither if the board is solved."""
    from masume.explaining import Step, hint_or_mistakes  # slow, and other commands do not need it

    found = hint_or_mistakes(board, seconds)
    return (found, None) if found is None or isinstance(found, Step) else (None, found)


def _hint_status(step: "Step | None", mistakes: "Mistakes | None") -> str:
    if mistakes is None:
        return "solved" if step is None else "step" if step.claims else "wrong"
    if mistakes.wrong or (mistakes.conflict is not None and mistakes.solutions):
        return "wrong"
    return "several" if mistakes.solutions else "unsolvable"


def _hint_sentence(status: str, step: "Step | None", mistakes: "Mistakes | None", strength: str) -> str:
    introductions = {"wrong": "Something is wrong here. ", "unsolvable": "The puzzle has no solution. "}
    if step is not None:
        return step.in_words(strength)
    if mistakes is None:
        return _SOLVED
    if mistakes.first is not None and strength != "marks":
        return introductions[status] + mistakes.first.in_words(strength)
    return mistakes.in_words()


def _drawing_function(brief: bool, ascii_only: bool, coordinates: bool) -> DrawFunction:
    """Return a function that draws the picture of a step, or of mistakes, to print below its sentence."""

    def draw(explained: "Step | Mistakes", **options: Any) -> str:
        render = partial(explained.picture, "terminal", colour=has_colour(), coordinates=coordinates, **options)
        picture = str(render(ascii_only=ascii_only))
        return f"\n{picture if can_print(picture) else str(render(ascii_only=True))}\n"

    return (lambda explained, **options: "") if brief else draw


def _wrap(text: str) -> str:
    """Wrap text at the width of the terminal; if the output is not a terminal, leave it unchanged."""
    if not sys.stdout.isatty():
        return text
    width = max(40, get_terminal_size().columns)
    return "\n".join(
        textwrap.fill(line, width, subsequent_indent="   ", break_long_words=False) for line in text.splitlines()
    )
