"""Mistake analysis: which marks are wrong and why, or what is wrong with the puzzle itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from masume.core.board import Board
from masume.core.layers import Mark, RuledOut
from masume.core.outcome import Limits, Status
from masume.core.places import Place
from masume.explaining.explainer import Explainer
from masume.explaining.phrases import capitalize, describe_claims, name_places
from masume.explaining.step_search import IsLate
from masume.explaining.steps import Claim, Step
from masume.solving import solve

if TYPE_CHECKING:
    from masume.drawing import Style


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What is wrong with a board; `bool(mistakes)` is false if nothing is.

    The `wrong` marks are not in the solution; the `steps` show why, using only marks that are right.  If marks are
    wrong only in combination, or the puzzle has no solution, `conflict` is a step without claims: reasons and marks
    that contradict each other.  If the puzzle has several solutions, `solutions` has two of them, which agree with the
    marks on the board if two such solutions exist.
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
        """The step to show first: one that explains a wrong mark, or the conflict; None if there is neither."""
        return self.steps[0] if self.steps else self.conflict

    @property
    def differences(self) -> tuple[Claim, ...]:
        """The marks of the first of the two solutions that the second does not have."""
        if not self.solutions:
            return ()
        first, second = self.solutions
        return tuple(
            Claim(layer, place, value)
            for layer in first.genre.answer
            for place, value in first.decided_marks(layer).items()
            if second.decided_marks(layer).get(place) != value
        )

    def in_words(self) -> str:
        """Return the mistakes in sentences."""
        sentences = []
        if self.wrong:
            places = [claim.place for claim in self.wrong]
            verb = "is" if len(places) == 1 else "are"
            sentences.append(f"{capitalize(name_places(self.board, places))} {verb} wrong.")
            sentences += (step.in_words() for step in self.steps)
        if self.conflict is not None:
            sentences.append(self.conflict.in_words())
        if self.solutions:
            differences = describe_claims(self.board, self.differences)
            sentences.append(f"The puzzle has several solutions: in one {differences}, in another not.")
        return "\n".join(sentences) or "Nothing is wrong."

    def to_json(self) -> dict[str, Any]:
        """Return the mistakes as plain dictionaries and lists; see `json_form`."""
        from masume.explaining.json_form import mistakes_to_json  # here, since it imports this module

        return mistakes_to_json(self)

    def picture(self, to: str = "svg", **style: "Unpack[Style]") -> str | bytes:
        """Draw the board with its wrong marks and their reasons, or with the places where two solutions differ."""
        from masume.explaining.frames import frame_of_mistakes

        return frame_of_mistakes(self).render(to, **style)


def find_mistakes(board: Board, is_late: IsLate = lambda: False, seconds: float | None = None) -> Mistakes:
    """Return what is wrong with a board.

    If it is not solved within `seconds` (default: no limit), return a conflict among its marks.  With such a limit,
    conflicts are not made minimal.
    """
    is_thorough = seconds is None
    outcome = solve(board, limits=Limits(seconds=seconds, solutions=2))
    if outcome.status is Status.TIMEOUT or (outcome.boards and outcome.unique is None):
        return Mistakes(board, conflict=Explainer(board).find_conflict(is_late, is_thorough))
    if not outcome.boards:
        return Mistakes(board, conflict=Explainer(board.with_marks({})).find_conflict(is_late, is_thorough))
    if len(outcome.boards) == 1:
        return _compare_with_solution(board, outcome.boards[0], is_late)
    with_marks = solve(board, limits=Limits(solutions=2), from_marks=True)
    conflict = None if with_marks.boards else Explainer(board).find_conflict(is_late, is_thorough)
    return Mistakes(board, conflict=conflict, solutions=max(with_marks.boards, outcome.boards, key=len))


def _compare_with_solution(board: Board, solution: Board, is_late: IsLate) -> Mistakes:
    """Return the marks that differ from the only solution, with steps that explain them by the other marks."""
    right: dict[str, dict[Place, Mark]] = {}
    wrong: list[Claim] = []
    for layer, entries in board.marks.items():
        answer = solution.decided_marks(layer)
        for place, mark in entries.items():
            wrong_claims = _wrong_claims(layer, place, mark, answer)
            wrong += wrong_claims
            if not wrong_claims:
                right.setdefault(layer, {})[place] = mark
    if not wrong:
        return Mistakes(board)
    steps: list[Step] = []
    explainer = Explainer(board.with_marks(right))
    unexplained = {-explainer.literal_of(claim): claim for claim in wrong}
    while unexplained and not (steps and is_late()):
        step = explainer.find_step(list(unexplained), is_late, must_answer=True)
        if step is None:
            break
        literals = [explainer.literal_of(claim) for claim in step.claims]
        explained = tuple(unexplained.pop(literal) for literal in literals if literal in unexplained)
        steps.append(step.with_wrong(explained))
    return Mistakes(board, tuple(wrong), tuple(steps))


def _wrong_claims(layer: str, place: Place, mark: Mark, answer: Mapping[Place, object]) -> list[Claim]:
    """Return what a mark claims that is false in the answer."""
    if isinstance(mark, RuledOut):
        return [Claim(layer, place, value, holds=False) for value in mark if answer.get(place) == value]
    return [] if answer.get(place) == mark else [Claim(layer, place, mark)]
