"""Folded words: what is said about the marks that follow from a step at once."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from masume.core.borders import track_of
from masume.core.claims import Claim, is_default
from masume.core.layers import Value
from masume.core.phrases import (
    describe_claims,
    describe_value,
    join_words,
    name_place,
    name_places,
)
from masume.core.places import Place
from masume.core.tracks import Track, drawn_loop
from masume.explaining.chain_words import describe_reason_in_short
from masume.explaining.naming import describe_at_once, is_joined
from masume.explaining.steps import Inference, Step

_MIN_PIECES = 3  # of a line that goes on, for a sentence that says how far


def describe_folded(step: Step) -> list[str]:
    """Return short sentences about the marks that follow at once."""
    by_rule: dict[str, list[Inference]] = {}
    for each in step.folded:
        if each.because and not is_joined(step, each):
            by_rule.setdefault(each.reasons[0].rule, []).append(each)
    sentences = (_describe_at_once(step, inferences) for inferences in by_rule.values())
    spoken = [sentence for sentence in sentences if sentence]
    also = _list_folded(step)
    return [*spoken, f"Then {also}."] if also else spoken


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
    for why, group in groupby(_folded_claims(step), key=lambda each: each[1]):
        claims = [claim for claim, _ in group]
        by_value = _group_values(claims) if why else [[*same] for _, same in groupby(claims, key=_layer_and_value)]
        phrases: list[str] = []
        for same in by_value:
            layer, value = _layer_and_value(same[0])
            words = name_places(step.board, [claim.place for claim in same])
            if not parts and not phrases:
                words = describe_claims(step.board, same)
            elif value != value_before or not why or len(by_value) > 1:
                words += f" {describe_value(step.board, layer, value, len(same) > 1)}"
            phrases.append(words)
            value_before = value
        parts.append(f"{' and '.join(phrases)} ({why})" if why else ", ".join(phrases))
    return ", ".join(parts)


def _group_values(claims: Sequence[Claim]) -> list[list[Claim]]:
    """Return claims with the same value together, in the order of their first ones."""
    by_value: dict[tuple[str, Value], list[Claim]] = {}
    for claim in claims:
        by_value.setdefault(_layer_and_value(claim), []).append(claim)
    return [*by_value.values()]


def _layer_and_value(claim: Claim) -> tuple[str, Value]:
    return claim.layer, claim.value


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
        elif is_joined(step, folded):
            continue
        elif any(reason.cut for reason in folded.reasons) and not any(
            rule is not None and rule.at_once for rule in rules
        ):
            found[place] = claim, describe_reason_in_short(step.board, folded)
        elif any(rule is not None and rule.at_once_when is not None for rule in rules):
            # Numbers make a list, in which reasons would be in the way: "r1c2 is 3, r2c2 5".
            is_number = isinstance(claim.value, int)
            has_words = not is_number and all(rule is not None and rule.in_short for rule in rules)
            found[place] = claim, describe_reason_in_short(step.board, folded) if has_words else ""
    return [
        (known or Claim(layer, place, value), why)
        for (layer, place), (known, why) in found.items()
        if (value := step.after.decided_marks(layer).get(place)) is not None
    ]


def _line_end(step: Step, inferences: Sequence[Inference]) -> str:
    """Return where the line of a step ends if it goes on by several pieces; empty if it meets another line."""
    board = step.board
    pieces = {each.claim.cell for each in inferences if each.claim is not None and not is_default(board, each.claim)}
    if len(pieces) < _MIN_PIECES:
        return ""
    layer = board.genre.mark_layer(step.claims[0].layer)
    track, lines = track_of(board.grid, layer), drawn_loop(step.after, layer.name).lines
    own = [claim.cell for claim in step.claims]  # the line begins with one of these, or beside it
    line = _follow_lines(track, lines, lines.intersection(own) or _lines_beside(track, lines, own))
    if len(pieces.intersection(line)) < _MIN_PIECES:
        return ""
    ends = (end for edge in sorted(pieces.intersection(line)) for end in track.ends[edge])
    loose = [end for end in ends if len(lines.intersection(track.edges_at[end])) == 1]
    return join_words([name_place(board, end) for end in loose])


def _follow_lines(track: Track, lines: Collection[int], start: Iterable[int]) -> set[int]:
    """Return the pieces of the lines that some pieces belong to."""
    found = set(start)
    queue = sorted(found)
    for edge in queue:  # grows during the iteration
        new = _lines_beside(track, lines, [edge]) - found
        found |= new
        queue += sorted(new)
    return found


def _lines_beside(track: Track, lines: Collection[int], edges: Iterable[int]) -> set[int]:
    return {other for edge in edges for end in track.ends[edge] for other in track.edges_at[end] if other in lines}
