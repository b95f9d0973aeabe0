"""JSON form: steps and mistakes as plain data, with a version number and with places by name.

    {"masume": 1, "sentence": "r1c4 is white: otherwise …", "marks": {"shade": {"r1c4": "white"}}, "size": 1,
     "smallest": true, "minimal": true, "claims": […], "wrong": […], "known": […], "reasons": […], "branches": […]}

A claim is {"layer", "place", "value", "holds"}; a reason is {"rule", "place", "sentence", "rests_on", "cut"}, a cut
is {"kind", "witnesses", "boundary"}; a branch is {"assumptions", "inferences"}, an inference is {"claim", "reasons",
"because"}.  The claim of an inference is null for a contradiction.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from masume.core.board import Board
from masume.core.grid import place_name
from masume.explaining.steps import Branch, Claim, Cut, Inference, Reason, Step
from masume.formats import json as board_json

if TYPE_CHECKING:
    from masume.explaining.mistake_analysis import Mistakes

VERSION = 1


def step_to_json(step: Step) -> dict[str, Any]:
    """Return a step as dictionaries, lists, strings and numbers, without the board before it."""
    board = step.board
    return {
        "masume": VERSION,
        "sentence": step.in_words(),
        "marks": board_json.layers_to_json(board.grid, step.marks),
        "size": step.size,
        "smallest": step.smallest,
        "minimal": step.minimal,
        "claims": _claims_to_json(board, step.claims),
        "wrong": _claims_to_json(board, step.wrong),
        "known": _claims_to_json(board, step.known),
        "reasons": [_reason_to_json(board, reason) for reason in step.reasons],
        "branches": [_branch_to_json(board, branch) for branch in step.branches],
    }


def explanation_to_json(board: Board, steps: Sequence[Step], status: str) -> dict[str, Any]:
    """Return all steps of an explanation as dictionaries, lists, strings and numbers, with the board before them."""
    board_data = board_json.to_json(board)
    return {"masume": VERSION, "status": status, "board": board_data, "steps": [step_to_json(step) for step in steps]}


def explanation_status(board: Board, is_stopped: bool) -> str:
    """Return how an explanation ended: "solved", at the marks that "several" solutions share, or "stopped" early."""
    layers = map(board.genre.mark_layer, board.genre.answer)
    if all(place in board.decided_marks(layer.name) for layer in layers for place in layer.places(board.grid)):
        return "solved"
    return "stopped" if is_stopped else "several"


def mistakes_to_json(mistakes: "Mistakes") -> dict[str, Any]:
    """Return the mistakes of a board as dictionaries, lists, strings and numbers."""
    board = mistakes.board
    return {
        "masume": VERSION,
        "sentence": mistakes.in_words(),
        "wrong": _claims_to_json(board, mistakes.wrong),
        "steps": [step_to_json(step) for step in mistakes.steps],
        "conflict": None if mistakes.conflict is None else step_to_json(mistakes.conflict),
        "solutions": [board_json.to_json(solution) for solution in mistakes.solutions],
        "differ": _claims_to_json(board, mistakes.differences),
    }


def _claim_to_json(board: Board, claim: Claim) -> dict[str, Any]:
    layer, place, value, holds = claim
    return {
        "layer": layer,
        "place": place_name(board.grid, place),
        "value": board_json.value_to_json(value),
        "holds": holds,
    }


def _claims_to_json(board: Board, claims: Iterable[Claim]) -> list[dict[str, Any]]:
    return [_claim_to_json(board, claim) for claim in claims]


def _reason_to_json(board: Board, reason: Reason) -> dict[str, Any]:
    rule = board.genre.find_rule(reason.rule)
    return {
        "rule": reason.rule,
        "place": place_name(board.grid, reason.place),
        "sentence": rule.sentence if rule else "",
        "rests_on": [
            {"rule": instance.rule, "place": place_name(board.grid, instance.place)} for instance in reason.rests_on
        ],
        "cut": None if reason.cut is None else _cut_to_json(board, reason.cut),
    }


def _cut_to_json(board: Board, cut: Cut) -> dict[str, Any]:
    kind, witnesses, boundary = cut
    return {
        "kind": kind.value,
        "witnesses": _claims_to_json(board, witnesses),
        "boundary": _claims_to_json(board, boundary),
    }


def _branch_to_json(board: Board, branch: Branch) -> dict[str, Any]:
    return {
        "assumptions": _claims_to_json(board, branch.assumptions),
        "inferences": [_inference_to_json(board, inference) for inference in branch.inferences],
    }


def _inference_to_json(board: Board, inference: Inference) -> dict[str, Any]:
    return {
        "claim": None if inference.claim is None else _claim_to_json(board, inference.claim),
        "reasons": [_reason_to_json(board, reason) for reason in inference.reasons],
        "because": _claims_to_json(board, inference.because),
    }
