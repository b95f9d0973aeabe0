"""Text from files, or one sentence on why there is none."""

from pathlib import Path

from masume.core.errors import InputError


def text_from(path: str | Path, most: int) -> str:
    """The text of a file; of a larger one so much that it can be refused for its size."""
    try:
        with Path(path).open("rb") as file:
            return file.read(most + 1).decode("utf-8")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r:.200}: {(error.strerror or 'unknown error').lower()}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{str(path)!r:.200} is not text: expected UTF-8, byte {error.start + 1} is not") from None
