"""Arguments: the branches of a step as short texts, one for each position from assumption to contradiction."""

from collections.abc import Sequence
from typing import NamedTuple

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.phrases import describe_claims
from masume.explaining.chain_words import describe_violation, group_inferences
from masume.explaining.steps import Branch, Step


class Argument(NamedTuple):
    """The texts of each branch: its assumption, what follows one after the other, and the contradiction.

    If two cases have something in common, `supposed` says it once.
    """

    supposed: str
    branches: tuple[tuple[str, ...], ...]


def argument_of(step: Step) -> Argument:
    """Return the argument of a step; without branches if it has none."""
    if not step.branches:
        return Argument("", ())
    board, first = step.board, step.branches[0]
    common = [claim for claim in first.assumptions if all(claim in branch.assumptions for branch in step.branches)]
    has_cases = len(step.branches) > 1 and bool(common)
    supposed = f"Suppose {describe_claims(board, common, 'were')}." if has_cases else ""
    texts = []
    for branch in step.branches:
        case = [claim for claim in branch.assumptions if not has_cases or claim not in common]
        texts.append(tuple(_describe_branch(board, branch, case or branch.assumptions)))
    return Argument(supposed, tuple(texts))


def _describe_branch(board: Board, branch: Branch, assumed: Sequence[Claim]) -> list[str]:
    inferred = [
        f"{describe_claims(board, claims, 'would be')}{f' ({why})' if why else ''}."
        for claims, why in group_inferences(board, branch.inferences[:-1], full=True)
    ]
    end = f"{'But then' if inferred else 'Then'} {describe_violation(board, branch.inferences[-1], full=True)}."
    return [f"If {describe_claims(board, assumed, 'were')}:", *inferred, end]
