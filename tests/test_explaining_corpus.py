"""Explanations of real boards, chosen at random and judged closely, if MASUME_CORPUS names a folder of boards.

MASUME_EXPLAINED_CELLS (default: 100) is the number of cells of the largest board, MASUME_EXPLAINED_SECONDS (default: 5)
the time per genre.
"""

import os
from pathlib import Path
from random import Random
from time import monotonic

import pytest

import masume
from corpus import CORPUS, corpus_files, load_entries
from judge import judge_steps
from masume.core.errors import NoSolutionError, OutOfTimeError
from masume.explaining.steps import Step

CELLS = int(os.environ.get("MASUME_EXPLAINED_CELLS", "100"))
SECONDS = float(os.environ.get("MASUME_EXPLAINED_SECONDS", "5"))
ONE_BOARD = masume.Limits(seconds=20)


@pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS names no folder of boards")
@pytest.mark.parametrize("path", corpus_files(), ids=lambda path: path.stem)
def test_explanations_of_real_boards_are_sound_and_lead_to_the_solution(path: Path) -> None:
    boards, end = load_entries(path, CELLS), monotonic() + SECONDS
    Random(path.stem).shuffle(boards)
    steps_judged = 0
    for entry in boards:
        if monotonic() > end and steps_judged:
            break
        steps: list[Step] = []
        try:
            steps.extend(masume.explain(entry.board, limits=ONE_BOARD))
            assert steps[-1].after.marks == masume.common(entry.board).marks, entry.id
        except (NoSolutionError, OutOfTimeError):  # the steps found before the time was up are judged, too
            pass
        assert judge_steps(entry.board, steps, closely=True).faults == [], entry.id
        steps_judged += len(steps)
