"""choco: Choco, a constraint solver with integers and graph variables, in a child process."""

from masume.engines.remote import RemoteSession
from masume.modelling import Model


def open_session(model: Model, *, guarded: bool = False) -> RemoteSession:
    """Open a session on a model."""
    return RemoteSession("choco", "Choco", model, guarded)
