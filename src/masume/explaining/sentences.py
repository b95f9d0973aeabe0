"""Sentences: steps in English.

Every rule of a genre has a phrase, its `otherwise`, for what would be wrong if the rule were broken ("the 2 at r3c3
would see too many cells").  The sentence of a step combines these phrases, or those of its technique, with its claims.
"""

from collections.abc import Iterable
from dataclasses import replace

from masume.core.board import Board
from masume.core.claims import Claim, is_default
from masume.core.errors import UnknownNameError
from masume.core.messages import quote, suggest_names
from masume.core.phrases import (
    capitalize,
    describe_claims,
    join_words,
    name_places,
    name_with_clue,
)
from masume.core.places import Place
from masume.core.techniques import Deduction
from masume.explaining.chain_words import describe_broken, describe_chain, describe_inferences, describe_violation
from masume.explaining.folded_words import describe_folded
from masume.explaining.naming import is_joined, make_deduction, put_into_words, technique_named
from masume.explaining.steps import LONG_CHAIN, Branch, Inference, Step

STRENGTHS = ("where", "rule", "marks")
_MAX_PLACES = 6  # of reasons; if there are more to look at, they are not listed


def describe_step(step: Step, strength: str = "marks", full: bool = False) -> str:
    """Return a step in words: where to look, which rules to think of, or which marks follow and why.

    A long chain is shortened to its beginning and end, unless `full`.
    """
    require_strength(strength)
    match strength:
        case "where":
            return f"{_introduce_problem(step)}Look at {_describe_where(step)}."
        case "rule":
            rules = dict.fromkeys(reason.rule for reason in step.reasons)
            sentences = [describe_step(step, "where"), *(rule_sentence(step.board, rule) for rule in rules)]
            if step.technique:
                sentences.insert(1, f"Technique: {step.technique.lower()}.")
            return " ".join(sentences)
    return _describe_why(step, full)


def require_strength(strength: str) -> None:
    """Raise UnknownNameError if there is no hint of this strength."""
    if strength not in STRENGTHS:
        raise UnknownNameError(f"unknown strength {quote(strength)}: {suggest_names(strength, STRENGTHS)}")


def rule_sentence(board: Board, rule_id: str) -> str:
    """Return the sentence of a rule, or a fixed sentence for marks given by the puzzle, which no rule states."""
    rule = board.genre.find_rule(rule_id)
    return rule.sentence if rule else "What is given is given."


def _introduce_problem(step: Step) -> str:
    """Return a sentence, with a space after it, if a step shows that something is wrong."""
    if step.claims and not step.wrong:
        return ""
    return "Something is wrong here. " if step.wrong or step.known else "The puzzle has no solution. "


def _describe_where(step: Step) -> str:
    """Return the places of the reasons, or of wrong marks; if all reasons are cuts, the ends of the cuts."""
    if step.wrong:
        return name_places(step.board, [claim.place for claim in step.wrong])
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
    return join_words([name_with_clue(step.board, place) for place in places])


def _describe_why(step: Step, full: bool) -> str:
    if not step.claims:
        return _describe_conflict(step, full)
    return " ".join([_describe_argument(step, full), *describe_folded(step)])


def _describe_argument(step: Step, full: bool) -> str:
    board, deduction = step.board, _deduction_of(step)
    head = capitalize(describe_claims(board, sorted(deduction.claims, key=lambda claim: is_default(board, claim))))
    if step.technique:
        if named := _describe_technique(step, deduction, head):
            return named
        head = f"{step.technique}: {head}"
    if step.size == 1 and (statement := _describe_because(step, "statement")):
        return f"{capitalize(statement)}."
    match step.branches:
        case () if step.minimal:  # a rule states each of the marks directly
            because = _describe_because(step)
            return f"{head}: {because}." if because else f"{head}: {rule_sentence(board, step.reasons[0].rule)}"
        case ():
            return f"{head}. {_describe_missing_reason(step)}"
        case (Branch(inferences=(*_, end)),) if step.size == 1 or len(step.branches[0].inferences) == 1:
            if step.size == 1 and (because := _describe_because(step)):
                return f"{head}: {because}."
            return f"{head}: otherwise {describe_violation(board, end)}."
        case (branch,):
            chain = describe_chain(board, branch.assumptions, branch.inferences, full)
            return f"{head}. {_describe_assumptions(step)}{chain}."
    return f"{head}. {_describe_cases(step, full)}"


def _describe_technique(step: Step, deduction: Deduction, head: str) -> str:
    """Return the argument of a technique with its name and the claims; empty if only a chain shows why."""
    because = put_into_words(technique_named(step.board.genre, step.technique).because, deduction)
    if because.endswith("."):
        return capitalize(because)
    if step.technique.lower() in because.lower():
        return f"{capitalize(because)}: {describe_claims(step.board, deduction.claims)}."
    if because:
        return f"{step.technique}: {head}. {capitalize(because)}."
    return f"{step.technique}: {head}." if step.size == 1 else ""


def _describe_assumptions(step: Step) -> str:
    """Return how a chain begins: "If r1c1 were shaded, "; briefly if it assumes the opposite of what was just said."""
    (branch,) = step.branches
    assumed = describe_claims(step.board, branch.assumptions, "were")
    if step.size > LONG_CHAIN:
        return f"Solvers would have to try here: if {assumed}, "
    return "Otherwise " if len(step.claims) == 1 and step.claims[0].holds else f"If {assumed}, "


def _deduction_of(step: Step) -> Deduction:
    """Return what a step claims and why, with the marks that are joined to it."""
    same_kind = [each for each in step.folded if is_joined(step, each)]
    claims = (each.claim for each in joined_marks(step) if each.claim is not None)
    reasons = (reason for each in same_kind for reason in each.reasons)
    return make_deduction(replace(step, claims=(*step.claims, *claims), reasons=(*step.reasons, *reasons)))


def joined_marks(step: Step) -> list[Inference]:
    """Return the folded marks that the sentence of a step claims, too: elsewhere for the same reason, or on the way.

    Marks that need no drawing are left out if there is something to draw for the same reason.
    """
    joined = [each for each in step.folded if is_joined(step, each)]
    argued = [*((claim, step.reasons) for claim in step.claims), *((each.claim, each.reasons) for each in joined)]
    drawn = {reasons for claim, reasons in argued if claim and not is_default(step.board, claim)}
    return [
        each for each in joined if each.claim and (each.reasons not in drawn or not is_default(step.board, each.claim))
    ]


def _describe_because(step: Step, wording: str = "because") -> str:
    """Return the positive reason of a step with one reason; empty if its rule has no such wording."""
    (reason,) = step.reasons
    rule = step.board.genre.find_rule(reason.rule)
    if rule is None or not getattr(rule, wording):
        return ""
    return put_into_words(getattr(rule, wording), _deduction_of(step))


def _describe_cases(step: Step, full: bool) -> str:
    board, (first, second) = step.board, step.branches
    common = [claim for claim in first.assumptions if claim in second.assumptions]
    shared = _find_shared_inferences(step, common)
    cases: list[str] = []
    for branch in step.branches:
        case = [claim for claim in branch.assumptions if claim not in common]
        own = [inference for inference in branch.inferences if inference not in shared]
        assumed = "not" if cases else describe_claims(board, case, "were")
        established = [*branch.assumptions, *(each.claim for each in shared if each.claim)]
        cases.append(f"if {assumed}, {describe_chain(board, established, own, full)}")
    is_opposite = len(step.claims) == 1 and step.claims[0].holds
    suppose = "Suppose otherwise" if is_opposite else f"Suppose {describe_claims(board, common, 'were')}"
    if shared:
        suppose += f": then {describe_inferences(board, common, shared, full)}"
    return f"{suppose}. {capitalize(cases[0])}. And {cases[1]}."


def _find_shared_inferences(step: Step, assumptions: Iterable[Claim]) -> list[Inference]:
    """Return the inferences that two cases have in common, and that follow without either of them."""
    first, second = step.branches
    established, shared = {*step.known, *assumptions}, list[Inference]()
    for inference in first.inferences:
        if inference.claim and inference in second.inferences and established.issuperset(inference.because):
            established.add(inference.claim)
            shared.append(inference)
    return shared


def _describe_conflict(step: Step, full: bool) -> str:
    if step.known:
        head = f"It cannot be that {describe_claims(step.board, step.known)}"
    else:
        head = "The puzzle has no solution"
    if not step.branches and step.minimal:
        broken = dict.fromkeys(describe_broken(step.board, reason) for reason in step.reasons)
        return f"{head}: whatever one does, {'; or '.join(broken)}."
    if not step.branches:
        return f"{head}. {_describe_missing_reason(step)}"
    (branch,) = step.branches
    return f"{head}: {describe_chain(step.board, branch.assumptions, branch.inferences, full)}."


def _describe_missing_reason(step: Step) -> str:
    if step.cut_off:
        return "A short reason was not looked for any longer."
    return "No short reason was found: solvers would have to try here."
