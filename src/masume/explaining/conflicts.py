"""Conflicts: minimal unsatisfiable cores of rule instances and facts, found by a SAT engine."""

from collections.abc import Collection, Sequence

from masume import engines
from masume.core.errors import OutOfTimeError
from masume.core.outcome import Limits
from masume.engines.session import Core
from masume.modelling import Model, RuleInstance
from masume.solving.search import GIVEN

ENGINE = "lazy"  # always the same one, so that the core is the same on every machine
MAX_SECONDS = 2.0  # for finding a core, and as much again for making it minimal


def find_minimal_core(model: Model, instances: Collection[RuleInstance], facts: Sequence[int]) -> Core | None:
    """Return a contradictory subset of the instances and facts from which nothing can be left out.

    Return None if there is none or if finding it takes too long.
    """
    allowed = set(instances)
    without = [instance for instance in model.instances if instance not in allowed]
    with engines.open_session(ENGINE, model, guarded=True) as session:
        core = session.solve(facts, Limits(seconds=MAX_SECONDS), without).core
        if core is None:
            return None
        try:
            minimal = session.minimize_core(core, Limits(seconds=MAX_SECONDS))
        except OutOfTimeError:
            return None
    return Core(tuple(instance for instance in minimal.instances if instance.rule != GIVEN), minimal.assumptions)
