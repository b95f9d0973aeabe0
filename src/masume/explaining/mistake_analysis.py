"""Mistakes: which marks are wrong and why; or what is wrong with the puzzle."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from masume.core.board import Board
from masume.core.layers import Mark, RuledOut
from masume.core.outcome import Limits, Status
from masume.core.places import Place
from masume.explaining.explainer import Stepper
from masume.explaining.phrases import capital, claims_words, places_words
from masume.explaining.step_search import Late
from masume.explaining.steps import Claim, Step
from masume.solving import solve

if TYPE_CHECKING:
    from masume.drawing import Style


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What is wrong with a board; nothing if it is false.

    `wrong` marks are in no solution, each explained by one of the `steps`, from the marks that are right.  If marks are
    only wrong together, or the puzzle has no solution, `conflict` is a step without claims: reasons and marks that
    cannot hold together.  If the puzzle has several solutions, two of them are `solutions`, with
    the board's marks if there are two such.
    """

    board: Board
    wrong: tuple[Claim, ...] = ()
    steps: tuple[Step, ...] = ()
    conflict: Step | None = None
    solutions: tuple[Board, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.wrong or self.conflict or self.solutions)

    @property
    def first(self) -> Step | None:
        """The step to show first, if there is one."""
        return self.steps[0] if self.steps else self.conflict

    @property
    def differ(self) -> tuple[Claim, ...]:
        """What the first of two solutions says where the other says something else."""
        if not self.solutions:
            return ()
        one, other = self.solutions
        return tuple(
            Claim(layer, place, value)
            for layer in one.genre.answer
            for place, value in one.decided(layer).items()
            if other.decided(layer).get(place) != value
        )

    def in_words(self) -> str:
        """What is wrong, in sentences."""
        said = []
        if self.wrong:
            places = [claim.place for claim in self.wrong]
            said.append(f"{capital(places_words(self.board, places))} {'is' if len(places) == 1 else 'are'} wrong.")
            said += (step.in_words() for step in self.steps)
        if self.conflict is not None:
            said.append(self.conflict.in_words())
        if self.solutions:
            said.append(
                f"The puzzle has several solutions: in one {claims_words(self.board, self.differ)}, in another not."
            )
        return "\n".join(said) or "Nothing is wrong."

    def to_json(self) -> dict[str, Any]:
        """What is wrong, as plain data."""
        from masume.explaining.json_form import mistakes_to_json  # which knows mistakes

        return mistakes_to_json(self)

    def picture(self, to: str = "svg", **style: "Unpack[Style]") -> str | bytes:
        """The board with what is wrong pointed out as errors and why as reasons; or where two solutions differ."""
        from masume.explaining.frames import frame_of_mistakes

        return frame_of_mistakes(self).render(to, **style)


def find_mistakes(board: Board, late: Late = lambda: False, seconds: float | None = None) -> Mistakes:
    """What is wrong with a board; if it is not solved in so many seconds, why its marks contradict each other."""
    outcome = solve(board, limits=Limits(seconds=seconds, solutions=2))
    if outcome.status is Status.TIMEOUT or (outcome.boards and outcome.unique is None):
        return Mistakes(board, conflict=Stepper(board).conflict(late, seconds is None))
    if not outcome.boards:
        return Mistakes(board, conflict=Stepper(board.with_marks({})).conflict(late, seconds is None))
    if len(outcome.boards) == 1:
        return _against(board, outcome.boards[0], late)
    together = solve(board, limits=Limits(solutions=2), from_marks=True)
    conflict = None if together.boards else Stepper(board).conflict(late, seconds is None)
    return Mistakes(board, conflict=conflict, solutions=max(together.boards, outcome.boards, key=len))


def _against(board: Board, solution: Board, late: Late) -> Mistakes:
    """The marks that differ from the only solution, explained from the others."""
    right: dict[str, dict[Place, Mark]] = {}
    wrong: list[Claim] = []
    for layer, entries in board.marks.items():
        answer = solution.decided(layer)
        for place, mark in entries.items():
            refuted = _refuted(layer, place, mark, answer)
            wrong += refuted
            if not refuted:
                right.setdefault(layer, {})[place] = mark
    if not wrong:
        return Mistakes(board)
    steps: list[Step] = []
    stepper = Stepper(board.with_marks(right))
    left = {-stepper.literal(claim): claim for claim in wrong}
    while left and not (steps and late()):
        step = stepper.find(list(left), late, at_any_price=True)
        if step is None:
            break
        shown = tuple(left.pop(literal) for literal in map(stepper.literal, step.claims) if literal in left)
        steps.append(step.showing_wrong(shown))
    return Mistakes(board, tuple(wrong), tuple(steps))


def _refuted(layer: str, place: Place, mark: Mark, answer: Mapping[Place, object]) -> list[Claim]:
    """What a mark says that the answer does not."""
    if isinstance(mark, RuledOut):
        return [Claim(layer, place, value, holds=False) for value in mark if answer.get(place) == value]
    return [] if answer.get(place) == mark else [Claim(layer, place, mark)]
