"""Naming: finds the technique of a genre whose pattern fits the reasons of a step, and puts phrases into words."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import NamedTuple

from masume import genres
from masume.core.board import Board
from masume.core.genre import Genre, require_genre
from masume.core.layers import Value
from masume.core.phrases import clue_at, describe_claims, name_line, name_place, name_with_clue
from masume.core.places import Place
from masume.core.techniques import Argument, Consequence, Deduction, Ground, Joins, Technique, Wording
from masume.explaining.steps import Branch, Cut, Inference, Reason, Step
from masume.formats import read


class TechniqueExample(NamedTuple):
    """A tiny board that is solved by one technique alone."""

    technique: Technique
    board: Board


def techniques(genre: Genre) -> list[TechniqueExample]:
    """Return the techniques that explanations of a genre know by name, each with a tiny board."""
    require_genre(genre)
    if not techniques_of(genre):
        return []
    text = files(genre.package).joinpath("techniques.txt").read_text(encoding="utf-8")
    _, *pieces = re.split(r"^== (.+)\n", text, flags=re.MULTILINE)
    boards = {name: read(board) for name, board in zip(pieces[::2], pieces[1::2], strict=True)}
    return [TechniqueExample(technique, boards[technique.name]) for technique in techniques_of(genre)]


@cache
def techniques_of(genre: Genre) -> tuple[Technique, ...]:
    """Return the techniques that a genre declares; most special patterns come first."""
    if find_spec(f"{genre.package}.techniques") is None:
        return ()
    declared: tuple[Technique, ...] = genres.load_part(genre, "techniques", "TECHNIQUES")
    return declared


def find_technique(step: Step) -> Technique | None:
    """Return the first technique of the board's genre that fits."""
    rules = [(reason.rule, _cut_kind(reason)) for reason in step.reasons]
    deduction = None
    for technique in techniques_of(step.board.genre):
        if technique.fits(rules):
            deduction = deduction or make_deduction(step)
            if technique.applies(deduction):
                return technique
    return None


def find_anchor(reasons: Iterable[Reason], technique: Technique) -> frozenset[Reason]:
    """Return the reasons where a technique is applied: those of the first part of its pattern."""
    return frozenset(reason for reason in reasons if technique.is_anchor(reason.rule, _cut_kind(reason)))


def _cut_kind(reason: Reason) -> str:
    """Return the kind of the cut of a reason; empty if it is none."""
    return reason.cut.kind.value if reason.cut else ""


def technique_named(genre: Genre, name: str) -> Technique:
    """Return the technique of a genre with this name."""
    return next(technique for technique in techniques_of(genre) if technique.name == name)


def make_deduction(step: Step) -> Deduction:
    """Return a step as rules and techniques see it."""
    places: dict[str, tuple[Place, ...]] = {}
    for reason in step.reasons:
        if reason.cut:
            own = tuple(claim.place for claim in reason.cut.witnesses)
        else:
            own = tuple(instance.place for instance in reason.rests_on if instance.rule == reason.rule) or (
                reason.place,
            )
        places[reason.rule] = (*places.get(reason.rule, ()), *own)
    return Deduction(step.board, step.claims, step.known, places, tuple(map(_make_argument, step.branches)))


def _make_argument(branch: Branch) -> Argument:
    return Argument(branch.assumptions, tuple(map(_make_consequence, branch.inferences)))


def _make_consequence(inference: Inference) -> Consequence:
    return Consequence(inference.claim, tuple(map(_make_ground, inference.reasons)))


def _make_ground(reason: Reason) -> Ground:
    ends = reason.cut.witnesses if reason.cut else ()
    return Ground(reason.rule, reason.place, _cut_kind(reason), ends)


def describe_at_once(board: Board, inferences: Sequence[Inference]) -> str | bool:
    """Return whether inferences by one rule follow at once, with the sentence about them if there is one."""
    rule = board.genre.find_rule(inferences[0].reasons[0].rule)
    if rule is None:
        return False
    if not callable(rule.at_once):
        return rule.at_once
    claims = tuple(inference.claim for inference in inferences if inference.claim is not None)
    known = dict.fromkeys(claim for inference in inferences for claim in inference.because)
    reasons = tuple(reason for inference in inferences for reason in inference.reasons)
    return rule.at_once(make_deduction(Step(board, claims, reasons, tuple(known))))


class _NamedPlaces:
    """What a field such as {A1b} stands for in a phrase: the places of a rule."""

    def __init__(self, deduction: Deduction, places: Sequence[Place]) -> None:
        self._deduction, self._places = deduction, places

    def __str__(self) -> str:
        return self._deduction.name(self._places[0])

    @property
    def place(self) -> str:
        return name_place(self._deduction.board, self._places[0])

    @property
    def line(self) -> str:
        return name_line(self._deduction.board, self._places[0])

    @property
    def clue(self) -> Value | str:
        return clue_at(self._deduction.board, self._places[0])

    @property
    def all(self) -> str:
        return self._deduction.names(self._places)


def put_into_words(wording: Wording, deduction: Deduction) -> str:
    """Return the phrase of a rule or a technique for a deduction."""
    if callable(wording):
        return wording(deduction)
    board = deduction.board
    fields = {rule: _NamedPlaces(deduction, places) for rule, places in deduction.places.items()}
    first, second = [*next(iter(deduction.places.values()), ()), board.grid.board, board.grid.board][:2]
    return wording.format(
        one=name_place(board, first),
        other="the rest" if second == board.grid.board else name_place(board, second),
        claims=describe_claims(board, deduction.claims),
        place=name_place(board, first),
        line=name_line(board, first),
        clue=clue_at(board, first),
        clued=name_with_clue(board, first),
        **fields,
    )


def is_joined(step: Step, folded: Inference) -> bool:
    """Return whether a folded mark has the same kind of reason as the step itself."""
    if step.size > 1 or folded.claim is None or not _is_seen_at_first(step, folded):
        return False
    own, joins = step.reasons[0], technique_named(step.board.genre, step.technique).joins if step.technique else None
    if joins is Joins.EVERYWHERE and folded.claim.value in {claim.value for claim in step.claims}:
        own_kind = own.rule, _cut_kind(own)
        if any((reason.rule, _cut_kind(reason)) == own_kind for reason in folded.reasons):
            return True
    return any(reason.cut and _is_same_way(step, folded, reason.cut) for reason in folded.reasons)


def _is_seen_at_first(step: Step, folded: Inference) -> bool:
    """Return whether a folded mark rests on no other, except those that rules state about the places of clues."""
    return {each.claim for each in step.folded if each.because}.isdisjoint(folded.because)


def _is_same_way(step: Step, folded: Inference, cut: Cut) -> bool:
    """Return whether a folded mark belongs to the only way out that a step is about."""
    own = step.reasons[0].cut
    if own is None or own.kind is not cut.kind or own.witnesses[:1] != cut.witnesses[:1]:
        return False
    return folded.claim is not None and folded.claim.place not in {end.place for end in cut.witnesses}
