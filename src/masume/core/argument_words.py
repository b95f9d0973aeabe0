"""Arguments in words: what would follow if a claim were false, with the numbers that would see too many or too few.

otherwise the 10 at r8c5 needs r4c5 and r5c5; then the 9 at r6c5 sees 10
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from masume.core.claims import Claim
from masume.core.phrases import describe_claims, fill_in, name_places
from masume.core.sight import Sight
from masume.core.sight_words import say_total
from masume.core.techniques import Argument, Consequence, Deduction, Ground, is_one_argument


def say_arguments(sight: Sight, deduction: Deduction) -> str:
    """Say what would follow if the claims were false."""
    by_words: dict[str, list[Claim]] = {}
    for argument in deduction.arguments:
        by_words.setdefault(say_argument(sight, deduction, argument), []).append(argument.assumptions[0])
    if len(by_words) == 1:
        return f"otherwise {next(iter(by_words))}"
    return "; and ".join(
        f"if {'one of ' if len(claims) > 1 else ''}{describe_claims(deduction.board, claims, 'is')}, {words}"
        for words, claims in by_words.items()
    )


def say_argument(sight: Sight, deduction: Deduction, argument: Argument) -> str:
    """Say what would follow from the assumptions of an argument."""
    *before, end = argument.consequences
    parts, established = list[str](), list(argument.assumptions)
    for _, group in groupby(before, key=lambda consequence: _reason_of(sight, deduction, consequence)):
        consequences = list(group)
        claims = [consequence.claim for consequence in consequences if consequence.claim is not None]
        parts.append(_say_consequence(sight, deduction, consequences[0].grounds[-1], claims, established))
        established += claims
    ending = _say_end(sight, deduction, end.grounds[-1], established)
    *parts, ending = _name_subjects_once([*parts, ending])
    return "; ".join([*parts, f"then {ending}" if parts else ending])


def _name_subjects_once(sentences: Sequence[str]) -> Iterator[str]:
    """Yield sentences; a number that is the subject of several in a row is "it" after the first."""
    before = ""
    for sentence in sentences:
        found = re.match(r"the \S+ at \S+ ", sentence)
        subject = found[0] if found else ""
        yield f"it {sentence.removeprefix(subject)}" if subject and subject == before else sentence
        before = subject


def say_links(sight: Sight, deduction: Deduction) -> str:
    """Say which cells would be left to connect parts, so that a number would see too many or too few."""
    sentences: dict[str, None] = {}
    for argument in deduction.arguments:
        *before, end = argument.consequences
        claims = [consequence.claim for consequence in before if consequence.claim is not None]
        joined = name_places(deduction.board, sorted(claim.cell for claim in claims))
        ending = _say_end(sight, deduction, end.grounds[-1], [*argument.assumptions, *claims])
        sentences[f"otherwise only {joined} {'joins' if len(claims) == 1 else 'join'} the parts, and {ending}"] = None
    return next(iter(sentences)) if len(sentences) == 1 else say_arguments(sight, deduction)


def has_only_links(deduction: Deduction) -> bool:
    """Return whether all that follows within an argument are cells that are needed to connect others."""
    if not is_one_argument(deduction):
        return False
    grounds = [(each.claim, each.grounds[-1]) for each in deduction.arguments[0].consequences[:-1]]
    return bool(grounds) and all(
        claim is not None and ground.cut == "apart" and claim.place not in {end.place for end in ground.ends}
        for claim, ground in grounds
    )


def numbers_of(sight: Sight, argument: Argument) -> Iterator[tuple[str, int]]:
    """Yield the numbers of an argument, each with the rule that it is used by, in the order of use."""
    grounds = (ground for consequence in argument.consequences for ground in consequence.grounds)
    found = ((ground.rule, ground.place) for ground in grounds if ground.rule in (sight.too_many, sight.too_few))
    for rule, place in dict.fromkeys(found):
        assert isinstance(place, int)
        yield rule, place


def _reason_of(sight: Sight, deduction: Deduction, consequence: Consequence) -> Ground | str:
    """Return what consequences have in common that are named together: the same reason, or that they follow at once."""
    ground = consequence.grounds[-1]
    rule = deduction.board.genre.find_rule(ground.rule)
    is_at_once = rule is not None and rule.at_once and ground.rule not in (sight.too_many, sight.too_few)
    return ground.rule if is_at_once else ground


def _say_consequence(
    sight: Sight, deduction: Deduction, ground: Ground, claims: Sequence[Claim], established: Iterable[Claim]
) -> str:
    board = deduction.board
    places = name_places(board, [claim.place for claim in claims])
    if ground.cut:
        return _say_cut_consequence(deduction, ground, claims)
    name = deduction.name(ground.place)
    if ground.rule in (sight.too_many, sight.too_few):
        if all(claim.value == sight.clear for claim in claims):
            return f"{name} needs {places}"
        assert isinstance(ground.place, int)
        view = sight.view(board, ground.place, sight.marks(board, established))
        if all(claim.value == sight.blocked for claim in claims) and view.least == view.number:
            return f"{name} is full"
        needed = [claim.place for claim in claims if claim.value == sight.clear]
        excluded = [claim.place for claim in claims if claim.value == sight.blocked]
        if needed:
            return f"{name} needs {name_places(board, needed)}, not {name_places(board, excluded)}"
        return f"{name} cannot see {places}"
    rule = board.genre.find_rule(ground.rule)
    return describe_claims(board, claims) + (f" ({rule.in_short})" if rule and rule.otherwise_there else "")


def _say_cut_consequence(deduction: Deduction, ground: Ground, claims: Sequence[Claim]) -> str:
    cells = [claim.place for claim in claims]
    ends = [end.place for end in ground.ends]
    is_enclosed = ground.cut == "enclosed"
    if set(ends).isdisjoint(cells):
        way = "exit" if is_enclosed else "link"
        return f"{deduction.name(ends[0])} needs the {way} {name_places(deduction.board, cells)}"
    return f"{describe_claims(deduction.board, claims)} ({'closed in' if is_enclosed else 'cut off'})"


def _say_end(sight: Sight, deduction: Deduction, ground: Ground, established: Iterable[Claim]) -> str:
    """Say what would be wrong at the end."""
    board = deduction.board
    if ground.cut:
        ends = [deduction.name(end.place) for end in ground.ends]
        if ground.cut == "enclosed":
            return f"{ends[0]} cannot reach the edge"
        return f"{ends[0]} is cut off from {ends[1] if len(ends) > 1 else 'the rest'}"
    if ground.rule in (sight.too_many, sight.too_few):
        assert isinstance(ground.place, int)
        view = sight.view(board, ground.place, sight.marks(board, established))
        return f"{deduction.name(ground.place)} sees {say_total(view)}"
    rule = board.genre.find_rule(ground.rule)
    otherwise = (rule.otherwise_there or rule.otherwise) if rule else ""
    return fill_in(board, otherwise, ground.place)
