"""Game ids of Loopy: the tiling with squares is a board, all others are refused by name."""

import pytest

import masume


@pytest.mark.parametrize("parameters", ["3x3t0", "3x3", "3x3t0dh", "3x3dh"])
def test_squares_may_be_left_out(parameters: str) -> None:
    board = masume.read(f"loopy:{parameters}:3h")
    assert board.clues == {"numbers": {0: 3}}
    assert masume.write(board, "sgt") == f"loopy:{parameters.replace('t0', '').replace('3x3', '3x3t0')}:3h"


@pytest.mark.parametrize(
    ("tiling", "found"),
    [
        ("t1", "t1 is triangular"),
        ("t11", "t11 is Penrose (kite/dart)"),
        ("t17", "t17 is spectres"),
        ("t18", "'t18' is not known"),
        ("t00", "'t00' is not known"),
        ("t", "'t' is not known"),
    ],
)
def test_other_tilings_are_refused(tiling: str, found: str) -> None:
    with pytest.raises(masume.MasumeError) as caught:
        masume.read(f"loopy:3x3{tiling}:0_2a11")
    assert str(caught.value) == f"sgt: tiling: {found}: expected t0, squares"
