"""native: the solvers of the C++ extension, a small one and clingo, with propagators in C++ for structures."""

from array import array
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from threading import Lock
from typing import Any

from masume.core.cancellation import Cancelled, call_interruptibly, exclusive
from masume.core.errors import OutOfTimeError
from masume.engines.cuts import find_blocking_clause
from masume.engines.native_library import Configuration, Solver, Verdict
from masume.engines.native_program import NOT_LISTED, SUPPORTED, NativeProgram, to_array, write_program
from masume.engines.parts_session import PartsSession
from masume.engines.session import Effort, Session, Solution
from masume.modelling import Model, RuleInstance
from masume.modelling.basic_constraints import TRUE, CandidateTest, Region, Route
from masume.modelling.compiled_model import NO_GUARDS, CountSupport, GuardedStructure, Guards
from masume.modelling.compiler import (
    compile_model,
    compile_own_statements,
    compile_with_guards,
    has_guarded_skeleton,
    number_guards,
)
from masume.modelling.model import Template
from masume.modelling.parts import split_model
from masume.modelling.statements import Guarded

_SMALL = None  # stands for the small solver of the extension, which has no configuration
_DEFAULT, _TRENDY = Configuration(), Configuration(("--configuration=trendy", "--sat-prepro=0"))
_TRENDY_LONG_PAUSES = _TRENDY._replace(pause_factor=16)
_BRIEF_TURN, _MAX_BRIEF_VARIABLES = 300, 20_000  # conflicts and variables of a search that takes milliseconds
_SMALL_TURN = 2_000  # conflicts of the small solver, before clingo takes over; on large boards more (`_small_turn`)
_LARGE_WITH_REGIONS = 25_000  # variables; the largest published boards with regions that we know have about 21,000
_MIN_VARIABLES_TO_SPLIT = 50_000  # a smaller model is solved before its parts would be found
_FIRST_TURN = 4_000  # conflicts of each clingo solver; its next turn is twice as long


class NativeSession(Session):
    """Solvers of the extension, which keep what they learn from search to search.

    The small solver searches first: it starts at once, and most boards need little search.  In a long search clingo
    takes over, with two solvers that have different configurations and take turns.  Turns are measured in conflicts
    and not in seconds, so that the same model always gives the same results.
    """

    def __init__(self, model: Model, guarded: Guarded) -> None:
        self._input = SolverInput(model, guarded)
        super().__init__(model, self._input.variables, self._input.guards, self._input.tested)
        self._busy, self._closed = Lock(), False
        self._searches, self._candidates = 0, 0
        self._last_core: list[int] = []
        self._added, self._new_clauses = 0, array("i")
        self._current: Configuration | None = _SMALL
        self._solvers: dict[Configuration | None, Solver] = {_SMALL: self._input.new_solver(_SMALL)}

    def close(self) -> None:
        self._closed = True
        self._solvers = {}

    @property
    def statistics(self) -> Mapping[str, int | float | str]:
        totals: Counter[str] = Counter()
        for solver in self._solvers.values():
            totals.update(solver.statistics())
        return {
            "engine": "native",
            "variables": self._variables,
            "clauses": self._input.clauses + self._added,
            "searches": self._searches,
            **({"candidates": self._candidates} if self._tested else {}),
            **totals,
        }

    def _current_solver(self) -> Solver:
        """Return the solver whose turn it is, or was last; raise ValueError if the session is closed."""
        if self._closed:
            raise ValueError("the session is closed")
        return self._solvers[self._current]

    def _search(self, assumptions: list[int], effort: Effort) -> Solution | None:
        while True:
            with exclusive(self._busy):
                if not self._is_solvable(assumptions, effort):
                    self._last_core = self._find_core(len(assumptions), effort)
                    return None
                values = self._current_solver().values(self._variables)
            self._candidates += 1
            clause = find_blocking_clause(self._tested, values)
            if clause is None:
                return Solution(values)
            self._add_clause(clause)

    def _is_solvable(self, assumptions: list[int], effort: Effort) -> bool:
        """Return whether there is a solution; the solver that decided this becomes the current one."""
        self._searches += 1
        self._pass_new_clauses()
        verdict, turns_of_clingo = self._search_briefly(assumptions, effort), 0
        while verdict is Verdict.UNDECIDED:
            solver = self._current_solver()
            if self._current is _SMALL:
                conflicts = _small_turn(self._variables, self._input.structures)
            else:
                conflicts = _FIRST_TURN << turns_of_clingo // 2
                turns_of_clingo += 1
            search = partial(_take_turn, solver, assumptions, conflicts, effort)
            verdict = call_interruptibly(search, solver.interrupt)
            if verdict is Verdict.UNDECIDED:
                self._change_solver()
        if verdict is Verdict.STOPPED:
            raise Cancelled
        return verdict is Verdict.SOLVED

    def _search_briefly(self, assumptions: list[int], effort: Effort) -> Verdict:
        """Search a few milliseconds at most, so that nobody needs to interrupt it; this decides most boards."""
        solver = self._current_solver()
        if self._current is not _SMALL or self._variables > _MAX_BRIEF_VARIABLES:
            return Verdict.UNDECIDED
        return _take_turn(solver, assumptions, _BRIEF_TURN, effort)

    def _change_solver(self) -> None:
        first, second = (_TRENDY, _TRENDY_LONG_PAUSES) if Region in self._input.structures else (_DEFAULT, _TRENDY)
        configuration = second if self._current == first else first
        solver = self._solvers.get(configuration) or self._input.new_solver(configuration)
        solver.grow(self._variables)
        self._current_solver()  # raises if the session was closed meanwhile
        self._solvers[configuration], self._current = solver, configuration

    def _pass_new_clauses(self) -> None:
        for solver in self._solvers.values():
            solver.grow(self._variables)
            solver.add_clauses(self._new_clauses)
        self._added += self._new_clauses.count(0)
        self._input.added_clauses.extend(self._new_clauses)
        del self._new_clauses[:]

    def _find_core(self, max_size: int, effort: Effort) -> list[int]:
        """Return assumptions of the last search, at most `max_size`, that cannot hold together.

        A core of clingo has all assumptions up to the first that fails by propagation alone.  That one is always
        needed.  So move it to the front and search again, until each assumption has been in front or several searches
        in a row have not made the core smaller.
        """
        core, futile = self._current_solver().core(max_size), 0
        while self._current is not _SMALL and len(core) > 1 and futile < min(len(core), effort.core_effort):
            try:
                self._is_solvable([core[-1], *core[:-1]], effort)
            except OutOfTimeError:  # of conflicts; the core is right, only larger than it need be
                break
            new_core = self._current_solver().core(len(core))
            futile = futile + 1 if len(new_core) == len(core) else 0
            core = new_core
        return core

    def _core(self) -> Collection[int]:
        return self._last_core

    def _add_clause(self, clause: list[int]) -> None:
        self._new_clauses.extend((*clause, 0))


def _take_turn(solver: Solver, assumptions: list[int], conflicts: int, effort: Effort) -> Verdict:
    """Search with a solver for this many conflicts, or as many as may still be spent."""
    if effort.conflicts is None:
        return solver.solve(assumptions, conflicts)
    before = solver.statistics()["conflicts"]
    verdict = solver.solve(assumptions, effort.allow(conflicts))
    effort.spend(solver.statistics()["conflicts"] - before)
    return verdict


def _small_turn(variables: int, structures: frozenset[type]) -> int:
    """Return the conflicts of the small solver's turn: on large boards it is better than clingo for longer."""
    if Region in structures and variables < _LARGE_WITH_REGIONS:
        return _SMALL_TURN
    return max(_SMALL_TURN, variables // 4 if Route in structures else variables)


class SolverInput:
    """The input of all solvers of a session: programs, how templates are used, and clauses added later.

    The first program has the model's own statements, and those of its skeleton if it has guards.  The others are those
    of templates, once per use, and of the skeleton: each is written only once, and kept with its template or skeleton.
    A use of a template with guards lists their selectors after its literals.
    """

    def __init__(self, model: Model, guarded: Guarded) -> None:
        guards = number_guards(model, guarded)
        compiled = compile_own_statements(model, CountSupport.MOST, SUPPORTED, guards)
        self._programs = [write_program(compiled, model.variables)]
        if guards is not None:
            programs, literals = _guarded_template_programs(model, guards)
            self._programs += programs
        else:
            self._programs += (_template_program(template) for template, _ in model.template_uses)
            literals = model.template_literals
        if model.base is not None and not has_guarded_skeleton(model, guards):
            self._programs.append(model.base.engine_forms.get("native") or _write_recurring(model.base))
        self._template_literals = to_array(literals)
        _, addresses, helpers, has_tests, _, structures = zip(*self._programs, strict=True)
        self._addresses = array("q", addresses)
        self.variables = model.variables + sum(helpers)
        self.guards = guards or NO_GUARDS
        self.tested = _all_tested(model, self.guards) if any(has_tests[1:]) else compiled.tested
        self.structures: frozenset[type] = structures[0] | structures[-1]  # of the model itself and of its skeleton
        self.added_clauses = array("i")

    @property
    def clauses(self) -> int:
        """The number of clauses, without those added later."""
        return sum(program.clauses for program in self._programs)

    @property
    def size(self) -> int:
        """The number of integers in the input."""
        sizes = (len(program.numbers) for program in self._programs)
        return sum(sizes) + len(self._template_literals) + len(self.added_clauses)

    def new_solver(self, configuration: Configuration | None) -> Solver:
        """Return a new solver with this input."""
        solver = Solver(configuration)
        solver.add_programs(self._addresses, self._template_literals)
        solver.add_clauses(self.added_clauses)
        return solver


def _template_program(template: Template) -> NativeProgram:
    """Return the program of a template."""
    return template.model.engine_forms.get("native") or _write_recurring(template.model, template.size)


def _guarded_template_programs(model: Model, guards: Guards) -> tuple[list[NativeProgram], list[int]]:
    """Return the program of each use of a template, and what all uses list: with selectors, if there are guards."""
    programs: list[NativeProgram] = []
    listed: list[int] = []
    for (template, place, first, literals), owners in zip(model.uses(), model.use_instances, strict=True):
        guarded = [*dict.fromkeys(owner for owner in owners if owner in guards)]
        listed += (first, *literals, *(guards[owner] for owner in guarded))
        if guarded or template.has_redundant:
            form = str([guarded.index(owner) if owner in guards else None for owner in owners])
            program = template.model.engine_forms.get(form) or _write_guarded(template, form, place, guarded)
        else:
            program = _template_program(template)
        programs.append(program)
    return programs, listed


def _write_guarded(template: Template, form: str, place: Any, guarded: Sequence[RuleInstance]) -> NativeProgram:
    """Return the program of a template with guards for these instances of its use at a place, and keep it there."""
    model, selectors = template.build_with_guards(place, len(guarded))
    guards = dict(zip(guarded, selectors, strict=True))
    compiled = compile_with_guards(model, guards, CountSupport.MOST, SUPPORTED)
    program = write_program(compiled, model.variables, template.size + len(guarded))
    template.model.engine_forms[form] = program
    return program


def _write_recurring(piece: Model, listed: int = NOT_LISTED) -> NativeProgram:
    """Return the program of a template or skeleton, and keep it there."""
    compiled = compile_model(piece, counts=CountSupport.MOST, supported=SUPPORTED)
    program = piece.engine_forms["native"] = write_program(compiled, piece.variables, listed)
    return program


def _all_tested(model: Model, guards: Guards) -> list[GuardedStructure]:
    """Return the structures that a model only tests on candidates, with their guards."""
    return [
        GuardedStructure(constraint.structure, guards.get(RuleInstance(statement.rule, statement.place), TRUE))
        for statement in model.statements()
        for constraint in statement.constraints
        if isinstance(constraint, CandidateTest)
    ]


def open_session(model: Model, *, guarded: Guarded = False) -> Session:
    """Open a session on a model, or one for each of its parts if it is large and has several."""
    if not guarded and model.variables >= _MIN_VARIABLES_TO_SPLIT and (parts := split_model(model)):
        sessions = [NativeSession(part.model, guarded=False) for part in parts]
        return PartsSession(model, parts, sessions, lambda: NativeSession(model, guarded=False))
    return NativeSession(model, guarded)
