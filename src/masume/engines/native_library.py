"""The C++ extension of the engine `native`: find it, load it through ctypes and call its functions.

ctypes releases the interpreter lock while the extension searches.  The extension loads clingo's shared library
directly: clingo's Python package is not needed and is slow to import.
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

_INTERFACE = 7  # version of the C interface; must equal masume_interface() in native/interface.cpp
FAILED = -1
_STATISTICS = ("choices", "conflicts", "looks", "deductions")  # looks: runs of propagators


class Verdict(IntEnum):
    """How a search ended."""

    UNSOLVABLE, SOLVED, STOPPED, UNDECIDED = range(4)  # undecided: at the limit of conflicts


class Configuration(NamedTuple):
    """How clingo searches: its options, and a factor for the longest pause between two runs of a propagator."""

    options: tuple[str, ...] = ()
    pause_factor: int = 1


class UnavailableError(Exception):
    """The extension cannot be used; the message is the reason."""


@cache
def why_unavailable() -> str | None:
    """Return why the extension cannot be used, or None if it can."""
    try:
        load_extension()
    except UnavailableError as error:
        return str(error)
    return None


@cache
def load_extension() -> ctypes.CDLL:
    """Load the extension and declare its functions; raise UnavailableError if that is impossible."""
    if os.environ.get("MASUME_NO_NATIVE"):
        raise UnavailableError("MASUME_NO_NATIVE is set")
    extension = find_spec("masume.engines._native")
    if extension is None or extension.origin is None:
        raise UnavailableError("its extension was not built when masume was installed (that needs a C++17 compiler)")
    try:
        library = ctypes.CDLL(extension.origin)
    except OSError as error:
        raise UnavailableError(f"its extension cannot be loaded: {error}") from None
    if not hasattr(library, "masume_interface") or library.masume_interface() != _INTERFACE:
        raise UnavailableError("its extension was built for another version of masume: reinstall masume")
    _declare(library)
    if library.masume_load(os.fsencode(_find_clingo())) == FAILED:
        raise UnavailableError(_last_error(library))
    return library


def _find_clingo() -> Path:
    """Return the path of the installed clingo's shared library."""
    package = find_spec("clingo")  # without importing it
    for folder in (package.submodule_search_locations or ()) if package else ():
        for path in sorted(Path(folder).glob("_clingo*.so")):
            return path
    raise UnavailableError("clingo's package does not contain a shared library _clingo*.so")


def _declare(library: ctypes.CDLL) -> None:
    solver, number, numbers = ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p
    longs, text = ctypes.c_void_p, ctypes.c_char_p
    functions = {
        "error": (text,),
        "load": (number, text),
        "new_cdcl": (solver,),
        "new_clingo": (solver, ctypes.POINTER(text), number, number),
        "delete": (None, solver),
        "grow": (number, solver, number),
        "add_clauses": (number, solver, numbers, ctypes.c_size_t),
        "is_closed_route": (number, number, numbers, number, numbers, numbers, ctypes.c_size_t),
        "add_programs": (number, solver, longs, number, numbers),
        "solve": (number, solver, numbers, number, number),
        "interrupt": (None, solver),
        "values": (None, solver, numbers, number),
        "core": (number, solver, numbers, number),
        "statistics": (None, solver, longs),
        "reasoner_new": (solver, numbers),
        "reasoner_delete": (None, solver),
        "reasoner_begin": (number, solver, numbers, number, numbers, number),
        "reasoner_direct_inferences": (number, solver),
        "reasoner_closure": (number, solver, number),
        "reasoner_refute": (number, solver, numbers, number, number),
        "reasoner_proof_sizes": (number, solver, numbers, number, number),
        "reasoner_refute_by_cases": (number, solver, number, numbers, number, number),
        "reasoner_count_consequences": (number, solver, numbers, number),
        "reasoner_find_contradictory": (number, solver, numbers, number),
        "reasoner_refute_by_search": (number, solver, numbers, number, numbers, number, number, number),
        "reasoner_settle": (number, solver, numbers, number),
        "reasoner_count_gains": (number, solver, numbers, number, numbers, number, numbers),
        "reasoner_close": (number, solver, numbers, number, number),
        "reasoner_proof": (number, solver, numbers, number),
        "reasoner_work": (ctypes.c_int64, solver),
    }
    for name, (result, *arguments) in functions.items():
        function = getattr(library, f"masume_{name}")
        function.restype, function.argtypes = result, arguments


def _last_error(library: ctypes.CDLL) -> str:
    message: bytes = library.masume_error()
    return message.decode(errors="replace")


def is_closed_route(size: int, ends: "array[int]", literals: Sequence[int], clauses: "array[int]") -> bool:
    """Return whether the clauses, each terminated by 0, make connected edges a single closed loop."""
    library, edges = load_extension(), array("i", literals)
    result = library.masume_is_closed_route(
        size, _address(ends), len(edges), _address(edges), _address(clauses), len(clauses)
    )
    if result == FAILED:
        raise extension_error(library)
    return bool(result)


class Solver:
    """A solver of the extension, freed when the last reference to it is dropped; arrays hold C integers."""

    def __init__(self, clingo: Configuration | None) -> None:
        """Create a solver that uses clingo in this configuration, or (None) the small one of the extension itself."""
        self._library = load_extension()
        self._solver: int | None
        if clingo is None:
            self._solver = self._library.masume_new_cdcl()
        else:
            options = [option.encode() for option in clingo.options]
            option_array = (ctypes.c_char_p * len(options))(*options)
            self._solver = self._library.masume_new_clingo(option_array, len(options), clingo.pause_factor)
        if self._solver is None:
            raise extension_error(self._library)

    def __del__(self) -> None:
        if getattr(self, "_solver", None) is not None:
            self._library.masume_delete(self._solver)

    def grow(self, variables: int) -> None:
        """Increase the number of variables to `variables`."""
        self._call("grow", variables)

    def add_clauses(self, clauses: "array[int]") -> None:
        """Add clauses, each terminated by 0."""
        self._call("add_clauses", _address(clauses), len(clauses))

    def add_programs(self, addresses: "array[int]", template_literals: "array[int]") -> None:
        """Add programs: the address of each, and the literals of those that are templates (program.hpp)."""
        self._call("add_programs", _address(addresses), len(addresses), _address(template_literals))

    def solve(self, assumptions: Sequence[int], conflicts: int = -1) -> Verdict:
        """Search, and give up after this number of conflicts (-1: never); another thread can interrupt the search."""
        literals = array("i", assumptions)
        return Verdict(self._call("solve", _address(literals), len(literals), conflicts))

    def interrupt(self) -> None:
        """Stop a search that runs in another thread."""
        self._library.masume_interrupt(self._solver)

    def values(self, variables: int) -> "array[int]":
        """Return the last solution: each variable, negated if it is false."""
        values = array("i", bytes(variables * array("i").itemsize))
        self._library.masume_values(self._solver, _address(values), variables)
        return values

    def core(self, max_size: int) -> list[int]:
        """Return at most `max_size` assumptions of the last search that cannot hold together."""
        core = array("i", bytes(max_size * array("i").itemsize))
        return core[: self._library.masume_core(self._solver, _address(core), max_size)].tolist()

    def statistics(self) -> dict[str, int]:
        """Return what all searches have cost so far."""
        counters = array("q", bytes(len(_STATISTICS) * array("q").itemsize))
        self._library.masume_statistics(self._solver, _address(counters))
        return dict(zip(_STATISTICS, counters, strict=True))

    def _call(self, name: str, *arguments: object) -> int:
        result: int = getattr(self._library, f"masume_{name}")(self._solver, *arguments)
        if result == FAILED:
            raise extension_error(self._library)
        return result


def extension_error(library: ctypes.CDLL) -> Exception:
    """Return the last error of the extension in this thread, as an exception to raise."""
    message = _last_error(library)
    return MemoryError(message) if "bad_alloc" in message else InternalError(f"native: {message}")


def _address(numbers: "array[int]") -> int:
    """Return the address of an array's first item; the caller must keep the array alive."""
    return numbers.buffer_info()[0]
