"""The commands `solve`, `check`, `count`, `convert` and `genres`; each is a thin caller of the public API."""

from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, Unpack

import click

import masume
from masume import engines, examples, formats
from masume.cli import options, reports
from masume.cli.atomic_write import STDOUT, save
from masume.cli.base import CommandGroup, Exit, can_print, has_colour, print_message, print_text
from masume.cli.board_lists import board_or_list
from masume.cli.parameter_types import Choice, Number
from masume.cli.progress import progress
from masume.drawing import Highlights

FormulationOption: TypeAlias = str | masume.Formulation | None
UsedFormulation: TypeAlias = masume.Formulation | masume.formulations.ModelFormulation | None
_EXIT_STATUS = {
    masume.Status.SOLVED: Exit.OK,
    masume.Status.UNSOLVABLE: Exit.NO_SOLUTION,
    masume.Status.TIMEOUT: Exit.OUT_OF_TIME,
    masume.Status.WRONG: Exit.NO_SOLUTION,
}


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(masume.__version__, prog_name="masume")
def main() -> None:
    """Make, solve, check, explain, convert and show grid logic puzzles.

    BOARD is a puzz.link URL, a file, - for standard input, or the name of a shipped example.  If it is a file of facts
    for answer set programming, as in the papers, add --genre and --size: facts contain neither.  Many commands take
    lists, too: several boards, a folder, or a file with one board per line.
    """


@main.command()
@board_or_list("solve")
@options.engine
@options.formulation
@options.time_limit
@options.from_marks
@click.option("--all", "max_solutions", type=Number(), metavar="N", help="Show up to N solutions.")
@click.option("--common", is_flag=True, help="Show the marks that all solutions share.")
@click.option("--conflict", is_flag=True, help="If there is no solution, show rules that contradict each other.")
@click.option(
    "--to", "to", type=Choice(formats.names()), help="Print solutions in this format instead of drawing them."
)
@click.option("--statistics", is_flag=True, help="Print statistics of the search.")
@options.as_json
@options.ascii_only
@options.coordinates
@click.pass_context
def solve(
    ctx: click.Context,
    board: masume.Board,
    engine: str | None,
    formulation: FormulationOption,
    time_limit: float | None,
    from_marks: bool,
    max_solutions: int | None,
    common: bool,
    conflict: bool,
    to: str | None,
    statistics: bool,
    as_json: bool,
    ascii_only: bool,
    coordinates: bool,
) -> None:
    """Solve BOARD and report whether the solution is unique."""
    if (common, conflict, max_solutions is not None).count(True) > 1:
        raise click.UsageError("--all, --common and --conflict exclude each other")
    if to is not None and as_json:
        raise click.UsageError("--to and --json exclude each other: --json has the solution in the format json")
    # One more than are shown, to find out whether there are more.
    limits = masume.Limits(seconds=time_limit, solutions=None if max_solutions is None else max_solutions + 1)
    used = masume.formulation_for(board, engine=engine, formulation=formulation)
    format_solution = partial(_format_solution, to=to, used=used, ascii_only=ascii_only, coordinates=coordinates)
    if common:
        with progress("looking for common marks"):
            shared = masume.common(board, engine=engine, limits=limits, from_marks=from_marks, formulation=formulation)
        print_result({"common": shared.to_dict()} if as_json else format_solution(shared), to)
        _warn_unless_vouched(used)
        return
    if conflict:
        _print_conflict(ctx, board, formulation, limits, from_marks, as_json)
    with progress("solving"):
        outcome = masume.solve(board, engine=engine, limits=limits, from_marks=from_marks, formulation=formulation)
    if as_json:
        print_result(outcome.to_dict(max_boards=max_solutions))
    else:
        for solution in outcome.boards[: max_solutions or 1]:
            print_result(format_solution(solution), to)
        report = reports.format_outcome(outcome, max_solutions)
        print_text(f"{report}\n{reports.format_statistics(outcome)}" if statistics else report, err=to is not None)
    is_out_of_time = outcome.search is masume.SearchEnd.TIMEOUT
    ctx.exit(Exit.OUT_OF_TIME if is_out_of_time else _EXIT_STATUS[outcome.status])


def _print_conflict(
    ctx: click.Context,
    board: masume.Board,
    formulation: FormulationOption,
    limits: masume.Limits,
    from_marks: bool,
    as_json: bool,
) -> None:
    """Print rules that contradict each other and exit; return if there are none."""
    with progress("looking for a conflict"):
        instances = masume.conflict(board, formulation=formulation, limits=limits, from_marks=from_marks)
    if instances is not None:
        report = reports.conflict_to_json if as_json else reports.format_conflict
        print_result(report(board, instances))
        _warn_unless_vouched(masume.formulation_for(board, engine="asp", formulation=formulation))
        ctx.exit(Exit.NO_SOLUTION)


@main.command()
@board_or_list("check")
@click.option("--unfinished", is_flag=True, help="Report only mistakes that no further mark can repair.")
@options.formulation
@options.as_json
@click.pass_context
def check(
    ctx: click.Context, board: masume.Board, unfinished: bool, formulation: FormulationOption, as_json: bool
) -> None:
    """Report the rules that the marks on BOARD break."""
    if formulation is None:
        broken = masume.check(board, finished=not unfinished)
    elif unfinished:
        raise click.UsageError("--unfinished and --formulation exclude each other")
    else:
        broken = masume.violations(board, formulation=formulation)
    if as_json:
        from masume.batch import check_to_dict  # most calls print text

        print_result(check_to_dict(board, broken))
    else:
        print_result(reports.format_broken_rules(board, broken, unfinished))
    if formulation is not None:
        _warn_unless_vouched(masume.formulation_for(board, engine="asp", formulation=formulation))
    ctx.exit(Exit.NO_SOLUTION if broken else Exit.OK)


@main.command()
@board_or_list("count")
@options.engine
@options.formulation
@options.time_limit
@options.from_marks
@click.option("--limit", type=Number(), default=1000, show_default=True, metavar="N", help="Stop counting at N.")
@options.as_json
@click.pass_context
def count(
    ctx: click.Context,
    board: masume.Board,
    engine: str | None,
    formulation: FormulationOption,
    time_limit: float | None,
    from_marks: bool,
    limit: int,
    as_json: bool,
) -> None:
    """Count the solutions of BOARD."""
    limits, search = masume.Limits(seconds=time_limit), masume.SearchEnd.COMPLETE
    try:
        with progress("counting"):
            counted = masume.count(
                board, engine=engine, limits=limits, from_marks=from_marks, formulation=formulation, limit=limit + 1
            )
        if counted > limit:
            counted, search = limit, masume.SearchEnd.LIMIT
    except masume.OutOfTimeError as error:
        counted, search = error.count or 0, masume.SearchEnd.TIMEOUT
    if as_json:
        from masume.batch import count_to_dict  # most calls print text

        print_result(count_to_dict(counted, search))
    else:
        print_result(reports.format_count(counted, search))
    _warn_unless_vouched(masume.formulation_for(board, engine=engine, formulation=formulation))
    if search is masume.SearchEnd.TIMEOUT:
        ctx.exit(Exit.OUT_OF_TIME)
    ctx.exit(Exit.OK if counted else Exit.NO_SOLUTION)


@main.command()
@board_or_list("convert", with_json=True)
@click.option("--to", "to", type=Choice(formats.names()), default="text", show_default=True, help="Format to write.")
@click.option("--dialect", metavar="NAME", help="Dialect of the facts to write: a paper, such as cayli2007, or masume.")
@click.option(
    "--transform",
    type=Choice(masume.SquareGrid.symmetries),
    metavar="NAME",
    help=f"Rotate or mirror the board first: {', '.join(masume.SquareGrid.symmetries[1:])}; rot90 is clockwise.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
def convert(board: masume.Board, to: str, dialect: str | None, transform: str | None, output: Path | None) -> None:
    """Write BOARD in another format, or rotated or mirrored."""
    if transform is not None:
        board = masume.transform(board, transform)
    text = masume.write(board, to, dialect=dialect).rstrip("\n")
    if output is None or output == STDOUT:
        print_result(text, to)
    else:
        save(output, f"{text}\n".encode())


@main.command()
@click.argument("name", required=False)
@click.option("--engines", "show_engines", is_flag=True, help="List the engines instead.")
@click.option("--techniques", "show_techniques", is_flag=True, help="List the techniques of a genre, with examples.")
def genres(name: str | None, show_engines: bool, show_techniques: bool) -> None:
    """List the genres, or describe one: its rules, layers, options, formats and examples, and a board to fill in."""
    from masume.cli import genre_page  # no other command needs it

    if show_engines:
        rows = (f"{engine:14} {engines.describe(engine).partition(': ')[2]}" for engine in engines.names())
        print_result("\n".join(rows))
    elif show_techniques and name is None:
        raise click.UsageError("--techniques needs the name of a genre")
    elif show_techniques and name is not None:
        print_result(genre_page.format_techniques(masume.genres.find(name)))
    elif name is None:
        all_genres = map(masume.genres.find, masume.genres.names())
        print_result("\n".join(map(genre_page.format_summary, all_genres)))
    else:
        print_result(genre_page.format_genre(masume.genres.find(name), examples.names()))


def _format_solution(
    board: masume.Board, to: str | None, used: UsedFormulation, ascii_only: bool, coordinates: bool
) -> str:
    """Return a solution as a picture or in a format; as facts, write only the answer, as the papers do."""
    if to is None:
        return draw_board(board, ascii_only, coordinates)
    if to not in ("answer", "facts"):
        return masume.write(board, to).rstrip("\n")
    dialect = used.dialect if isinstance(used, masume.Formulation) else None
    return masume.write(board, "answer", dialect=dialect).rstrip("\n")


def _warn_unless_vouched(used: UsedFormulation) -> None:
    if used is not None and not used.vouched:
        print_message(f"this is the result of {used.name}; masume does not vouch for it")


def draw_board(board: masume.Board, ascii_only: bool, coordinates: bool, **highlights: Unpack[Highlights]) -> str:
    """Return a picture of a board for the terminal, in ASCII if standard output cannot encode anything else."""
    draw = partial(masume.render, board, "terminal", colour=has_colour(), coordinates=coordinates, **highlights)
    picture = draw(ascii_only=ascii_only)
    return picture if can_print(picture) else draw(ascii_only=True)


def print_result(result: str | dict[str, Any], format_name: str | None = None) -> None:
    """Print text in a format, or plain data as one line of JSON."""
    if not isinstance(result, str):
        result = reports.format_json(result)
    print_text(reports.escape_json(result) if format_name == "json" else result)
