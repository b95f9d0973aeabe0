"""pzprv3: the files of puzz.link and pzv.jp, which carry a player's marks, also inside a URL.

    pzprv3[.version]
    pid
    rows
    columns
    [flag]
    blocks of rows of items
    [TrialData(n) and the blocks before the n-th assumption]
    [info:{"metadata": {"author": ..., "source": ...}} or history:{...}]

In a URL the lines are percent-encoded, with / between them.  A genre's notation lists its blocks; blocks of marks
may be missing.  A player's notes and history are skipped.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import quote as percent_encode
from urllib.parse import unquote as percent_decode

from masume.core.board import Board
from masume.core.errors import FormatError, InputError
from masume.core.file_blocks import FileReader
from masume.core.file_items import FORMAT
from masume.core.grid import validate_size
from masume.core.messages import quote
from masume.core.square import SquareGrid, square
from masume.formats import pzpr_common as common
from masume.formats.detection import is_pzprv3_file, puzzle_part

NAME = FORMAT
_AFTER_BLOCKS = re.compile(r"^(TrialData\(|info:|history:|https?:)", re.MULTILINE)
_HEADING = re.compile(r"pzprv3(?:\.(\d{1,3}))?", re.ASCII)
_INFO = ("author", "source")  # the keys that Board.info and a file's metadata share
_SAFE = "!~*'()"  # not percent-encoded, like letters, digits, "_", "." and "-"


def read(text: str) -> Board:
    """Read a board from a file, or from a URL that holds one."""
    lines, ending = _split(text if is_pzprv3_file(text) else puzzle_part(text))
    common.refuse_variant(NAME, lines[:2])
    version = _version(lines[0])
    if len(lines) < 2:
        raise FormatError(NAME, "genre", "expected the genre in the second line")
    genre = common.find_genre(NAME, lines[1].strip())
    notation = common.notation_of(NAME, genre)
    if version not in notation.files:
        known = " or ".join(map(str, sorted(notation.files))) or "none"
        raise FormatError(NAME, "version", f"expected {known} for {genre.name}, not {version}")
    file = FileReader(genre, _grid(lines[2:4]), lines, 4)
    has_flag = not file.at_end and lines[file.at].strip() in notation.flags
    options = common.options_from_flags(NAME, notation, [file.next_line().strip()] if has_flag else [])
    try:
        for block in notation.files[version]:
            if not file.can_skip(block):
                block.read(file)
        if not file.at_end:
            file.next_line()
            raise file.error("the board is full: expected the end")
        return Board(genre, file.grid, file.clues, {}, file.marks, options | file.options, _info(ending))
    except FormatError:
        raise
    except InputError as error:
        raise FormatError(NAME, "board", str(error)) from None


def write(board: Board) -> str:
    """Write the board as a file of the newest version."""
    return _write(board, max)


def write_oldest(board: Board) -> str:
    """Write the board as a file of the oldest version, for programs that read no other."""
    return _write(board, min)


def write_url(board: Board) -> str:
    """Write the board as a puzz.link URL that holds a file."""
    return common.BASE_URL + "/".join(percent_encode(line, safe=_SAFE) for line in write(board).split("\n"))


def _split(text: str) -> tuple[list[str], str]:
    """Return the lines up to the last one of the blocks, without trailing blank lines, and the text after them."""
    if "\n" not in text:
        text = "\n".join(percent_decode(line) for line in text.split("/"))
    end = _AFTER_BLOCKS.search(text)
    start = end.start() if end else len(text)
    lines = re.split(r"[/\n]", text[:start].rstrip())
    return lines, text[start:]


def _version(heading: str) -> int:
    match = _HEADING.fullmatch(heading.strip())
    if match is None:
        raise FormatError(NAME, "version", f"expected pzprv3 or pzprv3.1, not {quote(heading)}")
    return int(match[1] or 0)


def _grid(sides: Sequence[str]) -> SquareGrid:
    if len(sides) < 2 or not all(re.fullmatch(r"\d{1,9}", side.strip(), re.ASCII) for side in sides):
        raise FormatError(NAME, "size", "expected rows and columns, a number in a line each")
    return square(*validate_size(NAME, int(sides[0]), int(sides[1])))


def _info(ending: str) -> dict[str, str]:
    """Return author and source from the text after the blocks."""
    match = re.search(r"^info:", ending, re.MULTILINE)
    if match is None:
        return {}
    try:
        # Only strings are of interest: numbers may be of any length, as float accepts them.
        data, _ = json.JSONDecoder(parse_int=float).raw_decode(ending[match.end() :].replace("\n", "").lstrip())
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise FormatError(NAME, "info", "expected a JSON object")
    metadata = data.get("metadata")
    fields = metadata if isinstance(metadata, dict) else {}
    lines = {key: _one_line(fields[key]) for key in _INFO if isinstance(fields.get(key), str)}
    return {key: line for key, line in lines.items() if line}


def _one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()


def _write(board: Board, choose: Callable[[Iterable[int]], int]) -> str:
    notation = common.notation_of(NAME, board.genre)
    if not notation.files:
        raise FormatError(NAME, "genre", f"this format has no notation for {board.genre.name}")
    version = choose(notation.files)
    blocks = notation.files[version]
    flags = common.flags_from_options(NAME, board, notation, blocks)
    if flags and version < max(notation.files):
        raise FormatError(NAME, "flag", f"a file of version {version} cannot carry {', '.join(flags)}")
    grid = common.require_square(NAME, board, holes=any(block.carries_holes for block in blocks))
    common.refuse_given_marks(NAME, board)
    heading = [f"{NAME}.{version}" if version else NAME, notation.file_pid or notation.pid]
    rows = (line for block in blocks for line in block.write(board, grid))
    text = "\n".join([*heading, str(grid.rows), str(grid.columns), *flags, *rows, ""])
    metadata = {key: board.info[key] for key in _INFO if key in board.info}
    if metadata:  # without slashes, which pzpr takes for ends of lines
        text += "\ninfo:" + json.dumps({"metadata": metadata}, ensure_ascii=False, indent=1).replace("/", "\\u002f")
    return text
