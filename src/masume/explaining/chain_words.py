"""Chain words: the inferences of a chain in English, each with its reason in short, and what would be wrong."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from masume.core.board import Board
from masume.core.borders import describe_crossing, track_of, vertex_inside
from masume.core.claims import Claim, with_claims
from masume.core.genre import Rule
from masume.core.messages import pluralize
from masume.core.phrases import (
    clue_at,
    describe_claims,
    join_words,
    name_line,
    name_place,
    name_with_clue,
)
from masume.core.places import Place
from masume.explaining.naming import describe_at_once, make_deduction
from masume.explaining.steps import Cut, CutKind, Inference, Reason, Step

_CUTS = {
    CutKind.APART: "{one} would be cut off from {other}",
    CutKind.ENCLOSED: "{one} could not reach the edge",
    CutKind.CLOSED: "the loop would close too early, without the line {one}",
    CutKind.BLOCKED: "the lines {one} and {other} could not be joined",
}
_LINKS_IN_SHORT = {CutKind.APART: "to join {one}", CutKind.ENCLOSED: "to let {one} out"}
_ISOLATED_IN_SHORT = {CutKind.APART: "cut off", CutKind.ENCLOSED: "closed in"}
_VERB = " would be"  # said once in a chain
_MAX_INLINE = 5  # a chain with more inferences gets one line for each
_MAX_GROUPS = 8  # a sentence about a chain with more groups of inferences is shortened
_GROUPS_IN_SHORT = 3  # the groups at the beginning of a shortened sentence
_WOULD = " would "
_MAX_NAMED_REASONS = 3  # of one inference; if there are more, all but the first are only counted


def describe_chain(board: Board, assumptions: Sequence[Claim], inferences: Sequence[Inference], full: bool) -> str:
    """Return the inferences of a chain, and what would be wrong; only the beginning and the end if it is long.

    If `full`, return everything.
    """
    *before, end = inferences
    parts = describe_inferences(board, assumptions, before, full)
    if len(parts) > _MAX_INLINE:
        return "\n  " + ";\n  ".join([*parts, f"then {describe_violation(board, end)}"])
    return "; ".join([*parts, f"{'then ' if parts else ''}{describe_violation(board, end)}"])


def describe_inferences(
    board: Board, assumptions: Sequence[Claim], inferences: Sequence[Inference], full: bool
) -> list[str]:
    """Return what would follow, in groups with the same reason; only the beginning if there are many, unless `full`."""
    groups = list(group_inferences(board, inferences, () if full else _find_at_once(board, assumptions, inferences)))
    shown = groups if full or len(groups) <= _MAX_GROUPS else groups[:_GROUPS_IN_SHORT]
    parts: list[str] = []
    for claims, why in shown:
        phrase = _say_verb_once(describe_claims(board, claims, "would be"), is_first=not parts)
        reason, _, place = why.rpartition(" at ")
        is_named = bool(reason) and phrase.endswith(f" of {place}")  # no need to name it twice
        parts.append(f"{phrase} ({reason if is_named else why})" if why else phrase)
    if len(shown) < len(groups):
        left_out = sum(len(claims) for claims, _ in groups[len(shown) :])
        parts.append(f"after {pluralize(left_out, 'further mark')}")
    return parts


def _say_verb_once(phrase: str, is_first: bool) -> str:
    """Leave out "would be" in a phrase about claims, except at the beginning of a chain: "r1c2 shaded; r1c3 white"."""
    before, verb, after = phrase.partition(_VERB)
    return (f"{before}{verb}" if is_first else before.removesuffix("there")).lstrip() + after.replace(_VERB, "")


def group_inferences(
    board: Board, inferences: Iterable[Inference], obvious: Collection[Claim] = ()
) -> Iterator[tuple[list[Claim], str]]:
    """Yield the claims of consecutive inferences with the same reason, and the reason in short.

    What follows at once needs no reason, and neither do obvious claims.
    """

    def reason_of(inference: Inference) -> str:
        return "" if inference.claim in obvious else describe_reason_in_short(board, inference)

    for why, group in groupby(inferences, key=reason_of):
        yield [inference.claim for inference in group if inference.claim], why


def _find_at_once(board: Board, assumptions: Iterable[Claim], inferences: Sequence[Inference]) -> set[Claim]:
    """Return the claims of a chain that rules find on the board at once, after all that is inferred before them."""
    known, found = [*assumptions], set[Claim]()
    for inference in inferences:
        rules = [board.genre.find_rule(reason.rule) for reason in inference.reasons]
        finders = [rule.at_once_marks for rule in rules if rule is not None and rule.at_once_marks is not None]
        if inference.claim is None:
            continue
        if finders:
            now = with_claims(board, known)
            found.update(claim for find in finders for claim, _ in find(now) if claim == inference.claim)
        known.append(inference.claim)
    return found


def describe_reason_in_short(board: Board, inference: Inference) -> str:
    """Return the reasons of an inference in a few words; empty if it follows at once.

    If there is something that the claim is good for, what else would be wrong is left out.
    """
    phrases: dict[str, None] = {}
    good_for: dict[str, None] = {}
    for reason in inference.reasons:
        rule = board.genre.find_rule(reason.rule)
        is_at_once = not reason.cut and describe_at_once(board, [replace(inference, reasons=(reason,))])
        if is_at_once and (rule is None or not rule.in_short):
            continue
        if rule is not None and rule.in_short and not reason.cut:
            good_for[_describe_rule_shortly(board, rule, reason, inference)] = None
        elif reason.cut and reason.cut.kind in _LINKS_IN_SHORT and inference.claim and reason.cut.witnesses:
            good_for[_describe_cut_shortly(board, reason.cut, inference.claim)] = None
        else:
            phrases[f"else {describe_broken(board, reason)}"] = None
    reasons = list(good_for or phrases)
    if len(reasons) > _MAX_NAMED_REASONS:
        return f"{reasons[0]} and {len(reasons) - 1} more reasons"
    return " and ".join(reasons)


def _describe_rule_shortly(board: Board, rule: Rule, reason: Reason, inference: Inference) -> str:
    if not callable(rule.in_short):
        return _fill_in(board, rule.in_short, reason.place)
    claims = (inference.claim,) if inference.claim else ()
    return rule.in_short(make_deduction(Step(board, claims, (reason,), inference.because)))


def _describe_cut_shortly(board: Board, cut: Cut, claim: Claim) -> str:
    """Return in a few words why a cell is needed to connect others, or cannot be connected itself."""
    ends = [witness.place for witness in cut.witnesses]
    if claim.place in ends:
        return _ISOLATED_IN_SHORT[cut.kind]
    return _LINKS_IN_SHORT[cut.kind].format(one=name_place(board, ends[0]))


def describe_violation(board: Board, inference: Inference) -> str:
    """Return what would be wrong if the claim of an inference were false: one of its reasons would be broken."""
    if not inference.reasons:
        places = {claim.place for claim in inference.because}
        if len(inference.because) > 2 and len(places) == 1:
            return f"nothing would be left for {name_place(board, places.pop())}"
        return f"at once {join_words([describe_claims(board, [claim]) for claim in inference.because])}"
    return _join_alternatives(dict.fromkeys(describe_broken(board, reason) for reason in inference.reasons))


def _join_alternatives(phrases: Collection[str]) -> str:
    """Join phrases by "or"; a subject that two of them share is named once: "the 3 would be dark or get too large"."""
    verbs_by_subject: dict[str, list[str]] = {}
    for phrase in phrases:
        subject, would, verb = phrase.rpartition(_WOULD)
        verbs_by_subject.setdefault(f"{subject}{would}", []).append(verb)
    if sum(map(len, verbs_by_subject.values())) > _MAX_NAMED_REASONS:
        (subject, verbs), *_ = verbs_by_subject.items()
        return f"{subject}{verbs[0]} or one of {len(phrases) - 1} more things would be wrong"
    subjects_by_verbs: dict[str, list[str]] = {}
    for subject, verbs in verbs_by_subject.items():
        subjects_by_verbs.setdefault(_join_verbs(verbs), []).append(subject.removesuffix(_WOULD))
    return " or ".join(
        f"{' or '.join(subjects)}{_WOULD if any(subjects) else ''}{verbs}"
        for verbs, subjects in subjects_by_verbs.items()
    )


def _join_verbs(verbs: Sequence[str]) -> str:
    """Join verbs by "or"; if all are the same, it is said once: "reach r1c1 or r2c2"."""
    firsts = {verb.partition(" ")[0] for verb in verbs}
    if len(firsts) > 1 or len(verbs) == 1:
        return " or ".join(verbs)
    (first,) = firsts
    return f"{first} {' or '.join(verb.removeprefix(f'{first} ') for verb in verbs)}"


def describe_broken(board: Board, reason: Reason) -> str:
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


def _fill_in(board: Board, phrase: str, place: Place) -> str:
    first, second = place if isinstance(place, tuple) and len(place) == 2 else (place, None)
    return phrase.format(
        first=name_with_clue(board, first),
        second="another" if second is None else name_place(board, second),
        place=name_place(board, place),
        line=name_line(board, place),
        clue=clue_at(board, place),
        clued=name_with_clue(board, place),
    )
