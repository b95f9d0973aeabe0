"""The tables of docs/papers.md: sizes of the published formulations beside print, and their times beside `tuned`.

    python benchmarks/papers.py sizes
    python benchmarks/papers.py times [--seconds 60] [--boards 20]

Boards are those of MASUME_CORPUS (see CONTRIBUTING.md) with the size of the papers' own, which are lost.  Sizes are
those of the printed texts: as clingo grounds them, and with lines (in printed.json) that make it keep what LPARSE kept.
Times are those of the repaired texts and of `tuned`, by turns in one run: grounding and search up to the proof that the
solution is unique, without the start of the process.
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
from agreement import can_be_said
from masume.solving.program_search import ProgramSearch

PRINTED: dict[str, Any] = json.loads(Path(__file__).with_name("printed.json").read_text(encoding="utf-8"))
Size: TypeAlias = tuple[int, int]  # atoms and rules


def boards(genre: str, rows: int, cols: int, formulation: str) -> Iterator[masume.Board]:
    """The boards of the corpus with that size that a formulation can be told."""
    corpus = Path(os.environ["MASUME_CORPUS"])
    (path,) = [p for p in corpus.glob("*.jsonl") if masume.genres.knows(p.stem) and _genre(p.stem) == genre]
    for data in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if (data["rows"], data["cols"]) == (rows, cols):
            board = masume.read(data["pzpr_url"])
            if can_be_said(board, formulation):
                yield board


def _genre(name: str) -> str:
    return masume.genres.find(name).name


class Printed(NamedTuple):
    """A row of the papers' tables: the least and the most atoms and rules of a text on boards of a size.

    `without` are rules that were left out, `within` is how near our sizes must be.
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

    def chosen(self) -> list[masume.Board]:
        """The boards whose sizes are looked at."""
        if self.example is not None:
            return [masume.examples.find(self.example)]
        return list(islice(boards(self.genre, *self.size, self.formulation), self.boards))

    def ours(self, kept: bool = False) -> list[Size]:
        """The sizes of the printed text in clingo, or with what LPARSE kept."""
        lines = PRINTED["kept"].get(f"{self.genre} {self.formulation}", []) if kept else []
        if kept and not (lines and self.keep):
            return []
        text = masume.formulations.find(masume.genres.find(self.genre), f"{self.formulation}-printed")
        found = []
        for board in self.chosen():
            with ProgramSearch(board, text, without=tuple(self.without)) as search:
                told = search.sized(lines)
                found.append((int(told["atoms"]), int(told["rules"])))
        return found


def printed() -> list[Printed]:
    """The rows of the papers' tables."""
    return [Printed(**row) for row in PRINTED["sizes"]]


def sizes() -> None:
    """Print atoms and rules, ours and theirs."""
    print("| genre, formulation | size | boards | clingo | kept as by LPARSE | print | source |")
    print("|---" * 7 + "|")
    for row in printed():
        ours, without = row.ours(), ", ".join(row.without)
        label = f"{row.size[0]}x{row.size[1]}{' without ' + without if without else ''}"
        theirs = " / ".join(map(_range, (row.atoms, row.rules)))
        figures = f"{len(ours)} | {_ranges(ours)} | {_ranges(row.ours(kept=True))} | {theirs} | {row.source}"
        print(f"| {row.genre} {row.formulation} | {label} | {figures} |", flush=True)


def _ranges(found: list[Size]) -> str:
    return " / ".join(map(_range, zip(*found, strict=True))) if found else "–"


def _range(figures: Sequence[int]) -> str:
    low, high = min(figures), max(figures)
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def times(seconds: float, most: int) -> None:
    """Print the times of the published formulations and of ours, by turns, on the boards that both solve in time."""
    columns = ("genre, formulation", "size", "solved", "total s", "`tuned` s", "ratio", "median", "least", "late")
    print(f"| {' | '.join(columns)} |")
    print("|---" * len(columns) + "|")
    for genre, name, rows, cols in PRINTED["times"]:
        pairs, over = [], []
        for board in islice(boards(genre, rows, cols, name), most):
            one, other = (_time(board, which, seconds) for which in (name, "tuned"))
            if one is not None and other is not None:
                pairs.append((one, other))
            else:
                over.append("both late" if other is None else f"{seconds / other:.0f}")
        totals, ratios = [sum(side) for side in zip(*pairs, strict=True)], [one / other for one, other in pairs]
        figures = " | ".join(f"{figure:.3g}" for figure in (totals[0] / totals[1], median(ratios), min(ratios)))
        late = f"{len(over)} (ratio over {', '.join(over)})" if over else "0"
        label = f"{genre} {name} | {rows}x{cols} | {len(pairs)} | {totals[0]:.2f} | {totals[1]:.2f}"
        print(f"| {label} | {figures} | {late} |", flush=True)


def _time(board: masume.Board, name: str, seconds: float) -> float | None:
    outcome = masume.solve(board, formulation=name, limits=masume.Limits(seconds=seconds))
    if outcome.unique is None and outcome.status is not masume.Status.UNSOLVABLE:
        return None
    return float(outcome.statistics["grounding_seconds"]) + float(outcome.statistics["solving_seconds"])


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=["sizes", "times"])
    parser.add_argument("--seconds", type=float, default=60, help="the time for each search")
    parser.add_argument("--boards", type=int, default=20, help="the most boards of a size")
    chosen = parser.parse_args()
    if "MASUME_CORPUS" not in os.environ:
        parser.error("MASUME_CORPUS names no folder of boards")
    if chosen.table == "sizes":
        sizes()
    else:
        times(chosen.seconds, chosen.boards)


if __name__ == "__main__":
    main()
