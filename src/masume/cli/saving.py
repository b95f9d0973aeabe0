"""Files that appear only when they are complete."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click


def save(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there; if that fails, nothing is left behind."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            beside = Path(file.name)
            with _removed_on_failure(beside):
                file.write(content)
        with _removed_on_failure(beside):
            beside.chmod(0o666 & ~_umask())
            beside.replace(path)
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {(error.strerror or 'unknown error').lower()}") from None


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
        raise click.UsageError(f"cannot make {path}: {(error.strerror or 'unknown error').lower()}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
