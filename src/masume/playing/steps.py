"""Steps, hints and mistakes as a page shows them: in words, and as overlays of the board."""

from collections.abc import Iterable, Iterator
from typing import Any

from masume.checking import check
from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.grid import place_name
from masume.core.layers import Mark
from masume.core.outcome import NO_LIMITS, Limits
from masume.core.phrases import capitalize, describe_claims, name_place
from masume.core.places import Place, PlaceKey
from masume.core.plain_data import layers_to_dict
from masume.explaining import hint_or_mistakes, mistakes
from masume.explaining.arguments import argument_of
from masume.explaining.explanation import Explanation
from masume.explaining.frames import Frame, contradiction_places, frame_of_mistakes, frame_of_step, ghosts_of
from masume.explaining.mistake_analysis import Mistakes
from masume.explaining.sentences import rule_sentence
from masume.explaining.steps import Branch, Step
from masume.playing.boards import marks_of
from masume.playing.overlays import Overlay, overlay_of, without_veil

HINT_SECONDS = 0.25
_MAX_DESCRIBED = 24  # marks


def hint_for(board: Board, *, seconds: float = HINT_SECONDS) -> dict[str, Any]:
    """Return the next step, or what is wrong with the marks, or that nothing is left to find.

    Raise OutOfTimeError if nothing is found in time.
    """
    found = hint_or_mistakes(board, seconds=seconds)
    if found is None:
        return {"kind": "done", "message": _describe_end(board)}
    if isinstance(found, Step) and found.claims and not found.wrong:
        marks = layers_to_dict(board.grid, _marks_to_put_in(found))
        return {"kind": "step", "step": {**step_view(found), "marks": marks}}
    return {"kind": "mistakes", "mistakes": _mistakes_view(found)}


def _describe_end(board: Board) -> str:
    if not check(board):
        return "The board is solved: nothing is left to find."
    return "Nothing more follows: the puzzle has several solutions."


def mistakes_in(board: Board, *, limits: Limits = NO_LIMITS) -> dict[str, Any]:
    """Return which marks are wrong and why, or what is wrong with the puzzle itself."""
    return _mistakes_view(mistakes(board, limits=limits))


def narrate(board: Board, *, at: PlaceKey | None = None, limits: Limits = NO_LIMITS) -> Iterator[dict[str, Any]]:
    """Yield the steps from a board to its solution as they are found, and at last how they ended.

    With `at`, only the steps that the mark at this place needs.  Raise NoSolutionError if no solution has the marks.
    """
    explanation = Explanation(board, limits=limits, at=at)
    for chapter, step in explanation.narrate():
        yield {"step": step_view(step, chapter)}
    yield {"end": explanation.in_words()}


def step_view(step: Step, chapter: str = "") -> dict[str, Any]:
    """Return a step as plain data."""
    board, where = step.board, step.in_words("where")
    folded: dict[str, list[str]] = {}
    for inference in step.folded:
        if inference.claim is not None:
            folded.setdefault(inference.claim.layer, []).append(place_name(board.grid, inference.claim.place))
    return {
        "chapter": chapter,
        "where": where,
        "rule": step.in_words("rule").removeprefix(where).strip(),
        "sentence": step.in_words(),
        "claims": _describe_added(step),
        "technique": step.technique,
        "size": step.size,
        "before": marks_of(board),
        "marks": layers_to_dict(board.grid, step.marks),
        "folded": folded,
        "rules": list(_rules_of(step)),
        "overlays": _overlays_of(step),
        "chain": list(_chain_of(step)),
    }


def _marks_to_put_in(step: Step) -> dict[str, dict[Place, Mark]]:
    """Return the marks that a step adds, without folded ones on clues that need no drawing.

    A dot beside a number would look like a decimal point.
    """
    clues, claimed = step.board.clues.values(), {(claim.layer, claim.place) for claim in step.claims}
    marks: dict[str, dict[Place, Mark]] = {}
    for layer, entries in step.marks.items():
        default = step.board.genre.mark_layer(layer).default
        for place, mark in entries.items():
            if mark != default or (layer, place) in claimed or not any(place in numbers for numbers in clues):
                marks.setdefault(layer, {})[place] = mark
    return marks


def _describe_added(step: Step) -> str:
    """Return all marks that a step adds in words; of very many, those that it claims and the number of the others."""
    others = len(step.all_claims) - len(step.claims)
    if len(step.all_claims) <= _MAX_DESCRIBED:
        return f"{capitalize(describe_claims(step.board, step.all_claims))}."
    return f"{capitalize(describe_claims(step.board, step.claims))}, and {others} further marks."


def _overlays_of(step: Step) -> dict[str, Overlay]:
    """Return what to lay over the board before the step, more of it with each strength, and over the one after it."""
    after = frame_of_step(step)
    return {
        "where": overlay_of(frame_of_step(step, "where")),
        "rule": overlay_of(frame_of_step(step, "rule")),
        "marks": overlay_of(after._replace(board=step.board, folded=(), before=None, ghosts={"": step.all_claims})),
        "after": overlay_of(after),
    }


def _rules_of(step: Step) -> Iterator[dict[str, str]]:
    """Yield each rule that a step uses once, with its places in words."""
    by_rule: dict[str, dict[str, None]] = {}
    for reason in step.reasons:
        places = by_rule.setdefault(reason.rule, {})
        if step.branches and reason.cut is None and reason.place != step.board.grid.board:
            places[name_place(step.board, reason.place)] = None
    for rule, places in by_rule.items():
        yield {"id": rule, "sentence": rule_sentence(step.board, rule), "places": ", ".join(places)}


def _chain_of(step: Step) -> Iterator[dict[str, Any]]:
    """Yield the positions on the way through a step's argument, branch after branch."""
    supposed, texts = argument_of(step)
    last = -1
    for number, (branch, sentences) in enumerate(zip(step.branches, texts, strict=True)):
        last += len(sentences)
        intro = f"{supposed} " if number == 0 and supposed else ""
        for position, (sentence, frame) in enumerate(zip(sentences, _ghost_frames(step, branch), strict=True)):
            text = f"{intro}{sentence}" if position == 0 else capitalize(sentence)
            label = next(iter(frame.ghosts), "")
            yield {"text": text, "label": label, "overlay": without_veil(overlay_of(frame)), "until": last}


def _ghost_frames(step: Step, branch: Branch) -> Iterator[Frame]:
    """Yield a frame for each position of a branch: what is assumed, what follows, what would be broken."""
    for label, claims in ghosts_of(step.board, branch).items():
        yield Frame(step.board, ghosts={label: claims})
    yield Frame(step.board, errors=contradiction_places(step.board, branch))


def _mistakes_view(found: Mistakes | Step) -> dict[str, Any]:
    """Return what is wrong with a board; a step shows one mistake, when there was no time to find all."""
    frame = frame_of_mistakes(found) if isinstance(found, Mistakes) else frame_of_step(found)
    return {
        "message": found.in_words(),
        "number": len(found.wrong),
        "wrong": _places_by_layer(found.board, found.wrong),
        "overlay": overlay_of(frame),
    }


def _places_by_layer(board: Board, claims: Iterable[Claim]) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for claim in claims:
        places.setdefault(claim.layer, []).append(place_name(board.grid, claim.place))
    return places
