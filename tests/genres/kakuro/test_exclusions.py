"""What a run says about one of its cells is true, for random digits that are left in its cells."""

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

import masume
from masume.genres.kakuro.run_arithmetic import Digits, Run
from masume.genres.kakuro.run_words import exclusions, limits

DIGITS = range(1, 10)
BOUND = re.compile(
    r"(?P<even>even )?(?P<digit>\d)(?P<side> or more| or less)? would leave (?:only |at most |at least )?(?P<rest>\d+)"
    r" for .*?(?:, at (?P<kind>least|most) (?P<bound>\d+))?(?: and |$)"
)


def random_run(random: Random) -> Run:
    size = random.randint(2, 4)
    digits = random.sample(DIGITS, size)
    marks = [{digit, *random.sample(DIGITS, random.randint(1, 6))} for digit in digits]
    ruled_out = ["!" + ",".join(str(digit) for digit in DIGITS if digit not in own) for own in marks]
    rows = ["kakuro", " ".join(["\\", *["\\"] * size]), " ".join([f"\\{sum(digits)}", *["."] * size])]
    board = masume.read("\n".join([*rows, "marks", " ".join("." if mark == "!" else mark for mark in ruled_out)]))
    (start,) = board.clues["sums"]
    assert isinstance(start, int)
    return Run(board, start)


def sums_of_others(run: Run, cell: int, digit: int) -> Iterator[int]:
    domains = [own for other, own in run.candidates.items() if other != cell]
    for digits in product(*domains):
        if len({digit, *digits}) == len(digits) + 1 and run.used.isdisjoint(digits):
            yield sum(digits)


def concerned(run: Run, cell: int, match: re.Match[str]) -> Digits:
    """Return the digits that a phrase speaks of."""
    digit = int(match["digit"])
    if match["side"] is None:
        return frozenset([digit])
    is_high = match["side"] == " or more"
    return frozenset(each for each in run.candidates[cell] if (each >= digit if is_high else each <= digit))


@pytest.mark.parametrize("seed", range(150))
def test_exclusions_and_limits_are_true(seed: int) -> None:
    run = random_run(Random(seed))
    for cell, own in run.candidates.items():
        fitting = run.fitting(cell)
        assert fitting == {digit for digit in own if run.left - digit in sums_of_others(run, cell, digit)}
        for limit in limits(run, cell):
            assert fitting <= limit.allowed, limit
        ruled_out = own - fitting
        for digits in (ruled_out, *(frozenset([digit]) for digit in ruled_out)):
            for words in exclusions(run, cell, digits) if digits else ():
                check_bounds(run, cell, words)


def check_bounds(run: Run, cell: int, words: str) -> None:
    for match in BOUND.finditer(words):
        digits = concerned(run, cell, match)
        assert fitting_is_spared(run, cell, digits), words
        assert int(match["rest"]) == run.left - int(match["digit"]), words
        sums = [each for digit in digits for each in sums_of_others(run, cell, digit)]
        if match["bound"] and sums:
            bound, rest = int(match["bound"]), int(match["rest"])
            assert bound == (min(sums) if match["kind"] == "least" else max(sums)), words
            assert rest < bound if match["kind"] == "least" else rest > bound, words


def fitting_is_spared(run: Run, cell: int, digits: Digits) -> bool:
    return run.fitting(cell).isdisjoint(digits)
