"""cp: CP-SAT of OR-Tools in a child process: integers, sums and circuits as they are, and cuts for what it lacks."""

from masume.engines.remote import RemoteSession
from masume.modelling import Model
from masume.modelling.compiling import compiled
from masume.modelling.integers import AllDifferent, Comparison, Integer, Sum, Table, Tally
from masume.modelling.rings import Beside, DifferentAmong

NATIVE = (Integer, AllDifferent, Comparison, Sum, Table, Tally, Beside, DifferentAmong)


def open_session(model: Model, *, guarded: bool = False) -> RemoteSession:
    """Open a session on a model."""
    return RemoteSession("cp", "CP-SAT", model, compiled(model, guarded=guarded, counts=True, words=NATIVE))
