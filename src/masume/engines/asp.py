"""asp: clingo on first-order answer set programs, in a child process that can be killed even while it grounds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from masume.core.child_process import ChildProcess
from masume.engines.child_pool import acquire_child, release_child


@dataclass(frozen=True, slots=True)
class AspProgram:
    """Clingo's input: a text, the facts of a board, and the predicates that distinguish answers (`answer`).

    `heads` decides what happens to rules with the head `violates(Rule, Place)`: "strip" makes them constraints, "keep"
    does not change them, "guard" makes them constraints that can be switched off one by one, for `AspSession.core`.
    `without` lists the rules of the puzzle to leave out, and `sections` those that each line of the text states.  In a
    strict program, every predicate must be defined.
    """

    name: str
    text: str
    instance: str
    answer: tuple[str, ...]  # signatures, such as "black/2"
    heads: str = "strip"
    without: tuple[str, ...] = ()
    sections: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    strict: bool = False


class AspSession:
    """A clingo process that has grounded one program."""

    def __init__(self, program: AspProgram, engine: str = "asp") -> None:
        self.statistics: Mapping[str, int | float | str] = {"engine": engine, "formulation": program.name}
        self._child: ChildProcess | None = acquire_child("asp_worker.py", "clingo", program.name)
        task = {
            "text": program.text,
            "instance": program.instance,
            "answer": program.answer,
            "heads": program.heads,
            "without": program.without,
            "sections": program.sections,
            "strict": program.strict,
            "engine": engine,
        }
        try:
            self._call("load", **task)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "AspSession":
        return self

    def __exit__(self, *error: tuple[type[BaseException], BaseException, TracebackType] | None) -> None:
        self.close()

    def close(self) -> None:
        """Release the process, which other sessions may use from then on."""
        if self._child is not None:
            release_child(self._child)
            self._child = None

    def answers(self, limit: int = 0) -> Iterator[list[str]]:
        """Yield answers, each as a list of atoms, up to a limit (0: all); no two are equal."""
        return self._open_child().stream_items("models", "atoms", limit, self._update_statistics)

    def common(self) -> tuple[set[str], set[str]] | None:
        """Return the shown atoms of all answers and those of some answer; None if there is no answer."""
        reply = self._call("common")
        return None if reply["cautious"] is None else (set(reply["cautious"]), set(reply["brave"]))

    def core(self) -> list[list[str]] | None:
        """Return rule instances that cannot hold together, each as [rule, place]; None if there is an answer.

        The program must have `heads="guard"`.
        """
        reply = self._call("core")
        core: list[list[str]] | None = reply["core"]
        return core

    def measure_size(self) -> None:
        """Add the size of the program to the statistics, without a search."""
        self._call("size")

    def _call(self, method: str, **task: Any) -> dict[str, Any]:
        reply: dict[str, Any] = self._open_child().call(method, **task)
        self._update_statistics(reply)
        return reply

    def _open_child(self) -> ChildProcess:
        if self._child is None:
            raise ValueError("the session is closed")
        return self._child

    def _update_statistics(self, reply: dict[str, Any]) -> None:
        self.statistics = {**self.statistics, **reply["statistics"]}
