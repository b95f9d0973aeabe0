"""Print two tables of docs/papers.md: program sizes compared with the papers, and times compared with `tuned`.

    python benchmarks/papers.py sizes
    python benchmarks/papers.py times [--seconds 60] [--boards 20]

The papers' own boards are lost, so the boards are those of the same size in MASUME_CORPUS (see CONTRIBUTING.md).  Sizes
are those of the printed texts, as clingo grounds them and with extra lines (in printed.json) that make it keep what
LPARSE kept.  Times are those of the repaired texts and of `tuned`, alternating in one run: grounding and search until
the solution is proved unique, without the start of the process.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, TypeAlias

import masume
from agreement import is_expressible
from masume.solving.program_search import ProgramSearch

PRINTED: dict[str, Any] = json.loads(Path(__file__).with_name("printed.json").read_text(encoding="utf-8"))
Size: TypeAlias = tuple[int, int]  # atoms and rules


def load_boards(genre: str, rows: int, cols: int, formulation: str) -> Iterator[masume.Board]:
    """Yield the boards of the corpus with this size that a formulation can express."""
    corpus = Path(os.environ["MASUME_CORPUS"])
    (path,) = [p for p in corpus.glob("*.jsonl") if masume.genres.is_known(p.stem) and _genre_name(p.stem) == genre]
    for data in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if (data["rows"], data["cols"]) == (rows, cols):
            board = masume.read(data["pzpr_url"])
            if is_expressible(board, formulation):
                yield board


def _genre_name(name: str) -> str:
    return masume.genres.find(name).name


class PrintedRow(NamedTuple):
    """A row of the papers' tables: the smallest and largest numbers of atoms and rules on boards of a size.

    `boards` is the maximum number of boards to measure, or `example` the only one.  `without` lists the rules that were
    left out.  `keep` is False if LPARSE kept too many instances to repeat that here.  `within` is the tolerance for our
    sizes, which the tests check.
    """

    genre: str
    formulation: str
    size: tuple[int, int]
    atoms: list[int]
    rules: list[int]
    source: str
    boards: int = 5
    example: str | None = None
    without: tuple[str, ...] = ()
    keep: bool = True
    within: float | None = None

    def select_boards(self) -> list[masume.Board]:
        """Return the boards to measure."""
        if self.example is not None:
            return [masume.examples.find(self.example)]
        return list(islice(load_boards(self.genre, *self.size, self.formulation), self.boards))

    def measure_sizes(self, kept: bool = False) -> list[Size]:
        """Return the sizes of the printed text in clingo; if `kept`, including the instances that LPARSE kept."""
        lines = PRINTED["kept"].get(f"{self.genre} {self.formulation}", []) if kept else []
        if kept and not (lines and self.keep):
            return []
        text = masume.formulations.find(masume.genres.find(self.genre), f"{self.formulation}-printed")
        sizes = []
        for board in self.select_boards():
            with ProgramSearch(board, text, without=tuple(self.without)) as search:
                size = search.measure_size(lines)
                sizes.append((int(size["atoms"]), int(size["rules"])))
        return sizes


def printed_rows() -> list[PrintedRow]:
    """Return the rows of the papers' tables."""
    return [PrintedRow(**row) for row in PRINTED["sizes"]]


def print_sizes() -> None:
    """Print a table of numbers of atoms and rules, ours beside the papers'."""
    print("| genre, formulation | size | boards | clingo | kept as by LPARSE | print | source |")
    print("|---" * 7 + "|")
    for row in printed_rows():
        ours, without = row.measure_sizes(), ", ".join(row.without)
        label = f"{row.size[0]}x{row.size[1]}{' without ' + without if without else ''}"
        theirs = " / ".join(map(_format_range, (row.atoms, row.rules)))
        kept = _format_ranges(row.measure_sizes(kept=True))
        figures = f"{len(ours)} | {_format_ranges(ours)} | {kept} | {theirs} | {row.source}"
        print(f"| {row.genre} {row.formulation} | {label} | {figures} |", flush=True)


def _format_ranges(sizes: list[Size]) -> str:
    return " / ".join(map(_format_range, zip(*sizes, strict=True))) if sizes else "–"


def _format_range(figures: Sequence[int]) -> str:
    low, high = min(figures), max(figures)
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def print_times(time_limit: float, max_boards: int) -> None:
    """Print a table of the times of the published formulations and of `tuned` on the boards that both solve in time."""
    columns = ("genre, formulation", "size", "solved", "total s", "`tuned` s", "ratio", "median", "least", "late")
    print(f"| {' | '.join(columns)} |")
    print("|---" * len(columns) + "|")
    for genre, name, rows, cols in PRINTED["times"]:
        pairs, late_ratios = [], []
        for board in islice(load_boards(genre, rows, cols, name), max_boards):
            published, tuned = (_measure_seconds(board, which, time_limit) for which in (name, "tuned"))
            if published is not None and tuned is not None:
                pairs.append((published, tuned))
            else:
                late_ratios.append("both late" if tuned is None else f"{time_limit / tuned:.0f}")
        totals, ratios = (
            [sum(side) for side in zip(*pairs, strict=True)],
            [published / tuned for published, tuned in pairs],
        )
        figures = " | ".join(f"{figure:.3g}" for figure in (totals[0] / totals[1], median(ratios), min(ratios)))
        late = f"{len(late_ratios)} (ratio over {', '.join(late_ratios)})" if late_ratios else "0"
        label = f"{genre} {name} | {rows}x{cols} | {len(pairs)} | {totals[0]:.2f} | {totals[1]:.2f}"
        print(f"| {label} | {figures} | {late} |", flush=True)


def _measure_seconds(board: masume.Board, formulation: str, time_limit: float) -> float | None:
    outcome = masume.solve(board, formulation=formulation, limits=masume.Limits(seconds=time_limit))
    if outcome.unique is None and outcome.status is not masume.Status.UNSOLVABLE:
        return None
    return float(outcome.statistics["grounding_seconds"]) + float(outcome.statistics["solving_seconds"])


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=["sizes", "times"])
    parser.add_argument("--seconds", type=float, default=60, help="time limit for each search")
    parser.add_argument("--boards", type=int, default=20, help="maximum number of boards of a size")
    options = parser.parse_args()
    if "MASUME_CORPUS" not in os.environ:
        parser.error("set MASUME_CORPUS to a folder of boards")
    if options.table == "sizes":
        print_sizes()
    else:
        print_times(options.seconds, options.boards)


if __name__ == "__main__":
    main()
