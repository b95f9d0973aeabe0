"""Sentences: steps in English.

Every rule of a genre has a phrase, its `otherwise`, for what would be wrong if the rule were broken ("the 2 at r3c3
would see too many cells").  The sentence of a step combines these phrases with the claims of the step.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from masume.core.board import Board
from masume.core.errors import UnknownNameError
from masume.core.genre import Rule
from masume.core.messages import quote, suggest_names
from masume.core.places import Place
from masume.explaining.phrases import (
    capitalize,
    clue_at,
    describe_claims,
    join_words,
    name_line,
    name_place,
    name_places,
)
from masume.explaining.steps import Branch, Claim, Cut, CutKind, Inference, Reason, Step

STRENGTHS = ("where", "rule", "marks")
_CUTS = {
    CutKind.APART: "{one} would be cut off from {other}",
    CutKind.CLOSED: "a loop would close that leaves out {one}",
    CutKind.BLOCKED: "the loop could not come to {other} and back to {one}",
    CutKind.ODD: "the loop would cross the border {places} an odd number of times",
}
_MAX_INLINE = 5  # a chain with more inferences gets one line for each
_MAX_BORDER_PLACES = 4  # of a border with more places, only these are named
_MAX_PLACES = 6  # of reasons; if there are more to look at, they are not listed


def describe_step(step: Step, strength: str = "marks") -> str:
    """Return a step in words: where to look, which rules to think of, or which marks follow and why."""
    require_strength(strength)
    match strength:
        case "where":
            return f"Look at {_describe_where(step)}."
        case "rule":
            rules = dict.fromkeys(reason.rule for reason in step.reasons)
            return f"Look at {_describe_where(step)}. " + " ".join(rule_sentence(step.board, rule) for rule in rules)
    return _describe_why(step)


def require_strength(strength: str) -> None:
    """Raise UnknownNameError if there is no hint of this strength."""
    if strength not in STRENGTHS:
        raise UnknownNameError(f"unknown strength {quote(strength)}: {suggest_names(strength, STRENGTHS)}")


def rule_sentence(board: Board, rule_id: str) -> str:
    """Return the sentence of a rule, or a fixed sentence for marks given by the puzzle, which no rule states."""
    rule = board.genre.find_rule(rule_id)
    return rule.sentence if rule else "What is given is given."


def group_inferences(inferences: Iterable[Inference]) -> Iterator[tuple[list[Claim], Inference]]:
    """Yield the claims of consecutive inferences with the same reasons, and the first of these inferences."""
    for _, group in groupby(inferences, key=lambda inference: inference.reasons):
        members = list(group)
        yield [inference.claim for inference in members if inference.claim], members[0]


def describe_violation(board: Board, inference: Inference) -> str:
    """Return what would be wrong if the claim of an inference were false: one of its reasons would be broken."""
    if not inference.reasons:
        places = {claim.place for claim in inference.because}
        if len(inference.because) > 2 and len(places) == 1:
            return f"nothing would be left for {name_place(board, places.pop())}"
        return f"at once {join_words([describe_claims(board, [claim]) for claim in inference.because])}"
    return " or ".join(dict.fromkeys(_describe_broken(board, reason) for reason in inference.reasons))


def _describe_where(step: Step) -> str:
    """Return the places of the reasons; if all reasons are cuts, the ends of the cuts."""
    places: dict[Place, None] = {}
    for reason in step.reasons:
        if reason.cut is None:
            places[reason.place] = None
    if not places:
        claims = [claim for reason in step.reasons if reason.cut for claim in reason.cut.witnesses[:2]]
        places.update((claim.place, None) for claim in claims or step.claims)
    if len(places) > _MAX_PLACES and not step.claims:
        return "the whole board"
    if len(places) > _MAX_PLACES:
        return name_places(step.board, [claim.place for claim in step.claims]) + " and around"
    return join_words([_describe_with_clue(step.board, place) for place in places])


def _describe_with_clue(board: Board, place: Place) -> str:
    clue = clue_at(board, place)
    return f"the {clue} at {name_place(board, place)}" if clue != "" else name_place(board, place)


def _describe_why(step: Step) -> str:
    if not step.claims:
        return _describe_conflict(step)
    board, head = step.board, capitalize(describe_claims(step.board, step.claims))
    match step.branches:
        case () if step.minimal:  # a rule states each of the marks directly
            return f"{head}: {rule_sentence(board, step.reasons[0].rule)}"
        case ():
            return f"{head}. {_describe_missing_reason(step)}"
        case (Branch(inferences=(*_, end)),) if step.size == 1 or len(step.branches[0].inferences) == 1:
            # The phrase names the ends of the first claim's cut; the cuts of other claims have other ends.
            others = ", and so on" if len(step.claims) > 1 and step.has_cut else ""
            return f"{head}: otherwise {describe_violation(board, end)}{others}."
        case (branch,):
            assumptions = describe_claims(board, branch.assumptions, "were")
            return f"{head}. If {assumptions}: {_describe_chain(board, branch.inferences)}."
    return f"{head}. {_describe_cases(step)}"


def _describe_cases(step: Step) -> str:
    board, (first, second) = step.board, step.branches
    common = [claim for claim in first.assumptions if claim in second.assumptions]
    cases = []
    for branch in step.branches:
        case = [claim for claim in branch.assumptions if claim not in common]
        cases.append(f"if {describe_claims(board, case, 'were')}: {_describe_chain(board, branch.inferences)}")
    return f"Suppose {describe_claims(board, common, 'were')}. {capitalize(cases[0])}. And {cases[1]}."


def _describe_conflict(step: Step) -> str:
    if step.known:
        head = f"It cannot be that {describe_claims(step.board, step.known)}"
    else:
        head = "The puzzle has no solution"
    if not step.branches and step.minimal:
        broken = dict.fromkeys(_describe_broken(step.board, reason) for reason in step.reasons)
        return f"{head}: whatever one does, {'; or '.join(broken)}."
    if not step.branches:
        return f"{head}. {_describe_missing_reason(step)}"
    return f"{head}: {_describe_chain(step.board, step.branches[0].inferences)}."


def _describe_missing_reason(step: Step) -> str:
    if step.cut_off:
        return "The search for a short reason was cut off."
    return "No short reason was found: it takes all rules together."


def _describe_chain(board: Board, inferences: Sequence[Inference]) -> str:
    *before, end = inferences
    parts = [
        f"{describe_claims(board, claims)} (else {describe_violation(board, inference)})"
        for claims, inference in group_inferences(before)
    ]
    if len(parts) > _MAX_INLINE:
        return "\n  " + ";\n  ".join([*parts, f"but then {describe_violation(board, end)}"])
    return "; ".join([*parts, f"{'but then ' if parts else ''}{describe_violation(board, end)}"])


def _describe_broken(board: Board, reason: Reason) -> str:
    """Return how the rule of a reason would be broken, from the rule's phrase `otherwise` or that of the cut."""
    rule = board.genre.find_rule(reason.rule)
    if reason.cut is not None:
        return _describe_cut(board, rule, reason.cut)
    place = name_place(board, reason.place)
    if rule is None or not rule.otherwise or "{one}" in rule.otherwise:
        name = rule.sentence.rstrip(".") if rule else reason.rule
        return f'the rule "{name}" would be broken' + (f" at {place}" if reason.place != board.grid.board else "")
    line = name_line(board, reason.place)
    return rule.otherwise.format(place=place, line=line, clue=clue_at(board, reason.place))


def _describe_cut(board: Board, rule: Rule | None, cut: Cut) -> str:
    template = _CUTS[cut.kind]
    if cut.kind is CutKind.APART and rule is not None and "{one}" in rule.otherwise:
        template = rule.otherwise
    ends = [name_place(board, claim.place) for claim in cut.witnesses]
    one, other = [*ends, "the rest", "the rest"][:2] if ends else ("a part", "the rest")
    border = [claim.place for claim in (*cut.witnesses, *cut.boundary)]
    places = name_places(board, border[:_MAX_BORDER_PLACES])
    if len(border) > _MAX_BORDER_PLACES:
        places += " and so on"
    return template.format(one=one, other=other, places=places)
