"""Text files."""

from pathlib import Path

from masume.core.errors import InputError
from masume.core.messages import quote


def load_text(path: str | Path, max_size: int) -> str:
    """Return the text of a file; raise InputError if it cannot be opened or is not UTF-8.

    No more than `max_size` + 1 bytes are read, so the caller can refuse a file that is too large by its length.
    """
    try:
        with Path(path).open("rb") as file:
            return file.read(max_size + 1).decode("utf-8")
    except OSError as error:
        raise InputError(
            f"cannot read {quote(str(path), 200)}: {(error.strerror or 'unknown error').lower()}"
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(f"{quote(str(path), 200)} is not UTF-8 text: byte {error.start + 1} is invalid") from None
