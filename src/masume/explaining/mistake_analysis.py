"""Mistake analysis: which marks are wrong and why, or what is wrong with the puzzle itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.deadline import NEVER, Deadline
from masume.core.errors import OutOfTimeError
from masume.core.layers import Mark, RuledOut
from masume.core.phrases import capitalize, describe_claims, join_words, name_place, name_places
from masume.core.places import Place, PlaceKind
from masume.explaining.board_solver import BoardSolver
from masume.explaining.explainer import Explainer
from masume.explaining.steps import Step, is_easy

if TYPE_CHECKING:
    from masume.drawing import Style


@dataclass(frozen=True, slots=True, repr=False)
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

    def in_words(self, *, proof: bool = False) -> str:
        """Return the mistakes in sentences.

        If only a long argument shows that a mark is wrong, the argument is left out, unless `proof` is true.
        """
        sentences = []
        if self.wrong:
            shown = [claim for step in self.steps if proof or is_easy(step) for claim in step.wrong]
            hidden = [claim for claim in self.wrong if claim not in shown]
            if shown:
                sentences.append(f"{self._name_wrong(shown)} wrong.")
            sentences += (step.in_words(full=proof) for step in self.steps if proof or is_easy(step))
            if hidden:
                them = "it" if len(hidden) == 1 else "them"
                sentences.append(
                    f"{self._name_wrong(hidden)} wrong, but nothing on the board shows it yet: take {them} back."
                )
        if self.conflict is not None:
            sentences.append(self.conflict.in_words())
        if self.solutions:
            differences = describe_claims(self.board, self.differences)
            sentences.append(f"The puzzle has several solutions: in one {differences}, in another not.")
        return "\n".join(sentences) or "Nothing is wrong."

    def _name_wrong(self, wrong: Sequence[Claim]) -> str:
        on_edges = [claim for claim in wrong if not _is_on_cell(self.board, claim)]
        cells = [claim.place for claim in wrong if claim not in on_edges]
        names = [name_places(self.board, cells)] if cells else []
        names += [f"the {claim.value} {name_place(self.board, claim.place)}" for claim in on_edges]
        return f"{capitalize(join_words(names))} {'is' if len(wrong) == 1 else 'are'}"

    def to_dict(self) -> dict[str, Any]:
        """Return the mistakes as plain dictionaries and lists; see `json_form`."""
        from masume.explaining.json_form import mistakes_to_dict  # here, since it imports this module

        return mistakes_to_dict(self)

    def picture(self, to: str = "svg", **style: "Unpack[Style]") -> str | bytes:
        """Draw the board with its wrong marks and their reasons, or with the places where two solutions differ."""
        from masume.explaining.frames import frame_of_mistakes

        return frame_of_mistakes(self).render(to, **style)

    def __repr__(self) -> str:
        return f"<Mistakes: {self.in_words()}>"

    def _repr_html_(self) -> str:
        from masume.explaining.frames import frame_of_mistakes, notebook_html

        return notebook_html(self.in_words(), frame_of_mistakes(self))


def _is_on_cell(board: Board, claim: Claim) -> bool:
    return isinstance(claim.place, int) and board.grid.kind_of(claim.place) is PlaceKind.CELL


def find_mistakes(solver: BoardSolver) -> Mistakes:
    """Return everything that is wrong with a board."""
    board, solutions = solver.board, solver.find_solutions()
    if not solutions:
        return Mistakes(board, conflict=Explainer(board.with_marks({}), solver.model, fold=False).find_conflict())
    if len(solutions) == 1:
        wrong = _find_wrong_marks(board, solutions[0])
        return Mistakes(board, tuple(wrong), tuple(_explain_wrong_marks(solver, wrong)))
    with_marks = solver.find_solutions_with_marks()
    conflict = None if with_marks else Explainer(board, solver.model, fold=False).find_conflict()
    return Mistakes(board, conflict=conflict, solutions=max(with_marks, solutions, key=len))


def find_first_mistake(solver: BoardSolver, solver_seconds: float, deadline: Deadline) -> Step:
    """Return a step that shows a mistake on a board whose marks are in no solution.

    If the solver does not find out in time which marks are wrong, the step shows a conflict.  Conflicts are not made
    minimal.
    """
    board = solver.board
    try:
        solutions = solver.find_solutions(solver_seconds)
    except OutOfTimeError:
        return Explainer(board, solver.model, fold=False).find_conflict(deadline, is_thorough=False)
    if len(solutions) == 1:
        return next(_explain_wrong_marks(solver, _find_wrong_marks(board, solutions[0]), deadline))
    marked = board if solutions else board.with_marks({})
    return Explainer(marked, solver.model, fold=False).find_conflict(deadline, is_thorough=False)


def _find_wrong_marks(board: Board, solution: Board) -> list[Claim]:
    """Return what the marks claim that is false in the only solution."""
    answers = {layer: solution.decided_marks(layer) for layer in board.marks}
    return [
        claim
        for layer, entries in board.marks.items()
        for place, mark in entries.items()
        for claim in _wrong_claims(layer, place, mark, answers[layer])
    ]


def _explain_wrong_marks(solver: BoardSolver, wrong: list[Claim], deadline: Deadline = NEVER) -> Iterator[Step]:
    """Yield steps that explain the wrong marks by the other marks."""
    if not wrong:
        return
    places = {(claim.layer, claim.place) for claim in wrong}
    right = {
        layer: {place: mark for place, mark in entries.items() if (layer, place) not in places}
        for layer, entries in solver.board.marks.items()
    }
    explainer = Explainer(solver.board.with_marks(right), solver.model, fold=False)
    explainer.mark_clues(except_at={claim.place for claim in wrong})
    unexplained = {-explainer.literal_of(claim): claim for claim in wrong}
    while unexplained:
        step = explainer.find_step(list(unexplained), deadline, must_answer=True)
        if step is None:
            break
        literals = [explainer.literal_of(claim) for claim in step.claims]
        yield step.with_wrong(tuple(unexplained.pop(literal) for literal in literals if literal in unexplained))


def _wrong_claims(layer: str, place: Place, mark: Mark, answer: Mapping[Place, object]) -> list[Claim]:
    """Return what a mark claims that is false in the answer."""
    if isinstance(mark, RuledOut):
        return [Claim(layer, place, value, holds=False) for value in mark if answer.get(place) == value]
    return [] if answer.get(place) == mark else [Claim(layer, place, mark)]
