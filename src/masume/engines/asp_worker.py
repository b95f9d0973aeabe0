"""What runs in the child process of the engine asp: clingo, told what to do.

    {"do": "load", "text": …, "extra": …, "heads": "strip", …}  ->  {"statistics": …}
    {"do": "models", "most": 2}      ->  {"atoms": ["black(1,2)", …]} for each, then {"statistics": …}

It imports nothing of masume, so that it starts fast.
"""

import re
from collections.abc import Callable
from time import perf_counter
from typing import Any

import clingo
from clingo.ast import AST, ASTType, BooleanConstant, Literal, ProgramBuilder, Sign, Transformer, parse_string

_COMPLAINT = re.compile(r"<string>:(\d+):(\d+)\S*: (?:error|info): (.*)", re.DOTALL)
_NOTE = re.compile(r"<string>:(\d+):(\d+)\S*: note: (.*)")
_ENFORCED = """
#external enforced(Rule,Place) : violates(Rule,Place). [free]
:- violates(Rule,Place), enforced(Rule,Place).
"""


_LOOKAHEAD = ["--no-lookback", "--lookahead=atom"]


class ProgramError(Exception):
    """Something is wrong with the program, in one sentence."""


class Usage(Transformer):
    """The predicates that a statement asks for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def visit_SymbolicAtom(self, node: AST) -> AST:  # noqa: N802 - clingo's name
        self.asked.add(_predicate(node))
        return node

    def visit_ShowSignature(self, node: AST) -> AST:  # noqa: N802 - clingo's name
        self.asked.add(node.name)
        return node


def _asked(statement: AST) -> set[str]:
    """The predicates that a statement asks for; the head of a plain rule is what it gives."""
    usage = Usage()
    if _defined(statement) is None:
        usage.visit(statement)
    else:
        usage.visit_sequence(statement.body)
    return usage.asked


def _predicate(node: AST) -> str:
    """The name of a symbolic atom's predicate, also of -p(X) and p(a;b)."""
    symbol = node.symbol
    while symbol.ast_type is not ASTType.Function:
        symbol = symbol.argument if symbol.ast_type is ASTType.UnaryOperation else symbol.arguments[0]
    return str(symbol.name)


class Program:
    """A text as statements, which can be left out or changed."""

    def __init__(self, text: str, log: Callable[[Any, str], None]) -> None:
        self.statements: list[AST] = []
        parse_string(text, self.statements.append, logger=log)
        if any(statement.ast_type is ASTType.Minimize for statement in self.statements):
            raise ProgramError("optimisation statements mean nothing here: a puzzle's solutions are all alike")

    def leave_out(self, rules: set[str], sections: dict[int, list[str]], kept: set[str]) -> None:
        """Leave out what states some rules, and then the definitions that nothing else asks for."""
        left = [part for statement in self.statements for part in _without(statement, rules, sections)]
        asked = [(_defined(statement), _asked(statement)) for statement in left]
        needed, size = set(kept), 0
        while len(needed) > size:
            size = len(needed)
            for defined, by_it in asked:
                if defined is None or defined in needed:
                    needed |= by_it
        self.statements = [one for one, (defined, _) in zip(left, asked, strict=True) if defined in needed | {None}]

    def strip_heads(self) -> None:
        """Make each `violates(Rule, Place) :- body` the plain constraint `:- body`."""
        self.statements = [_hard(statement) for statement in self.statements]


def _hard(statement: AST) -> AST:
    if statement.ast_type is not ASTType.Rule or not str(statement.head).startswith("violates("):
        return statement
    return statement.update(head=Literal(statement.location, Sign.NoSign, BooleanConstant(0)))


def _defined(statement: AST) -> str | None:
    """The predicate that a plain rule defines, None for all other statements."""
    if statement.ast_type is not ASTType.Rule or statement.head.ast_type is not ASTType.Literal:
        return None
    atom = statement.head.atom
    return _predicate(atom) if atom.ast_type is ASTType.SymbolicAtom else None


def _without(statement: AST, rules: set[str], sections: dict[int, list[str]]) -> list[AST]:
    """What is left of a statement once some rules do not hold: all of it, if it states another rule as well."""
    if statement.ast_type is not ASTType.Rule:
        return [statement]
    defined = _defined(statement)
    if defined == "violates":
        return [] if str(statement.head.atom.symbol.arguments[0]) in rules else [statement]
    stated = sections.get(statement.location.begin.line)
    if stated is None or not rules.issuperset(stated):
        return [statement]
    if statement.head.ast_type is ASTType.Aggregate:  # a choice stays one, but any number will do
        return [statement.update(head=statement.head.update(left_guard=None, right_guard=None))]
    return [] if defined is None else [statement]


class Worker:
    """One program, grounded, and what is asked about it."""

    def __init__(self, tell: Callable[[Any], None]) -> None:
        self._tell = tell
        self._messages: list[tuple[Any, str]] = []
        self._completion: Any = None
        self._size: dict[str, int] = {}  # as far as it is known before a search
        self._solving = 0.0

    def load(self, task: dict[str, Any]) -> dict[str, Any]:
        """Parse, change and ground a program."""
        begin = perf_counter()
        options = ["--stats=2", "--project=project", *(_LOOKAHEAD if task["method"] == "asp-lookahead" else [])]
        self._control = clingo.Control(options, logger=self._log, message_limit=50)
        if task["method"] == "asp-completion":
            from masume.engines.ground import GroundProgram  # here, for it takes time and is seldom needed

            observed = GroundProgram()
            self._control.register_observer(observed, replace=True)
        answer = [(name, int(arity)) for name, arity in (signature.split("/") for signature in task["answer"])]
        program = Program(task["text"], self._log)
        if without := {rule.lower() for rule in task["without"]}:
            sections = {int(line): [rule.lower() for rule in rules] for line, rules in task["sections"].items()}
            program.leave_out(without, sections, {name for name, _ in answer} | {"violates"})
        if task["heads"] == "strip":
            program.strip_heads()
        with ProgramBuilder(self._control) as builder:
            for statement in program.statements:
                builder.add(statement)
        projected = "".join(f"#project {signature}.\n" for signature in task["answer"])
        guards = _ENFORCED if task["heads"] == "guard" else ""
        self._control.add("base", [], projected + guards + task["extra"])
        self._control.ground([("base", [])])
        self._grounding = perf_counter() - begin
        found = (atom for signature in answer for atom in self._control.symbolic_atoms.by_signature(*signature))
        self._answer_atoms = [(atom.literal, str(atom.symbol)) for atom in found]
        if task["strict"]:
            self._refuse_unknown_predicates()
        if task["method"] == "asp-completion":
            self._complete(observed)
        return {"statistics": {**self._size, "grounding_seconds": round(self._grounding, 6)}}

    def _complete(self, observed: Any) -> None:
        from masume.engines.completion import Completion

        begin = perf_counter()
        self._completion = Completion(observed)
        self._solving += perf_counter() - begin
        told = self._completion.statistics
        self._size = {"atoms": len(observed.atoms()), "rules": observed.rules}
        self._size |= {name: told[name] for name in ("completion_atoms", "clauses")}

    def _log(self, code: Any, message: str) -> None:
        self._messages.append((code, message))

    def _refuse_unknown_predicates(self) -> None:
        for code, message in self._messages:
            if code is clingo.MessageCode.AtomUndefined and message.startswith("<string>"):  # not in what we add
                raise ProgramError(message)

    def complaint(self, error: Exception) -> str | None:
        """What is wrong with the program, in one sentence; nothing if something else is."""
        if isinstance(error, ProgramError | ValueError):  # what completion cannot take is a ValueError
            return _in_one_sentence(str(error))
        if not isinstance(error, RuntimeError):
            return None
        return _in_one_sentence(
            next((text for _, text in self._messages if ": error: " in text), "clingo gave no reason")
        )

    def models(self, task: dict[str, Any]) -> dict[str, Any]:
        """Tell the answers, each once, up to a number (0: all)."""
        if self._completion is not None:
            return self._completed(task["most"])
        self._set(models=task["most"])
        begin = perf_counter()
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                self._tell({"atoms": [name for literal, name in self._answer_atoms if model.is_true(literal)]})
        self._solving += perf_counter() - begin
        return {"statistics": self._statistics()}

    def _completed(self, most: int) -> dict[str, Any]:
        """Tell the answers that the completion and its loop formulas have."""
        begin = perf_counter()
        for true in self._completion.models([literal for literal, _ in self._answer_atoms], most):
            self._tell({"atoms": [name for literal, name in self._answer_atoms if true(literal)]})
        self._solving += perf_counter() - begin
        return {"statistics": {**self._size, **self._completion.statistics, **self._seconds()}}

    def size(self, task: dict[str, Any]) -> dict[str, Any]:
        """Tell the size of the program; clingo knows it once it begins to search."""
        self._refuse_completion()
        self._set(models=1, conflicts=0)
        self._control.solve()
        return {"statistics": self._statistics()}

    def _refuse_completion(self) -> None:
        if self._completion is not None:
            raise ProgramError("the engine asp-completion finds answers and nothing else: expected the engine asp")

    def _set(self, models: int, mode: str = "auto", conflicts: int | None = None) -> None:
        """Say how many models (0: all) of what sort the next search is for, and after how many conflicts it ends."""
        solving: Any = self._control.configuration.solve
        solving.models, solving.enum_mode = models, mode
        solving.solve_limit = "umax,umax" if conflicts is None else f"{conflicts},umax"

    def common(self, task: dict[str, Any]) -> dict[str, Any]:
        """What all answers and what some answers show; nothing if there is no answer."""
        self._refuse_completion()
        begin = perf_counter()
        found = {mode: self._consequences(mode) for mode in ("cautious", "brave")}
        self._solving += perf_counter() - begin
        return {**found, "statistics": self._statistics()}

    def _consequences(self, mode: str) -> list[str] | None:
        self._set(models=0, mode=mode)
        last = None
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                last = [str(symbol) for symbol in model.symbols(shown=True)]
        return last

    def core(self, task: dict[str, Any]) -> dict[str, Any]:
        """Rule instances that cannot hold together, none of which can be left out; None if all can hold."""
        self._refuse_completion()
        guards = {a.literal: a.symbol for a in self._control.symbolic_atoms.by_signature("enforced", 2)}
        self._set(models=1)
        core = self._conflict(list(guards))
        if core is not None:
            core = self._shrunk(core)
        named = None if core is None else [list(map(str, guards[literal].arguments)) for literal in core]
        return {"core": named, "statistics": self._statistics()}

    def _conflict(self, literals: list[int]) -> list[int] | None:
        """Some of these literals that cannot hold together, None if all can.

        Where they conflict at once clingo names all up to the conflict: the last one is always needed, so asking
        again with it in front finds fewer, until it does not.
        """
        found = self._solved_under(literals)
        while found is not None and len(found) < len(literals):
            literals = [found[-1], *found[:-1]]
            found = self._solved_under(literals)
        return found

    def _solved_under(self, assumptions: list[int]) -> list[int] | None:
        """What clingo names as a conflict of these assumptions, None if there is an answer."""
        cores: list[list[int]] = []
        begin = perf_counter()
        self._control.solve(assumptions, on_core=lambda core: cores.append(list(core)))
        self._solving += perf_counter() - begin
        return cores[0] if cores else None

    def _shrunk(self, core: list[int]) -> list[int]:
        needed: list[int] = []
        while core:
            literal, *rest = core
            smaller = self._conflict([*needed, *rest])
            if smaller is None:
                needed.append(literal)
                core = rest
            else:
                needed = [one for one in needed if one in smaller]
                core = [one for one in rest if one in smaller]
        return needed

    def _statistics(self) -> dict[str, float]:
        counted: Any = self._control.statistics
        program, generator = counted["problem"]["lp"], counted["problem"]["generator"]
        solvers = counted.get("accu", counted)["solving"]["solvers"]
        loops, literals = solvers["extra"]["lemmas_loop"], solvers["extra"]["lits_loop"]
        return {
            "atoms": int(program["atoms"] - program["atoms_aux"]),  # without those that clasp adds for itself
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
        return {"grounding_seconds": round(self._grounding, 6), "solving_seconds": round(self._solving, 6)}


def _in_one_sentence(complaint: str) -> str:
    """clingo's complaint with the line and column it is about."""
    match = _COMPLAINT.search(complaint)
    if match is None:
        return " ".join(complaint.split())
    line, column, text = match.groups()
    if note := _NOTE.search(text):  # it says more exactly what is wrong, and where
        line, column = note[1], note[2]
        text = f"{text.splitlines()[0].removesuffix(':').removesuffix(' in')}: {note[3]}"
    return f"line {line}, column {column}: {' '.join(text.split())}"
