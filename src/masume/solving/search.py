"""Searches: a genre's model or one of its formulations, opened in an engine, on one board."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Self

from masume import engines, genres
from masume.core.board import Board
from masume.core.layers import Mark, RuledOut, Value
from masume.core.outcome import Limits
from masume.core.places import Place
from masume.formulations.models import ModelFormulation
from masume.modelling import Model

CommonMarks = dict[str, dict[Place, Mark]]
GIVEN = "given"  # the rule whose instances are the given marks
Statistics = Mapping[str, int | float | str]


class Search(ABC):
    """What finds the answers to one board."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: tuple[type[BaseException], BaseException, TracebackType] | None) -> None:
        self.close()

    @property
    @abstractmethod
    def statistics(self) -> Statistics:
        """By what was searched, and what it cost so far."""

    @abstractmethod
    def close(self) -> None:
        """Free what the engine holds."""

    @abstractmethod
    def answers(self, most: int | None) -> Iterator[Board]:
        """The answers, each once and not yet checked; the caller looks at no more than so many."""

    @abstractmethod
    def common(self) -> CommonMarks | None:
        """The marks common to all answers, None if there is no answer."""


def state(board: Board, formulation: ModelFormulation | None = None) -> Model:
    """The board's model: the genre's rules and the given marks, these as instances of a rule `given`."""
    model: Model = (formulation.state if formulation else genres.part(board.genre, "model", "state"))(board)
    for layer, entries in board.given.items():
        for place, mark in entries.items():
            model.post(GIVEN, place, *((literal,) for literal in model.mark_literals(layer, place, mark)))
    return model


class ModelSearch(Search):
    """A model in a session of an engine that knows the words of models."""

    def __init__(
        self, board: Board, engine: str | None, from_marks: bool, formulation: ModelFormulation | None = None
    ) -> None:
        self._board, self._model = board, state(board, formulation)
        self._named = {"formulation": formulation.name} if formulation else {}
        self._session = engines.open_session(engine, self._model)
        self._variables = self._model.answer(board.genre.answer)
        self._assumptions = self._model.literals_of(board.marks) if from_marks else []

    @property
    def statistics(self) -> Statistics:
        return {**self._session.statistics, **self._named}

    def close(self) -> None:
        self._session.close()

    def answers(self, most: int | None) -> Iterator[Board]:
        for solution in self._session.solutions(self._variables, self._assumptions, Limits(solutions=most)):
            yield self._board.with_marks(self._model.read_marks(solution.values))

    def common(self) -> CommonMarks | None:
        literals = self._session.backbone(self._variables, self._assumptions)
        if literals is None:
            return None
        known = set(literals)

        def holds(layer: str, place: Place, value: Value) -> bool | None:
            (literal,) = self._model.mark_literals(layer, place, value)
            return True if literal in known else False if -literal in known else None

        return decided(self._board, holds)


def decided(board: Board, holds: Callable[[str, Place, Value], bool | None]) -> CommonMarks:
    """The marks that are known to hold, or values known not to."""
    found: CommonMarks = {}
    for layer in map(board.genre.mark_layer, board.genre.answer):
        marks = found[layer.name] = {}
        for place in layer.places(board.grid):
            told = {value: holds(layer.name, place, value) for value in board.alphabet(layer).values}
            if True in told.values():
                marks[place] = next(value for value, known in told.items() if known)
            elif out := RuledOut(value for value, known in told.items() if known is False):
                marks[place] = out
    return found
