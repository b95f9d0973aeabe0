"""Files that appear only when they are complete."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from masume.core.errors import InputError


def save(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there; if that fails, nothing is left behind.

    What is no file, such as a pipe or a device, is written to as it is, and a link stays one.
    """
    try:
        place = path.resolve()
        if place.exists() and not place.is_file():
            place.write_bytes(content)
            return
        mode = place.stat().st_mode & 0o777 if place.exists() else 0o666 & ~_umask()
        with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
            beside = Path(file.name)
            with _removed_on_failure(beside):
                file.write(content)
        with _removed_on_failure(beside):
            beside.chmod(mode)
            beside.replace(place)
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r:.200}: {(error.strerror or 'unknown error').lower()}") from None


@contextmanager
def _removed_on_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def make_folder(path: Path) -> None:
    """Make a folder, if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make {str(path)!r:.200}: {(error.strerror or 'unknown error').lower()}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
