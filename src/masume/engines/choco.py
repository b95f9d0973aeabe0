"""choco: Choco in a child process, with integers and graph variables of its own."""

from masume.engines.remote import RemoteSession
from masume.modelling import Model


def open_session(model: Model, *, guarded: bool = False) -> RemoteSession:
    """Open a session on a model."""
    return RemoteSession("choco", "Choco", model, guarded)
