"""Searches for the answers to one board: `Search` and, for engines that take models, `ModelSearch`."""

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
GIVEN = "given"  # the id under which given marks are posted, as if they were instances of a rule
Statistics = Mapping[str, int | float | str]


class Search(ABC):
    """A search for the answers to one board; use it in a `with` statement.

    An answer is what the engine returns: a solution, if the model or text is right.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: tuple[type[BaseException], BaseException, TracebackType] | None) -> None:
        self.close()

    @property
    @abstractmethod
    def statistics(self) -> Statistics:
        """The names of engine and formulation, and the cost of the search so far."""

    @abstractmethod
    def close(self) -> None:
        """Release the engine's resources."""

    @abstractmethod
    def answers(self, limit: int | None) -> Iterator[Board]:
        """Yield each answer once, without checking it; `limit` is the largest number that the caller will take."""

    @abstractmethod
    def common(self) -> CommonMarks | None:
        """Return the marks common to all answers, or None if there is no answer."""


def build_model(board: Board, formulation: ModelFormulation | None = None) -> Model:
    """Return the board's model: the genre's rules, and the given marks as instances of a rule `given`."""
    build = formulation.build_model if formulation else genres.load_part(board.genre, "model", "build_model")
    model: Model = build(board)
    for layer, entries in board.given.items():
        for place, mark in entries.items():
            model.post(GIVEN, place, *((literal,) for literal in model.literals_of_mark(layer, place, mark)))
    return model


class ModelSearch(Search):
    """A search with a model: the genre's own, or a formulation."""

    def __init__(
        self, board: Board, engine: str | None, from_marks: bool, formulation: ModelFormulation | None = None
    ) -> None:
        self._board, self._model = board, build_model(board, formulation)
        self._formulation_name = {"formulation": formulation.name} if formulation else {}
        self._session = engines.open_session(engine, self._model)
        self._variables = self._model.answer_variables(board.genre.answer)
        self._assumptions = self._model.literals_of(board.marks) if from_marks else []

    @property
    def statistics(self) -> Statistics:
        return {**self._session.statistics, **self._formulation_name}

    def close(self) -> None:
        self._session.close()

    def answers(self, limit: int | None) -> Iterator[Board]:
        for solution in self._session.solutions(self._variables, self._assumptions, Limits(solutions=limit)):
            yield self._board.with_marks(self._model.decode_marks(solution.values))

    def common(self) -> CommonMarks | None:
        literals = self._session.backbone(self._variables, self._assumptions)
        if literals is None:
            return None
        backbone = set(literals)

        def holds(layer: str, place: Place, value: Value) -> bool | None:
            (literal,) = self._model.literals_of_mark(layer, place, value)
            return True if literal in backbone else False if -literal in backbone else None

        return collect_common_marks(self._board, holds)


def collect_common_marks(board: Board, holds: Callable[[str, Place, Value], bool | None]) -> CommonMarks:
    """Return for each place the value that is in all answers or, if there is none, the values that are in no answer.

    `holds(layer, place, value)` returns True if all answers have this value, False if none has, otherwise None.
    """
    common: CommonMarks = {}
    for layer in map(board.genre.mark_layer, board.genre.answer):
        marks = common[layer.name] = {}
        for place in layer.places(board.grid):
            verdicts = {value: holds(layer.name, place, value) for value in board.alphabet(layer).values}
            if True in verdicts.values():
                marks[place] = next(value for value, verdict in verdicts.items() if verdict)
            elif ruled_out := RuledOut(value for value, verdict in verdicts.items() if verdict is False):
                marks[place] = ruled_out
    return common
