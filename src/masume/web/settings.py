"""What can be chosen about a server, and the limits that are the same for all."""

import os
import re
from dataclasses import dataclass, field

from masume.core.errors import InputError
from masume.core.messages import quote
from masume.core.numbers import require_seconds, require_whole_number
from masume.web.hosts import LOCAL_NAMES, is_wildcard, parse_host

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 6278  # MASU on the keys of a telephone
DEFAULT_TIME_LIMIT = 30.0  # seconds
MIN_WORKERS = 2  # long work may use all but one
MAX_CELLS = 10_000  # of a board
MAX_MEMORY = 2 * 2**30  # bytes of a worker process
MAX_BODY = 2**20  # bytes of a request
MAX_HEAD = 2**17  # bytes of a request's address and headers
MAX_CONNECTIONS = 1000  # open at once; for another one, that which has waited longest without a request is closed
_ROOT_PATH = re.compile(r"(/(?!\.{1,2}(/|$))[\w.~-]+)*", re.ASCII)


def default_workers() -> int:
    """Return one worker for each processor, and at least three, so that two may do long work."""
    return max(3, os.cpu_count() or 1)


@dataclass(frozen=True)
class Settings:
    """What can be chosen about a server.

    `allowed_hosts`: the names under which browsers may ask for the page, in addition to those of this machine itself
    `root_path`: where the page is, such as "/puzzles", if it is not at the top of its host
    `workers`: the number of processes that solve and explain; one more answers quick questions
    `time_limit`: the seconds that long work may take, such as solving
    """

    allowed_hosts: tuple[str, ...] = ()
    root_path: str = ""
    workers: int = field(default_factory=default_workers)
    time_limit: float = DEFAULT_TIME_LIMIT

    def __post_init__(self) -> None:
        hosts = (*LOCAL_NAMES, *map(_check_host, self.allowed_hosts))
        object.__setattr__(self, "allowed_hosts", tuple(dict.fromkeys(hosts)))
        object.__setattr__(self, "root_path", self.root_path.rstrip("/"))
        if not _ROOT_PATH.fullmatch(self.root_path):
            raise InputError(f"root path: expected a path such as /puzzles, not {quote(self.root_path)}")
        require_whole_number("workers", self.workers, MIN_WORKERS)
        require_seconds("time limit", self.time_limit)


def _check_host(host: str) -> str:
    name = parse_host(host)
    if name is None or is_wildcard(name):
        raise InputError(f"allowed host: expected a name such as puzzles.example.com, not {quote(host)}")
    return name
