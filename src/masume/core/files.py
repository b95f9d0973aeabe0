"""Text files."""

from pathlib import Path

from masume.core.errors import InputError


def load_text(path: str | Path, max_size: int, *, largest_line: int | None = None, errors: str = "strict") -> str:
    """Return the text of a file; raise InputError if it cannot be opened or is not UTF-8.

    No more than `max_size` + 1 bytes are read, so the caller can refuse a file that is too large by its length.  If
    the first line is larger than `largest_line`, what follows it is not read.  With `errors="surrogateescape"` invalid
    bytes become lone surrogates, which `find_invalid_byte` finds.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(max_size + 1 if largest_line is None else largest_line + 1)
            if largest_line is not None and len(content) > largest_line and b"\n" in content:
                content += file.read(max_size + 1 - len(content))
            return content.decode("utf-8", errors)
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r:.200}: {(error.strerror or 'unknown error').lower()}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{str(path)!r:.200} is not UTF-8 text: byte {error.start + 1} is invalid") from None


def find_invalid_byte(text: str) -> int | None:
    """Return the position, from 1, of the first byte of a text that was not UTF-8; None if there is none."""
    if text.isascii():
        return None
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return len(text[: error.start].encode("utf-8")) + 1
    return None
