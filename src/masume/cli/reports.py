"""The results of commands: as text for people, and as plain data for JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import masume
from masume.cli.base import can_print

if TYPE_CHECKING:
    from masume.bench import AblationResult

_NO_MARKS = "The board has no marks"


def format_outcome(outcome: masume.Outcome, shown: int | None = None) -> str:
    """Return one line about the result of a search, and a second one if masume does not vouch for it.

    `shown` is how many solutions the user asked for, if not just one.
    """
    if outcome.vouched:
        return _format_result(outcome, shown)
    return (
        f"{_format_result(outcome, shown)}\nThis is the result of {outcome.formulation}; masume does not vouch for it."
    )


def _format_result(outcome: masume.Outcome, shown: int | None) -> str:
    seconds = f"{outcome.seconds:.3f} s"
    if outcome.status is masume.Status.WRONG and outcome.board is not None:
        return f"Wrong: {format_broken_rules(outcome.board, masume.check(outcome.board), False)} ({seconds})"
    verdict = outcome.verdict if shown is None else outcome.verdict_on_all(shown)
    if outcome.board is None or not outcome.differ_at:
        return f"{verdict} ({seconds})."
    others = ", another one differs at" if shown is None else "; the first two differ at"
    return f"{verdict}{others} {outcome.board.describe_places(outcome.differ_at)} ({seconds})."


def format_json(data: dict[str, Any]) -> str:
    """Return plain data as one line of JSON that standard output can encode."""
    from json import dumps

    return escape_json(dumps(data, ensure_ascii=False))


def escape_json(text: str) -> str:
    """Return JSON text with escapes for all but ASCII characters if standard output cannot encode it as it is."""
    if can_print(text):
        return text
    from json import dumps

    return "".join(character if character.isascii() else dumps(character)[1:-1] for character in text)


def format_statistics(outcome: masume.Outcome) -> str:
    """Return the statistics of a search, one per line."""
    rows = (
        (name.replace("_", " "), value if isinstance(value, str) else f"{value:,}")
        for name, value in outcome.statistics.items()
    )
    return "\n".join(f"  {name:18} {value}" for name, value in rows)


def format_conflict(board: masume.Board, instances: Sequence[tuple[str, Any]]) -> str:
    """Return the rules of a conflict with their sentences and places."""
    if not instances:
        return "No solution, even if all rules are left out."
    places_by_rule: dict[str, list[Any]] = {}
    for rule, place in instances:
        places_by_rule.setdefault(rule, []).append(place)
    sentences = {rule.id: rule.sentence for rule in board.genre.all_rules}
    lines = [f"  {rule}{_format_location(board, places)}: {sentences[rule]}" for rule, places in places_by_rule.items()]
    return "\n".join(
        ["No solution: these rules contradict each other, and the contradiction needs every one of them.", *lines]
    )


def conflict_to_json(board: masume.Board, instances: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the rule instances of a conflict as plain data."""
    conflict = [{"rule": rule, "place": board.place_name(place)} for rule, place in instances]
    return {"status": masume.Status.UNSOLVABLE.value, "conflict": conflict}


def format_broken_rules(board: masume.Board, broken: Sequence[masume.BrokenRule], unfinished: bool) -> str:
    """Return one line per broken rule, with its sentence and the places where it is broken."""
    lines = [] if board.has_marks else [f"{_NO_MARKS}." if unfinished else f"{_NO_MARKS}: checked as if finished."]
    if not broken:
        return "\n".join([*lines, "No rule is broken yet." if unfinished else "Right: no rule is broken."])
    sentences = {rule.id: rule.sentence for rule in board.genre.rules(board.options)}
    lines += (f"{rule} is broken{_format_location(board, places)}: {sentences[rule]}" for rule, places in broken)
    return "\n".join(lines)


def format_count(count: int, search: masume.SearchEnd) -> str:
    """Return a number of solutions, and whether there are or may be more."""
    prefix = {
        masume.SearchEnd.COMPLETE: "",
        masume.SearchEnd.LIMIT: "more than ",
        masume.SearchEnd.TIMEOUT: "at least ",
    }
    return f"{prefix[search]}{count}"


ABLATION_HEAD = f"{'left out':12} {'atoms':>9} {'rules':>9} {'ground s':>9} {'solve s':>9} {'total s':>8}  answers"


def format_ablation(result: "AblationResult") -> str:
    """Return one row of an ablation's table, with a dash for what is unknown because the time ran out."""
    name = ", ".join(result.without) or "nothing"
    sizes = ("-" if value is None else f"{value:,}" for value in (result.atoms, result.rules))
    times = ("-" if value is None else f"{value:.3f}" for value in (result.grounding_seconds, result.solving_seconds))
    columns = " ".join(f"{value:>9}" for value in (*sizes, *times))
    return f"{name:12} {columns} {result.seconds:>8.3f}  {result.answers:,}{'' if result.complete else ' or more'}"


def _format_location(board: masume.Board, places: Sequence[Any]) -> str:
    """Return " at r1c1, r2c2", or nothing if the whole board is meant."""
    return "" if set(places) == {board.grid.board} else f" at {board.describe_places(places)}"
