"""Reasoning: propagation that knows which rule instances stand behind everything it infers, and prefers few of them."""

from collections.abc import Sequence
from typing import Protocol

from masume.engines.native_library import lacking
from masume.explaining.reasoning.annotated_model import Reading


class Reasoner(Protocol):
    """Refutes assumptions by few rule instances; begin first.

    A proof is a list of numbers, inference after inference: the literal that is inferred (0: a contradiction), the
    instance by which it is (0: nobody's), the cut (0: none), the structure that found its clause (-1: it was stated),
    the size of the clause, and the clause: its other literals are false by facts, assumptions and inferences before.
    Structures are numbered as they are stated; cuts from FIRST_CUT on, anew with each beginning.  A cut is counted
    instead of its instance, for each is a thought of its own.
    """

    @property
    def work(self) -> int:
        """What was done so far, on whatever machine: literals inferred and vertices looked at."""

    def begin(self, facts: Sequence[int], instances: Sequence[int] = ()) -> bool:
        """Begin (again) with facts and what follows from them by what is nobody's; says whether that holds together.

        Only the instances that are named may be used, or all if none is.
        """

    def direct(self) -> list[int]:
        """What follows from the facts by one instance at once: inferences as in a proof, some literals repeatedly."""

    def refute(self, assumptions: Sequence[int], limit: int) -> list[int] | None:
        """The proof that the assumptions do not hold together, by so many instances at most; None if none is found."""

    def sizes(self, literals: Sequence[int], limit: int) -> list[int]:
        """How many instances it takes to refute each literal alone; `limit` + 1 if that is not enough."""

    def refute_by_cases(self, assumption: int, variables: Sequence[int], limit: int) -> list[int] | None:
        """The proof, by fewest instances, that an assumption fails whether one of the variables is true or false.

        That is the variable, the size of the proof where it is true, that proof, and the one where it is false.  None
        if there is no such variable, or if the assumption is refuted without cases.
        """


def open_reasoner(reading: Reading) -> Reasoner:
    """The reasoner of the extension, or, where that is lacking, the same in Python, which takes longer."""
    if lacking() is None:
        from masume.explaining.reasoning.native import NativeReasoner

        return NativeReasoner(reading)
    from masume.explaining.reasoning.fallback import PythonReasoner

    return PythonReasoner(reading)
