"""The main program of a child process: load a worker from its file and execute the parent's tasks.

A task is a pickled dictionary {"do": name of a method, ...}.  A reply is a pickled pair (kind, content); its kind is
"more" (more replies follow), "last", "error" (the content is one sentence) or "memory".  This script imports nothing
of masume, so that it starts fast.  It exits when its input ends, whatever the worker is doing, so that it never
outlives its parent.
"""

import contextlib
import importlib.util
import os
import pickle
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NoReturn

_MAX_IDLE_SECONDS = 10.0  # after a "reset"


class Replies:
    """The pipe to the parent."""

    def __init__(self) -> None:
        self._pipe: IO[bytes] = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # so that nothing a solver prints looks like a reply

    def send(self, content: Any, kind: str = "more") -> None:
        """Send a reply to the parent."""
        pickle.dump((kind, content), self._pipe)
        self._pipe.flush()


def peak_megabytes() -> float:
    """Return the peak memory of this process so far, 0 where the system does not report it."""
    with contextlib.suppress(OSError):  # on Linux getrusage inherits the parent's peak, this file does not
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 2**10
    try:
        import resource
    except ImportError:  # not on this system
        return 0.0
    unit = 2**20 if sys.platform == "darwin" else 2**10  # macOS counts bytes, others kilobytes
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def reset_peak() -> None:
    """Start a new measurement of peak memory, where the system supports it."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def limit_memory(limit: int | None = None) -> None:
    """Limit this process to so many bytes, and to the machine's physical memory, so that it fails and does not swap."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    lowest = physical if limit is None else min(limit, physical)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY or soft > lowest:
        resource.setrlimit(resource.RLIMIT_AS, (lowest, hard))


def serve(make_worker: Callable[[], Any], replies: Replies) -> None:
    """Execute one task after the other until the input ends.

    After a "reset", tasks are executed by a new worker, and the process exits if none arrives for a while.
    """
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def read_tasks() -> None:
        try:
            while True:
                tasks.put(pickle.load(sys.stdin.buffer))  # noqa: S301 - from our own parent
        except (EOFError, pickle.UnpicklingError):  # the parent has ended, perhaps in the middle of a task
            os._exit(0)
        except Exception as error:
            if isinstance(error, MemoryError):
                replies.send(None, "memory")
            fail()

    threading.Thread(target=read_tasks, daemon=True).start()
    worker, timeout = make_worker(), None
    while True:
        try:
            task = tasks.get(timeout=timeout)
        except queue.Empty:
            os._exit(0)
        if task["do"] == "reset":
            worker, timeout = make_worker(), _MAX_IDLE_SECONDS
            reset_peak()
        else:
            timeout = None
            execute(worker, task, replies)


def execute(worker: Any, task: dict[str, Any], replies: Replies) -> None:
    """Call the worker's method, and send its result or its error as the last reply."""
    try:
        reply = getattr(worker, task["do"])(task)
        if "statistics" in reply:
            reply["statistics"]["peak_megabytes"] = round(peak_megabytes(), 1)
        replies.send(reply, "last")
    except Exception as error:
        if isinstance(error, MemoryError) or "bad_alloc" in str(error):
            replies.send(None, "memory")
        elif message := worker.describe_error(error):
            replies.send(message, "error")
        else:
            fail()


def fail() -> NoReturn:
    """Print the current exception and end the process."""
    traceback.print_exc()
    sys.stderr.flush()
    os._exit(1)  # a normal exit would fail because a thread is still reading


def main(path: str, source: str) -> None:
    """Execute tasks with the class WORKER of the file `path`; masume is imported from the folder `source`."""
    limit_memory()
    replies = Replies()
    sys.path.insert(0, source)
    spec = importlib.util.spec_from_file_location("worker", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if module.WORKER.max_memory is not None:  # otherwise not again: what the worker has loaded may need a higher limit
        limit_memory(module.WORKER.max_memory)
    serve(lambda: module.WORKER(replies.send), replies)


if __name__ == "__main__":
    main(*sys.argv[1:])
