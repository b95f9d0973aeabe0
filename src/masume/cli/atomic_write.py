"""Writing files: a file appears only when it is complete."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from masume import InputError, messages

STDOUT = Path("-")  # as the name of a file: standard output


def require_writable(path: Path) -> None:
    """Raise InputError if no file can be saved at `path`; for commands that work for long before they save it."""
    from tempfile import NamedTemporaryFile  # slow to import, and most commands write no file

    if path.exists() and not path.is_file():
        return
    try:
        with NamedTemporaryFile(dir=path.resolve().parent):
            pass
    except OSError as error:
        raise _error("cannot write", path, error) from None


def save(path: Path, content: bytes) -> None:
    """Write a temporary file next to `path` and move it there; leave nothing behind if that fails.

    Write directly to anything that is not a regular file, such as a pipe or a device.  Follow symbolic links.
    """
    from uuid import uuid4  # slow to import, and most commands write no file

    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        target = path.resolve()
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_current_umask()
        # The name is known before the file is there, so that Ctrl-C at any moment leaves nothing behind.
        temporary = target.with_name(f".{uuid4().hex}.part")
        with _remove_on_failure(temporary):
            with open(temporary, "xb", opener=_open_private) as file:
                file.write(content)
            temporary.chmod(mode)
            temporary.replace(target)
    except OSError as error:
        if error.errno == errno.EPIPE:  # the path is a pipe, such as /dev/stdout, and its reader has gone
            raise
        raise _error("cannot write", path, error) from None


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


@contextmanager
def _remove_on_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def make_folder(path: Path) -> None:
    """Create a folder and its parents, if they do not exist."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _error("cannot create", path, error) from None


def _current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _error(problem: str, path: Path, error: OSError) -> InputError:
    return InputError(f"{problem} {messages.quote(str(path), 150)}: {(error.strerror or 'unknown error').lower()}")
