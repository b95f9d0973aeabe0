"""Drafts and generated boards of a genre, for the tests of its `generation.py`."""

from collections.abc import Iterator
from random import Random
from statistics import median

import masume
from masume.core.errors import InputError
from masume.core.layers import Options
from masume.generating import make_numbered_board, make_request
from masume.generating.drafts import find_generation
from registry import all_options

SYMMETRIES = ("none", "rot2", "rot4", "horizontal", "vertical", "diagonal", "antidiagonal")
SIZES = ((1, 1), (1, 2), (1, 7), (7, 1), (2, 2), (2, 5), (3, 3), (5, 4), (6, 6), (7, 7), (9, 12))


def requests(genre: str) -> Iterator[tuple[tuple[int, int], str, Options, str]]:
    """Yield every size, symmetry, set of options and style together."""
    found = masume.genres.find(genre)
    for size in SIZES:
        for symmetry in SYMMETRIES:
            for options in all_options(found):
                for style in find_generation(found).styles or [""]:
                    yield size, symmetry, options, style


def check_drafts(genre: str) -> int:
    """Assert that drafts of every kind are correct, finished, and the same again; return how many there are."""
    drawn = 0
    for size, symmetry, options, style in requests(genre):
        try:
            plan = make_request(genre, size, symmetry=symmetry, options=options, style=style or None).plan
        except InputError:  # the grid does not have this symmetry
            continue
        draw = find_generation(plan.genre).draw
        draft = draw(plan, Random(f"{size}{symmetry}"))
        assert draft == draw(plan, Random(f"{size}{symmetry}"))
        if draft is not None:
            drawn += 1
            assert masume.check(draft) == []
            assert all(
                len(draft.marks[layer.name]) == len(layer.places(draft.grid)) for layer in plan.genre.mark_layers
            )
    return drawn


def medians(genre: str, size: str, symmetry: str, boards: int, style: str | None = None) -> dict[str, float]:
    """Return the median of each measure of some generated boards."""
    request = make_request(genre, size, symmetry=symmetry, style=style)
    made = [masume.solve(make_numbered_board(request, "looks", number)).board for number in range(boards)]
    measures = find_generation(request.plan.genre).measures
    return {name: median(measure(board) for board in made if board is not None) for name, measure in measures.items()}
