"""Cores: rule instances and facts that cannot hold together, none of which can be left out, as a solver finds them."""

from collections.abc import Collection, Sequence

from masume import engines
from masume.core.errors import OutOfTimeError
from masume.core.outcome import Limits
from masume.engines.session import Core
from masume.modelling import Instance, Model
from masume.solving.search import GIVEN

ENGINE = "lazy"  # always the same one, so that every machine names the same instances
SECONDS = 2.0  # after which nothing smaller is looked for


def minimal_core(model: Model, instances: Collection[Instance], facts: Sequence[int]) -> Core | None:
    """A part of instances and facts that cannot hold together, nothing of which can be left out; None if late."""
    chosen = set(instances)
    without = [one for one in model.instances if one not in chosen]
    with engines.open_session(ENGINE, model, guarded=True) as session:
        core = session.solve(facts, Limits(seconds=SECONDS), without).core
        if core is None:
            return None
        try:
            found = session.minimal(core, Limits(seconds=SECONDS))
        except OutOfTimeError:
            return None
    return Core(tuple(one for one in found.instances if one.rule != GIVEN), found.assumptions)
