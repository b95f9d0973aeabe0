"""The reasoner of the extension (native/reasoner.hpp), through ctypes."""

from array import array
from collections.abc import Sequence

from masume.engines.native_library import FAILED, error_of, loaded
from masume.engines.native_program import Writer
from masume.explaining.reasoning.annotated_model import Loop, Reading
from masume.modelling.integers import Sum
from masume.modelling.kernel import Count, Route
from masume.modelling.literal_table import LiteralTable
from masume.modelling.visibility import Visibility


class NativeReasoner:
    """Refutes assumptions by few rule instances; `Reasoner` says what its functions do."""

    def __init__(self, reading: Reading) -> None:
        self._library = loaded()
        self._program = _program(reading)
        start, size = self._program.buffer_info()
        self._reasoner: int | None = self._library.masume_reasoner_new(start, size, reading.variables)
        if self._reasoner is None:
            raise error_of(self._library)

    def __del__(self) -> None:
        if getattr(self, "_reasoner", None) is not None:
            self._library.masume_reasoner_delete(self._reasoner)

    @property
    def work(self) -> int:
        done: int = self._library.masume_reasoner_work(self._reasoner)
        return done

    def begin(self, facts: Sequence[int], instances: Sequence[int] = ()) -> bool:
        given, named = array("i", facts), array("i", instances)
        return bool(self._call("begin", given.buffer_info()[0], len(given), named.buffer_info()[0], len(named)))

    def direct(self) -> list[int]:
        self._call("direct")
        return self._proof()

    def refute(self, assumptions: Sequence[int], limit: int) -> list[int] | None:
        given = array("i", assumptions)
        size = self._call("refute", given.buffer_info()[0], len(given), limit)
        return self._proof() if size <= limit else None

    def sizes(self, literals: Sequence[int], limit: int) -> list[int]:
        numbers = array("i", literals)
        self._call("refute_each", numbers.buffer_info()[0], len(numbers), limit)
        return numbers.tolist()

    def refute_by_cases(self, assumption: int, variables: Sequence[int], limit: int) -> list[int] | None:
        given = array("i", variables)
        size = self._call("refute_by_cases", assumption, given.buffer_info()[0], len(given), limit)
        return self._proof() if size <= limit else None

    def _proof(self) -> list[int]:
        size = self._library.masume_reasoner_proof(self._reasoner, None, 0)
        numbers = array("i", bytes(4 * size))
        self._library.masume_reasoner_proof(self._reasoner, numbers.buffer_info()[0], size)
        return numbers.tolist()

    def _call(self, name: str, *arguments: object) -> int:
        result: int = getattr(self._library, f"masume_reasoner_{name}")(self._reasoner, *arguments)
        if result == FAILED:
            raise error_of(self._library)
        return result


def _program(reading: Reading) -> "array[int]":
    writer, owner = Writer(), None
    for statement in reading.statements:
        if statement.owner != owner:
            owner = statement.owner
            writer.add_owner(owner)
        word = statement.word
        match word:
            case tuple():
                writer.add_clauses([*word, 0])
            case Count():
                writer.add_count(word)
            case LiteralTable():
                writer.add_choices(word)
            case Visibility():
                writer.add_run(word)
            case Sum():
                writer.add_sum(word)
            case Loop():
                writer.add_route(word.route, closed=True)
            case Route():
                writer.add_route(word, closed=False)
            case _:
                writer.add_joined(word)
    return writer.numbers
