"""Searches through formulations in answer set programming: by clingo, in a child process."""

from collections.abc import Iterator
from itertools import product
from typing import cast

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.layers import RuledOut, Value
from masume.core.places import Place
from masume.engines.asp import AspSession, Program
from masume.formats.own_facts import Terms
from masume.formulations import Formulation, texts
from masume.formulations.exchange import exchange
from masume.modelling import Instance
from masume.solving.search import CommonMarks, Search, Statistics, decided


class ProgramSearch(Search):
    """A formulation in answer set programming, in clingo."""

    def __init__(
        self,
        board: Board,
        formulation: Formulation,
        from_marks: bool = False,
        without: tuple[str, ...] = (),
        engine: str | None = None,
    ) -> None:
        self._engine = engine or "asp"
        self._board, self._exchange, self._without = board, exchange(board, formulation), without
        self._formulation = formulation
        self._demands = [f":- {self._exchange.condition(*mark)}." for mark in _excluded(board, from_marks)]
        self._session: AspSession | None = None

    @property
    def statistics(self) -> Statistics:
        return self._session.statistics if self._session else {}

    def close(self) -> None:
        if self._session is not None:
            self._session.close()

    def answers(self, most: int | None) -> Iterator[Board]:
        for atoms in self.atoms(most):
            yield self._board.with_marks(self._exchange.marks(atoms))

    def atoms(self, most: int | None) -> Iterator[list[str]]:
        """The answers as lists of atoms; at most so many."""
        return self._open().answers(most or 0)

    def sized(self, further: list[str] | None = None) -> Statistics:
        """The statistics of the program, with further lines, when nothing has been searched yet."""
        self._open(further).size()
        return self.statistics

    def common(self) -> CommonMarks | None:
        marks = list(_marks(self._board))
        asked = [f"_common({number}) :- {self._exchange.condition(*mark)}." for number, mark in enumerate(marks)]
        found = self._open(["#show _common/1.", *asked], answer=("_common/1",)).common()
        if found is None:
            return None
        always, sometimes = ({marks[int(atom[8:-1])] for atom in atoms if atom[:8] == "_common("} for atoms in found)
        return decided(
            self._board,
            lambda *mark: True if mark in always else None if mark in sometimes else False,
        )

    def violations(self) -> list[Instance]:
        """The rule instances that the marks on the board break, as the formulation sees it."""
        answers = list(self._open(heads="keep", answer=("violates/2",)).answers(2))
        if len(answers) != 1:
            found = "no answer" if not answers else "several answers"
            raise InputError(
                f"{self._formulation.name} has {found} with these marks: expected them to decide everything"
            )
        return _named(self._board, [split_tuple(atom.removeprefix("violates")) for atom in answers[0]])

    def core(self) -> list[Instance] | None:
        """Rule instances that cannot hold together, none of which can be left out; None if there is an answer."""
        core = self._open(heads="guard").core()
        return None if core is None else _named(self._board, core)

    def _require_tags(self) -> None:
        if "violates" not in texts.mentioned(self._formulation.text):
            raise InputError(f"{self._formulation.name} does not tell rules apart: expected heads violates(Rule,Place)")

    def _open(self, further: list[str] | None = None, heads: str = "strip", answer: tuple[str, ...] = ()) -> AspSession:
        if heads != "strip":
            self._require_tags()
        self._session = AspSession(
            Program(
                name=self._formulation.name,
                text=self._formulation.program,
                instance="\n".join([self._exchange.facts(), *self._demands, *(further or [])]),
                answer=answer or self._exchange.answer,
                heads=heads,
                without=self._without,
                sections=texts.sections(self._formulation.text),
                strict=not self._formulation.vouched and self._formulation.dialect is None,
            ),
            self._engine,
        )
        return self._session


def _marks(board: Board) -> Iterator[tuple[str, Place, Value]]:
    """Every mark that an answer could have."""
    for layer in map(board.genre.mark_layer, board.genre.answer):
        for place, value in product(layer.places(board.grid), board.alphabet(layer).values):
            yield layer.name, place, value


def _excluded(board: Board, from_marks: bool) -> Iterator[tuple[str, Place, Value]]:
    """The marks that the given marks, and those on the board if they count, leave no room for."""
    for layer, place, value in _marks(board):
        known = [board.given[layer].get(place), board.marks[layer].get(place) if from_marks else None]
        if any(value in mark if isinstance(mark, RuledOut) else value != mark for mark in known if mark is not None):
            yield layer, place, value


def _named(board: Board, pairs: list[list[str]]) -> list[Instance]:
    """Rule instances that a program names by terms, such as (n8, (1,2)), in the order of the rules."""
    terms = Terms(board).all()
    ids = {rule.id.casefold(): (order, rule.id) for order, rule in enumerate(board.genre.all_rules)}

    def place(term: str) -> Place:
        if term in terms:
            return terms[term]
        return tuple(cast(int, terms[part]) for part in split_tuple(term))

    try:
        found = sorted((*ids[rule], term) for rule, term in pairs)
        return [Instance(rule, place(term)) for _, rule, term in found]
    except KeyError as error:
        raise InputError(
            f"violates(Rule,Place) names {error.args[0]}, which is no rule or no place of this board"
        ) from None


def split_tuple(term: str) -> list[str]:
    """The parts of a tuple, which may be tuples themselves."""
    parts, depth = [""], 0
    for sign in term[1:-1]:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts
