"""Files that appear only when they are complete."""

import os
import tempfile
from pathlib import Path

import click


def save(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there; if that fails, nothing is left behind."""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            beside = Path(file.name)
            try:
                file.write(content)
                file.flush()
                beside.chmod(0o666 & ~_umask())
                beside.replace(path)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {(error.strerror or 'unknown error').lower()}") from None


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
