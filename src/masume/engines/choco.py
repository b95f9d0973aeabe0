"""choco: Choco in a child process, with integers and graph variables of its own."""

from masume.engines.remote import RemoteSession
from masume.modelling import Model
from masume.modelling.compiling import compiled
from masume.modelling.integers import AllDifferent, Comparison, Integer, Sum, Table, Tally
from masume.modelling.rings import Beside, DifferentAmong

NATIVE = (Integer, AllDifferent, Comparison, Sum, Table, Tally, Beside, DifferentAmong)


def open_session(model: Model, *, guarded: bool = False) -> RemoteSession:
    """Open a session on a model."""
    return RemoteSession("choco", "Choco", model, compiled(model, guarded=guarded, counts=True, words=NATIVE))
