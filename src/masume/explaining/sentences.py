"""Sentences: steps in English.

Every rule of a genre has a phrase, its `otherwise`, for what would be wrong if the rule were broken ("the 2 at r3c3
would see too many cells").  The sentence of a step combines these phrases with the claims of the step.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
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
    describe_value,
    join_words,
    name_line,
    name_place,
    name_places,
    name_with_clue,
)
from masume.core.places import Place
from masume.core.techniques import Deduction
from masume.core.tracks import drawn_loop
from masume.explaining.naming import describe_at_once, make_deduction, put_into_words, technique_named
from masume.explaining.nearness import cells_of
from masume.explaining.steps import Branch, Cut, CutKind, Inference, Reason, Step

STRENGTHS = ("where", "rule", "marks")
_CUTS = {
    CutKind.APART: "{one} would be cut off from {other}",
    CutKind.ENCLOSED: "{one} could not reach the edge",
    CutKind.CLOSED: "the loop would close too early, without the line {one}",
    CutKind.BLOCKED: "the lines {one} and {other} could not be joined",
}
_LINKS_IN_SHORT = {CutKind.APART: "to join {one}", CutKind.ENCLOSED: "to let {one} out"}
_ISOLATED_IN_SHORT = {CutKind.APART: "cut off", CutKind.ENCLOSED: "closed in"}
_THERE = "there would be "  # said once in a chain
_MIN_PIECES = 3  # of a line that goes on, for a sentence that says how far
_MAX_INLINE = 5  # a chain with more inferences gets one line for each
_MAX_PLACES = 6  # of reasons; if there are more to look at, they are not listed


def describe_step(step: Step, strength: str = "marks") -> str:
    """Return a step in words: where to look, which rules to think of, or which marks follow and why."""
    require_strength(strength)
    match strength:
        case "where":
            return f"{_introduce_problem(step)}Look at {_describe_where(step)}."
        case "rule":
            rules = dict.fromkeys(reason.rule for reason in step.reasons)
            sentences = [describe_step(step, "where"), *(rule_sentence(step.board, rule) for rule in rules)]
            if step.technique:
                sentences.insert(1, f"{step.technique}.")
            return " ".join(sentences)
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
            good_for[_fill_in(board, rule.in_short, reason.place)] = None
        elif reason.cut and reason.cut.kind in _LINKS_IN_SHORT and inference.claim and reason.cut.witnesses:
            good_for[_describe_cut_shortly(board, reason.cut, inference.claim)] = None
        else:
            phrases[f"else {_describe_broken(board, reason)}"] = None
    return " and ".join(good_for or phrases)


def _describe_cut_shortly(board: Board, cut: Cut, claim: Claim) -> str:
    """Return in a few words why a cell is needed to connect others, or cannot be connected itself."""
    ends = [witness.place for witness in cut.witnesses]
    if claim.place in ends:
        return _ISOLATED_IN_SHORT[cut.kind]
    return _LINKS_IN_SHORT[cut.kind].format(one=name_place(board, ends[0]))


def _fill_in(board: Board, phrase: str, place: Place) -> str:
    return phrase.format(
        place=name_place(board, place),
        line=name_line(board, place),
        clue=clue_at(board, place),
        clued=name_with_clue(board, place),
    )


def describe_violation(board: Board, inference: Inference) -> str:
    """Return what would be wrong if the claim of an inference were false: one of its reasons would be broken."""
    if not inference.reasons:
        places = {claim.place for claim in inference.because}
        if len(inference.because) > 2 and len(places) == 1:
            return f"nothing would be left for {name_place(board, places.pop())}"
        return f"at once {join_words([describe_claims(board, [claim]) for claim in inference.because])}"
    return _join_alternatives(dict.fromkeys(_describe_broken(board, reason) for reason in inference.reasons))


def _join_alternatives(phrases: Iterable[str]) -> str:
    """Join phrases by "or"; a subject that two of them share is named once: "the 3 would be dark or get too large"."""
    verbs_by_subject: dict[str, list[str]] = {}
    for phrase in phrases:
        subject, would, verb = phrase.rpartition(" would ")
        verbs_by_subject.setdefault(f"{subject}{would}", []).append(verb)
    return " or ".join(f"{subject}{' or '.join(verbs)}" for subject, verbs in verbs_by_subject.items())


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


def _describe_why(step: Step) -> str:
    if not step.claims:
        return _describe_conflict(step)
    return " ".join([_describe_argument(step), *_describe_folded(step)])


def _describe_argument(step: Step) -> str:
    board, deduction = step.board, _deduction_of(step)
    head = capitalize(describe_claims(board, sorted(deduction.claims, key=lambda claim: _is_default(board, claim))))
    if step.technique:
        because = put_into_words(technique_named(board.genre, step.technique).because, deduction)
        if step.technique.lower() in because.lower():
            return f"{capitalize(because)}: {describe_claims(board, deduction.claims)}."
        head = f"{step.technique}: {head}"
        if because or step.size == 1:
            return f"{head}." + (f" {capitalize(because)}." if because else "")
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
            return f"{head}. {_describe_assumptions(step)}{_describe_chain(board, branch.inferences)}."
    return f"{head}. {_describe_cases(step)}"


def _describe_assumptions(step: Step) -> str:
    """Return how a chain begins: "If r1c1 were shaded, "; briefly if it assumes the opposite of what was just said."""
    (branch,) = step.branches
    if len(step.claims) == 1 and step.claims[0].holds:
        return "Otherwise "
    return f"If {describe_claims(step.board, branch.assumptions, 'were')}, "


def _deduction_of(step: Step) -> Deduction:
    """Return what a step claims and why, with the marks elsewhere for the same reason and those of the only way out."""
    joined = [each for each in step.folded if _is_joined(step, each)]
    claims = (each.claim for each in joined if each.claim is not None)
    reasons = (reason for each in joined for reason in each.reasons)
    return make_deduction(replace(step, claims=(*step.claims, *claims), reasons=(*step.reasons, *reasons)))


def _is_joined(step: Step, folded: Inference) -> bool:
    """Return whether a folded mark has the same kind of reason as the step itself."""
    if step.size > 1:
        return False
    is_everywhere = step.technique and technique_named(step.board.genre, step.technique).everywhere
    return any(reason.cut or (is_everywhere and reason.rule == step.reasons[0].rule) for reason in folded.reasons)


def _describe_because(step: Step, wording: str = "because") -> str:
    """Return the positive reason of a step with one reason; empty if its rule has no such wording."""
    (reason,) = step.reasons
    rule = step.board.genre.find_rule(reason.rule)
    if rule is None or not getattr(rule, wording):
        return ""
    return put_into_words(getattr(rule, wording), _deduction_of(step))


def _describe_folded(step: Step) -> list[str]:
    """Return short sentences about the marks that follow at once."""
    by_rule: dict[str, list[Inference]] = {}
    for each in step.folded:
        if each.because and not _is_joined(step, each):
            by_rule.setdefault(each.reasons[0].rule, []).append(each)
    sentences = (_describe_at_once(step, inferences) for inferences in by_rule.values())
    told = [sentence for sentence in sentences if sentence]
    also = _list_folded(step)
    return [*told, f"Then {also}."] if also else told


def _describe_at_once(step: Step, inferences: Sequence[Inference]) -> str:
    """Return the sentence about marks that follow at once by one rule; empty if there is none."""
    sentence = describe_at_once(step.board, inferences)
    if not isinstance(sentence, str) or "{end}" not in sentence:
        return sentence if isinstance(sentence, str) else ""
    end = _line_end(step, inferences)
    return sentence.format(end=end) if end else ""


def _list_folded(step: Step) -> str:
    """Return the folded marks that are worth a word, in the order in which they follow: "r1c2 is 3, r2c2 5"."""
    parts: list[str] = []
    value_before = None
    for (layer, value, why), group in groupby(
        _folded_claims(step), key=lambda each: (each[0].layer, each[0].value, each[1])
    ):
        claims = [claim for claim, _ in group]
        words = name_places(step.board, [claim.place for claim in claims])
        if not parts:
            words = describe_claims(step.board, claims)
        elif value != value_before or not why:
            words += f" {describe_value(step.board, layer, value, len(claims) > 1)}"
        parts.append(f"{words} ({why})" if why else words)
        value_before = value
    return ", ".join(parts)


def _folded_claims(step: Step) -> list[tuple[Claim, str]]:
    """Return the folded marks that are worth a word, in the order in which they follow, with their reasons in short.

    These are marks that are certain since all their other values are ruled out, and marks that follow at once only in
    some positions (`Rule.at_once_when`).
    """
    found: dict[tuple[str, Place], tuple[Claim | None, str]] = {}
    claimed = {(claim.layer, claim.place) for claim in step.claims if claim.holds}
    for folded in step.folded:
        claim = folded.claim
        if claim is None or (claim.layer, claim.place) in claimed:
            continue
        place = claim.layer, claim.place
        rules = [step.board.genre.find_rule(reason.rule) for reason in folded.reasons]
        if not claim.holds:
            found.pop(place, None)
            found[place] = None, ""
        elif any(rule is not None and rule.at_once_when is not None for rule in rules):
            has_words = all(rule is not None and rule.in_short for rule in rules)
            found[place] = claim, _describe_shortly(step.board, folded) if has_words else ""
    return [
        (known or Claim(layer, place, value), why)
        for (layer, place), (known, why) in found.items()
        if (value := step.after.decided_marks(layer).get(place)) is not None
    ]


def _line_end(step: Step, inferences: Sequence[Inference]) -> str:
    """Return where a line ends that goes on; empty if it goes on by few pieces or meets another line."""
    board, grid = step.board, step.board.grid
    pieces = [each.claim for each in inferences if each.claim is not None and not _is_default(board, each.claim)]
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
    suppose = "Suppose not" if is_opposite else f"Suppose {describe_claims(board, common, 'were')}"
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
        return f"{head}. {_describe_missing_reason(step)}"
    return f"{head}: {_describe_chain(step.board, step.branches[0].inferences)}."


def _describe_missing_reason(step: Step) -> str:
    if step.cut_off:
        return "The search for a short reason was cut off."
    return "No short reason was found: it takes all rules together."


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
