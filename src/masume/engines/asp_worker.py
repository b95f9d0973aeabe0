"""The worker in the child process of the engine asp: it runs clingo.

    {"do": "load", "text": …, "instance": …, "heads": "strip", …}  ->  {"statistics": …}
    {"do": "models", "limit": 2}  ->  {"atoms": ["black(1,2)", …]} for each, then {"statistics": …}

It imports little of masume at first, so that it starts fast.
"""

import re
from collections.abc import Callable
from time import perf_counter
from typing import Any

import clingo
from clingo.ast import AST, ASTType, BooleanConstant, Literal, ProgramBuilder, Sign, Transformer, parse_string

from masume.core.child_worker import Worker

_MESSAGE = re.compile(r"<string>:(\d+):(\d+)\S*: (?:error|info): (.*)", re.DOTALL)
_NOTE = re.compile(r"<string>:(\d+):(\d+)\S*: note: (.*)")
_ENFORCED = """
#external enforced(Rule,Place) : violates(Rule,Place). [free]
:- violates(Rule,Place), enforced(Rule,Place).
"""
_LOOKAHEAD = ["--no-lookback", "--lookahead=atom"]


class ProgramError(Exception):
    """The program is wrong; the message is one sentence."""


class PredicateCollector(Transformer):
    """Collects the names of the predicates that it visits."""

    def __init__(self) -> None:
        self.predicates: set[str] = set()

    def visit_SymbolicAtom(self, node: AST) -> AST:  # noqa: N802 - clingo's name
        self.predicates.add(_predicate(node))
        return node

    def visit_ShowSignature(self, node: AST) -> AST:  # noqa: N802 - clingo's name
        self.predicates.add(node.name)
        return node


def _used_predicates(statement: AST) -> set[str]:
    """Return the predicates that a statement uses; a plain rule defines its head and uses its body."""
    collector = PredicateCollector()
    if _defined_predicate(statement) is None:
        collector.visit(statement)
    else:
        collector.visit_sequence(statement.body)
    return collector.predicates


def _predicate(node: AST) -> str:
    """Return the name of a symbolic atom's predicate, also for -p(X) and p(a;b)."""
    symbol = node.symbol
    while symbol.ast_type is not ASTType.Function:
        symbol = symbol.argument if symbol.ast_type is ASTType.UnaryOperation else symbol.arguments[0]
    return str(symbol.name)


class ParsedProgram:
    """The statements of a program, which can be removed or changed."""

    def __init__(self, text: str, log: Callable[[Any, str], None]) -> None:
        self.statements: list[AST] = []
        parse_string(text, self.statements.append, logger=log)
        if any(statement.ast_type is ASTType.Minimize for statement in self.statements):
            raise ProgramError(
                "optimisation statements are not supported: no solution of a puzzle is better than another"
            )

    def leave_out(self, rules: set[str], sections: dict[int, list[str]], answer: set[str]) -> None:
        """Remove the statements of some rules of the puzzle, and then the definitions that are not used any more."""
        left = [part for statement in self.statements for part in _without(statement, rules, sections)]
        usage = [(_defined_predicate(statement), _used_predicates(statement)) for statement in left]
        needed, size = set(answer), 0
        while len(needed) > size:
            size = len(needed)
            for defined, used in usage:
                if defined is None or defined in needed:
                    needed |= used
        self.statements = [
            statement
            for statement, (defined, _) in zip(left, usage, strict=True)
            if defined is None or defined in needed
        ]

    def strip_heads(self) -> None:
        """Turn each `violates(Rule, Place) :- body` into the plain constraint `:- body`."""
        self.statements = [_strip_head(statement) for statement in self.statements]


def _strip_head(statement: AST) -> AST:
    if statement.ast_type is not ASTType.Rule or not str(statement.head).startswith("violates("):
        return statement
    return statement.update(head=Literal(statement.location, Sign.NoSign, BooleanConstant(0)))


def _defined_predicate(statement: AST) -> str | None:
    """Return the predicate that a plain rule defines, None for all other statements."""
    if statement.ast_type is not ASTType.Rule or statement.head.ast_type is not ASTType.Literal:
        return None
    atom = statement.head.atom
    return _predicate(atom) if atom.ast_type is ASTType.SymbolicAtom else None


def _without(statement: AST, rules: set[str], sections: dict[int, list[str]]) -> list[AST]:
    """Return what remains of a statement without some rules of the puzzle.

    A statement that also states another rule remains as it is.
    """
    if statement.ast_type is not ASTType.Rule:
        return [statement]
    defined = _defined_predicate(statement)
    if defined == "violates":
        return [] if str(statement.head.atom.symbol.arguments[0]) in rules else [statement]
    stated = sections.get(statement.location.begin.line)
    if stated is None or not rules.issuperset(stated):
        return [statement]
    if statement.head.ast_type is ASTType.Aggregate:  # keep the choice, drop its bounds
        return [statement.update(head=statement.head.update(left_guard=None, right_guard=None))]
    return [] if defined is None else [statement]


class AspWorker(Worker):
    """One grounded program and the searches in it."""

    def __init__(self, send_reply: Callable[[Any], None]) -> None:
        super().__init__(send_reply)
        self._messages: list[tuple[Any, str]] = []
        self._completion: Any = None
        self._size: dict[str, int] = {}  # of the program, as far as it is known before a search
        self._grounding_seconds = self._solving_seconds = 0.0

    def load(self, task: dict[str, Any]) -> dict[str, Any]:
        """Parse, change and ground a program."""
        begin = perf_counter()
        options = ["--stats=2", "--project=project", *(_LOOKAHEAD if task["engine"] == "asp-lookahead" else [])]
        self._control = clingo.Control(options, logger=self._log, message_limit=50)
        if task["engine"] == "asp-completion":
            from masume.engines.ground import GroundProgram  # slow, and seldom needed

            ground_program = GroundProgram()
            self._control.register_observer(ground_program, replace=True)
        answer = [(name, int(arity)) for name, arity in (signature.split("/") for signature in task["answer"])]
        program = ParsedProgram(task["text"], self._log)
        if without := {rule.lower() for rule in task["without"]}:
            sections = {int(line): [rule.lower() for rule in rules] for line, rules in task["sections"].items()}
            program.leave_out(without, sections, {name for name, _ in answer} | {"violates"})
        if task["heads"] == "strip":
            program.strip_heads()
        with ProgramBuilder(self._control) as builder:
            for statement in program.statements:
                builder.add(statement)
        projection = "".join(f"#project {signature}.\n" for signature in task["answer"])
        guards = _ENFORCED if task["heads"] == "guard" else ""
        self._control.add("base", [], projection + guards + task["instance"])
        self._control.ground([("base", [])])
        self._grounding_seconds = perf_counter() - begin
        atoms = (atom for signature in answer for atom in self._control.symbolic_atoms.by_signature(*signature))
        self._answer_atoms = [(atom.literal, str(atom.symbol)) for atom in atoms]
        if task["strict"]:
            self._refuse_unknown_predicates()
        if task["engine"] == "asp-completion":
            self._complete(ground_program)
        return {"statistics": {**self._size, "grounding_seconds": round(self._grounding_seconds, 6)}}

    def _complete(self, ground_program: Any) -> None:
        from masume.engines.completion import Completion

        begin = perf_counter()
        self._completion = Completion(ground_program)
        self._solving_seconds += perf_counter() - begin
        statistics = self._completion.statistics
        self._size = {"atoms": len(ground_program.atoms()), "rules": ground_program.rules}
        self._size |= {name: statistics[name] for name in ("completion_atoms", "clauses")}

    def _log(self, code: Any, message: str) -> None:
        self._messages.append((code, message))

    def _refuse_unknown_predicates(self) -> None:
        for code, message in self._messages:
            if code is clingo.MessageCode.AtomUndefined and message.startswith("<string>"):  # not in our additions
                raise ProgramError(message)

    def describe_error(self, error: Exception) -> str | None:
        if isinstance(error, ProgramError | ValueError):  # Completion raises ValueError for what it does not support
            return _one_sentence(str(error))
        if not isinstance(error, RuntimeError):
            return None
        return _one_sentence(next((text for _, text in self._messages if ": error: " in text), "clingo gave no reason"))

    def models(self, task: dict[str, Any]) -> dict[str, Any]:
        """Send answers that differ from each other, up to a limit (0: all)."""
        if self._completion is not None:
            return self._completion_models(task["limit"])
        self._configure(models=task["limit"])
        begin = perf_counter()
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                self._send_reply({"atoms": [name for literal, name in self._answer_atoms if model.is_true(literal)]})
        self._solving_seconds += perf_counter() - begin
        return {"statistics": self._statistics()}

    def _completion_models(self, limit: int) -> dict[str, Any]:
        """Send the answers that the completion with its loop formulas has."""
        begin = perf_counter()
        for is_true in self._completion.models([literal for literal, _ in self._answer_atoms], limit):
            self._send_reply({"atoms": [name for literal, name in self._answer_atoms if is_true(literal)]})
        self._solving_seconds += perf_counter() - begin
        return {"statistics": {**self._size, **self._completion.statistics, **self._seconds()}}

    def size(self, task: dict[str, Any]) -> dict[str, Any]:
        """Return the size of the program; clingo knows it when a search begins."""
        self._refuse_completion()
        self._configure(models=1, conflicts=0)
        self._control.solve()
        return {"statistics": self._statistics()}

    def _refuse_completion(self) -> None:
        if self._completion is not None:
            raise ProgramError("the engine asp-completion can only find answers: expected the engine asp")

    def _configure(self, models: int, mode: str = "auto", conflicts: int | None = None) -> None:
        """Set the number (0: all) and mode of the models of the next search, and the conflicts after which it ends."""
        configuration: Any = self._control.configuration.solve
        configuration.models, configuration.enum_mode = models, mode
        configuration.solve_limit = "umax,umax" if conflicts is None else f"{conflicts},umax"

    def common(self, task: dict[str, Any]) -> dict[str, Any]:
        """Return the shown atoms of all answers and those of some answer; None for both if there is no answer."""
        self._refuse_completion()
        begin = perf_counter()
        consequences = {mode: self._consequences(mode) for mode in ("cautious", "brave")}
        self._solving_seconds += perf_counter() - begin
        return {**consequences, "statistics": self._statistics()}

    def _consequences(self, mode: str) -> list[str] | None:
        self._configure(models=0, mode=mode)
        last = None
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                last = [str(symbol) for symbol in model.symbols(shown=True)]
        return last

    def core(self, task: dict[str, Any]) -> dict[str, Any]:
        """Return a minimal set of rule instances that cannot hold together; None if all can hold."""
        self._refuse_completion()
        guards = {a.literal: a.symbol for a in self._control.symbolic_atoms.by_signature("enforced", 2)}
        self._configure(models=1)
        core = self._find_conflict(list(guards))
        if core is not None:
            core = self._minimize(core)
        instances = None if core is None else [list(map(str, guards[literal].arguments)) for literal in core]
        return {"core": instances, "statistics": self._statistics()}

    def _find_conflict(self, literals: list[int]) -> list[int] | None:
        """Return some of these literals that cannot hold together, None if all can.

        If propagation alone finds the conflict, clingo returns all assumptions up to it.  The last one is always
        needed: solving again with it in front gives a smaller core, until nothing changes.
        """
        core = self._solve_under(literals)
        while core is not None and len(core) < len(literals):
            literals = [core[-1], *core[:-1]]
            core = self._solve_under(literals)
        return core

    def _solve_under(self, assumptions: list[int]) -> list[int] | None:
        """Return clingo's core of these assumptions, None if there is an answer."""
        cores: list[list[int]] = []
        begin = perf_counter()
        self._control.solve(assumptions, on_core=lambda core: cores.append(list(core)))
        self._solving_seconds += perf_counter() - begin
        return cores[0] if cores else None

    def _minimize(self, core: list[int]) -> list[int]:
        needed: list[int] = []
        while core:
            literal, *rest = core
            smaller = self._find_conflict([*needed, *rest])
            if smaller is None:
                needed.append(literal)
                core = rest
            else:
                needed = [literal for literal in needed if literal in smaller]
                core = [literal for literal in rest if literal in smaller]
        return needed

    def _statistics(self) -> dict[str, float]:
        statistics: Any = self._control.statistics
        program, generator = statistics["problem"]["lp"], statistics["problem"]["generator"]
        solvers = statistics.get("accu", statistics)["solving"]["solvers"]
        loops, literals = solvers["extra"]["lemmas_loop"], solvers["extra"]["lits_loop"]
        return {
            "atoms": int(program["atoms"] - program["atoms_aux"]),  # without the auxiliary atoms of clasp
            "rules": int(program["rules"]),
            "variables": int(generator["vars"]),
            "constraints": int(sum(generator[f"constraints{size}"] for size in ("", "_binary", "_ternary"))),
            "choices": int(solvers["choices"]),
            "conflicts": int(solvers["conflicts"]),
            "loop_nogoods": int(loops),
            "loop_literals": int(literals),
            "loop_length": round(literals / loops, 2) if loops else 0.0,
            **self._seconds(),
        }

    def _seconds(self) -> dict[str, float]:
        return {
            "grounding_seconds": round(self._grounding_seconds, 6),
            "solving_seconds": round(self._solving_seconds, 6),
        }


def _one_sentence(message: str) -> str:
    """Return clingo's message as one sentence that begins with the line and column."""
    match = _MESSAGE.search(message)
    if match is None:
        return " ".join(message.split())
    line, column, text = match.groups()
    if note := _NOTE.search(text):  # more exact about what is wrong, and where
        line, column = note[1], note[2]
        text = f"{text.splitlines()[0].removesuffix(':').removesuffix(' in')}: {note[3]}"
    return f"line {line}, column {column}: {' '.join(text.split())}"


WORKER = AspWorker
