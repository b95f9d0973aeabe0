"""Commands for one board or a list: `board_or_list` lets a command for one board take a list, too."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from masume import InputError, engines, formats
from masume.cli import options
from masume.cli.atomic_write import STDOUT
from masume.cli.parameter_types import Number
from masume.formats import BoardList

_EXCLUSIVE = {"solve": ("max_solutions", "common"), "check": ("unfinished", "formulation")}
_INSTEAD = {  # of options for one board
    "ascii_only": "`masume show` draws the boards of a list",
    "brief": "use --to json",
    "coordinates": "`masume show` draws the boards of a list",
    "statistics": "--json prints them",
    "to": "--json prints the solutions, and `masume show --solution` draws them",
    "review to": "--json prints the findings",
}
_FOR_ALL = {"sources", "genre", "size", "constants", "facts_dialect", "jobs", "resume", "output", "as_json"}

_jobs = click.option("--jobs", type=Number(1, 64), metavar="N", help="Work on N boards of a list at a time.")
_resume = click.option("--resume", is_flag=True, help="Skip the boards of a list that have a result in FILE.")
_output = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Append the results of a list to FILE, as lines of JSON.",
)


def board_or_list(name: str, *, with_json: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the arguments BOARD... and the options for lists to a command that gets one `board`.

    The command itself is called for one board.  For a list, the task of this name (`batch.tasks`) runs on every board;
    it has those options of the command that make sense for a list, and the others are refused.  `with_json` adds
    --json, if the command has none for one board.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = {parameter.name for parameter in getattr(command, "__click_params__", ())}

        @wraps(command)
        def with_boards(entries: BoardList, jobs: int | None, resume: bool, **values: Any) -> None:
            added = {option: value for option, value in values.items() if option not in own}
            if entries.is_list or jobs is not None or resume or any(added.values()):
                _run_list(name, entries, jobs or 1, resume, values)
            else:
                (entry,) = entries
                own_values = {option: value for option, value in values.items() if option in own}
                command(board=formats.read_entry(entry), **own_values)

        for option in (_jobs, _resume, None if "output" in own else _output, options.as_json if with_json else None):
            with_boards = with_boards if option is None else option(with_boards)
        return options.boards(with_boards)

    return decorate


def _run_list(name: str, entries: BoardList, jobs: int, resume: bool, values: dict[str, Any]) -> None:
    """Run a command over a list and exit."""
    from inspect import signature  # slow, as the others are, and one board does not need them

    from masume.batch import TASKS, Task
    from masume.cli.list_output import choose_output
    from masume.cli.list_run import ListRun

    context = click.get_current_context()
    task_options = signature(TASKS[name]).parameters.keys() & values.keys()
    as_json = values["as_json"] if "as_json" in values else _is_json_chosen(values)
    _refuse_options(context, name, task_options | _FOR_ALL | (set() if "as_json" in values else {"to"}))
    task = Task(name, {option: values[option] for option in task_options})
    if (engine := values.get("engine")) is not None and (reason := engines.why_unavailable(engine)) is not None:
        raise InputError(f"the engine {engine} cannot be used here: {reason}")
    path, sources = values["output"], context.params["sources"]
    if path == STDOUT:
        path, as_json = None, as_json or name != "convert"
    with choose_output(task, entries, path, as_json, resume, sources) as output:
        status = ListRun(task, entries, jobs, output).run()
    context.exit(status)


def _is_json_chosen(values: dict[str, Any]) -> bool:
    """Return whether --to json was given to a command that has no --json; refuse other formats."""
    if values["to"] not in (None, "json") or (values["to"] is None and values["output"] is not None):
        raise click.UsageError("the steps of a list of boards are written as JSON only: expected --to json")
    return values["to"] is not None


def _refuse_options(context: click.Context, name: str, allowed: set[str]) -> None:
    """Refuse options that make no sense for a list, and those that exclude each other."""
    given = {
        option.name: option.opts[-1]
        for option in context.command.params
        if context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
    }
    for option, flag in given.items():
        if option not in allowed:
            instead = _INSTEAD.get(f"{name} {option}") or _INSTEAD.get(option, "use it on one board")
            raise click.UsageError(f"{flag} is not for lists of boards: {instead}")
    exclusive = [given[option] for option in _EXCLUSIVE.get(name, ()) if option in given]
    if len(exclusive) > 1:
        raise click.UsageError(f"{' and '.join(exclusive)} exclude each other")
