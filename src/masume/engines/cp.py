"""cp: CP-SAT of OR-Tools in a child process: it has integers, sums and circuits; cuts enforce other structures."""

from masume.engines.remote import RemoteSession
from masume.modelling import Model
from masume.modelling.statements import Guarded


def open_session(model: Model, *, guarded: Guarded = False) -> RemoteSession:
    """Open a session on a model."""
    return RemoteSession("cp", "CP-SAT", model, guarded)
