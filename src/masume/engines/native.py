"""native: clingo's search, fed with a model's clauses and counts, and propagators in C++ for what hangs together."""

from array import array
from collections import Counter
from collections.abc import Collection, Mapping
from threading import Lock

from masume.core.cancellation import Cancelled, exclusive, interruptible
from masume.engines.cuts import refused
from masume.engines.native_library import Configuration, Solver, Verdict
from masume.engines.native_program import WORDS, program
from masume.engines.session import Session, Solution
from masume.modelling import Model
from masume.modelling.compiled import Compiled, Counts
from masume.modelling.compiler import compiled
from masume.modelling.kernel import Region

_PATIENCE = 8  # how often a core may be asked for again without getting smaller
_USUAL, _TRENDY = Configuration(), Configuration(("--configuration=trendy", "--sat-prepro=0"))
_PATIENT = _TRENDY._replace(patience=16)
_FIRST_TURN = 4_000  # conflicts; each solver's next turn is twice as long
_AS_THEY_ARE = -1  # what stands for the number of given literals if a program's own are the model's


class NativeSession(Session):
    """One solver of clingo; what it learns stays true, so it keeps it.

    A search that takes long is raced: a second solver of another configuration takes turns with the first, by counts of
    conflicts and not by the clock, so that the same model always has the same answers.
    """

    def __init__(self, model: Model, guarded: bool) -> None:
        super().__init__(model, compiled(model, guarded=guarded, counts=Counts.MOST, words=WORDS, in_parts=True))
        self._busy = Lock()
        self._searches, self._candidates = 0, 0
        self._core_found: list[int] = []
        self._told = Told(self._compiled)
        self._clauses = self._told.clauses
        self._new_clauses = array("i")
        has_regions = any(isinstance(one.structure, Region) for one in self._compiled.structures)
        self._configurations = (_TRENDY, _PATIENT) if has_regions else (_USUAL, _TRENDY)  # the first and its rival
        self._solver: Solver | None = self._told.solver(self._configurations[0])
        self._rival: Solver | None = None

    def close(self) -> None:
        self._solver = self._rival = None

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        counted: Counter[str] = Counter()
        for solver in filter(None, (self._solver, self._rival)):
            counted.update(solver.statistics())
        return {
            "engine": "native",
            "variables": self._compiled.variables,
            "clauses": self._clauses,
            "searches": self._searches,
            **({"candidates": self._candidates} if self._compiled.tested else {}),
            **counted,
        }

    def _first(self) -> Solver:
        """The solver whose turn it is, or was."""
        if self._solver is None:
            raise ValueError("the session is closed")
        return self._solver

    def _search(self, assumptions: list[int]) -> Solution | None:
        while True:
            with exclusive(self._busy):
                if not self._is_solvable(assumptions):
                    self._core_found = self._less(self._first().core(len(assumptions)))
                    return None
                values = self._first().values(self._compiled.variables)
            self._candidates += 1
            clause = refused(self._compiled.tested, values)
            if clause is None:
                return Solution(values)
            self._add_clause(clause)

    def _is_solvable(self, assumptions: list[int]) -> bool:
        """Whether there is a solution; the solver that found out is the first one then."""
        self._searches += 1
        self._hand_over_new_clauses()
        turn = 0
        while True:
            solver = self._first()
            conflicts = _FIRST_TURN << turn // 2
            with interruptible(solver.interrupt):
                verdict = solver.solve(assumptions, conflicts)
            if verdict is Verdict.STOPPED:
                raise Cancelled
            if verdict is not Verdict.UNDECIDED:
                return verdict is Verdict.SOLVED
            turn += 1
            rival = self._rival or self._told.solver(self._configurations[1])
            rival.grow(self._compiled.variables)
            self._first()  # it may have been closed meanwhile
            self._solver, self._rival = rival, solver

    def _hand_over_new_clauses(self) -> None:
        for solver in filter(None, (self._solver, self._rival)):
            solver.grow(self._compiled.variables)
            solver.add_clauses(self._new_clauses)
        self._clauses += self._new_clauses.count(0)
        self._told.further.extend(self._new_clauses)
        del self._new_clauses[:]

    def _less(self, core: list[int]) -> list[int]:
        """A smaller core: clingo names all assumptions up to the first that cannot hold by propagation alone.

        So that one comes first next time, and the next one, until each has or nothing was left out for a while.
        """
        stuck = 0
        while len(core) > 1 and stuck < min(len(core), _PATIENCE):
            self._is_solvable([core[-1], *core[:-1]])
            found = self._first().core(len(core))
            stuck = stuck + 1 if len(found) == len(core) else 0
            core = found
        return core

    def _core(self) -> Collection[int]:
        return self._core_found

    def _add_clause(self, clause: list[int]) -> None:
        self._new_clauses.extend((*clause, 0))


class Told:
    """What solvers of a session are told: programs, and clauses that came later."""

    def __init__(self, made: Compiled) -> None:
        own = program(made)
        self._kept = [own]
        self._programs, self._settings = array("q", (own.address, own.size)), array("i", (_AS_THEY_ARE, 0))
        self.clauses = own.clauses
        self.further = array("i")
        settings: list[int] = []
        for part, literals, first_helper in made.parts:
            there = part.kept or program(part)
            self._kept.append(there)
            if isinstance(literals, range) and part.variables == len(literals):  # a skeleton without helpers
                settings += (_AS_THEY_ARE, 0)
            else:
                settings += (len(literals), first_helper)
                settings += literals
        for there in self._kept[1:]:
            self._programs.extend((there.address, there.size))
            self.clauses += there.clauses
        self._settings.fromlist(settings)
        made.clauses, made.kept, made.parts = [], None, []  # what they say is here now

    @property
    def integers(self) -> int:
        """How many integers that are."""
        return sum(one.size for one in self._kept) + len(self._settings) + len(self.further)

    def solver(self, configuration: Configuration) -> Solver:
        """A solver of that configuration."""
        made = Solver(configuration)
        made.state(self._programs, self._settings)
        made.add_clauses(self.further)
        return made


def open_session(model: Model, *, guarded: bool = False) -> NativeSession:
    """Open a session on a model."""
    return NativeSession(model, guarded)
