"""asp: clingo on first-order answer set programs, in a child process that can be killed even while it grounds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from masume.engines.child import borrow, give_back


@dataclass(frozen=True, slots=True)
class Program:
    """What clingo is given: a text, the instance, and which atoms tell one answer from another.

    `heads` says what becomes of rules with the head `violates(Rule, Place)`: "strip" makes them constraints, "keep"
    leaves them as they are, "guard" lets each instance be switched off.  `sections` are the rules that the lines
    of the text state, so that some can be left out.  A strict program may not mention unknown predicates.
    """

    name: str
    text: str
    instance: str
    answer: tuple[str, ...]
    heads: str = "strip"
    without: tuple[str, ...] = ()
    sections: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    strict: bool = False


class AspSession:
    """One clingo process that has grounded one program."""

    def __init__(self, program: Program, engine: str = "asp") -> None:
        self.statistics: Mapping[str, int | float | str] = {"engine": engine, "formulation": program.name}
        self._child = borrow("asp_worker.py", "clingo", program.name)
        task = {
            "text": program.text,
            "extra": program.instance,
            "answer": program.answer,
            "heads": program.heads,
            "without": program.without,
            "sections": program.sections,
            "strict": program.strict,
            "method": engine,
        }
        try:
            self._asked("load", **task)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "AspSession":
        return self

    def __exit__(self, *error: tuple[type[BaseException], BaseException, TracebackType] | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the process."""
        give_back(self._child)

    def answers(self, most: int = 0) -> Iterator[list[str]]:
        """The answers as lists of atoms, each once; at most so many, or all."""
        return self._child.several("models", "atoms", most, self._learn)

    def common(self) -> tuple[set[str], set[str]] | None:
        """What is shown in all answers, and what in some; None if there is no answer."""
        reply = self._asked("common")
        return None if reply["cautious"] is None else (set(reply["cautious"]), set(reply["brave"]))

    def core(self) -> list[list[str]] | None:
        """Rules and places of a guarded program that cannot hold together; None if there is an answer."""
        reply = self._asked("core")
        core: list[list[str]] | None = reply["core"]
        return core

    def size(self) -> None:
        """Learn the size of the program, for the statistics, without a search."""
        self._asked("size")

    def _asked(self, what: str, **task: Any) -> dict[str, Any]:
        reply: dict[str, Any] = self._child.last(what, **task)
        self._learn(reply)
        return reply

    def _learn(self, reply: dict[str, Any]) -> None:
        self.statistics = {**self.statistics, **reply["statistics"]}
