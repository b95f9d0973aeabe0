"""Text files, and errors of the file system in our words."""

import errno
from os import PathLike
from pathlib import Path

from masume.core.errors import InputError, WrongTypeError
from masume.core.messages import quote

_LONGEST_PATH = 150  # characters in a message
_REASONS = {
    errno.EACCES: "permission denied",
    errno.EISDIR: "it is a folder, expected a file",
    errno.ELOOP: "its symbolic links lead in a circle",
    errno.ENOENT: "there is no such file",
}


def load_text(path: str | Path, max_size: int, *, largest_line: int | None = None, errors: str = "strict") -> str:
    """Return the text of a file; raise InputError if it cannot be opened or is not UTF-8.

    No more than `max_size` + 1 bytes are read, so the caller can refuse a file that is too large by its length.  If
    the first line is larger than `largest_line`, what follows it is not read.  With `errors="surrogateescape"` invalid
    bytes become lone surrogates, which `find_invalid_byte` finds.
    """
    require_path(path)
    if not str(path):
        raise InputError("the name of the file is empty: expected a file")
    try:
        with Path(path).open("rb") as file:
            content = file.read(max_size + 1 if largest_line is None else largest_line + 1)
            if largest_line is not None and len(content) > largest_line and b"\n" in content:
                content += file.read(max_size + 1 - len(content))
            return content.decode("utf-8", errors)
    except OSError as error:
        reason = _REASONS.get(error.errno or 0)
        if error.errno == errno.ENOENT and Path(path).is_symlink():
            reason = "it is a symbolic link to a file that does not exist"
        raise file_error("cannot read", path, error, reason) from None
    except UnicodeDecodeError as error:
        raise InputError(f"{quote_path(path)} is not UTF-8 text: byte {error.start + 1} is invalid") from None
    except ValueError:  # a zero byte, or a character that the file system cannot encode
        raise InputError(f"cannot read {quote_path(path)}: no file can have this name") from None


def require_path(path: object) -> None:
    """Raise WrongTypeError if this is neither a string nor a path."""
    if not isinstance(path, str | PathLike):
        raise WrongTypeError(f"expected the path of a file or folder, not a value of type {type(path).__name__}")


def find_invalid_byte(text: str) -> int | None:
    """Return the position, from 1, of the first byte of a text that was not UTF-8; None if there is none."""
    if text.isascii():
        return None
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return len(text[: error.start].encode("utf-8")) + 1
    return None


def file_error(problem: str, path: str | Path, error: OSError, reason: str | None = None) -> InputError:
    """Return an error such as "cannot write 'boards.txt': permission denied"; default for `reason`: the system's."""
    reason = reason or (error.strerror or "unknown error").lower()
    return InputError(f"{problem} {quote_path(path)}: {reason}")


def quote_path(path: str | Path) -> str:
    """Return a path in quotes, of at most about two lines."""
    return quote(str(path), _LONGEST_PATH)
