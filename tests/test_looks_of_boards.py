"""benchmarks/looks.py: published boards by size, and tables."""

import masume
from looks import make_table, pool_sizes, quantiles
from masume.core.square import square

BOARD = masume.Board(masume.genres.find(masume.genres.names()[0]), square(3, 3))


def test_sizes_with_few_boards_are_pooled() -> None:
    boards = {(5, 5): [BOARD] * 10, (9, 9): [BOARD] * 4, (9, 10): [BOARD] * 6, (20, 20): [BOARD]}
    pools = list(pool_sizes(boards, 10))
    assert [pool.title for pool in pools] == [
        "5x5 (10 published boards)",
        "9x10 (10 published boards, pooled from 9x9 to 9x10)",
    ]


def test_quantiles() -> None:
    assert quantiles(list(range(11))) == (1, 5, 9)


def test_medians_outside_are_marked() -> None:
    published = [{"size": float(number)} for number in range(11)]
    table = make_table(published, {"none": [{"size": 9.5}], "rot2": [{"size": 4}], "rot4": []})
    assert table.splitlines()[-1] == "| size | 1.000 | 5.000 | 9.000 | 9.500 * | 4.000 | – |"
