"""Facts codecs: turn a board into facts for a formulation, and its answers into marks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Protocol

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.grid import describe_place
from masume.core.layers import Value
from masume.core.messages import shorten
from masume.core.places import Place
from masume.formats import facts, own_facts
from masume.formats.own_facts import Terms, mark_atom, mark_atoms
from masume.formulations import Formulation
from masume.formulations.texts import used_predicates

Marks = Mapping[str, Mapping[Place, Value]]


class FactsCodec(Protocol):
    """A translation between one board and the facts and answers of one formulation."""

    @property
    def answer_signatures(self) -> tuple[str, ...]:
        """The signatures of the predicates that make up an answer, such as black/2."""
        ...

    def write_facts(self) -> str:
        """Return the board as facts."""
        ...

    def parse_marks(self, atoms: Iterable[str]) -> Marks:
        """Return the marks of an answer, which is a list of atoms."""
        ...

    def write_condition(self, layer: str, place: Place, value: Value) -> str:
        """Return the body of a rule that is true if and only if the place has this mark."""
        ...


class PaperFactsCodec:
    """A translation to and from the facts of a paper."""

    def __init__(self, board: Board, dialect: str) -> None:
        self._board, self._dialect = board, dialect

    @property
    def answer_signatures(self) -> tuple[str, ...]:
        return (facts.answer_signature(self._board.genre, self._dialect),)

    def write_facts(self) -> str:
        return facts.write_instance(replace(self._board, given={}, marks={}), self._dialect)

    def parse_marks(self, atoms: Iterable[str]) -> Marks:
        return facts.parse_atoms(self._board, self._dialect, atoms)

    def write_condition(self, layer: str, place: Place, value: Value) -> str:
        return facts.write_condition(self._board, self._dialect, layer, place, value)


class OwnFactsCodec:
    """A translation to and from masume's own facts."""

    answer_signatures = ("mark/3",)

    def __init__(self, board: Board, formulation: Formulation) -> None:
        self._board, self._formulation, self._terms = board, formulation, Terms(board)

    def write_facts(self) -> str:
        return own_facts.write_own_instance(self._board, used_predicates(self._formulation.program))

    def parse_marks(self, atoms: Iterable[str]) -> Marks:
        possible, grid = self._possible_marks, self._board.grid
        marks: dict[str, dict[Place, Value]] = {layer: {} for layer in self._board.genre.answer}
        for atom in atoms:
            if atom not in possible:
                raise InputError(f"{self._formulation.name}: {shorten(str(atom), 60)} is not a mark of this board")
            layer, place, value = possible[atom]
            if marks[layer].setdefault(place, value) != value:
                raise InputError(f"{self._formulation.name}: an answer has two marks at {describe_place(grid, place)}")
        for layer, place, _ in possible.values():
            if place not in marks[layer]:
                where = describe_place(grid, place)
                raise InputError(f"{self._formulation.name}: an answer has no mark({layer},…) at {where}")
        return marks

    @cached_property
    def _possible_marks(self) -> dict[str, tuple[str, Place, Value]]:
        return mark_atoms(self._board)

    def write_condition(self, layer: str, place: Place, value: Value) -> str:
        return mark_atom(self._terms, layer, place, value)


def facts_codec_for(board: Board, formulation: Formulation) -> FactsCodec:
    """Return the codec for a board and a formulation."""
    if formulation.dialect is None:
        return OwnFactsCodec(board, formulation)
    return PaperFactsCodec(board, formulation.dialect)
