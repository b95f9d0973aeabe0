"""How a board goes into a formulation, and how answers come back as marks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Protocol

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.grid import describe
from masume.core.layers import Value
from masume.core.places import Place
from masume.formats import facts, own_facts
from masume.formats.own_facts import Terms, mark_atom, mark_atoms
from masume.formulations import Formulation
from masume.formulations.texts import mentioned

Marks = Mapping[str, Mapping[Place, Value]]


class Exchange(Protocol):
    """What is said of one board in the facts of one formulation."""

    @property
    def answer(self) -> tuple[str, ...]:
        """The predicates, such as black/2, of which answers are made."""
        ...

    def facts(self) -> str:
        """The board as facts."""
        ...

    def marks(self, atoms: Iterable[str]) -> Marks:
        """The marks that an answer stands for."""
        ...

    def condition(self, layer: str, place: Place, value: Value) -> str:
        """The body of a rule that holds just if a mark is so."""
        ...


class PaperExchange:
    """In the facts of a paper."""

    def __init__(self, board: Board, dialect: str) -> None:
        self._board, self._dialect = board, dialect

    @property
    def answer(self) -> tuple[str, ...]:
        return (facts.answer_signature(self._board.genre, self._dialect),)

    def facts(self) -> str:
        return facts.instance(replace(self._board, given={}, marks={}), self._dialect)

    def marks(self, atoms: Iterable[str]) -> Marks:
        return facts.marks_from(self._board, self._dialect, atoms)

    def condition(self, layer: str, place: Place, value: Value) -> str:
        return facts.condition(self._board, self._dialect, layer, place, value)


class OwnExchange:
    """In masume's own facts."""

    answer = ("mark/3",)

    def __init__(self, board: Board, formulation: Formulation) -> None:
        self._board, self._formulation, self._terms = board, formulation, Terms(board)

    def facts(self) -> str:
        return own_facts.instance(self._board, mentioned(self._formulation.program))

    def marks(self, atoms: Iterable[str]) -> Marks:
        known, grid = self._known, self._board.grid
        found: dict[str, dict[Place, Value]] = {layer: {} for layer in self._board.genre.answer}
        for atom in atoms:
            if atom not in known:
                raise InputError(f"{self._formulation.name}: {atom!s:.60} is no mark of this board")
            layer, place, value = known[atom]
            if found[layer].setdefault(place, value) != value:
                raise InputError(f"{self._formulation.name}: an answer has two marks at {describe(grid, place)}")
        for layer, place, _ in known.values():
            if place not in found[layer]:
                where = describe(grid, place)
                raise InputError(f"{self._formulation.name}: an answer has no mark({layer},…) at {where}")
        return found

    @cached_property
    def _known(self) -> dict[str, tuple[str, Place, Value]]:
        return mark_atoms(self._board)

    def condition(self, layer: str, place: Place, value: Value) -> str:
        return mark_atom(self._terms, layer, place, value)


def exchange(board: Board, formulation: Formulation) -> Exchange:
    """How a board and a formulation speak with each other."""
    if formulation.dialect is None:
        return OwnExchange(board, formulation)
    return PaperExchange(board, formulation.dialect)
