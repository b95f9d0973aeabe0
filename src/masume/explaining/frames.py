"""Frames: pictures of steps and mistakes, a board with highlighted hints, reasons and errors."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple, Unpack

from masume.core.board import Board
from masume.core.claims import Claim, with_claims
from masume.core.errors import InputError, UnknownNameError
from masume.core.frozen_dict import FrozenDict
from masume.core.grid import runs
from masume.core.messages import quote, suggest_names
from masume.core.notebook import MAX_CELLS
from masume.core.phrases import has_run_clue
from masume.core.places import Place
from masume.drawing import Highlights, Style, render, render_for_notebook
from masume.drawing.board_view import expand_places
from masume.explaining.chain_words import group_inferences
from masume.explaining.sentences import joined_marks, require_strength
from masume.explaining.steps import Branch, Step, is_easy

if TYPE_CHECKING:
    from masume.explaining.mistake_analysis import Mistakes

MOMENTS = ("after", "before", "chain")
ASSUMED = "?"  # the sign of the ghosts with which a chain begins; the others are numbered
Ghosts = Mapping[str, Sequence[Claim]]


class Frame(NamedTuple):
    """A board and what to highlight on it: see `masume.render`."""

    board: Board
    hints: Sequence[Place] = ()
    reasons: Sequence[Place] = ()
    errors: Sequence[Place] = ()
    rules: Sequence[Place] = ()
    boundary: Sequence[Place] = ()
    folded: Sequence[Place] = ()
    ghosts: Ghosts = FrozenDict()  # can be pickled, unlike Python's own read-only view
    before: Board | None = None

    @property
    def highlights(self) -> Highlights:
        """What to highlight, as keyword arguments of `masume.render` and `masume.scene_of`."""
        return Highlights(
            hints=self.hints,
            reasons=self.reasons,
            errors=self.errors,
            rules=self.rules,
            boundary=self.boundary,
            folded=self.folded,
            ghosts=self.ghosts,
            before=self.before,
        )

    def render(self, to: str, **style: Unpack[Style]) -> str | bytes:
        """Draw the board with its highlights; the arguments are those of `masume.render`."""
        frame = self._for_terminal() if to == "terminal" else self
        highlighted: Style = {**style, **frame.highlights}
        return render(frame.board, to, **highlighted)

    def _for_terminal(self) -> "Frame":
        """Return the frame as a terminal can draw it: with each place highlighted once, and ghosts as marks."""
        grid, ghosts = self.board.grid, [claim for claims in self.ghosts.values() for claim in claims]
        hints = (*self.hints, *(claim.place for claim in ghosts))
        highlighted = set(expand_places(grid, (*hints, *self.errors)))
        rules = [self._cells_of_run(place) for place in self.rules]
        reasons = expand_places(grid, [*(place for places in rules for place in places), *self.reasons, *self.boundary])
        left = [place for place in reasons if place not in highlighted]
        return Frame(with_claims(self.board, [claim for claim in ghosts if claim.holds]), hints, left, self.errors)

    def _cells_of_run(self, place: Place) -> Sequence[Place]:
        """Return the cells of a run for the edge that has its clue, otherwise only the place."""
        if isinstance(place, int) and has_run_clue(self.board, place):
            return runs(self.board.grid)[place]
        return (place,)


def notebook_html(sentence: str, frame: Frame) -> str:
    """Return what a notebook shows for a step or for mistakes: the sentence, and the picture unless it is too large."""
    text = escape(sentence).replace("\n", "<br>")
    if len(frame.board.grid.cells) > MAX_CELLS:
        return f"<p>{text}</p>"
    return f"<p>{text}</p>{render_for_notebook(frame.board, coordinates=True, **frame.highlights)}"


def frame_of_step(step: Step, strength: str = "marks", when: str = "after", branch: int = 0) -> Frame:
    """Return the frame of a step: the board after it, before it, or before it with the ghosts of a branch.

    If the strength does not reveal the marks, the board is that before the step.
    """
    require_strength(strength)
    if when not in MOMENTS:
        raise UnknownNameError(f"unknown moment {quote(when)}: {suggest_names(when, MOMENTS)}")
    frame = _basis(step)
    if not step.claims:
        return frame._replace(errors=step.places)
    if strength != "marks":
        has_basis = frame.rules or frame.reasons or frame.boundary
        return frame if has_basis else frame._replace(reasons=step.places)
    if when == "chain":
        chosen = _find_branch(step, branch)
        return frame._replace(ghosts=ghosts_of(step.board, chosen), errors=contradiction_places(step.board, chosen))
    if when == "before":
        return frame._replace(hints=step.places)
    joined = [each.claim.place for each in joined_marks(step) if each.claim is not None]
    hints = tuple(dict.fromkeys([*step.places, *joined]))  # what the sentence claims
    folded = [claim.place for claim in step.all_claims if claim.place not in hints]
    return frame._replace(board=step.after, hints=hints, folded=folded, before=step.board)


def _basis(step: Step) -> Frame:
    """Return the board before a step and what the step is based on."""
    board, claimed = step.board, set(step.places) if step.claims else set()
    rules, boundary = dict[Place, None](), dict[Place, None]()
    for reason in step.reasons if step.branches else ():  # otherwise they are at the marks themselves or everywhere
        if reason.cut is not None:
            rules.update((claim.place, None) for claim in reason.cut.witnesses)
            boundary.update((claim.place, None) for claim in reason.cut.boundary)
        elif reason.place != board.grid.board:
            rules[reason.place] = None
    own = claimed | {claim.place for branch in step.branches for i in branch.inferences for claim in _claims(i.claim)}
    boundary = {place: None for place in boundary if place not in own}
    rules = {place: None for place in rules if place not in claimed}
    elsewhere = claimed | {*boundary, *rules}
    known = dict.fromkeys(claim.place for claim in step.known if claim.place not in elsewhere)
    return Frame(board, reasons=tuple(known), rules=tuple(rules), boundary=tuple(boundary))


def _claims(claim: Claim | None) -> tuple[Claim, ...]:
    return () if claim is None else (claim,)


def _find_branch(step: Step, number: int) -> Branch:
    if not 0 <= number < len(step.branches):
        raise InputError(f"expected a branch below {len(step.branches)}, counted from 0, not {number}")
    return step.branches[number]


def ghosts_of(board: Board, branch: Branch) -> Ghosts:
    """Return the claims of a branch: the assumptions, and what follows from them, numbered as in the text."""
    groups = group_inferences(board, branch.inferences[:-1], full=True)
    ghosts: dict[str, Sequence[Claim]] = {ASSUMED: branch.assumptions}
    return ghosts | {str(number): claims for number, (claims, _) in enumerate(groups, 1)}


def contradiction_places(board: Board, branch: Branch) -> tuple[Place, ...]:
    """Return where a branch ends: the places of the rules that would be broken, or of the marks that contradict.

    Of a cut these are the parts that would have to be connected; its boundary is highlighted anyway.
    """
    end, places = branch.inferences[-1], list[Place]()
    for reason in end.reasons:
        cut = reason.cut
        places += reason.places(board) if cut is None else [claim.place for claim in cut.witnesses]
    return tuple(dict.fromkeys(places if end.reasons else [claim.place for claim in end.because]))


def frame_of_mistakes(mistakes: "Mistakes") -> Frame:
    """Return the frame of mistakes: wrong marks are errors; places where two solutions differ are hints.

    As in words, what the marks contradict is shown only if a player can see it at once.
    """
    step = mistakes.first
    if mistakes.wrong:
        frame = _basis(step) if step and is_easy(step) else Frame(mistakes.board)
        return frame._replace(board=mistakes.board, errors=[claim.place for claim in mistakes.wrong])
    if step is not None:
        return _basis(step)._replace(board=mistakes.board, errors=step.places)
    return Frame(mistakes.board, [claim.place for claim in mistakes.differences])
