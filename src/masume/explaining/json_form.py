"""JSON form: steps and mistakes as plain data, with a version number and with places by name.

    {"masume": 1, "sentence": "r1c4 is white: otherwise …", "marks": {"shade": {"r1c4": "white"}}, "size": 1,
     "smallest": true, "minimal": true, "claims": […], "wrong": […], "known": […], "reasons": […], "branches": […],
     "folded": […], "technique": null, "cut_off": false, "chapter": "Top left"}

A claim is {"layer", "place", "value", "holds"}; a reason is {"rule", "place", "places", "sentence", "rests_on",
"cut"}, where `places` are those to look at; a cut is {"kind", "witnesses", "boundary"}; a branch is {"assumptions",
"inferences"}, an inference is {"claim", "reasons", "because"}.  The claim of an inference is null for a contradiction.
Folded marks are inferences, too.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.grid import place_name
from masume.core.plain_data import layers_to_dict, value_to_data
from masume.explaining.steps import Branch, Cut, Inference, Reason, Step

if TYPE_CHECKING:
    from masume.explaining.mistake_analysis import Mistakes

VERSION = 1


def step_to_dict(step: Step) -> dict[str, Any]:
    """Return a step as dictionaries, lists, strings and numbers, without the board before it."""
    board = step.board
    return {
        "masume": VERSION,
        "sentence": step.in_words(),
        "marks": layers_to_dict(board.grid, step.marks),
        "size": step.size,
        "smallest": step.smallest,
        "minimal": step.minimal,
        "claims": _claims_to_dict(board, step.claims),
        "wrong": _claims_to_dict(board, step.wrong),
        "known": _claims_to_dict(board, step.known),
        "reasons": [_reason_to_dict(board, reason) for reason in step.reasons],
        "branches": [_branch_to_dict(board, branch) for branch in step.branches],
        "folded": [_inference_to_dict(board, inference) for inference in step.folded],
        "technique": step.technique or None,
        "cut_off": step.cut_off,
        "chapter": None,  # set in an explanation
    }


def mistakes_to_dict(mistakes: "Mistakes") -> dict[str, Any]:
    """Return the mistakes of a board as dictionaries, lists, strings and numbers."""
    board = mistakes.board
    return {
        "masume": VERSION,
        "sentence": mistakes.in_words(),
        "wrong": _claims_to_dict(board, mistakes.wrong),
        "steps": [step_to_dict(step) for step in mistakes.steps],
        "conflict": None if mistakes.conflict is None else step_to_dict(mistakes.conflict),
        "solutions": [solution.to_dict() for solution in mistakes.solutions],
        "differ": _claims_to_dict(board, mistakes.differences),
    }


def _claim_to_dict(board: Board, claim: Claim) -> dict[str, Any]:
    layer, place, value, holds = claim
    return {
        "layer": layer,
        "place": place_name(board.grid, place),
        "value": value_to_data(value),
        "holds": holds,
    }


def _claims_to_dict(board: Board, claims: Iterable[Claim]) -> list[dict[str, Any]]:
    return [_claim_to_dict(board, claim) for claim in claims]


def _reason_to_dict(board: Board, reason: Reason) -> dict[str, Any]:
    rule = board.genre.find_rule(reason.rule)
    return {
        "rule": reason.rule,
        "place": place_name(board.grid, reason.place),
        "places": [place_name(board.grid, place) for place in reason.places(board)],
        "sentence": rule.sentence if rule else "",
        "rests_on": [
            {"rule": instance.rule, "place": place_name(board.grid, instance.place)} for instance in reason.rests_on
        ],
        "cut": None if reason.cut is None else _cut_to_dict(board, reason.cut),
    }


def _cut_to_dict(board: Board, cut: Cut) -> dict[str, Any]:
    kind, witnesses, boundary = cut
    return {
        "kind": kind.value,
        "witnesses": _claims_to_dict(board, witnesses),
        "boundary": _claims_to_dict(board, boundary),
    }


def _branch_to_dict(board: Board, branch: Branch) -> dict[str, Any]:
    return {
        "assumptions": _claims_to_dict(board, branch.assumptions),
        "inferences": [_inference_to_dict(board, inference) for inference in branch.inferences],
    }


def _inference_to_dict(board: Board, inference: Inference) -> dict[str, Any]:
    return {
        "claim": None if inference.claim is None else _claim_to_dict(board, inference.claim),
        "reasons": [_reason_to_dict(board, reason) for reason in inference.reasons],
        "because": _claims_to_dict(board, inference.because),
    }
