"""Other processes in tests: start them, and wait until they have done something, however busy the machine is."""

import os
import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic, sleep

import masume

_TICKS = os.sysconf("SC_CLK_TCK")  # per second of processor time
_STAT = re.compile(r"\) (?P<state>\S) (?P<parent>\d+)(?: \S+){9} (?P<user>\d+) (?P<system>\d+) ")


def environment() -> dict[str, str]:
    """Return an environment in which masume and the modules of this folder can be imported."""
    folders = (Path(masume.__file__).parent.parent, Path(__file__).parent)
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}


def start_process(*command: str) -> "subprocess.Popen[str]":
    """Start a process with pipes for its output and errors."""
    return subprocess.Popen(
        command,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until(condition: Callable[[], object], seconds: float = 600) -> bool:
    """Wait until the condition holds, but at most this long; return whether it does."""
    end = monotonic() + seconds
    while not condition():
        if monotonic() > end:
            return False
        sleep(0.02)
    return True


def running_children(pid: int) -> list[int]:
    """Return the running child processes of a process."""
    numbers = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return [number for number in numbers if (stat := _read_stat(number)) and int(stat["parent"]) == pid]


def is_running(pid: int) -> bool:
    """Return whether a process has not ended."""
    return _read_stat(pid) is not None


def processor_seconds(pids: Iterable[int]) -> float:
    """Return the processor time that these processes have used so far; those that have ended do not count."""
    stats = filter(None, map(_read_stat, pids))
    return sum(int(stat["user"]) + int(stat["system"]) for stat in stats) / _TICKS


def wait_until_busy(pid: int, seconds: float = 0.3) -> list[int]:
    """Wait until a process and its children have used this much more processor time; return the children.

    Unlike a pause, this lets them do the same work on a busy machine as on an idle one.
    """
    begin = processor_seconds([pid, *running_children(pid)])
    assert wait_until(lambda: processor_seconds([pid, *running_children(pid)]) > begin + seconds or not is_running(pid))
    assert is_running(pid), "the process ended too early"
    return running_children(pid)


def _read_stat(pid: int) -> "re.Match[str] | None":
    """Return what the system reports about a process, None if it has ended."""
    try:
        stat = _STAT.search(Path(f"/proc/{pid}/stat").read_text(errors="replace"))
    except OSError:
        return None
    return stat if stat is not None and stat["state"] not in "ZX" else None
