"""native: clingo's search on a model's clauses and counts, with propagators in C++ for its structures."""

from array import array
from collections import Counter
from collections.abc import Collection, Mapping
from threading import Lock

from masume.core.cancellation import Cancelled, exclusive, interruptible
from masume.engines.cuts import find_blocking_clause
from masume.engines.native_library import Configuration, Solver, Verdict
from masume.engines.native_program import SUPPORTED, NativeProgram, write_program
from masume.engines.session import Session, Solution
from masume.modelling import Model
from masume.modelling.basic_constraints import Region
from masume.modelling.compiled_model import CompiledModel, CountSupport
from masume.modelling.compiler import compile_model

_FUTILE_SEARCHES = 8  # how many searches in a row may fail to make a core smaller
_DEFAULT, _TRENDY = Configuration(), Configuration(("--configuration=trendy", "--sat-prepro=0"))
_TRENDY_LONG_PAUSES = _TRENDY._replace(pause_factor=16)
_SMALL_TURN = int(__import__("os").environ.get("SMALL","2000"))  # conflicts
_FIRST_TURN = 4_000  # conflicts; each solver's next turn is twice as long
_IDENTITY = -1  # instead of a number of mapped literals: the literals of the program are those of the model


class NativeSession(Session):
    """One clingo solver, which keeps what it learns from search to search.

    In a long search, a second solver with another configuration takes turns with the first.  Turns are measured in
    conflicts and not in seconds, so that the same model always gives the same results.
    """

    def __init__(self, model: Model, guarded: bool) -> None:
        super().__init__(
            model, compile_model(model, guarded=guarded, counts=CountSupport.MOST, supported=SUPPORTED, in_parts=True)
        )
        self._busy = Lock()
        self._searches, self._candidates = 0, 0
        self._last_core: list[int] = []
        self._input = SolverInput(self._compiled)
        self._clauses = self._input.clauses
        self._new_clauses = array("i")
        has_regions = any(isinstance(guarded.structure, Region) for guarded in self._compiled.structures)
        self._configurations = (_TRENDY, _TRENDY_LONG_PAUSES) if has_regions else (_DEFAULT, _TRENDY)
        self._small = _SMALL_TURN > 0
        self._solver: Solver | None = self._input.new_solver(None if self._small else self._configurations[0])
        self._rival: Solver | None = None

    def close(self) -> None:
        self._solver = self._rival = None

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        totals: Counter[str] = Counter()
        for solver in filter(None, (self._solver, self._rival)):
            totals.update(solver.statistics())
        return {
            "engine": "native",
            "variables": self._compiled.variables,
            "clauses": self._clauses,
            "searches": self._searches,
            **({"candidates": self._candidates} if self._compiled.tested else {}),
            **totals,
        }

    def _current_solver(self) -> Solver:
        """Return the solver whose turn it is, or was last; raise ValueError if the session is closed."""
        if self._solver is None:
            raise ValueError("the session is closed")
        return self._solver

    def _search(self, assumptions: list[int]) -> Solution | None:
        while True:
            with exclusive(self._busy):
                if not self._is_solvable(assumptions):
                    self._last_core = self._reduce_core(self._current_solver().core(len(assumptions)))
                    return None
                values = self._current_solver().values(self._compiled.variables)
            self._candidates += 1
            clause = find_blocking_clause(self._compiled.tested, values)
            if clause is None:
                return Solution(values)
            self._add_clause(clause)

    def _is_solvable(self, assumptions: list[int]) -> bool:
        """Return whether there is a solution; the solver that decided this becomes the current one."""
        self._searches += 1
        self._pass_new_clauses()
        turn = 0
        while True:
            solver = self._current_solver()
            conflicts = _SMALL_TURN if self._small else _FIRST_TURN << turn // 2
            with interruptible(solver.interrupt):
                verdict = solver.solve(assumptions, conflicts)
            if verdict is Verdict.STOPPED:
                raise Cancelled
            if verdict is not Verdict.UNDECIDED:
                return verdict is Verdict.SOLVED
            if self._small:
                self._small = False
                self._solver = self._input.new_solver(self._configurations[0])
                self._solver.grow(self._compiled.variables)
                continue
            turn += 1
            rival = self._rival or self._input.new_solver(self._configurations[1])
            rival.grow(self._compiled.variables)
            self._current_solver()  # raises if the session was closed meanwhile
            self._solver, self._rival = rival, solver

    def _pass_new_clauses(self) -> None:
        for solver in filter(None, (self._solver, self._rival)):
            solver.grow(self._compiled.variables)
            solver.add_clauses(self._new_clauses)
        self._clauses += self._new_clauses.count(0)
        self._input.added_clauses.extend(self._new_clauses)
        del self._new_clauses[:]

    def _reduce_core(self, core: list[int]) -> list[int]:
        """Return a smaller core: clingo's own has all assumptions up to the first that fails by propagation alone.

        That one is always needed.  So move it to the front and search again, until each assumption has been in front
        or several searches in a row have not made the core smaller.
        """
        futile = 0
        while len(core) > 1 and futile < min(len(core), _FUTILE_SEARCHES):
            self._is_solvable([core[-1], *core[:-1]])
            new_core = self._current_solver().core(len(core))
            futile = futile + 1 if len(new_core) == len(core) else 0
            core = new_core
        return core

    def _core(self) -> Collection[int]:
        return self._last_core

    def _add_clause(self, clause: list[int]) -> None:
        self._new_clauses.extend((*clause, 0))


class SolverInput:
    """The input of all solvers of a session: the programs of a model and its parts, and clauses added later.

    The clauses and parts of the compiled model are moved here, which leaves it without them.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        own = write_program(compiled)
        self._written: list[NativeProgram] = [own]  # kept alive, because `_programs` holds addresses
        self._programs, self._literal_maps = array("q", (own.address, own.size)), array("i", (_IDENTITY, 0))
        self.clauses = own.clauses
        self.added_clauses = array("i")
        literal_maps: list[int] = []
        for part, literals, first_helper in compiled.parts:
            self._written.append(part.engine_cache or write_program(part))
            if isinstance(literals, range) and part.variables == len(literals):  # a skeleton without helpers
                literal_maps += (_IDENTITY, 0)
            else:
                literal_maps += (len(literals), first_helper)
                literal_maps += literals
        for program in self._written[1:]:
            self._programs.extend((program.address, program.size))
            self.clauses += program.clauses
        self._literal_maps.fromlist(literal_maps)
        compiled.clauses, compiled.engine_cache, compiled.parts = [], None, []

    @property
    def size(self) -> int:
        """The number of integers in the input."""
        return sum(program.size for program in self._written) + len(self._literal_maps) + len(self.added_clauses)

    def new_solver(self, configuration: Configuration | None) -> Solver:
        """Return a new solver with this input."""
        solver = Solver(configuration)
        solver.add_programs(self._programs, self._literal_maps)
        solver.add_clauses(self.added_clauses)
        return solver


def open_session(model: Model, *, guarded: bool = False) -> NativeSession:
    """Open a session on a model."""
    return NativeSession(model, guarded)
