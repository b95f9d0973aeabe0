"""Where the results of a list of boards go: to standard output, or to a file."""

import os.path
from collections.abc import Iterable
from pathlib import Path

import click

from masume import InputError, formats, messages
from masume.batch import BoardResult, Category, RecordKey, ResultsFile, Task, key_of_entry
from masume.cli import reports
from masume.cli.atomic_write import save
from masume.cli.base import print_text
from masume.formats import BoardEntry, BoardList


class ListOutput:
    """Prints a line for each board, in the order of the list."""

    in_order = True  # whether it needs the results in the order of the list
    prints_lines = True  # on standard output, as opposed to a file

    def __enter__(self) -> "ListOutput":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    @property
    def known(self) -> dict[RecordKey, Category]:
        """The boards that have a result from an earlier run."""
        return {}

    def add(self, entry: BoardEntry, result: BoardResult) -> None:
        """Add the result of a board."""
        if result.line:
            print_text(f"{messages.replace_unprintable(str(entry.id))}: {result.line}")


class TextOutput(ListOutput):
    """Prints converted boards, one per line, or saves them in a file when all are there."""

    def __init__(self, path: Path | None) -> None:
        self._path, self.prints_lines = path, path is None
        self._lines: list[str] = []

    def __exit__(self, *error: object) -> None:
        if self._path is not None and not any(error):
            save(self._path, "".join(f"{line}\n" for line in self._lines).encode())

    def add(self, entry: BoardEntry, result: BoardResult) -> None:
        if result.line and self._path is not None:
            self._lines.append(result.line)
        elif result.line:
            print_text(result.line)


class JsonOutput(ListOutput):
    """Prints a line of JSON for each board, in the order of the list."""

    def add(self, entry: BoardEntry, result: BoardResult) -> None:
        print_text(reports.escape_json(result.record))


class FileOutput(ListOutput):
    """Appends a line of JSON for each board to a file, as soon as it is known."""

    in_order = prints_lines = False

    def __init__(self, path: Path, command: str, entries: BoardList, resume: bool) -> None:
        self._path, self._file = path, ResultsFile(path, command)
        self._entries, self._resume = entries, resume
        self._known: dict[RecordKey, Category] = {}

    def __enter__(self) -> "FileOutput":
        self._file.__enter__()
        try:
            self._known = self._file.load()
            if self._known and not self._resume:
                self._refuse_second_results()
        except BaseException:
            self._file.__exit__()
            raise
        return self

    def _refuse_second_results(self) -> None:
        """Raise InputError if a board has a result in the file already."""
        entry = next((entry for entry in self._entries if key_of_entry(entry) in self._known), None)
        if entry is not None:
            name, board = messages.quote(str(self._path), 150), messages.quote(entry.id)
            raise InputError(f"{name} has a result for {board} already: add --resume, or choose another file")

    def __exit__(self, *error: object) -> None:
        self._file.__exit__()

    @property
    def known(self) -> dict[RecordKey, Category]:
        return self._known

    def add(self, entry: BoardEntry, result: BoardResult) -> None:
        self._file.append(result.record)


def choose_output(
    task: Task, entries: BoardList, path: Path | None, as_json: bool, resume: bool, sources: Iterable[str]
) -> ListOutput:
    """Return where the results of a task go; refuse options that do not fit together.

    The boards come from `sources`: a file of results must not be among them, or else a resumed run would take the
    results for boards.
    """
    is_text = task.command == "convert" and not as_json
    if resume and (path is None or is_text):
        raise click.UsageError(
            "--resume needs a file of results: expected -o FILE" + (" and --json" if is_text else "")
        )
    if is_text:
        if task.options["to"] not in (one_line := formats.one_line_names()):
            expected = f"expected --to {', '.join(one_line)}, or --json"
            raise click.UsageError(f"a board takes several lines in the format {task.options['to']}: {expected}")
        return TextOutput(path)
    if path is not None:
        _refuse_source(path, sources)
        return FileOutput(path, task.command, entries, resume)
    return JsonOutput() if as_json else ListOutput()


def _refuse_source(path: Path, sources: Iterable[str]) -> None:
    """Refuse a file of results that is itself a list of boards, or in a folder of boards."""
    real_path = Path(os.path.realpath(path))  # unlike `Path.resolve`, it has no error for links that lead in a circle
    for source in filter(None, sources):
        if Path(os.path.realpath(source)) in (real_path, real_path.parent):
            name = messages.quote(str(path), 150)
            raise InputError(f"{name} cannot hold the results: it is one of the files that the boards are read from")
