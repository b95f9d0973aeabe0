"""Which reasoner there is: the extension's, or the same in Python, which gives the same answers and takes longer."""

from typing import TYPE_CHECKING

from masume.engines.native_library import lacking
from masume.explaining.reading import Reading

if TYPE_CHECKING:
    from masume.explaining.reasoner import Reasoner


def open_reasoner(reading: Reading) -> "Reasoner":
    """A reasoner on a reading."""
    if lacking() is None:
        from masume.explaining.native_reasoner import NativeReasoner

        return NativeReasoner(reading)
    from masume.explaining.reasoner import PythonReasoner

    return PythonReasoner(reading)
