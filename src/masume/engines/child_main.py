"""What runs in a child process: a worker, loaded from its file, that does what the parent asks.

A task is a pickled dictionary {"do": name of a method, ...}; a reply a pickled pair (kind, content), where the kind is
"more" if others follow, "last", "complaint" (one sentence) or "memory".  A script of its own that imports nothing of
masume, so that it starts fast.  It ends when its input ends, whatever the worker is doing, so that it never outlives
its parent.
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
from typing import Any

_PATIENCE = 10.0  # seconds


def tell(content: Any, kind: str = "more") -> None:
    """Send a reply to the parent."""
    pickle.dump((kind, content), sys.stdout.buffer)
    sys.stdout.buffer.flush()


def peak_kilobytes() -> int:
    """The most memory this process had, 0 where that cannot be known.

    The rusage of a child would count what its parent had at its birth.
    """
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1])


def forget_peak() -> None:
    """Begin to measure memory anew, where that is possible."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def limit_memory() -> None:
    """Fail with an error rather than drive the machine out of memory."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY or soft > physical:
        resource.setrlimit(resource.RLIMIT_AS, (physical, hard))


def serve(make_worker: Callable[[], Any]) -> None:
    """Do what is asked, one task after the other, until the input ends.

    Each "load" is for a new worker; after a "rest" it ends by itself if nothing is asked for long.
    """
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                tasks.put(pickle.load(sys.stdin.buffer))  # noqa: S301 - from our own parent
        except EOFError:
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    worker, patience = None, None
    while True:
        try:
            task = tasks.get(timeout=patience)
        except queue.Empty:
            os._exit(0)
        patience = _PATIENCE if task["do"] == "rest" else None
        if task["do"] in ("load", "rest"):
            worker = make_worker()
            forget_peak()
        if task["do"] != "rest":
            do(worker, task)


def do(worker: Any, task: dict[str, Any]) -> None:
    """Let a worker do a task and tell what it replies, or what went wrong."""
    try:
        reply = getattr(worker, task["do"])(task)
        if "statistics" in reply:
            reply["statistics"]["peak_megabytes"] = round(peak_kilobytes() / 1024, 1)
        tell(reply, "last")
    except Exception as error:
        if isinstance(error, MemoryError) or "bad_alloc" in str(error):
            tell(None, "memory")
        elif complaint := worker.complaint(error):
            tell(complaint, "complaint")
        else:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)  # an orderly exit would trip over the thread that listens


def main(path: str, source: str) -> None:
    """Serve with the worker that a file defines; it may import masume, wherever our parent found that."""
    limit_memory()
    sys.path.append(source)
    spec = importlib.util.spec_from_file_location("worker", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    serve(lambda: module.Worker(tell))


if __name__ == "__main__":
    main(*sys.argv[1:])
