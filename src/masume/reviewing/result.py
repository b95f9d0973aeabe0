"""Review: what can be said about a board, found part by part, the quick ones first."""

from collections.abc import Iterable, Iterator
from typing import Any

from masume.core.board import Board
from masume.core.deadline import NEVER
from masume.core.errors import OutOfTimeError
from masume.core.messages import pluralize
from masume.core.notebook import show_page
from masume.core.outcome import Limits, Outcome, Status
from masume.core.phrases import join_words
from masume.core.plain_data import BOARD_VERSION
from masume.reviewing.finder import OF_EVERY_BOARD, PARTS, WITH_ONE, WITH_SEVERAL, WITHOUT_SOLUTION, Finder
from masume.reviewing.findings import Finding, NamedBoard


class Review:
    """The review of a board: findings, found one after the other, and what is missing.

    Iterate over it to get each finding as soon as it is known; `findings` has those found so far.  At the time limit no
    error is raised: what was found is kept, and `missing` names the rest.  `board` is the puzzle without
    its marks.
    """

    def __init__(self, board: Board, limits: Limits, against: Iterable[NamedBoard], max_solutions: int) -> None:
        self.board = board.with_marks({})
        self.findings: list[Finding] = []
        self._finder = Finder(self.board, limits.deadline(), against, max_solutions)
        self._tried = 0  # parts

    @property
    def outcome(self) -> Outcome | None:
        """The result of solving the board; None if that was not tried yet."""
        return self._finder.outcome

    def __iter__(self) -> Iterator[Finding]:
        position = 0
        while position < len(self.findings) or self._find_next():
            yield self.findings[position]
            position += 1

    def find_all(self) -> "Review":
        """Find everything, and return this review."""
        while self._find_next():
            pass
        return self

    def find(self, name: str) -> Finding | None:
        """Return the finding with this name; None if the review has none.  What comes before it is found first."""
        return next((finding for finding in self if finding.name == name), None)

    @property
    def missing(self) -> list[str]:
        """The names of the parts for which the time was too short; all others are found first."""
        self.find_all()
        complete = {finding.name for finding in self.findings if finding.complete}
        return [name for name in self._parts() if name not in complete]

    def _parts(self) -> list[str]:
        """Return the names of the parts that a review of this board has, as far as it is known."""
        outcome, parts = self.outcome, [*OF_EVERY_BOARD]
        if outcome is not None and outcome.status is Status.UNSOLVABLE:
            parts += WITHOUT_SOLUTION
        elif outcome is not None and outcome.unique is not None:
            parts += WITH_ONE if outcome.unique else WITH_SEVERAL
        superfluous = next((finding for finding in self.findings if finding.name == "superfluous"), None)
        if superfluous is not None and not superfluous.data["places"]:
            parts.remove("dropped_together")
        return parts

    def _find_next(self) -> bool:
        """Find the next thing to say; return False if there is none."""
        while self._tried < len(parts := self._parts()):
            try:
                finding = PARTS[parts[self._tried]].find(self._finder)
            except OutOfTimeError:
                finding = None
            self._tried += 1  # after the call: if Ctrl-C in a notebook interrupts it, the next call tries it again
            if finding is not None:
                self.findings.append(finding)
                return True
        return False

    def in_words(self) -> str:
        """Return all findings and what is missing as text; what is left is found first."""
        return "\n".join([*(finding.text for finding in self), *filter(None, [self.describe_missing()])])

    def in_short(self) -> str:
        """Return one line: the verdict, the level, the number of superfluous clues; what is left is found first."""
        lines = {finding.name: finding.text.splitlines()[0].rstrip(".") for finding in self}
        words = [lines[name] for name in ("verdict", "rating", "count") if name in lines]
        superfluous = self.find("superfluous")
        if superfluous is not None and superfluous.data["clues"]:
            words.append(f"{len(superfluous.data['places']):,} of {superfluous.data['clues']:,} clues superfluous")
        if self.missing:
            words.append("out of time")
        line = "; ".join(f"{word[:1].lower()}{word[1:]}" for word in words)
        return f"{line[:1].upper()}{line[1:]}."

    def describe_missing(self) -> str:
        """Return a sentence about what is missing; empty if nothing is."""
        words = join_words([PARTS[name].in_words for name in self.missing])
        return f"Out of time. Missing: {words}." if words else ""

    def __getstate__(self) -> dict[str, Any]:
        # For copies and pickles: the boards to compare with may be an iterator, which allows neither.
        finder = Finder(self.board, NEVER)
        finder.outcome = self.find_all().outcome
        return {**vars(self), "findings": [*self.findings], "_finder": finder}

    def __repr__(self) -> str:
        verdict = self.findings[0].text if self.findings else "nothing found yet"
        return f"<Review: {self.board.in_words()}: {pluralize(len(self.findings), 'finding')}: {verdict}>"

    def _repr_html_(self) -> str:
        return show_page(self.to_html())

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain data; what is left is found first."""
        findings = {finding.name: finding.to_dict() for finding in self}
        assert self.outcome is not None
        return {
            "masume": BOARD_VERSION,
            "status": self.outcome.status.value,
            "unique": self.outcome.unique,
            "board": self.board.to_dict(),
            "findings": findings,
            "missing": self.missing,
        }

    def to_html(self) -> str:
        """Return a page with all findings and their pictures, one self-contained file."""
        from masume.reviewing.html_page import render_page  # here, since it imports this module

        return render_page(self.find_all())
