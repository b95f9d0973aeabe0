"""Menus: boards of several kinds for a booklet, as a file in TOML describes them.

    title = "For Sunday"
    size = "8x8"

    [[puzzles]]
    genre = "akari"
    count = 6
    levels = ["beginner", "easy", "medium"]

The levels are spread evenly over the boards of an entry, in their order.  docs/generating.md describes all keys.
"""

import re
import tomllib
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, overload

from masume.core.arguments import require_limits
from masume.core.board import Board
from masume.core.errors import InputError, NoBoardError
from masume.core.files import load_text, quote_path
from masume.core.messages import pluralize, quote, suggest_names
from masume.core.numbers import require_whole_number, to_integer
from masume.core.outcome import NO_LIMITS, Limits
from masume.generating import draw_seed, make_request
from masume.generating.requests import Request
from masume.generating.series import Makers, Order
from masume.generating.verifying import require_verifiable

_MENU_KEYS = ("title", "author", "seed", "size", "per_page", "paper", "puzzles")
_ENTRY_KEYS = ("genre", "size", "count", "level", "levels", "symmetry", "style", "density", "options")
_LARGEST_FILE = 1024 * 1024  # characters
_MOST_BOARDS = 1000  # of a booklet


@dataclass(frozen=True)
class Menu:
    """What a booklet should hold: a request for each board, by entry, and how its pages look.

    `seed` is drawn if the file has none.  `per_page` is columns and rows of boards on a page, `paper` the name of a
    paper size; both are None if the file does not say.
    """

    entries: tuple[tuple[Request, ...], ...]
    seed: int | str
    title: str = ""
    author: str = ""
    per_page: tuple[int, int] | None = None
    paper: str | None = None

    def with_seed(self, seed: int | str) -> "Menu":
        """Return the same menu with another seed, and so with other boards."""
        return replace(self, seed=seed)

    @property
    def orders(self) -> tuple[Order, ...]:
        """What is to be made; the boards of each entry are a series with a seed of its own."""
        return tuple(
            Order(request, f"{self.seed}/{entry}", number)
            for entry, requests in enumerate(self.entries, 1)
            for number, request in enumerate(requests, 1)
        )

    @overload
    def boards(
        self,
        *,
        limits: Limits = ...,
        jobs: int = ...,
        verify: bool = ...,
        errors: Literal["raise"] = ...,
        on_wait: Callable[[], object] = ...,
    ) -> Generator[Board, None, None]: ...
    @overload
    def boards(
        self,
        *,
        limits: Limits = ...,
        jobs: int = ...,
        verify: bool = ...,
        errors: Literal["yield"],
        on_wait: Callable[[], object] = ...,
    ) -> Generator[Board | NoBoardError, None, None]: ...
    def boards(
        self,
        *,
        limits: Limits = NO_LIMITS,
        jobs: int = 1,
        verify: bool = False,
        errors: Literal["raise", "yield"] = "raise",
        on_wait: Callable[[], object] = lambda: None,
    ) -> Generator[Any, None, None]:
        """Yield the boards in the order of the menu.

        If a board was not found, raise NoBoardError; with `errors="yield"`, yield that error, and go on.  `on_wait` is
        called regularly while several processes are waited for.
        """
        if errors not in ("raise", "yield"):
            raise InputError(f'boards: expected errors="raise" or errors="yield", not {quote(errors)}')
        require_limits(limits)
        require_whole_number("jobs", jobs)
        if verify:
            for order in self.orders:
                require_verifiable(order.request.plan)
        makers = Makers(jobs, verify=verify, deadline=limits.deadline(), on_wait=on_wait)
        return self._make(makers, errors)

    def _make(self, makers: Makers, errors: str) -> Generator[Any, None, None]:
        for _, draw in makers.fill(self.orders):
            if draw.error is not None and errors == "raise":
                raise draw.error
            yield draw.error or draw.board


def load_menu(path: str | Path) -> Menu:
    """Read a menu from a file; raise InputError, which names the line or the key, if it makes no sense."""
    text, name = load_text(path, _LARGEST_FILE).removeprefix("\ufeff"), quote_path(path)
    if len(text) > _LARGEST_FILE:
        raise InputError(f"{name} is too large: expected at most {_LARGEST_FILE:,} characters")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name} is no menu in TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
    except RecursionError:
        raise InputError(f"{name} is no menu in TOML: it is nested too deeply") from None
    lines = [
        n for n, line in enumerate(text.splitlines(), 1) if re.match(r"\s*\[\[\s*[\"']?puzzles[\"']?\s*\]\]", line)
    ]
    return _Reader(name, lines).read(data)


class _Reader:
    """Makes a menu of the data in a file; `lines` are those on which the entries begin."""

    def __init__(self, name: str, lines: list[int]) -> None:
        self._where, self._name, self._lines = name, name, lines

    def read(self, data: Mapping[str, Any]) -> Menu:
        """Return the menu."""
        self._require_keys(data, _MENU_KEYS)
        entries = data.get("puzzles")
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            raise self._error("puzzles", "expected at least one entry that begins with [[puzzles]]")
        seed, per_page = data.get("seed"), data.get("per_page")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | str)):
            raise self._error("seed", f"expected a whole number or a text, not {quote(seed)}")
        menu = Menu(
            (),
            draw_seed() if seed is None else seed,
            self._find_text(data, "title") or "",
            self._find_text(data, "author") or "",
            None if per_page is None else self._parse_per_page(per_page),
            self._find_text(data, "paper"),
        )
        found = tuple(self._read_entry(number, entry, data.get("size")) for number, entry in enumerate(entries, 1))
        if sum(map(len, found)) > _MOST_BOARDS:
            raise InputError(f"{self._name}: expected at most {pluralize(_MOST_BOARDS, 'board')} in a booklet")
        return replace(menu, entries=found)

    def _read_entry(self, number: int, entry: dict[str, Any], size: object) -> tuple[Request, ...]:
        """Return a request for each board of an entry."""
        is_listed = len(self._lines) >= number
        self._where = (
            f"{self._name}, line {self._lines[number - 1]}" if is_listed else f"{self._name}, puzzles {number}"
        )
        self._require_keys(entry, _ENTRY_KEYS)
        if "genre" not in entry:
            raise self._error("genre", "expected the name of a genre")
        if "level" in entry and "levels" in entry:
            raise self._error("levels", "expected either level or levels, not both")
        levels = entry.get("levels", [entry.get("level")])
        if not isinstance(levels, list) or not levels:
            raise self._error("levels", f"expected a list of levels, not {quote(levels)}")
        count = entry.get("count", len(levels))
        if (boards := to_integer(count)) is None or not 1 <= boards <= _MOST_BOARDS:
            raise self._error("count", f"expected a whole number from 1 to {_MOST_BOARDS}, not {quote(count)}")
        if not isinstance(entry.get("options", {}), dict):
            raise self._error("options", f"expected a table of options, not {quote(entry['options'])}")
        for key in ("symmetry", "style"):
            self._find_text(entry, key)
        wishes: dict[str, Any] = {
            key: entry[key] for key in ("symmetry", "style", "density", "options") if key in entry
        }
        by_level = [self._make_request(entry["genre"], entry.get("size", size), level, wishes) for level in levels]
        return tuple(by_level[number * len(levels) // boards] for number in range(boards))

    def _make_request(self, genre: object, size: object, level: object, wishes: dict[str, Any]) -> Request:
        if not isinstance(genre, str):
            raise self._error("genre", f"expected the name of a genre, not {quote(genre)}")
        if level is not None and not isinstance(level, int | str):
            raise self._error("level", f"expected a number or a name, not {quote(level)}")
        try:
            return make_request(genre, "medium" if size is None else size, level=level, **wishes)
        except InputError as error:
            raise InputError(f"{self._where}: {error}") from None

    def _find_text(self, data: Mapping[str, Any], key: str) -> str | None:
        text = data.get(key)
        if text is not None and not isinstance(text, str):
            raise self._error(key, f"expected a text, not {quote(text)}")
        return text

    def _parse_per_page(self, value: object) -> tuple[int, int]:
        columns, _, rows = str(value).partition("x")
        if not (isinstance(value, str) and columns.isdecimal() and rows.isdecimal() and len(value) < 6):
            raise self._error("per_page", f'expected columns and rows such as "2x3", not {quote(value)}')
        return int(columns), int(rows)

    def _require_keys(self, data: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in data:
            if key not in known:
                raise InputError(f"{self._where}: unknown key {quote(key)}: {suggest_names(key, known)}")

    def _error(self, key: str, expected: str) -> InputError:
        return InputError(f"{self._where}: {key}: {expected}")
