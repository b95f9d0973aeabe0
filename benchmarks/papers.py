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
from collections.abc import Iterator
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

import masume
from agreement import can_be_said
from masume.solving.programs import ProgramSearch

PRINTED: dict[str, Any] = json.loads(Path(__file__).with_name("printed.json").read_text(encoding="utf-8"))
MOST_BOARDS = 5  # whose sizes are looked at


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


def sizes() -> None:
    """Print atoms and rules, ours and theirs."""
    print("| genre, formulation | size | boards | clingo | kept as by LPARSE | print | source |")
    print("|---" * 7 + "|")
    for row in PRINTED["sizes"]:
        genre, name, (rows, cols) = row["genre"], row["formulation"], row["size"]
        without, lines = tuple(row.get("without", ())), PRINTED["kept"].get(f"{genre} {name}", [])
        if "example" in row:
            chosen = [masume.examples.find(row["example"])]
        else:
            chosen = list(boards(genre, rows, cols, name))[: row.get("boards", MOST_BOARDS)]
        printed = masume.formulations.find(masume.genres.find(genre), f"{name}-printed")
        ours = [_size(board, printed, without, []) for board in chosen]
        kept = [_size(board, printed, without, lines) for board in chosen if lines and row.get("keep", True)]
        label = f"{rows}x{cols}{' without ' + ', '.join(without) if without else ''}"
        figures = f"{len(chosen)} | {_range(ours)} | {_range(kept)} | {row['print']} | {row['source']}"
        print(f"| {genre} {name} | {label} | {figures} |", flush=True)


def _size(
    board: masume.Board, formulation: masume.Formulation, without: tuple[str, ...], lines: list[str]
) -> tuple[int, int]:
    with ProgramSearch(board, formulation, without=without) as search:
        told = search.sized(lines)
        return int(told["atoms"]), int(told["rules"])


def _range(found: list[tuple[int, int]]) -> str:
    if not found:
        return "–"
    return " / ".join(f"{min(f):,}" if min(f) == max(f) else f"{min(f):,}–{max(f):,}" for f in zip(*found, strict=True))


def times(seconds: float, most: int) -> None:
    """Print the times of the published formulations and of ours, by turns."""
    print(
        "| genre, formulation | size | boards | late | total s | `tuned` s | ratio of totals | median ratio | least |"
    )
    print("|---" * 9 + "|")
    for genre, name, rows, cols in PRINTED["times"]:
        pairs, late = [], 0
        for board in list(boards(genre, rows, cols, name))[:most]:
            one, other = (_time(board, which, seconds) for which in (name, "tuned"))
            late += one is None
            if other is not None:
                pairs.append((seconds if one is None else one, other))  # one that is late counts as the limit
        if pairs:
            totals, ratios = [sum(side) for side in zip(*pairs, strict=True)], [one / other for one, other in pairs]
            figures = f"{totals[0]:.2f} | {totals[1]:.2f} | {totals[0] / totals[1]:.1f}"
            spread = f"{median(ratios):.1f} (mean {geometric_mean(ratios):.1f}) | {min(ratios):.1f}"
            print(f"| {genre} {name} | {rows}x{cols} | {len(pairs)} | {late} | {figures} | {spread} |", flush=True)


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
