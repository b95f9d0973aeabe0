"""choco: Choco, a constraint solver with integers and graph variables, in a child process."""

from masume.engines.remote import RemoteSession
from masume.modelling import Model
from masume.modelling.statements import Guarded


def open_session(model: Model, *, guarded: Guarded = False) -> RemoteSession:
    """Open a session on a model."""
    return RemoteSession("choco", "Choco", model, guarded)
