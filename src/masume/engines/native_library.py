"""The extension behind the engine `native`: found, loaded through ctypes and compared with the installed clingo.

ctypes lets go of the interpreter lock while the extension searches.  clingo's shared library is loaded without its
Python package, which nothing here needs and which takes long to import.
"""

import ctypes
import os
from array import array
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from masume.core.errors import InternalError

_INTERFACE = 3  # of the extension's functions, as interface.cpp has it
FAILED = -1
_STATISTICS = ("choices", "conflicts", "looks", "deductions")


class Verdict(IntEnum):
    """How a search ended."""

    UNSOLVABLE, SOLVED, STOPPED, UNDECIDED = range(4)


class Configuration(NamedTuple):
    """How a solver searches: options of clingo, and how many times as long structures wait before they look again."""

    options: tuple[str, ...] = ()
    patience: int = 1


class LackingError(Exception):
    """Why the extension cannot be used, in one clause."""


@cache
def lacking() -> str | None:
    """Why the extension cannot be used here, None if it can."""
    try:
        loaded()
    except LackingError as error:
        return str(error)
    return None


@cache
def loaded() -> ctypes.CDLL:
    """The extension, ready to be called."""
    if os.environ.get("MASUME_NO_NATIVE"):
        raise LackingError("MASUME_NO_NATIVE is set")
    extension = find_spec("masume.engines._native")
    if extension is None or extension.origin is None:
        raise LackingError("its extension was not built when masume was installed, which takes a C++17 compiler")
    try:
        library = ctypes.CDLL(extension.origin)
    except OSError as error:
        raise LackingError(f"its extension cannot be loaded: {error}") from None
    if not hasattr(library, "masume_interface") or library.masume_interface() != _INTERFACE:
        raise LackingError("its extension was built for another version of masume: install masume again")
    _declare(library)
    if library.masume_load(os.fsencode(_clingo())) == FAILED:
        raise LackingError(_said(library))
    return library


def _clingo() -> Path:
    """The shared library of the installed clingo."""
    package = find_spec("clingo")  # without importing it
    for folder in (package.submodule_search_locations or ()) if package else ():
        for found in sorted(Path(folder).glob("_clingo*.so")):
            return found
    raise LackingError("clingo's shared library is not where its wheels have it")


def _declare(library: ctypes.CDLL) -> None:
    solver, number, numbers = ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p
    longs, text = ctypes.c_void_p, ctypes.c_char_p
    functions = {
        "error": (text,),
        "load": (number, text),
        "new": (solver, ctypes.POINTER(text), number, number),
        "delete": (None, solver),
        "grow": (number, solver, number),
        "add_clauses": (number, solver, numbers, ctypes.c_size_t),
        "is_closed": (number, number, numbers, number, numbers, numbers, ctypes.c_size_t),
        "state": (number, solver, longs, number, numbers),
        "solve": (number, solver, numbers, number, number),
        "interrupt": (None, solver),
        "values": (None, solver, numbers, number),
        "core": (number, solver, numbers, number),
        "statistics": (None, solver, longs),
        "reasoner_new": (solver, numbers, ctypes.c_size_t, number),
        "reasoner_delete": (None, solver),
        "reasoner_begin": (number, solver, numbers, number, numbers, number),
        "reasoner_direct": (number, solver),
        "reasoner_refute": (number, solver, numbers, number, number),
        "reasoner_refute_each": (number, solver, numbers, number, number),
        "reasoner_refute_by_cases": (number, solver, number, numbers, number, number),
        "reasoner_proof": (number, solver, numbers, number),
        "reasoner_work": (ctypes.c_int64, solver),
    }
    for name, (result, *arguments) in functions.items():
        function = getattr(library, f"masume_{name}")
        function.restype, function.argtypes = result, arguments


def _said(library: ctypes.CDLL) -> str:
    said: bytes = library.masume_error()
    return said.decode(errors="replace")


def is_closed(size: int, ends: "array[int]", literals: Sequence[int], clauses: "array[int]") -> bool:
    """Whether clauses, each ended by 0, make edges that hang together a closed loop."""
    library, given = loaded(), array("i", literals)
    told = library.masume_is_closed(size, _start(ends), len(given), _start(given), _start(clauses), len(clauses))
    if told == FAILED:
        raise error_of(library)
    return bool(told)


class Solver:
    """A solver of the extension, freed when nobody holds it any more; arrays hold C integers."""

    def __init__(self, configuration: Configuration) -> None:
        self._library = loaded()
        options = [option.encode() for option in configuration.options]
        given = (ctypes.c_char_p * len(options))(*options)
        self._solver: int | None = self._library.masume_new(given, len(options), configuration.patience)
        if self._solver is None:
            raise error_of(self._library)

    def __del__(self) -> None:
        if getattr(self, "_solver", None) is not None:
            self._library.masume_delete(self._solver)

    def grow(self, variables: int) -> None:
        """Know so many variables from now on."""
        self._call("grow", variables)

    def add_clauses(self, clauses: "array[int]") -> None:
        """Add clauses, each ended by 0."""
        self._call("add_clauses", _start(clauses), len(clauses))

    def state(self, programs: "array[int]", settings: "array[int]") -> None:
        """State programs, given by addresses and sizes of arrays, and what each one's literals are (interface.cpp)."""
        self._call("state", _start(programs), len(programs) // 2, _start(settings))

    def solve(self, assumptions: Sequence[int], conflicts: int = -1) -> Verdict:
        """Search; it may be interrupted, and gives up after so many conflicts (-1: never)."""
        given = array("i", assumptions)
        return Verdict(self._call("solve", _start(given), len(given), conflicts))

    def interrupt(self) -> None:
        """Stop a search that goes on in another thread."""
        self._library.masume_interrupt(self._solver)

    def values(self, variables: int) -> "array[int]":
        """The last solution: each variable or its negation."""
        found = array("i", bytes(variables * array("i").itemsize))
        self._library.masume_values(self._solver, _start(found), variables)
        return found

    def core(self, most: int) -> list[int]:
        """Assumptions of the last search, no more than `most`, that cannot hold together."""
        found = array("i", bytes(most * array("i").itemsize))
        return found[: self._library.masume_core(self._solver, _start(found), most)].tolist()

    def statistics(self) -> dict[str, int]:
        """What the searches cost so far."""
        counted = array("q", bytes(len(_STATISTICS) * array("q").itemsize))
        self._library.masume_statistics(self._solver, _start(counted))
        return dict(zip(_STATISTICS, counted, strict=True))

    def _call(self, name: str, *arguments: object) -> int:
        result: int = getattr(self._library, f"masume_{name}")(self._solver, *arguments)
        if result == FAILED:
            raise error_of(self._library)
        return result


def error_of(library: ctypes.CDLL) -> Exception:
    """What went wrong in the extension."""
    said = _said(library)
    return MemoryError(said) if "bad_alloc" in said else InternalError(f"native: {said}")


def _start(numbers: "array[int]") -> int:
    """Where an array begins in memory; the caller keeps it alive."""
    return numbers.buffer_info()[0]
