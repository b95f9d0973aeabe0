"""pzprv3: the files of puzz.link and pzv.jp, which carry a player's marks, also inside an address.

    pzprv3[.version]
    pid
    rows
    columns
    [flag]
    blocks of rows of items
    [TrialData(n) and the blocks as they were before n assumptions]
    [info:{"metadata": {"author": ..., "source": ...}} or history:{...}]

The lines of an address are percent-encoded, with / between them.  What blocks a genre has stands in its notation;
blocks of marks may be missing.  A player's notes and history are read over.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import quote, unquote

from masume.core.board import Board
from masume.core.errors import FormatError, InputError
from masume.core.grid import checked_sides
from masume.core.square import SquareGrid, square
from masume.formats import pzpr_common as frame
from masume.formats.detection import begins_file, tail
from masume.formats.pzprv3_blocks import NAME, Sheet, codec

_END = re.compile(r"^(TrialData\(|info:|history:|https?:)", re.MULTILINE)  # of the blocks
_HEADING = re.compile(r"pzprv3(?:\.(\d{1,3}))?", re.ASCII)
_INFO = ("author", "source")  # what Board.info and a file's metadata both have
_PLAIN = "!~*'()"  # what an address may say as it is, besides letters, digits and _.-


def read(text: str) -> Board:
    """Read a board from a file, or from an address that holds one."""
    lines, ending = _parted(text if begins_file(text) else tail(text))
    frame.refuse_variant(NAME, lines[:2])
    version = _version(lines[0])
    if len(lines) < 2:
        raise FormatError(NAME, "genre", "expected the genre in the second line")
    genre = frame.genre_of(NAME, lines[1].strip())
    notation = frame.notation_of(NAME, genre)
    if version not in notation.files:
        known = " or ".join(map(str, sorted(notation.files))) or "none"
        raise FormatError(NAME, "version", f"expected {known} for {genre.name}, not {version}")
    sheet = Sheet(genre, _size(lines[2:4]), lines, 4)
    flagged = not sheet.ended and lines[sheet.at].strip() in notation.flags
    options = frame.options_of(NAME, notation, [sheet.line().strip()] if flagged else [])
    try:
        for block in notation.files[version]:
            if not sheet.ended or not sheet.may_lack(block):
                codec(block).read(block, sheet)
        if not sheet.ended:
            sheet.line()
            raise sheet.error("the board is full: expected the end")
        return Board(genre, sheet.grid, sheet.clues, {}, sheet.marks, options, _info(ending))
    except FormatError:
        raise
    except InputError as error:
        raise FormatError(NAME, "board", str(error)) from None


def write(board: Board) -> str:
    """Write the board as a file of the newest version."""
    return _write(board, max)


def write_oldest(board: Board) -> str:
    """Write the board as a file of the oldest version, for programs that know no other."""
    return _write(board, min)


def write_address(board: Board) -> str:
    """Write the board as a puzz.link address that holds a file."""
    return frame.ADDRESS + "/".join(quote(line, safe=_PLAIN) for line in write(board).split("\n"))


def _parted(text: str) -> tuple[list[str], str]:
    """The lines up to the end of the blocks, without blank ones at the end, and the text behind them."""
    if "\n" not in text:
        text = "\n".join(unquote(line) for line in text.split("/"))
    end = _END.search(text)
    start = end.start() if end else len(text)
    lines = re.split(r"[/\n]", text[:start].rstrip())
    return lines, text[start:]


def _version(heading: str) -> int:
    match = _HEADING.fullmatch(heading.strip())
    if match is None:
        raise FormatError(NAME, "version", f"expected pzprv3 or pzprv3.1, not {heading!r:.20}")
    return int(match[1] or 0)


def _size(sides: Sequence[str]) -> SquareGrid:
    if len(sides) < 2 or not all(re.fullmatch(r"\d{1,9}", side.strip(), re.ASCII) for side in sides):
        raise FormatError(NAME, "size", "expected rows and columns, a number in a line each")
    return square(*checked_sides(NAME, int(sides[0]), int(sides[1])))


def _info(ending: str) -> dict[str, str]:
    """Author and source out of what follows the blocks."""
    match = re.search(r"^info:", ending, re.MULTILINE)
    if match is None:
        return {}
    try:
        data, _ = json.JSONDecoder().raw_decode(ending[match.end() :].replace("\n", "").lstrip())
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise FormatError(NAME, "info", "expected a JSON object")
    metadata = data.get("metadata")
    told = metadata if isinstance(metadata, dict) else {}
    lines = {key: _one_line(told[key]) for key in _INFO if isinstance(told.get(key), str)}
    return {key: line for key, line in lines.items() if line}


def _one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()


def _write(board: Board, choose: Callable[[Iterable[int]], int]) -> str:
    notation = frame.notation_of(NAME, board.genre)
    if not notation.files:
        raise FormatError(NAME, "genre", f"{board.genre.name} has no notation in it")
    version = choose(notation.files)
    blocks, flags = notation.files[version], frame.flags_of(NAME, board, notation)
    if flags and version < max(notation.files):
        raise FormatError(NAME, "flag", f"a file as old as version {version} cannot carry {', '.join(flags)}")
    grid = frame.carried(NAME, board, holes=any(codec(block).holes for block in blocks))
    heading = [f"{NAME}.{version}" if version else NAME, notation.file_pid or notation.pid]
    rows = (line for block in blocks for line in codec(block).write(block, board, grid))
    text = "\n".join([*heading, str(grid.rows), str(grid.cols), *flags, *rows, ""])
    metadata = {key: board.info[key] for key in _INFO if key in board.info}
    if metadata:  # with no slash in it, which pzpr takes for the end of a line
        text += "\ninfo:" + json.dumps({"metadata": metadata}, ensure_ascii=False, indent=1).replace("/", "\\u002f")
    return text
