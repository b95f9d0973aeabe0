"""ResultsFile: a file with one record per line, to which a run appends, and with which a later one resumes.

A record is written to the end of the file by a single call of the system.  If a run is killed in the middle of it, the
next run removes the unfinished line.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from masume.batch.records import RecordKey, key_of_record
from masume.batch.summary import Category, classify
from masume.core.errors import InputError
from masume.core.files import quote_path

_LINE_START = b'{"id": '


class ResultsFile:
    """The results of one command; use it as a context manager.  While it is open, no other run can open it."""

    def __init__(self, path: Path, command: str) -> None:
        self._path, self._command = path, command
        self._name = quote_path(path)
        self._descriptor: int | None = None

    def __enter__(self) -> "ResultsFile":
        if self._path.exists() and not self._path.is_file():
            raise InputError(f"{self._name} is not a regular file: expected a file for results")
        try:
            self._descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        except OSError as error:
            raise self._error(error) from None
        self._lock()
        return self

    def __exit__(self, *error: object) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)  # which also unlocks the file

    def load(self) -> dict[RecordKey, Category]:
        """Return the category of each record in the file, and remove a line that a killed run left unfinished."""
        return {key_of_record(record): classify(record) for record in self.records()}

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield each record in the file, and then remove a line that a killed run left unfinished.

        Raise InputError if the file holds anything but results of this command; then it stays as it is.
        """
        size, line = 0, b"\n"
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                record = _parse(line)
                if record is not None:
                    self._check_command(number, record)
                    yield record
                    size += len(line)
                elif not _is_unfinished(line):
                    raise InputError(f"{self._name} is not a file of results: line {number} is not a result of masume")
        if size and not line.endswith(b"\n") and _parse(line) is not None:
            self._write(b"\n")
        else:
            os.truncate(self._path, size)

    def append(self, record: str) -> None:
        """Append a record."""
        self._write(f"{record}\n".encode())

    def _write(self, content: bytes) -> None:
        assert self._descriptor is not None
        try:
            while content:  # a disk that is almost full takes only a part, and then reports the error
                content = content[os.write(self._descriptor, content) :]
        except OSError as error:
            raise self._error(error) from None

    def _lock(self) -> None:
        assert self._descriptor is not None
        try:
            import fcntl
        except ImportError:  # not on this system
            return
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"another run of masume is writing to {self._name}") from None
        except OSError:  # a file system without locks
            pass

    def _check_command(self, number: int, record: dict[str, Any]) -> None:
        if record["command"] != self._command:
            raise InputError(
                f"{self._name} holds results of `masume {record['command']}` in line {number}: expected another file "
                f"for those of `masume {self._command}`"
            )

    def _error(self, error: OSError) -> InputError:
        return InputError(f"cannot write results to {self._name}: {(error.strerror or 'unknown error').lower()}")


def _is_unfinished(line: bytes) -> bool:
    """Return whether a line without a record may be the beginning of one, as a killed run leaves it."""
    if line.endswith(b"\n") or not line.startswith(_LINE_START[: len(line)]):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return True
    return False  # complete: the last line of another file


def _parse(line: bytes) -> dict[str, Any] | None:
    """Return the record on a line, None if it holds no record."""
    try:
        record = json.loads(line)
        classify(record)
        hash(key_of_record(record))
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None
    return record if isinstance(record["id"], str | int) and isinstance(record["command"], str) else None
