"""What the commands say, in words for people and in JSON for machines."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import masume
from masume.checking import Broken
from masume.core.genre import Genre
from masume.core.grid import describe, place_name
from masume.formulations import models

if TYPE_CHECKING:
    from masume.bench.ablation import Ablation

_MOST_PLACES = 5  # that a sentence names


def outcome_in_words(outcome: masume.Outcome, wanted: int | None = None) -> str:
    """One line on what a search found, and another if masume does not vouch for it."""
    if outcome.vouched:
        return _found(outcome, wanted)
    name = outcome.statistics.get("formulation", "the formulation")
    return f"{_found(outcome, wanted)}\nSo says {name}; masume does not vouch for it."


def _found(outcome: masume.Outcome, wanted: int | None) -> str:
    took = f"{outcome.seconds:.3f} s"
    if outcome.status is masume.Status.WRONG and outcome.board is not None:
        return f"Wrong: {broken_in_words(outcome.board, masume.check(outcome.board), False)} ({took})"
    if outcome.unique is not False:
        return f"{outcome.verdict} ({took})."
    one, other = outcome.boards[:2]
    places = _names(one, _differences(one, other))
    if wanted is None:
        return f"{outcome.verdict}, another one differs at {places} ({took})."
    return (
        f"Solutions shown: {min(len(outcome.boards), wanted)}, not unique, the first two differ at {places} ({took})."
    )


def outcome_to_json(outcome: masume.Outcome, wanted: int | None = None) -> dict[str, Any]:
    """An outcome as plain data."""
    boards = [json.loads(masume.write(board, "json")) for board in outcome.boards]
    told: dict[str, Any] = {
        "status": outcome.status.value,
        "unique": outcome.unique,
        "vouched": outcome.vouched,
        "seconds": round(outcome.seconds, 6),
        "statistics": dict(outcome.statistics),
        "board": boards[0] if boards else None,
    }
    return told if wanted is None else {**told, "boards": boards[:wanted]}


def statistics_in_words(outcome: masume.Outcome) -> str:
    """What a search cost, a line for each figure."""
    figures = outcome.statistics.items()
    told = ((name.replace("_", " "), value if isinstance(value, str) else f"{value:,}") for name, value in figures)
    return "\n".join(f"  {name:18} {value}" for name, value in told)


def conflict_in_words(board: masume.Board, instances: Sequence[tuple[str, Any]]) -> str:
    """The rules of a conflict, with their sentences and places."""
    if not instances:
        return "No solution, whichever rules are left out."
    places: dict[str, list[Any]] = {}
    for rule, place in instances:
        places.setdefault(rule, []).append(place)
    sentences = {rule.id: rule.sentence for rule in board.genre.all_rules}
    lines = [f"  {rule}{_where(board, found)}: {sentences[rule]}" for rule, found in places.items()]
    return "\n".join(["No solution: these cannot hold together, and none of them can be left out.", *lines])


def conflict_to_json(board: masume.Board, instances: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The rule instances of a conflict as plain data."""
    found = [{"rule": rule, "place": place_name(board.grid, place)} for rule, place in instances]
    return {"status": masume.Status.UNSOLVABLE.value, "conflict": found}


def broken_in_words(board: masume.Board, broken: Sequence[Broken], unfinished: bool) -> str:
    """One line per broken rule, with its sentence and where it is broken."""
    if not broken:
        return "No rule is broken for good." if unfinished else "Right: no rule is broken."
    sentences = {rule.id: rule.sentence for rule in board.genre.rules(board.options)}
    return "\n".join(f"{rule} is broken{_where(board, places)}: {sentences[rule]}" for rule, places in broken)


def broken_to_json(board: masume.Board, broken: Sequence[Broken]) -> dict[str, Any]:
    """The broken rules as plain data."""
    found = [{"rule": rule, "places": [place_name(board.grid, place) for place in places]} for rule, places in broken]
    return {"right": not found, "broken": found}


def genre_in_short(genre: Genre) -> str:
    """A genre, what it is about, and its other names."""
    lines = [f"{genre.name:12} {masume.genres.about(genre)}"]
    if others := ", ".join(genre.names[1:]):
        lines.append(f"{'':12} also called {others}")
    return "\n".join(lines)


def genre_in_words(genre: Genre, examples: Sequence[str]) -> str:
    """Everything a person asks about a genre."""
    about = masume.genres.about(genre)
    lines = [genre.title, f"  {about[:1].upper()}{about[1:]}", f"  Also called: {', '.join(genre.names[1:]) or '-'}"]
    usual = list(genre.rules({option.name: option.default for option in genre.options}))
    lines += ["", "Rules"]
    lines += (
        f"  {rule.id:4} {rule.sentence}{'' if rule in usual else ' (only with an option)'}" for rule in genre.all_rules
    )
    if genre.options:
        lines += ["", "Options"]
        lines += (f"  {option.name} ({option.values.expected}): {option.sentence}" for option in genre.options)
    shown = [name for name in examples if masume.examples.find(name).genre is genre]
    formulations = sorted({*masume.formulations.names(genre), *models.names(genre)})
    lines += ["", f"Formats: {', '.join(_formats(genre))}", f"Formulations: {', '.join(formulations) or '-'}"]
    lines += [f"Examples: {', '.join(shown) or '-'}"]
    return "\n".join(lines)


ABLATION_HEAD = f"{'left out':12} {'atoms':>9} {'rules':>9} {'ground s':>9} {'solve s':>9} {'all s':>8}  answers"


def ablation_in_words(row: "Ablation") -> str:
    """One line of the table of an ablation; a dash where time was up before the figure was known."""
    name = ", ".join(row.without) or "nothing"
    sizes = ("-" if figure is None else f"{figure:,}" for figure in (row.atoms, row.rules))
    times = ("-" if figure is None else f"{figure:.3f}" for figure in (row.grounding_seconds, row.solving_seconds))
    figures = " ".join(f"{figure:>9}" for figure in (*sizes, *times))
    return f"{name:12} {figures} {row.seconds:>8.3f}  {row.answers:,}{'' if row.complete else ' or more'}"


def _formats(genre: Genre) -> list[str]:
    """The formats that can carry a genre: those of pzpr and Essence ask for a notation, the others for nothing."""
    notation = masume.genres.part(genre, "notation", "NOTATION")
    lacking = tuple(name for name in ("pzpr", "essence") if getattr(notation, name) is None)
    return [name for name in masume.formats.names() if not name.startswith(lacking)]


def _differences(one: masume.Board, other: masume.Board) -> list[Any]:
    return [
        place
        for layer in one.genre.answer
        for place, mark in one.marks[layer].items()
        if other.marks[layer].get(place) != mark
    ]


def _where(board: masume.Board, places: Sequence[Any]) -> str:
    return "" if set(places) == {board.grid.board} else f" at {_names(board, places)}"


def _names(board: masume.Board, places: Sequence[Any]) -> str:
    named = ", ".join(describe(board.grid, place) for place in places[:_MOST_PLACES])
    return named if len(places) <= _MOST_PLACES else f"{named} and {len(places) - _MOST_PLACES} more"
