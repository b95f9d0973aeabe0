"""What the commands say, in words for people and in JSON for machines."""

import json
from collections.abc import Sequence
from typing import Any

import masume
from masume.checking import Broken
from masume.core.genre import Genre
from masume.core.grid import describe, place_name

_MOST_PLACES = 5  # that a sentence names


def outcome_in_words(outcome: masume.Outcome, wanted: int | None = None) -> str:
    """One line on what a search found."""
    took = f"{outcome.seconds:.3f} s"
    if outcome.status is masume.Status.UNSOLVABLE:
        return f"No solution ({took})."
    if outcome.status is masume.Status.TIMEOUT:
        return f"Out of time, no solution found ({took})."
    if outcome.unique:
        return f"Solved: the solution is unique ({took})."
    if outcome.unique is None:
        return f"Solved; out of time before it was known whether the solution is unique ({took})."
    one, other = outcome.boards[:2]
    places = _names(one, _differences(one, other))
    if wanted is None:
        return f"Solved: the solution is NOT unique, another one differs at {places} ({took})."
    return (
        f"Solutions shown: {min(len(outcome.boards), wanted)}, not unique, the first two differ at {places} ({took})."
    )


def outcome_to_json(outcome: masume.Outcome, wanted: int | None = None) -> dict[str, Any]:
    """An outcome as plain data."""
    boards = [json.loads(masume.write(board, "json")) for board in outcome.boards]
    told: dict[str, Any] = {
        "status": outcome.status.value,
        "unique": outcome.unique,
        "seconds": round(outcome.seconds, 6),
        "statistics": dict(outcome.statistics),
        "board": boards[0] if boards else None,
    }
    return told if wanted is None else {**told, "boards": boards[:wanted]}


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
    lines += ["", f"Formats: {', '.join(_formats(genre))}", f"Examples: {', '.join(shown) or '-'}"]
    return "\n".join(lines)


def _formats(genre: Genre) -> list[str]:
    """The formats that can carry a genre: those of pzpr ask for a notation, the others for nothing."""
    known = masume.genres.part(genre, "notation", "NOTATION").pzpr is not None
    return [name for name in masume.formats.names() if known or not name.startswith("pzpr")]


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
