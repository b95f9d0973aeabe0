"""Wording: steps as sentences, made of what the rules say would be wrong `otherwise`."""

from collections.abc import Sequence
from itertools import groupby

from masume.core.board import Board
from masume.core.errors import UnknownNameError
from masume.core.genre import Rule
from masume.core.places import Place
from masume.explaining.phrases import capital, claims_words, clue_at, line_words, listed, place_words, places_words
from masume.explaining.steps import Branch, Cut, CutKind, Inference, Reason, Step

STRENGTHS = ("where", "rule", "marks")
_CUTS = {
    CutKind.APART: "{one} would be cut off from {other}",
    CutKind.CLOSED: "a loop would close that leaves out {one}",
    CutKind.BLOCKED: "the loop could not come to {other} and back to {one}",
    CutKind.ODD: "the loop would cross the border {places} an odd number of times",
}
_LONG = 5  # inferences; a longer chain gets a line for each
_SOME = 4  # places of a border that are named
_MANY = 6  # places; more are not listed as what to look at


def sentence(step: Step, strength: str = "marks") -> str:
    """A step in words: where to look, which rules to think of, or which marks follow and why."""
    match strength:
        case "where":
            return f"Look at {_where(step)}."
        case "rule":
            rules = dict.fromkeys(reason.rule for reason in step.reasons)
            return f"Look at {_where(step)}. " + " ".join(_rule_words(step.board, rule) for rule in rules)
        case "marks":
            return _why(step)
    raise UnknownNameError(f"unknown strength {strength!r:.40}: expected one of {', '.join(STRENGTHS)}")


def _where(step: Step) -> str:
    """What a step's reasons are about; of a cut, what falls apart."""
    places: dict[Place, None] = {}
    for reason in step.reasons:
        if reason.cut is None:
            places[reason.place] = None
    if not places:  # only cuts: what stands at their ends
        claims = [claim for reason in step.reasons if reason.cut for claim in reason.cut.witnesses[:2]]
        places.update((claim.place, None) for claim in claims or step.claims)
    if len(places) > _MANY and not step.claims:
        return "the whole board"
    if len(places) > _MANY:
        return places_words(step.board, [claim.place for claim in step.claims]) + " and around"
    return listed([_pointed_at(step.board, place) for place in places])


def _pointed_at(board: Board, place: Place) -> str:
    clue = clue_at(board, place)
    return f"the {clue} at {place_words(board, place)}" if clue != "" else place_words(board, place)


def _rule_words(board: Board, rule_id: str) -> str:
    rule = board.genre.find_rule(rule_id)
    return rule.sentence if rule else "What is given is given."


def _why(step: Step) -> str:
    if not step.claims:
        return _conflict(step)
    board, head = step.board, capital(claims_words(step.board, step.claims))
    match step.branches:
        case () if step.minimal:  # a rule says so of each mark
            return f"{head}: {_rule_words(board, step.reasons[0].rule)}"
        case ():
            return f"{head}. No short reason was found: it takes all rules together."
        case (Branch(inferences=(*_, end)),) if step.size == 1 or len(step.branches[0].inferences) == 1:
            others = ", and so on" if len(step.claims) > 1 and step.has_cut else ""  # a cut has other ends for others
            return f"{head}: otherwise {otherwise(board, end)}{others}."
        case (branch,):
            return f"{head}. If {claims_words(board, branch.assumptions, 'were')}: {_chain(board, branch.inferences)}."
    one, other = step.branches
    common = [claim for claim in one.assumptions if claim in other.assumptions]
    told = [
        f"if {claims_words(board, [claim for claim in branch.assumptions if claim not in common], 'were')}: "
        + _chain(board, branch.inferences)
        for branch in step.branches
    ]
    return f"{head}. Suppose {claims_words(board, common, 'were')}. {capital(told[0])}. And {told[1]}."


def _conflict(step: Step) -> str:
    head = f"It cannot be that {claims_words(step.board, step.known)}" if step.known else "The puzzle has no solution"
    if not step.branches and step.minimal:
        broken = dict.fromkeys(_broken(step.board, reason) for reason in step.reasons)
        return f"{head}: whatever one does, {'; or '.join(broken)}."
    if not step.branches:
        return f"{head}. No short reason was found: it takes all rules together."
    return f"{head}: {_chain(step.board, step.branches[0].inferences)}."


def _chain(board: Board, inferences: Sequence[Inference]) -> str:
    *before, end = inferences
    said = []
    for _, group in groupby(before, key=lambda one: one.reasons):  # what follows by the same reasons is said at once
        together = list(group)
        claims = [one.claim for one in together if one.claim]
        said.append(f"{claims_words(board, claims)} (else {otherwise(board, together[0])})")
    if len(said) > _LONG:
        return "\n  " + ";\n  ".join([*said, f"but then {otherwise(board, end)}"])
    return "; ".join([*said, f"{'but then ' if said else ''}{otherwise(board, end)}"])


def otherwise(board: Board, inference: Inference) -> str:
    """What would be wrong if what is inferred were not so: one of its reasons would be broken."""
    if not inference.reasons:
        at = {claim.place for claim in inference.because}
        if len(inference.because) > 2 and len(at) == 1:
            return f"nothing would be left for {place_words(board, at.pop())}"
        return f"at once {listed([claims_words(board, [claim]) for claim in inference.because])}"
    return " or ".join(dict.fromkeys(_broken(board, reason) for reason in inference.reasons))


def _broken(board: Board, reason: Reason) -> str:
    if reason.cut is not None:
        return _fallen_apart(board, board.genre.find_rule(reason.rule), reason.cut)
    rule = board.genre.find_rule(reason.rule)
    place = place_words(board, reason.place)
    if rule is None or not rule.otherwise or "{one}" in rule.otherwise:
        named = rule.sentence.rstrip(".") if rule else reason.rule
        return f'the rule "{named}" would be broken' + (f" at {place}" if reason.place != board.grid.board else "")
    return rule.otherwise.format(place=place, line=line_words(board, reason.place), clue=clue_at(board, reason.place))


def _fallen_apart(board: Board, rule: Rule | None, cut: Cut) -> str:
    template = _CUTS[cut.kind]
    if cut.kind is CutKind.APART and rule is not None and "{one}" in rule.otherwise:
        template = rule.otherwise
    ends = [place_words(board, claim.place) for claim in cut.witnesses]
    one, other = [*ends, "the rest", "the rest"][:2] if ends else ("a part", "the rest")
    border = [claim.place for claim in (*cut.witnesses, *cut.boundary)]
    some = places_words(board, border[:_SOME]) + (" and so on" if len(border) > _SOME else "")
    return template.format(one=one, other=other, places=some)
