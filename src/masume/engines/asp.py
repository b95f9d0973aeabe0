"""asp: clingo on first-order answer set programs, in a child process that can be killed even while it grounds."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from masume.core.errors import InputError, InternalError, OutOfMemoryError
from masume.engines.working import interruptible

_WORKER = Path(__file__).with_name("asp_worker.py")
_COMPLAINT = re.compile(r"<string>:(\d+):(\d+)\S*: (?:error|info): (.*)", re.DOTALL)
_NOTE = re.compile(r"<string>:(\d+):(\d+)\S*: note: (.*)")


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

    def __init__(self, program: Program) -> None:
        self._name = program.name
        self.statistics: Mapping[str, int | float | str] = {"engine": "asp", "formulation": program.name}
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter on our own script
            [sys.executable, "-P", str(_WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is for us to handle
        )
        task = {
            "text": program.text,
            "extra": program.instance,
            "answer": program.answer,
            "heads": program.heads,
            "without": program.without,
            "sections": program.sections,
            "strict": program.strict,
        }
        try:
            for _ in self._ask("load", **task):
                pass
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "AspSession":
        return self

    def __exit__(self, *error: tuple[type[BaseException], BaseException, TracebackType] | None) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def answers(self, most: int = 0) -> Iterator[list[str]]:
        """The answers as lists of atoms, each once; at most so many, or all."""
        for reply in self._ask("models", most=most):
            if "atoms" in reply:
                yield reply["atoms"]

    def common(self) -> tuple[set[str], set[str]] | None:
        """What is shown in all answers, and what in some; None if there is no answer."""
        *_, reply = self._ask("common")
        return None if reply["cautious"] is None else (set(reply["cautious"]), set(reply["brave"]))

    def core(self) -> list[list[str]] | None:
        """Rules and places of a guarded program that cannot hold together; None if there is an answer."""
        *_, reply = self._ask("core")
        core: list[list[str]] | None = reply["core"]
        return core

    def size(self) -> None:
        """Learn the size of the program, for the statistics, without a search."""
        for _ in self._ask("size"):
            pass

    def _ask(self, what: str, **task: Any) -> Iterator[dict[str, Any]]:
        """Ask the process for something and read its replies, the last of which is not a single answer."""
        self._send(json.dumps({"do": what, **task}))
        while True:
            with interruptible(self._process.kill):
                line = self._process.stdout.readline() if self._process.stdout else ""
            reply = json.loads(line) if line.endswith("\n") else self._last_words()
            if "complaint" in reply:
                raise InputError(f"{self._name}: {_in_one_sentence(reply['complaint'])}")
            if "out_of_memory" in reply:
                raise OutOfMemoryError(f"{self._name}: clingo needs more memory than there is")
            self.statistics = {**self.statistics, **reply.get("statistics", {})}
            yield reply
            if "atoms" not in reply:
                return

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            with interruptible(self._process.kill):
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended: reading from it will tell why

    def _last_words(self) -> dict[str, Any]:
        """What a process that ended by itself has to say."""
        _, complaints = self._process.communicate()
        if self._process.returncode < 0:
            return {"out_of_memory": True}  # killed from outside, which is what happens to those who take too much
        raise InternalError(f"clingo's process ended: {complaints.strip().splitlines()[-1:] or 'without a word'}")


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
