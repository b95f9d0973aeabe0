"""The speed of making boards: `masume bench generate`.

>>> from masume.bench import generate
>>> kinds = generate.list_kinds(["slitherlink"], [(5, 5)], generate.DIFFICULTIES)
>>> len(kinds)
10

`run` makes boards of all kinds in turn, beside other programs, `WRITERS` format the results.
"""

from masume.bench.generate.difficulties import DIFFICULTIES
from masume.bench.generate.measurement import BoardKind
from masume.bench.generate.report import WRITERS
from masume.bench.generate.runner import GenerateRun, GenerateSettings, find_genres, list_kinds, run

__all__ = [
    "DIFFICULTIES",
    "WRITERS",
    "BoardKind",
    "GenerateRun",
    "GenerateSettings",
    "find_genres",
    "list_kinds",
    "run",
]
