"""ProgramSearch: search with a formulation in answer set programming, in a child process."""

from collections.abc import Iterator
from itertools import product
from typing import cast

from masume.core.board import Board
from masume.core.errors import InputError
from masume.core.layers import RuledOut, Value
from masume.core.places import Place
from masume.engines.asp import AspProgram, AspSession
from masume.formats.own_facts import Terms
from masume.formulations import Formulation, texts
from masume.formulations.facts_codec import facts_codec_for
from masume.modelling import RuleInstance
from masume.solving.search import CommonMarks, Search, Statistics, collect_common_marks


class ProgramSearch(Search):
    """A search with a formulation in answer set programming; `without` lists the ids of rules to leave out."""

    def __init__(
        self,
        board: Board,
        formulation: Formulation,
        from_marks: bool = False,
        without: tuple[str, ...] = (),
        engine: str | None = None,
    ) -> None:
        self._engine = engine or "asp"
        self._board, self._codec, self._without = board, facts_codec_for(board, formulation), without
        self._formulation = formulation
        self._constraints = [f":- {self._codec.write_condition(*mark)}." for mark in _excluded_marks(board, from_marks)]
        self._session: AspSession | None = None

    @property
    def statistics(self) -> Statistics:
        return self._session.statistics if self._session else {}

    def close(self) -> None:
        if self._session is not None:
            self._session.close()

    def answers(self, limit: int | None) -> Iterator[Board]:
        for atoms in self.answer_atoms(limit):
            yield self._board.with_marks(self._codec.parse_marks(atoms))

    def answer_atoms(self, limit: int | None) -> Iterator[list[str]]:
        """Yield at most `limit` answers as lists of atoms."""
        return self._open().answers(limit or 0)

    def measure_size(self, extra_lines: list[str] | None = None) -> Statistics:
        """Return the size of the program, with extra lines added, as statistics; do not search."""
        self._open(extra_lines).measure_size()
        return self.statistics

    def common(self) -> CommonMarks | None:
        marks = list(_possible_marks(self._board))
        rules = [f"_common({number}) :- {self._codec.write_condition(*mark)}." for number, mark in enumerate(marks)]
        found = self._open(["#show _common/1.", *rules], answer=("_common/1",)).common()
        if found is None:
            return None
        always, sometimes = ({marks[int(atom[8:-1])] for atom in atoms if atom[:8] == "_common("} for atoms in found)
        return collect_common_marks(
            self._board,
            lambda *mark: True if mark in always else None if mark in sometimes else False,
        )

    def violations(self) -> list[RuleInstance]:
        """Return the rule instances that the marks on the board break, according to the formulation."""
        answers = list(self._open(heads="keep", answer=("violates/2",)).answers(2))
        if len(answers) != 1:
            number = "no answer" if not answers else "several answers"
            raise InputError(
                f"{self._formulation.name} has {number} with these marks: expected them to decide everything"
            )
        return _parse_instances(self._board, [split_tuple(atom.removeprefix("violates")) for atom in answers[0]])

    def core(self) -> list[RuleInstance] | None:
        """Return a minimal set of rule instances that cannot hold together, or None if there is an answer."""
        core = self._open(heads="guard").core()
        return None if core is None else _parse_instances(self._board, core)

    def _require_violates_heads(self) -> None:
        if "violates" not in texts.used_predicates(self._formulation.text):
            raise InputError(f"{self._formulation.name} does not name its rules: expected heads violates(Rule,Place)")

    def _open(
        self, extra_lines: list[str] | None = None, heads: str = "strip", answer: tuple[str, ...] = ()
    ) -> AspSession:
        """Open a session; see `AspProgram` for `heads`.  `answer` replaces the signatures that make up an answer."""
        if heads != "strip":
            self._require_violates_heads()
        self._session = AspSession(
            AspProgram(
                name=self._formulation.name,
                text=self._formulation.program,
                instance="\n".join([self._codec.write_facts(), *self._constraints, *(extra_lines or [])]),
                answer=answer or self._codec.answer_signatures,
                heads=heads,
                without=self._without,
                sections=texts.rules_by_line(self._formulation.text),
                strict=not self._formulation.vouched and self._formulation.dialect is None,
            ),
            self._engine,
        )
        return self._session


def _possible_marks(board: Board) -> Iterator[tuple[str, Place, Value]]:
    """Yield every mark that an answer could have, as a tuple (layer, place, value)."""
    for layer in map(board.genre.mark_layer, board.genre.answer):
        for place, value in product(layer.places(board.grid), board.alphabet(layer).values):
            yield layer.name, place, value


def _excluded_marks(board: Board, from_marks: bool) -> Iterator[tuple[str, Place, Value]]:
    """Yield the marks that contradict the given marks or, if `from_marks`, those on the board."""
    for layer, place, value in _possible_marks(board):
        known = [board.given[layer].get(place), board.marks[layer].get(place) if from_marks else None]
        if any(value in mark if isinstance(mark, RuledOut) else value != mark for mark in known if mark is not None):
            yield layer, place, value


def _parse_instances(board: Board, pairs: list[list[str]]) -> list[RuleInstance]:
    """Return the rule instances for pairs of terms, such as n8 and (1,2), in the order of the genre's rules."""
    terms = Terms(board).all()
    ids = {rule.id.casefold(): (order, rule.id) for order, rule in enumerate(board.genre.all_rules)}

    def place(term: str) -> Place:
        if term in terms:
            return terms[term]
        return tuple(cast(int, terms[part]) for part in split_tuple(term))

    try:
        ordered = sorted((*ids[rule], term) for rule, term in pairs)
        return [RuleInstance(rule, place(term)) for _, rule, term in ordered]
    except KeyError as error:
        raise InputError(
            f"violates(Rule,Place) names {error.args[0]}, which is not a rule or a place of this board"
        ) from None


def split_tuple(term: str) -> list[str]:
    """Split a term that is a tuple into its parts, which may be tuples themselves."""
    parts, depth = [""], 0
    for character in term[1:-1]:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
