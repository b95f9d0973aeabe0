"""The commands `explain` and `hint`: steps in the terminal, as pictures, as JSON, and as a page."""

import json
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import click

import masume
from masume import InputError, NoSolutionError
from masume.cli import options
from masume.cli.atomic_write import STDOUT, make_folder, save
from masume.cli.base import Exit, can_print, has_colour, print_message, print_text
from masume.cli.board_lists import board_or_list
from masume.cli.commands import main, print_result
from masume.cli.parameter_types import SECONDS, Choice, Number
from masume.cli.progress import progress

DrawFunction = Callable[..., str]
_HINT_STRENGTHS = ("where", "rule", "marks")
_brief = click.option("--brief", is_flag=True, help="Print sentences only, no boards.")
_coordinates = click.option(
    "--coordinates/--no-coordinates", default=True, show_default=True, help="Number the rows and columns."
)


@main.command()
@board_or_list("explain")
@click.option("--at", metavar="PLACE", help="Explain only the mark at this place, such as r3c4; r3c4-r3c5 is an edge.")
@click.option(
    "--detail",
    type=Choice(["thoughts", "all"]),
    default="thoughts",
    show_default=True,
    help="Fold what follows at once into the steps and shorten long arguments, or show everything.",
)
@click.option("--steps", "max_steps", type=Number(), metavar="N", help="Stop after N steps.")
@click.option(
    "--to",
    "to",
    type=Choice(["text", "svg", "json", "html"]),
    help="Format; default: html if FILE ends in .html, otherwise text.",
)
@click.option(
    "--when",
    type=Choice(["after", "before", "chain"]),
    help="Moment that --to svg draws: after a step (default), before it, or what would follow if it were wrong.",
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
    at: str | None,
    detail: str,
    max_steps: int | None,
    to: str | None,
    when: str | None,
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
    output = None if output == STDOUT else output
    output_format = to or ("html" if output is not None and output.suffix.lower() in (".html", ".htm") else "text")
    if output is not None and output_format == "text":
        raise click.UsageError("-o is for svg, json and html: choose one with --to")
    if output is None and output_format == "svg":
        raise click.UsageError("several pictures need a folder: expected -o FOLDER with --to svg")
    if when is not None and output_format != "svg":
        raise click.UsageError("--when is for pictures: expected --to svg with it")
    limits = masume.Limits(seconds=time_limit)
    explanation = masume.Explanation(board, at=at, detail=detail, limits=limits, max_steps=max_steps)
    with _suggest_hint():
        match output_format:
            case "text":
                _print_steps(explanation, _drawing_function(brief, ascii_only, coordinates), brief, detail == "all")
            case "svg" if output is not None:
                _save_pictures(explanation, output, when or "after", coordinates)
            case "json":
                _write_json(explanation, output)
            case _:
                _save_page(explanation, output)
    ctx.exit(Exit.OUT_OF_TIME if explanation.ending is masume.Ending.TIMEOUT else Exit.OK)


@contextmanager
def _suggest_hint() -> Iterator[None]:
    """If the board has no solution, name the command that shows why."""
    try:
        yield
    except NoSolutionError as error:
        raise NoSolutionError(f"{error}; `masume hint` shows why") from None


def _print_steps(explanation: masume.Explanation, draw: DrawFunction, brief: bool, full: bool) -> None:
    steps = explanation.narrate()
    while True:
        with progress("looking for the next step"):
            title, step = next(steps, ("", None))
        if step is None:
            break
        number = len(explanation.steps)
        if title:
            print_text(f"\n{title}" if brief and number > 1 else title)
        print_text(_wrap(f"{number}. {step.in_words(full=full)}") + draw(step))
    print_text(explanation.in_words())


def _save_pictures(explanation: masume.Explanation, folder: Path, when: str, coordinates: bool) -> None:
    with progress("explaining"):
        for number, step in enumerate(explanation, 1):
            make_folder(folder)
            for name, picture in _draw_pictures(step, when, coordinates):
                save(folder / f"{number:03}{name}.svg", picture.encode())
    _report_timeout(explanation, folder, is_written=bool(explanation.steps))


def _draw_pictures(step: masume.Step, when: str, coordinates: bool) -> Iterator[tuple[str, str]]:
    """Yield the pictures of a step, with what their names end in: "-2" for the second chain of a step with several."""
    if when == "chain" and not step.branches:
        when = "before"  # a rule states the marks directly, so there is no chain
    for branch in range(len(step.branches) if when == "chain" else 1):
        name = f"-{branch + 1}" if when == "chain" and len(step.branches) > 1 else ""
        yield name, str(step.picture("svg", when=when, branch=branch, coordinates=coordinates))


def _write_json(explanation: masume.Explanation, output: Path | None) -> None:
    """Write all steps as one line of JSON; if the time runs out, those found so far."""
    with progress("explaining"):
        data = explanation.to_dict()
    if output is None:
        print_result(data)
    else:
        save(output, f"{json.dumps(data, ensure_ascii=False)}\n".encode())
        _report_timeout(explanation, output, is_written=True)


def _save_page(explanation: masume.Explanation, output: Path | None) -> None:
    if output is None and sys.stdout.isatty():
        raise InputError("a terminal cannot show a page: expected -o FILE")
    with progress("explaining"):
        content = explanation.to_html().encode()
    is_written = bool(explanation.steps) or explanation.ending is not masume.Ending.TIMEOUT
    if is_written:
        _write(content, output)
    _report_timeout(explanation, output, is_written=is_written)


def _report_timeout(explanation: masume.Explanation, output: Path | None, *, is_written: bool) -> None:
    """If the time ran out, print where the steps found so far are."""
    if explanation.ending is masume.Ending.TIMEOUT:
        when, _, _ = explanation.in_words().partition(":")
        where = f"wrote what was found to {'standard output' if output is None else output}"
        print_message(f"{when[:1].lower()}{when[1:]}: {where if is_written else 'nothing was written'}")


def _write(content: bytes, output: Path | None) -> None:
    if output is not None:
        save(output, content)
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


@main.command()
@options.board
@click.option(
    "--strength",
    type=Choice(_HINT_STRENGTHS),
    default="marks",
    show_default=True,
    help="Show where to look, the rule to apply as well, or the marks that follow and why.",
)
@click.option(
    "--seconds",
    type=SECONDS,
    default=0.2,
    show_default=True,
    metavar="SECONDS",
    help="Time to look for a smaller step.",
)
@click.option("--proof", is_flag=True, help="Show why a mark is wrong even if nothing on the board shows it yet.")
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
    proof: bool,
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
    sentence = _hint_sentence(step, mistakes, strength, proof)
    if as_json:
        step_data = step.to_dict() if step else None
        mistakes_data = mistakes.to_dict() if mistakes else None
        print_result({"status": status, "sentence": sentence, "step": step_data, "mistakes": mistakes_data})
    else:
        draw = _drawing_function(brief, ascii_only, coordinates)
        picture = draw(step, strength=strength) if step is not None else draw(mistakes) if mistakes is not None else ""
        print_text(_wrap(sentence) + picture)
    ctx.exit(Exit.NO_SOLUTION if status in ("wrong", "unsolvable") else Exit.OK)


def _find_step_or_mistakes(board: masume.Board, seconds: float) -> tuple[masume.Step | None, masume.Mistakes | None]:
    """Return the next step, or else the mistakes; neither if the board is solved."""
    found = masume.hint_or_mistakes(board, seconds=seconds)
    return (found, None) if found is None or isinstance(found, masume.Step) else (None, found)


def _hint_status(step: masume.Step | None, mistakes: masume.Mistakes | None) -> str:
    if mistakes is None:
        return "solved" if step is None else "step" if step.claims else "wrong"
    if mistakes.wrong or (mistakes.conflict is not None and mistakes.solutions):
        return "wrong"
    return "several" if mistakes.solutions else "unsolvable"


def _hint_sentence(step: masume.Step | None, mistakes: masume.Mistakes | None, strength: str, proof: bool) -> str:
    if step is not None:
        return step.in_words(strength)
    if mistakes is None:
        return "Nothing is left to find."
    if mistakes.first is not None and strength != "marks":
        return mistakes.first.in_words(strength)
    return mistakes.in_words(proof=proof)


def _drawing_function(brief: bool, ascii_only: bool, coordinates: bool) -> DrawFunction:
    """Return a function that draws the picture of a step, or of mistakes, to print below its sentence."""

    def draw(explained: masume.Step | masume.Mistakes, **options: Any) -> str:
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
