"""Reasoning: propagation that tracks which rule instances stand behind each inference and prefers few of them.

Every constraint has an owner, the number of its rule instance, and comes from a statement of the model (see
`annotated_model`).  Constraints that are not clauses have propagators, which explain each inference by a clause.  The
clauses of a global constraint (connected cells, a loop) are called cuts.  A cut counts as a reason instead of its
owner, because each cut is a separate thought: to see that one area is cut off does not help with another area.

Each literal on the trail carries the set of reasons, owners and cuts, that were needed to infer it.  Inferences with
fewer reasons are made first, and none with more than a limit.  So if an assumption can be refuted by propagation at
all, it is refuted with few reasons, and a low limit keeps the work small.  Nothing is learned from a contradiction: one
step must not make the next one look easier than it is.

There are two implementations, `native` in C++ and `fallback` in Python.  Both return the same proofs.
"""

from collections.abc import Sequence
from typing import Protocol

from masume.engines.native_library import why_unavailable
from masume.explaining.reasoning.annotated_model import AnnotatedModel


class Reasoner(Protocol):
    """Refutes assumptions with few rule instances; call `begin` before anything else.

    A proof is a flat list of integers, inference after inference.  Each inference consists of

        literal      the inferred literal; 0 for a contradiction
        statement    the id of the statement that the clause comes from; -1 for a definition of several statements
        constraint   the number of the constraint in the statement (see `Origin`)
        cut          the number of the cut; 0 if the clause is no cut
        size         the number of literals of the clause
        clause       its literals, all of which except the inferred one are false at that point, by facts, assumptions
                     and earlier inferences

    Cuts are numbered from FIRST_CUT on; `begin` starts the numbering again.  The size of a proof is the number of its
    reasons: the different cuts, and the different owners of clauses that are no cuts, without bookkeeping.
    """

    @property
    def work(self) -> int:
        """The work done so far, the same on every machine.

        It counts each inferred literal; for each run of a propagator, all literals of the propagator; and for each
        lemma, the literals of the clauses that it is learned from.
        """

    def begin(self, facts: Sequence[int], owners: Sequence[int] = ()) -> bool:
        """Start from these facts and propagate bookkeeping; return whether there is no contradiction yet.

        Only constraints of these owners are used (default: all).  Bookkeeping is always used.
        """

    def direct_inferences(self) -> list[int]:
        """Return all inferences from the facts that need one reason, in the form of a proof; literals may repeat."""

    def closure(self, limit: int) -> list[int]:
        """Return all that follows from the facts with at most `limit` reasons, also by bookkeeping, as a proof.

        If the facts are contradictory, only a part of it is returned.
        """

    def refute(self, assumptions: Sequence[int], limit: int) -> list[int] | None:
        """Return a proof, of at most this size, that the assumptions are contradictory; None if none is found."""

    def proof_sizes(self, literals: Sequence[int], limit: int) -> list[int]:
        """Assume each literal in turn; return the size of the proof that refutes it, `limit` + 1 if none is found."""

    def refute_by_cases(self, assumption: int, variables: Sequence[int], limit: int) -> list[int] | None:
        """Refute an assumption by two cases: for one of the variables, each of its two values is refuted.

        Return the smallest result found: the variable, the length of the proof in which it is true, that proof, and the
        proof in which it is false.  None if there is none within the limit, or if the assumption is refuted without
        cases.
        """

    def count_consequences(self, literals: Sequence[int]) -> list[int]:
        """Assume each literal in turn; return how many literals follow, with any number of reasons.

        The number is -1 if a contradiction follows.  Literals for which it is not -1 cannot be refuted by `refute`.
        """

    def find_contradictory(self, literals: Sequence[int]) -> list[int]:
        """Return the literals from each of which a contradiction follows, with any number of reasons."""

    def refute_by_search(
        self, assumptions: Sequence[int], decisions: Sequence[int], max_contradictions: int, max_depth: int
    ) -> list[int] | None:
        """Refute assumptions by a search: make decisions, and learn a lemma from each contradiction.

        Return a proof of any size; None if there is no refutation, or if it takes more contradictions than these or
        more than `max_depth` decisions at a time.  The decisions are literals; the first ones come first, later those
        that led to contradictions.  In the proof, an inference by a lemma has the statement LEMMA; the number after it
        says how many inferences follow whose clauses the lemma was learned from.  Then the lemmas are forgotten.
        """

    def settle(self, owners: Sequence[int] = ()) -> bool:
        """Use the constraints of these owners, too, and make facts of all that follows, one inference after the other.

        Call `begin` with owners before.  Return whether there is no contradiction.
        """

    def count_gains(self, groups: Sequence[Sequence[int]], wanted: Sequence[int]) -> list[int]:
        """Return, for each group of owners, how many of the wanted literals `settle` would decide with these owners."""

    def close(self, wanted: Sequence[int], limit: int) -> list[int]:
        """Settle; make a wanted literal a fact if at most `limit` reasons refute its opposite; repeat.

        Return the wanted literals that stay undecided.  All of these must be true in some solution.  A failed
        refutation is not repeated until something near it has changed.
        """


def open_reasoner(model: AnnotatedModel) -> Reasoner:
    """Return the reasoner of the extension, or, without the extension, the slower one in Python."""
    if why_unavailable() is None:
        from masume.explaining.reasoning.native import NativeReasoner

        return NativeReasoner(model)
    from masume.explaining.reasoning.fallback import PythonReasoner

    return PythonReasoner(model)
