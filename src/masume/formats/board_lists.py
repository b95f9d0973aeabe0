"""Lists of boards: the files of a folder, or a text with one board per line.

    https://puzz.link/p?slither/5/5/…                      a URL, or only what follows its "?"
    loopy:7x7t0:…                                          a game id
    pzprv3/slither/5/5/…                                   a pzprv3 file, with "/" for its line breaks
    "https://puzz.link/p?slither/5/5/…"                    any of these as a JSON string
    {"id": "a7", "url": "https://puzz.link/p?slither/…"}   a JSON object; "pzpr_url" and "address" are the same as "url"
    {"masume": 1, "genre": …}                              a board in JSON, perhaps with an "id"
    {"id": "a7", "board": {"masume": 1, …}}                the same inside an object, as in the output of `masume solve`

Empty lines and lines that begin with "#" are ignored.  An id is a string or an integer.  docs/lists.md has more.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from masume import genres
from masume.core.errors import InputError, MasumeError
from masume.core.files import file_error, find_invalid_byte, load_text, quote_path
from masume.core.messages import replace_unprintable
from masume.formats.detection import detect_format, is_game_id, is_pzprv3_file

LARGEST_LIST = 1024 * 1024 * 1024  # characters
LARGEST_INPUT = 32 * 1024 * 1024  # characters: well above a 1,000 x 1,000 board
BoardId: TypeAlias = str | int
_ADDRESS_KEYS = ("url", "pzpr_url", "address")
_DIGEST_LENGTH = 16  # hexadecimal digits: 64 bits


class BoardEntry(NamedTuple):
    """A board of a list, still unread; `formats.read_entry` reads it.

    `name` is for people and for the names of files.  `id` is the board's own id, exactly as in the list, or made from
    the names of the file and the line.  `repeats_id` is whether an earlier board of the list has the same id;
    `occurrence` is 2 for the second board with the same id and the same digest.  `file` and `line` say where the board
    was found.  If it is known already that it cannot be read, `error` says why.
    """

    name: str
    id: BoardId
    text: str
    file: str
    line: int | None = None
    has_own_id: bool = False
    repeats_id: bool = False
    occurrence: int = 1
    error: MasumeError | None = None
    options: Mapping[str, Any] = {}  # for `formats.read`

    @property
    def source(self) -> str:
        """Where the board was found, such as "boards.txt, line 12"."""
        return self.file if self.line is None else f"{self.file}, line {self.line}"

    @property
    def digest(self) -> str | None:
        """A hash of the board's text; None if the board has its own id."""
        if self.has_own_id:
            return None
        from hashlib import sha256  # slow to import, and a single board needs none

        return sha256(self.text.strip().encode(errors="surrogatepass")).hexdigest()[:_DIGEST_LENGTH]


class BoardText:
    """A text that holds one board or one board per line, such as that of a file; a sequence of entries, made lazily.

    `stem` begins the ids of boards that have none, `file` names the text in messages.  Invalid bytes in the text are
    lone surrogates, as `errors="surrogateescape"` makes them; only the lines with them cannot be read.
    """

    def __init__(
        self, text: str, stem: str, file: str, options: Mapping[str, Any], *, always_list: bool = False
    ) -> None:
        self._text, self._stem, self._file, self._options = text.removeprefix("\ufeff"), stem, file, options
        self.is_list = always_list or _is_list(self._text)
        if not self.is_list and (position := find_invalid_byte(text)) is not None:
            raise InputError(f"{file} is not UTF-8 text: byte {position} is invalid")

    @cached_property
    def _line_count(self) -> int:
        return sum(1 for _ in _lines(self._text))

    def __len__(self) -> int:
        return self._line_count if self.is_list else 1

    def __iter__(self) -> Iterator[BoardEntry]:
        if not self.is_list:
            yield _make_entry(self._text, self._stem, self._file, self._options)
            return
        width = len(str(self._text.rstrip().count("\n") + 1))
        for number, line in _lines(self._text):
            yield self._entry(number, line, f"{number:0{width}}" if len(self) > 1 else "")

    def _entry(self, number: int, line: str, suffix: str) -> BoardEntry:
        own_id, text, error = _parse_line(line)
        name = replace_unprintable(f"{self._stem}-{suffix if own_id is None else own_id}".strip("-"))
        board_id = f"{self._stem}-{number}" if own_id is None else own_id
        has_own_id = own_id is not None
        return BoardEntry(name, board_id, text, self._file, number, has_own_id, error=error, options=self._options)


class BoardList:
    """The boards of several texts, one after the other; a sequence of entries, made lazily."""

    def __init__(self, parts: Sequence[BoardText | BoardEntry], *, always_list: bool = False) -> None:
        self._parts = parts
        self.is_list = always_list or len(parts) != 1 or (isinstance(parts[0], BoardText) and parts[0].is_list)

    def __len__(self) -> int:
        return sum(1 if isinstance(part, BoardEntry) else len(part) for part in self._parts)

    def __iter__(self) -> Iterator[BoardEntry]:
        return self._counted_entries() if self.is_list else self._entries()

    def _entries(self) -> Iterator[BoardEntry]:
        for part in self._parts:
            yield from [part] if isinstance(part, BoardEntry) else part

    def _counted_entries(self) -> Iterator[BoardEntry]:
        occurrences: dict[BoardId, dict[str | None, int]] = {}  # by id and digest
        for entry in self._entries():
            repeats_id = entry.id in occurrences
            by_digest = occurrences.setdefault(entry.id, {})
            number = by_digest[entry.digest] = by_digest.get(entry.digest, 0) + 1
            yield entry._replace(repeats_id=True, occurrence=number) if repeats_id else entry

    @classmethod
    def joined(cls, lists: Iterable["BoardList"]) -> "BoardList":
        """Return the boards of all these lists."""
        found = list(lists)
        return cls([part for each in found for part in each._parts], always_list=any(each.is_list for each in found))


def boards_in_folder(folder: Path, options: Mapping[str, Any]) -> BoardList:
    """List the boards of all files in a folder; files whose names begin with a dot are ignored."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        raise file_error("cannot read", folder, error) from None
    if not paths:
        raise InputError(f"the folder {quote_path(folder)} holds no files")
    return BoardList([_text_or_error(path, options) for path in paths], always_list=True)


def _text_or_error(path: Path, options: Mapping[str, Any]) -> BoardText | BoardEntry:
    try:
        return _load(path, options)
    except InputError as error:
        return unreadable_entry(path.name, path.stem, error)


def boards_in_file(path: Path, options: Mapping[str, Any]) -> BoardList:
    """List the boards of a file; one that ends in .jsonl is always a list."""
    return BoardList([_load(path, options)])


def _load(path: Path, options: Mapping[str, Any]) -> BoardText:
    # One invalid byte does not spoil a list.
    text = load_text(path, LARGEST_LIST, largest_line=LARGEST_INPUT, errors="surrogateescape")
    if len(text) > LARGEST_LIST:
        raise InputError(f"{quote_path(path)} is too large: expected at most {LARGEST_LIST:,} characters")
    always_list = path.suffix.lower() == ".jsonl"
    if not text.strip() and not always_list:
        raise InputError(f"{quote_path(path)} is empty: expected a board")
    return BoardText(text, path.stem, replace_unprintable(path.name), options, always_list=always_list)


def boards_in_text(text: str, stem: str, file: str, options: Mapping[str, Any]) -> BoardList:
    """List the boards of a text, such as that of standard input."""
    return BoardList([BoardText(text, stem, file, options)])


def single_board(text: str, name: str, options: Mapping[str, Any]) -> BoardList:
    """Return the list of one board that is not in a file, such as a URL."""
    return BoardList([_make_entry(text, name, name, options)])


def unreadable_board(name: str, error: MasumeError) -> BoardList:
    """Return the list of one board that cannot be read: reading it raises this error."""
    return BoardList([unreadable_entry(name, name, error)])


def unreadable_entry(name: str, board_id: BoardId, error: MasumeError) -> BoardEntry:
    """Return the entry of a board that cannot be read: reading it raises this error."""
    return BoardEntry(name, board_id, "", name, error=error)


def _make_entry(text: str, stem: str, file: str, options: Mapping[str, Any]) -> BoardEntry:
    return BoardEntry(stem, stem, text, file, options=options)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number of each line that is neither empty nor a comment, and the line without space around it."""
    number, start = 0, 0
    while start <= len(text):
        number, end = number + 1, text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].strip()
        if line and not line.startswith("#"):
            yield number, line
        start = end + 1


def _parse_line(line: str) -> tuple[BoardId | None, str, InputError | None]:
    """Return the id on a line, the text of its board, and why that cannot be read, as far as is known already."""
    if (position := find_invalid_byte(line)) is not None:
        return None, line, InputError(f"this is not UTF-8 text: byte {position} of the line is invalid")
    data = _parse_json(line)
    if not isinstance(data, dict):
        return None, line if data is None else data, None
    found = data.get("id")
    own_id = found if isinstance(found, str | int) and not isinstance(found, bool) and found != "" else None
    board = _find_board(data)
    if board is not None:
        return own_id, board, None
    if "masume" in data:  # a board; without an id its text stays as it is, so that mistakes in it are found
        return own_id, _format_json({key: data[key] for key in data if key != "id"}) if "id" in data else line, None
    keys = ", ".join(f'"{key}"' for key in _ADDRESS_KEYS)
    return own_id, line, InputError(f'expected a JSON object with the key {keys} or "board", or with "masume": 1')


def _find_board(data: dict[str, Any]) -> str | None:
    """Return the text of the board that is inside a JSON object, None if there is none."""
    for key in _ADDRESS_KEYS:
        if isinstance(data.get(key), str):
            return str(data[key])
    board = data.get("board")
    return board if isinstance(board, str) else _format_json(board) if isinstance(board, dict) else None


def _is_list(text: str) -> bool:
    """Return whether a text has one board per line, and is not one board as a whole.

    A single line is a list only if it is JSON with an address.  Several lines are a list if half of them are boards by
    themselves, or a quarter of them if the whole is no board in any format.
    """
    first = next(_lines(text), None)
    if first is None or "\n" not in text.strip():
        return first is not None and _holds_address(first[1])
    lines = [line for _, line in _lines(text)]
    if len(lines) == 1:
        return _holds_address(lines[0])
    if _parse_json(text) is not None:
        return False
    boards = sum(map(_looks_like_board, lines))
    needed = 4 if detect_format(text.strip()) in (None, "json") else 2
    return boards > 0 and boards * needed >= len(lines)


def _holds_address(line: str) -> bool:
    """Return whether a line is a JSON string, or a JSON object with a board inside."""
    data = _parse_json(line)
    return isinstance(data, str) or (data is not None and _find_board(data) is not None)


def _looks_like_board(line: str) -> bool:
    """Return whether a line looks like a board by itself, without parsing it."""
    if line.startswith("{"):
        return line.endswith("}")
    if line.startswith('"'):
        return line.endswith('"') and ("/" in line or is_game_id(line[1:-1]))
    if is_pzprv3_file(line):
        return "/" in line
    return " " not in line and (
        is_game_id(line) or "://" in line or ("/" in line and genres.is_known(line.split("/")[0]))
    )


def _parse_json(line: str) -> dict[str, Any] | str | None:
    """Return the object or the string that a line of JSON holds, None if it holds neither."""
    if not line.lstrip().startswith(("{", '"')):
        return None
    from json import loads  # slow to import, and most boards are not JSON

    try:
        data = loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict | str) else None


def _format_json(data: dict[str, Any]) -> str:
    from json import dumps

    return dumps(data, ensure_ascii=False)
