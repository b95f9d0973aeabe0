"""Where new boards go: to standard output, one per line, or to a file."""

from pathlib import Path
from typing import Any

import click

import masume
from masume import InputError, formats, messages
from masume.batch import ResultsFile, format_record, generated_record, require_same_series
from masume.cli import reports
from masume.cli.atomic_write import STDOUT, require_writable, save
from masume.cli.base import print_text

RECORDS_SUFFIX = ".jsonl"
_PICTURES = (".pdf", ".png", ".svg")


class SeriesOutput:
    """Prints boards in a format."""

    prints_lines = True  # on standard output, as opposed to a file

    def __init__(self, format_name: str) -> None:
        self._format = format_name

    def __enter__(self) -> "SeriesOutput":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    @property
    def seed(self) -> int | str | None:
        """The seed of the boards that are in the file already."""
        return None

    def known(self, series: masume.Series) -> list[masume.Board]:
        """Return the boards of the series that are in the file already."""
        return []

    def add(self, series: masume.Series, made: masume.NumberedBoard) -> None:
        """Add a board."""
        text = self._write(made.board)
        print_text(reports.escape_json(text) if self._format == "json" else text)

    def _write(self, board: masume.Board) -> str:
        return masume.write(board, self._format).rstrip("\n")


class TextFile(SeriesOutput):
    """Saves boards in a format, at the end; also those of a run that was stopped."""

    prints_lines = False

    def __init__(self, format_name: str, path: Path) -> None:
        super().__init__(format_name)
        self._path, self._lines = path, list[str]()

    def __enter__(self) -> "TextFile":
        require_writable(self._path)
        return self

    def __exit__(self, *error: object) -> None:
        if self._lines:
            save(self._path, "".join(f"{line}\n" for line in self._lines).encode())

    def add(self, series: masume.Series, made: masume.NumberedBoard) -> None:
        self._lines.append(self._write(made.board))


class RecordLines(SeriesOutput):
    """Prints a record for each board."""

    def __init__(self) -> None:
        super().__init__("json")

    def add(self, series: masume.Series, made: masume.NumberedBoard) -> None:
        print_text(reports.escape_json(format_record(generated_record(series, made))))


class RecordsFile(SeriesOutput):
    """Appends a record to a file for each board, as soon as it is there; another run can go on with it."""

    prints_lines = False

    def __init__(self, path: Path, resume: bool) -> None:
        super().__init__("json")
        self._path, self._resume, self._file = path, resume, ResultsFile(path, "generate")
        self._records: list[dict[str, Any]] = []

    def __enter__(self) -> "RecordsFile":
        self._file.__enter__()
        try:
            self._records = list(self._file.records())
            if self._records and not self._resume:
                raise InputError(f"{self._name} holds boards already: add --resume, or choose another file")
        except BaseException:
            self._file.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._file.__exit__()

    @property
    def seed(self) -> int | str | None:
        seed = self._records[0].get("seed") if self._records else None
        return seed if isinstance(seed, int | str) and not isinstance(seed, bool) else None

    def known(self, series: masume.Series) -> list[masume.Board]:
        require_same_series(self._name, self._records, series)
        return [masume.read(reports.format_json(record["board"])) for record in self._records]

    def add(self, series: masume.Series, made: masume.NumberedBoard) -> None:
        self._file.append(format_record(generated_record(series, made)))

    @property
    def _name(self) -> str:
        return messages.quote(str(self._path), 150)


def choose_output(path: Path | None, format_name: str | None, as_json: bool, count: int, resume: bool) -> SeriesOutput:
    """Return where the boards go; refuse options that do not fit together."""
    path = None if path == STDOUT else path
    is_records_file = path is not None and path.suffix.lower() == RECORDS_SUFFIX
    if resume and not is_records_file:
        raise click.UsageError(f"--resume needs a file of records: expected -o FILE{RECORDS_SUFFIX}")
    if format_name is not None and (as_json or is_records_file):
        raise click.UsageError("--to is for boards in one format: it excludes --json and files of records (.jsonl)")
    if as_json and path is not None and not is_records_file:
        raise click.UsageError(f"--json writes records: expected -o FILE{RECORDS_SUFFIX}")
    if path is not None and path.suffix.lower() in _PICTURES:
        raise click.UsageError(
            f"boards are not written as {path.suffix[1:]}: save them in a file and use masume show, or see --booklet"
        )
    if path is not None and is_records_file:
        return RecordsFile(path, resume)
    if as_json:
        return RecordLines()
    chosen = format_name or "pzpr"
    if count > 1 and chosen not in (one_line := formats.one_line_names()):
        expected = f"expected --to {', '.join(one_line)}, --json, or --count 1"
        raise click.UsageError(f"a board takes several lines in the format {chosen}: {expected}")
    return SeriesOutput(chosen) if path is None else TextFile(chosen, path)
