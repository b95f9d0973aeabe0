"""The commands `explain` and `hint`: steps in the terminal, as pictures, as data, and as a page."""

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
from masume.cli.commands import main, print_result
from masume.cli.entry import Exit, can_print, has_colour
from masume.cli.progress import progress
from masume.core.errors import InputError, NoSolutionError, OutOfTimeError
from masume.core.messages import counted

if TYPE_CHECKING:
    from masume.explaining import Mistakes, Step

Draw = Callable[..., str]
_NOTHING = "Nothing is left to find."
_STRENGTHS = ("where", "rule", "marks")
_brief = click.option("--brief", is_flag=True, help="Sentences only, no boards.")
_coordinates = click.option(
    "--coordinates/--no-coordinates", default=True, show_default=True, help="Number the rows and columns."
)


@main.command()
@options.board
@click.option("--steps", "most", type=click.IntRange(min=1), metavar="N", help="Stop after so many steps.")
@click.option("--to", "to", type=click.Choice(["text", "svg", "json", "html"]), help="In which form; text if not said.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE|FOLDER",
    help="Write to this file, or the pictures of --to svg into this folder.",
)
@options.time_limit
@_brief
@options.ascii_only
@_coordinates
@click.pass_context
def explain(
    ctx: click.Context,
    board: masume.Board,
    most: int | None,
    to: str | None,
    output: Path | None,
    time_limit: float | None,
    brief: bool,
    ascii_only: bool,
    coordinates: bool,
) -> None:
    """Explain BOARD, from its marks on: each next step, and why.

    In the terminal >what follows< and (what it rests on) are pointed out.  The page that --to html makes is one file,
    to be clicked through or printed.
    """
    kind = to or ("html" if output is not None and output.suffix.lower() in (".html", ".htm") else "text")
    if output is not None and kind == "text":
        raise click.UsageError("-o is for svg, json and html: say --to")
    if output is None and kind == "svg":
        raise click.UsageError("several pictures need a folder: expected -o FOLDER with --to svg")
    steps = islice(masume.explain(board, masume.Limits(seconds=time_limit)), most)
    with _pointing_to_hints():
        match kind:
            case "text":
                _print_steps(board, steps, most, _drawing(brief, ascii_only, coordinates))
            case "svg" if output is not None:
                _save_pictures(steps, output, coordinates)
            case "json":
                ctx.exit(_record(board, steps, most, output))
            case _:
                _save_page(board, steps, output)


@contextmanager
def _pointing_to_hints() -> Iterator[None]:
    """Say of a board without a solution which command shows what is wrong with it."""
    try:
        yield
    except NoSolutionError as error:
        raise NoSolutionError(f"{error}, which `masume hint` shows") from None


def _print_steps(board: masume.Board, steps: "Iterator[Step]", most: int | None, draw: Draw) -> None:
    number, after = 0, board
    while True:
        with progress("looking for the next step"):
            step = next(steps, None)
        if step is None:
            break
        number, after = number + 1, step.after
        click.echo(_folded(f"{number}. {step.in_words()}") + draw(step))
    click.echo(_ending(_status(after, number == most), number))


def _ending(status: str, number: int) -> str:
    """What is said after the last step."""
    match status:
        case "solved":
            return f"Solved in {counted(number, 'step')}." if number else _NOTHING
        case "several":
            return "The puzzle has several solutions: nothing more is common to them."
    return f"Stopped after {counted(number, 'step')}."


def _status(board: masume.Board, stopped: bool) -> str:
    """Where an explanation has led: to the solution, to what several have in common, or to where it was stopped."""
    layers = map(board.genre.mark_layer, board.genre.answer)
    if all(place in board.decided(layer.name) for layer in layers for place in layer.places(board.grid)):
        return "solved"
    return "stopped" if stopped else "several"


def _save_pictures(steps: "Iterator[Step]", folder: Path, coordinates: bool) -> None:
    with progress("explaining"):
        for number, step in enumerate(steps, 1):
            make_folder(folder)
            save(folder / f"{number:03}.svg", str(step.picture("svg", coordinates=coordinates)).encode())


def _record(board: masume.Board, steps: "Iterator[Step]", most: int | None, output: Path | None) -> Exit:
    """All steps as one line of JSON; if time is up, those that were found."""
    found: list[Step] = []
    with progress("explaining"):
        try:
            found += steps
            status = _status(found[-1].after if found else board, len(found) == most)
        except OutOfTimeError:
            status = masume.Status.TIMEOUT.value
    plain = json.loads(masume.write(board, "json"))
    told = {"masume": 1, "status": status, "board": plain, "steps": [step.to_json() for step in found]}
    if output is None:
        print_result(told)
    else:
        save(output, f"{json.dumps(told, ensure_ascii=False)}\n".encode())
    return Exit.OUT_OF_TIME if status == masume.Status.TIMEOUT.value else Exit.FINE


def _save_page(board: masume.Board, steps: "Iterator[Step]", output: Path | None) -> None:
    from masume.explaining.html_page import page  # here, for nothing else needs it

    if output is None and sys.stdout.isatty():
        raise InputError("a page is nothing for a terminal: expected -o FILE")
    with progress("explaining"):
        content = page(board, list(steps)).encode()
    if output is not None:
        save(output, content)
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


@main.command()
@options.board
@click.option(
    "--strength",
    type=click.Choice(_STRENGTHS),
    default="marks",
    show_default=True,
    help="Tell where to look, which rule to think of, or which marks follow and why.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    default=0.2,
    show_default=True,
    help="How long to look for a smaller step.",
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
    """Tell the next step from the marks on BOARD, or which of them are wrong, and why.

    The exit status is 1 if something is wrong.
    """
    with progress("looking for a step"):
        step, wrong = _step_or_mistakes(board, seconds)
    status = _hint_status(step, wrong)
    sentence = _hint_in_words(status, step, wrong, strength)
    if as_json:
        told = {"step": step.to_json() if step else None, "mistakes": wrong.to_json() if wrong else None}
        print_result({"status": status, "sentence": sentence, **told})
    else:
        draw = _drawing(brief, ascii_only, coordinates)
        shown = draw(step, strength=strength) if step is not None else draw(wrong) if wrong is not None else ""
        click.echo(_folded(sentence) + shown)
    ctx.exit(Exit.NO_SOLUTION if status in ("wrong", "unsolvable") else Exit.FINE)


def _step_or_mistakes(board: masume.Board, seconds: float) -> "tuple[Step | None, Mistakes | None]":
    """The next step, or what is wrong, or neither if the board is solved."""
    step = masume.hint(board, seconds)
    if step is not None and step.claims and not step.wrong:
        return step, None
    try:
        return None, masume.mistakes(board, masume.Limits(seconds=max(1, 10 * seconds))) or None
    except OutOfTimeError:
        if step is None:
            raise
        return step, None  # which is wrong together is known


def _hint_status(step: "Step | None", wrong: "Mistakes | None") -> str:
    if wrong is None:
        return "solved" if step is None else "step" if step.claims else "wrong"
    if wrong.wrong or (wrong.conflict is not None and wrong.solutions):
        return "wrong"
    return "several" if wrong.solutions else "unsolvable"


def _hint_in_words(status: str, step: "Step | None", wrong: "Mistakes | None", strength: str) -> str:
    heads = {"wrong": "Something is wrong here. ", "unsolvable": "The puzzle has no solution. "}
    if step is not None:
        return step.in_words(strength)
    if wrong is None:
        return _NOTHING
    if wrong.first is not None and strength != "marks":
        return heads[status] + wrong.first.in_words(strength)
    return wrong.in_words()


def _drawing(brief: bool, ascii_only: bool, coordinates: bool) -> Draw:
    """How steps and mistakes are drawn under their sentence."""

    def drawn(what: "Step | Mistakes", **told: Any) -> str:
        draw = partial(what.picture, "terminal", colour=has_colour(), coordinates=coordinates, **told)
        picture = str(draw(ascii_only=ascii_only))
        return f"\n{picture if can_print(picture) else str(draw(ascii_only=True))}\n"

    return (lambda what, **told: "") if brief else drawn


def _folded(text: str) -> str:
    """A sentence as wide as the terminal; elsewhere a line is a line."""
    if not sys.stdout.isatty():
        return text
    width = max(40, get_terminal_size().columns)
    return "\n".join(
        textwrap.fill(line, width, subsequent_indent="   ", break_long_words=False) for line in text.splitlines()
    )
