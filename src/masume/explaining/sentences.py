"""Sentences: steps in English.

Every rule of a genre has a phrase, its `otherwise`, for what would be wrong if the rule were broken ("the 2 at r3c3
would see too many cells").  The sentence of a step combines these phrases with the claims of the step.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from masume.core.board import Board
from masume.core.borders import describe_crossing, track_of, vertex_inside
from masume.core.claims import Claim
from masume.core.errors import UnknownNameError
from masume.core.genre import Rule
from masume.core.messages import quote, suggest_names
from masume.core.phrases import (
    capitalize,
    clue_at,
    describe_claims,
    join_words,
    name_line,
    name_place,
    name_places,
)
from masume.core.places import Place
from masume.core.tracks import drawn_loop
from masume.explaining.naming import make_deduction, put_into_words, technique_named
from masume.explaining.nearness import cells_of
from masume.explaining.steps import Branch, Cut, CutKind, Inference, Reason, Step

STRENGTHS = ("where", "rule", "marks")
_CUTS = {
    CutKind.APART: "{one} would be cut off from {other}",
    CutKind.ENCLOSED: "{one} could not reach the edge",
    CutKind.CLOSED: "the loop would close too early, without the line {one}",
    CutKind.BLOCKED: "the lines {one} and {other} could not be joined",
}
_THERE = "there would be "  # said once in a chain
_MIN_PIECES = 3  # of a line that goes on, for a sentence that says how far
_MAX_INLINE = 5  # a chain with more inferences gets one line for each
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


def group_inferences(board: Board, inferences: Iterable[Inference]) -> Iterator[tuple[list[Claim], str]]:
    """Yield the claims of consecutive inferences with the same reason, and the reason in short.

    What follows at once needs no reason.
    """
    for why, group in groupby(inferences, key=lambda inference: _describe_shortly(board, inference)):
        yield [inference.claim for inference in group if inference.claim], why


def _describe_shortly(board: Board, inference: Inference) -> str:
    """Return the reasons of an inference in a few words; empty if it follows at once."""
    phrases: dict[str, None] = {}
    for reason in inference.reasons:
        rule = board.genre.find_rule(reason.rule)
        if rule is not None and rule.at_once and not reason.cut:
            continue
        if rule is not None and rule.in_short and not reason.cut:
            phrases[_fill_in(board, rule.in_short, reason.place)] = None
        else:
            phrases[f"else {_describe_broken(board, reason)}"] = None
    return " and ".join(phrases)


def _fill_in(board: Board, phrase: str, place: Place) -> str:
    return phrase.format(place=name_place(board, place), line=name_line(board, place), clue=clue_at(board, place))


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
    return " ".join([_describe_argument(step), *_describe_folded(step)])


def _describe_argument(step: Step) -> str:
    board, claims = step.board, sorted(step.claims, key=lambda claim: _is_default(step.board, claim))
    head = capitalize(describe_claims(board, (*claims, *_way_claims(step))))
    if step.technique:
        technique = technique_named(board.genre, step.technique)
        because = put_into_words(technique.because, make_deduction(board, step.claims, step.known, step.reasons))
        return f"{step.technique}: {head}." + (f" {capitalize(because)}." if because else "")
    if step.size == 1 and (statement := _describe_because(step, "statement")):
        return f"{capitalize(statement)}."
    match step.branches:
        case () if step.minimal:  # a rule states each of the marks directly
            because = _describe_because(step)
            return f"{head}: {because}." if because else f"{head}: {rule_sentence(board, step.reasons[0].rule)}"
        case ():
            return f"{head}. No short reason was found: it takes all rules together."
        case (Branch(inferences=(*_, end)),) if step.size == 1 or len(step.branches[0].inferences) == 1:
            if step.size == 1 and (because := _describe_because(step)):
                return f"{head}: {because}."
            return f"{head}: otherwise {describe_violation(board, end)}."
        case (branch,):
            return f"{head}. {_describe_assumptions(step)}{_describe_chain(board, branch.inferences)}."
    return f"{head}. {_describe_cases(step)}"


def _describe_assumptions(step: Step) -> str:
    """Return how a chain begins: "If r1c1 were shaded, "; briefly if it assumes the opposite of what was just said."""
    (branch,) = step.branches
    if len(step.claims) == 1 and step.claims[0].holds and not _way_claims(step):
        return "Otherwise "
    return f"If {describe_claims(step.board, branch.assumptions, 'were')}, "


def _way_claims(step: Step) -> list[Claim]:
    """Return the other cells of the only way out."""
    return [each.claim for each in step.folded if each.claim is not None and any(r.cut for r in each.reasons)]


def _describe_because(step: Step, wording: str = "because") -> str:
    """Return the positive reason of a step with one reason; empty if its rule has no such wording."""
    (reason,) = step.reasons
    rule = step.board.genre.find_rule(reason.rule)
    if rule is None or not getattr(rule, wording):
        return ""
    return put_into_words(getattr(rule, wording), make_deduction(step.board, step.claims, step.known, step.reasons))


def _describe_folded(step: Step) -> list[str]:
    """Return short sentences about the marks that follow at once."""
    rules = dict.fromkeys(reason.rule for each in step.folded for reason in each.reasons if each.because)
    sentences = []
    for rule in map(step.board.genre.find_rule, rules):
        if rule is None or not isinstance(rule.at_once, str):
            continue
        end = _line_end(step, rule) if "{end}" in rule.at_once else ""
        if end or "{end}" not in rule.at_once:
            sentences.append(rule.at_once.format(end=end))
    return sentences


def _line_end(step: Step, rule: Rule) -> str:
    """Return where a line ends that goes on by a rule; empty if it goes on by one piece only or meets another line."""
    board, grid = step.board, step.board.grid
    pieces = [
        each.claim
        for each in step.folded
        if each.claim is not None and each.reasons[0].rule == rule.id and not _is_default(board, each.claim)
    ]
    if len(pieces) < _MIN_PIECES:
        return ""
    layer = board.genre.mark_layer(pieces[-1].layer)
    track, lines = track_of(grid, layer), drawn_loop(step.after, layer.name).lines
    loose = [end for end in track.ends[pieces[-1].cell] if len(lines.intersection(track.edges_at[end])) == 1]
    return name_place(board, cells_of(grid, loose[0])[-1]) if loose else ""


def _is_default(board: Board, claim: Claim) -> bool:
    return not claim.holds or claim.value == board.genre.mark_layer(claim.layer).default


def _describe_cases(step: Step) -> str:
    board, (first, second) = step.board, step.branches
    common = [claim for claim in first.assumptions if claim in second.assumptions]
    cases: list[str] = []
    for branch in step.branches:
        case = [claim for claim in branch.assumptions if claim not in common]
        assumed = "not" if cases else describe_claims(board, case, "were")
        cases.append(f"if {assumed}, {_describe_chain(board, branch.inferences)}")
    is_opposite = len(step.claims) == 1 and step.claims[0].holds
    suppose = "Suppose otherwise" if is_opposite else f"Suppose {describe_claims(board, common, 'were')}"
    return f"{suppose}. {capitalize(cases[0])}. And {cases[1]}."


def _describe_conflict(step: Step) -> str:
    if step.known:
        head = f"It cannot be that {describe_claims(step.board, step.known)}"
    else:
        head = "The puzzle has no solution"
    if not step.branches and step.minimal:
        broken = dict.fromkeys(_describe_broken(step.board, reason) for reason in step.reasons)
        return f"{head}: whatever one does, {'; or '.join(broken)}."
    if not step.branches:
        return f"{head}. No short reason was found: it takes all rules together."
    return f"{head}: {_describe_chain(step.board, step.branches[0].inferences)}."


def _describe_chain(board: Board, inferences: Sequence[Inference]) -> str:
    *before, end = inferences
    parts = []
    for claims, why in group_inferences(board, before):
        phrase = describe_claims(board, claims, "would be")
        reason, _, place = why.rpartition(" at ")
        is_named = bool(reason) and phrase.endswith(f" of {place}")  # no need to name it twice
        parts.append(f"{phrase} ({reason if is_named else why})" if why else phrase)
    parts[1:] = [part.removeprefix(_THERE) for part in parts[1:]]
    if len(parts) > _MAX_INLINE:
        return "\n  " + ";\n  ".join([*parts, f"then {describe_violation(board, end)}"])
    return "; ".join([*parts, f"{'then ' if parts else ''}{describe_violation(board, end)}"])


def _describe_broken(board: Board, reason: Reason) -> str:
    """Return how the rule of a reason would be broken, from the rule's phrase `otherwise` or that of the cut."""
    rule = board.genre.find_rule(reason.rule)
    if reason.cut is not None:
        return _describe_cut(board, rule, reason.cut)
    place = name_place(board, reason.place)
    if rule is None or not rule.otherwise or "{one}" in rule.otherwise:
        name = rule.sentence.rstrip(".") if rule else reason.rule
        return f'the rule "{name}" would be broken' + (f" at {place}" if reason.place != board.grid.board else "")
    return _fill_in(board, rule.otherwise, reason.place)


def _describe_cut(board: Board, rule: Rule | None, cut: Cut) -> str:
    if cut.kind is CutKind.ODD:
        return _describe_odd_border(board, cut)
    template = _CUTS[cut.kind]
    if cut.kind is CutKind.APART and rule is not None and "{one}" in rule.otherwise:
        template = rule.otherwise
    ends = [name_place(board, claim.place) for claim in cut.witnesses]
    one, other = [*ends, "the rest", "the rest"][:2] if ends else ("a part", "the rest")
    return template.format(one=one, other=other)


def _describe_odd_border(board: Board, cut: Cut) -> str:
    """Return how often a loop would cross a border; if this encloses a single vertex, that it would end there."""
    layer = board.genre.mark_layer(cut.witnesses[0].layer)
    border = [claim.cell for claim in cut.witnesses]
    lines = sum(claim.value != layer.default for claim in cut.witnesses)
    vertex = vertex_inside(track_of(board.grid, layer), border)
    if vertex is not None:
        return f"the loop would {'end' if lines == 1 else 'branch'} at {name_place(board, vertex)}"
    return describe_crossing(board, layer, border, lines)
