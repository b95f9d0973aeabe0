"""Native: the reasoner of the C++ extension (native/reasoner.hpp), called through ctypes."""

from array import array
from collections.abc import Sequence
from itertools import compress

from masume.engines.native_library import FAILED, extension_error, load_extension
from masume.engines.native_program import ProgramWriter
from masume.explaining.reasoning.annotated_model import AnnotatedModel, ClosedRoute, Parity
from masume.modelling.basic_constraints import Count, Route
from masume.modelling.integers import Sum
from masume.modelling.literal_table import LiteralTable
from masume.modelling.visibility import Visibility


class NativeReasoner:
    """The reasoner of the extension; `Reasoner` documents its methods."""

    def __init__(self, model: AnnotatedModel) -> None:
        self._library = load_extension()
        self._program = _write_program(model)
        self._reasoner: int | None = self._library.masume_reasoner_new(self._program.buffer_info()[0])
        if self._reasoner is None:
            raise extension_error(self._library)

    def __del__(self) -> None:
        if getattr(self, "_reasoner", None) is not None:
            self._library.masume_reasoner_delete(self._reasoner)

    @property
    def work(self) -> int:
        done: int = self._library.masume_reasoner_work(self._reasoner)
        return done

    def begin(self, facts: Sequence[int], owners: Sequence[int] = ()) -> bool:
        literals, allowed = array("i", facts), array("i", owners)
        return bool(self._call("begin", *literals.buffer_info(), *allowed.buffer_info()))

    def direct_inferences(self) -> list[int]:
        self._call("direct_inferences")
        return self._fetch_proof()

    def closure(self, limit: int) -> list[int]:
        self._call("closure", limit)
        return self._fetch_proof()

    def refute(self, assumptions: Sequence[int], limit: int) -> list[int] | None:
        literals = array("i", assumptions)
        size = self._call("refute", *literals.buffer_info(), limit)
        return self._fetch_proof() if size <= limit else None

    def proof_sizes(self, literals: Sequence[int], limit: int) -> list[int]:
        numbers = array("i", literals)  # the extension replaces them by the sizes
        self._call("proof_sizes", *numbers.buffer_info(), limit)
        return numbers.tolist()

    def refute_by_cases(self, assumption: int, variables: Sequence[int], limit: int) -> list[int] | None:
        numbers = array("i", variables)
        size = self._call("refute_by_cases", assumption, *numbers.buffer_info(), limit)
        return self._fetch_proof() if size <= limit else None

    def count_consequences(self, literals: Sequence[int]) -> list[int]:
        numbers = array("i", literals)  # the extension replaces them by the counts
        self._call("count_consequences", *numbers.buffer_info())
        return numbers.tolist()

    def find_contradictory(self, literals: Sequence[int]) -> list[int]:
        numbers = array("i", literals)  # the extension replaces them by the results
        self._call("find_contradictory", *numbers.buffer_info())
        return list(compress(literals, numbers))

    def refute_by_search(
        self, assumptions: Sequence[int], decisions: Sequence[int], max_contradictions: int, max_depth: int
    ) -> list[int] | None:
        assumed, decided = array("i", assumptions), array("i", decisions)
        literals = *assumed.buffer_info(), *decided.buffer_info()
        found = self._call("refute_by_search", *literals, max_contradictions, max_depth)
        return self._fetch_proof() if found else None

    def settle(self, owners: Sequence[int] = ()) -> bool:
        added = array("i", owners)
        return bool(self._call("settle", *added.buffer_info()))

    def count_gains(self, groups: Sequence[Sequence[int]], wanted: Sequence[int]) -> list[int]:
        owners = array("i", [owner for group in groups for owner in (*group, 0)])
        literals, gains = array("i", wanted), array("i", bytes(4 * len(groups)))
        self._call("count_gains", *owners.buffer_info(), *literals.buffer_info(), gains.buffer_info()[0])
        return gains.tolist()

    def close(self, wanted: Sequence[int], limit: int) -> list[int]:
        literals = array("i", wanted)
        self._call("close", *literals.buffer_info(), limit)
        return self._fetch_proof()

    def _fetch_proof(self) -> list[int]:
        size = self._library.masume_reasoner_proof(self._reasoner, None, 0)
        numbers = array("i", bytes(4 * size))
        self._library.masume_reasoner_proof(self._reasoner, numbers.buffer_info()[0], size)
        return numbers.tolist()

    def _call(self, name: str, *arguments: object) -> int:
        result: int = getattr(self._library, f"masume_reasoner_{name}")(self._reasoner, *arguments)
        if result == FAILED:
            raise extension_error(self._library)
        return result


def _write_program(model: AnnotatedModel) -> "array[int]":
    """Return the model as a program of the extension (native/program.hpp)."""
    writer = ProgramWriter()
    for origin, owner, constraint in model.constraints:
        writer.add_origin(*origin, owner)
        match constraint:
            case tuple():
                writer.add_clauses([*constraint, 0])
            case Count():
                writer.add_count(constraint)
            case LiteralTable():
                writer.add_literal_table(constraint)
            case Visibility():
                writer.add_visibility(constraint)
            case Sum():
                writer.add_sum(constraint)
            case ClosedRoute():
                writer.add_route(constraint.route, closed=True)
            case Parity():
                writer.add_parity(constraint.route)
            case Route():
                writer.add_route(constraint, closed=False)
            case _:
                writer.add_connected_or_region(constraint)
    return writer.finish(model.variables)
