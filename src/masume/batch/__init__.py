r"""Lists of boards: run a command over many boards, in several processes, and keep the results in a file.

>>> from masume import batch
>>> from masume.formats import boards_in_text
>>> boards = boards_in_text("nurikabe/5/5/g5k2o1k3g\nnurikabe/2/2/", "mine", "mine.txt", {})
>>> with batch.Batch(batch.Task("count", {"limit": 5})) as run:
...     for entry, result in run.results(boards):
...         print(entry.id, result.line)
mine-1 1 solution.
mine-2 No solution.

`tasks` has the commands, `execution` runs one of them on one board, `Batch` (`runner`) on many, in processes of
`worker`.  `ResultsFile` keeps the records, `Summary` counts them.  `generated` has the records of new boards.
"""

from masume.batch.execution import BoardResult, Task
from masume.batch.generated import generated_record, require_same_series
from masume.batch.records import RecordKey, check_to_dict, count_to_dict, format_record, key_of_entry
from masume.batch.results_file import ResultsFile
from masume.batch.runner import Batch
from masume.batch.summary import Category, Summary
from masume.batch.tasks import TASKS

__all__ = [
    "TASKS",
    "Batch",
    "BoardResult",
    "Category",
    "RecordKey",
    "ResultsFile",
    "Summary",
    "Task",
    "check_to_dict",
    "count_to_dict",
    "format_record",
    "generated_record",
    "key_of_entry",
    "require_same_series",
]
