"""Chain words: the inferences of a chain in English, each with its reason in short, and what would be wrong."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from masume.core.board import Board
from masume.core.borders import describe_crossing, describe_even_crossing, track_of, vertex_inside
from masume.core.claims import Claim, with_claims
from masume.core.genre import Rule
from masume.core.messages import pluralize
from masume.core.phrases import clue_at, describe_claims, describe_value, fill_in, join_words, name_place
from masume.explaining.naming import describe_at_once, make_deduction
from masume.explaining.steps import Cut, CutKind, Inference, Reason, Step

_CUTS = {
    CutKind.APART: "{one} would be cut off from {other}",
    CutKind.ENCLOSED: "{one} could not reach the edge",
    CutKind.CLOSED: "the loop would close too early, without the line {one}",
    CutKind.BLOCKED: "the lines {one} and {other} could not be on one loop",
}
_LINKS_IN_SHORT = {
    CutKind.APART: "to join {one}",
    CutKind.ENCLOSED: "to let {one} out",
    CutKind.BLOCKED: "to join the line {one}",
}
_EXCLUSIONS_IN_SHORT = {
    CutKind.APART: "cut off",
    CutKind.ENCLOSED: "closed in",
    CutKind.BLOCKED: "a dead end",
    CutKind.CLOSED: "it would close the loop",
}
_THERE, _WOULD_BE = "there would be ", " would be "  # said once in a chain
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
    groups = list(group_inferences(board, before, full, () if full else _find_at_once(board, assumptions, before)))
    shown = groups if full or len(groups) <= _MAX_GROUPS else groups[:_GROUPS_IN_SHORT]
    parts = _describe_groups(board, shown)
    left_out = sum(len(claims) for claims, _ in groups[len(shown) :])
    then = f"{pluralize(left_out, 'mark')} later " if left_out else "then " if parts else ""
    parts.append(f"{then}{describe_violation(board, end, full)}")
    if len(parts) > _MAX_INLINE + 1:
        return "\n  " + ";\n  ".join(parts)
    return "; ".join(parts)


def describe_inferences(board: Board, assumptions: Sequence[Claim], inferences: Sequence[Inference], full: bool) -> str:
    """Return inferences in words, without an end."""
    at_once = () if full else _find_at_once(board, assumptions, inferences)
    return "; ".join(_describe_groups(board, group_inferences(board, inferences, full, at_once)))


def _describe_groups(board: Board, groups: Iterable[tuple[list[Claim], str]]) -> list[str]:
    parts, said = list[str](), list[Claim]()
    for claims, why in groups:
        phrase = _say_once(describe_claims(board, claims, "would be", follow_from=said), is_first=not parts)
        if why:  # one reason for all of it
            phrase = phrase.replace("; ", " and " if phrase.count("; ") == 1 else ", ")
        said += claims
        reason, _, place = why.rpartition(" at ")
        is_named = bool(reason) and phrase.endswith(f" of {place}")  # no need to name it twice
        parts.append(f"{phrase} ({reason if is_named else why})" if why else phrase)
    return parts


def _say_once(phrase: str, is_first: bool) -> str:
    """Return a phrase of a chain; "would be" is said only in the first one, and only once."""
    if not is_first:
        return phrase.removeprefix(_THERE).replace(_WOULD_BE, " ")
    start, would_be, rest = phrase.partition(_WOULD_BE.lstrip())
    return f"{start}{would_be}{rest.replace(_WOULD_BE, ' ')}"


def group_inferences(
    board: Board, inferences: Iterable[Inference], full: bool = False, at_once: Collection[Claim] = ()
) -> Iterator[tuple[list[Claim], str]]:
    """Yield the claims of consecutive inferences with the same reason, and the reason in short.

    What a clue says about its own place is left out, and what follows at once needs no reason.  Of many reasons for the
    same claim only one is named, unless `full`.
    """

    def reason_of(inference: Inference) -> str:
        return "" if inference.claim in at_once else describe_reason_in_short(board, inference, full)

    worth_words = (inference for inference in inferences if not _is_about_clue_itself(board, inference))
    for why, group in groupby(worth_words, key=reason_of):
        yield [inference.claim for inference in group if inference.claim], why


def _find_at_once(board: Board, assumptions: Iterable[Claim], inferences: Sequence[Inference]) -> set[Claim]:
    """Return the claims of a chain that rules find on the board at once, after all that is inferred before them."""
    known, found = [*assumptions], set[Claim]()
    for inference in inferences:
        if inference.claim is None:
            continue
        rules = [board.genre.find_rule(reason.rule) for reason in inference.reasons]
        finders = [rule.at_once_marks for rule in rules if rule is not None and rule.at_once_marks is not None]
        if finders:
            now = with_claims(board, known)
            found.update(claim for find in finders for claim, _ in find(now) if claim == inference.claim)
        known.append(inference.claim)
    return found


def _is_about_clue_itself(board: Board, inference: Inference) -> bool:
    """Return whether an inference is a mark that a rule states about the place of a clue: a number is not shaded."""
    if inference.claim is None or inference.because or len(inference.reasons) != 1 or inference.reasons[0].cut:
        return False
    return inference.reasons[0].place == inference.claim.place and clue_at(board, inference.claim.place) != ""


def describe_reason_in_short(board: Board, inference: Inference, full: bool = False) -> str:
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
        elif reason.cut and inference.claim and (words := _describe_cut_shortly(board, reason.cut, inference.claim)):
            good_for[words] = None
        else:
            phrases[f"else {describe_broken(board, reason)}"] = None
    reasons = list(good_for or phrases)
    if not full and len(reasons) > _MAX_NAMED_REASONS:
        return f"{reasons[0]} and {len(reasons) - 1} more reasons"
    return join_words(reasons, "or")  # one of them would be broken otherwise


def _describe_rule_shortly(board: Board, rule: Rule, reason: Reason, inference: Inference) -> str:
    if not callable(rule.in_short):
        return fill_in(board, rule.in_short, reason.place)
    claims = (inference.claim,) if inference.claim else ()
    return rule.in_short(make_deduction(Step(board, claims, (reason,), inference.because)))


def _describe_cut_shortly(board: Board, cut: Cut, claim: Claim) -> str:
    """Return in a few words why a mark is needed to connect others, or cannot be connected itself; empty if neither."""
    ends = [witness.place for witness in cut.witnesses]
    if cut.kind is CutKind.ODD:
        return _describe_even_border(board, cut)
    if cut.kind is CutKind.CLOSED and claim.place == ends[0]:
        return "the loop would be closed"
    if claim.place in ends:
        return _EXCLUSIONS_IN_SHORT.get(cut.kind, "")
    return (
        _LINKS_IN_SHORT[cut.kind].format(one=name_place(board, ends[0])) if ends and cut.kind in _LINKS_IN_SHORT else ""
    )


def describe_violation(board: Board, inference: Inference, full: bool = False) -> str:
    """Return what would be wrong if the claim of an inference were false: one of its reasons would be broken."""
    if not inference.reasons:
        places = {claim.place for claim in inference.because}
        if len(inference.because) > 2 and len(places) == 1:
            return f"nothing would be left for {name_place(board, places.pop())}"
        values = [describe_value(board, claim.layer, claim.value) for claim in inference.because if claim.holds]
        if len(values) == 2 and len(places) == 1 and not any("{places}" in value for value in values):
            return f"{name_place(board, places.pop())} would be both {' and '.join(values)}"
        return f"at once {join_words([describe_claims(board, [claim]) for claim in inference.because])}"
    return _join_alternatives(dict.fromkeys(describe_broken(board, reason) for reason in inference.reasons), full)


def _join_alternatives(phrases: Collection[str], full: bool) -> str:
    """Join phrases by "or"; a subject that two of them share is named once: "the 3 would be dark or get too large"."""
    verbs_by_subject: dict[str, list[str]] = {}
    for phrase in phrases:
        subject, would, verb = phrase.rpartition(_WOULD)
        verbs_by_subject.setdefault(f"{subject}{would}", []).append(verb)
    if not full and len(phrases) > _MAX_NAMED_REASONS:
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
    if rule is not None and rule.otherwise_there and reason.place != board.grid.board:
        return fill_in(board, rule.otherwise_there, reason.place)
    if rule is None or not rule.otherwise or "{one}" in rule.otherwise:
        name = rule.sentence.rstrip(".") if rule else reason.rule
        return f'the rule "{name}" would be broken' + (f" at {place}" if reason.place != board.grid.board else "")
    return fill_in(board, rule.otherwise, reason.place)


def _describe_cut(board: Board, rule: Rule | None, cut: Cut) -> str:
    if cut.kind is CutKind.ODD:
        return _describe_odd_border(board, cut)
    template = _CUTS[cut.kind]
    if cut.kind is CutKind.APART and rule is not None and "{one}" in rule.otherwise:
        template = rule.otherwise
    ends = [name_place(board, claim.place) for claim in cut.witnesses]
    one, other = [*ends, "the rest", "the rest"][:2] if ends else ("a part", "the rest")
    return template.format(one=one, other=other)


def _describe_even_border(board: Board, cut: Cut) -> str:
    """Return in a few words that a loop crosses a border evenly; empty if the border encloses a single vertex."""
    layer = board.genre.mark_layer(cut.witnesses[0].layer)
    border = [claim.cell for claim in cut.witnesses]
    is_vertex = vertex_inside(track_of(board.grid, layer), border) is not None
    return "" if is_vertex else describe_even_crossing(board, layer, border)


def _describe_odd_border(board: Board, cut: Cut) -> str:
    """Return how often a loop would cross a border; if this encloses a single vertex, that it would end there."""
    layer = board.genre.mark_layer(cut.witnesses[0].layer)
    border = [claim.cell for claim in cut.witnesses]
    lines = sum(claim.value != layer.default for claim in cut.witnesses)
    vertex = vertex_inside(track_of(board.grid, layer), border)
    if vertex is not None:
        return f"the loop would {'end' if lines == 1 else 'branch'} at {name_place(board, vertex)}"
    return describe_crossing(board, layer, border, lines)
