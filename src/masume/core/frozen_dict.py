"""FrozenDict: a dictionary that never changes.

`types.MappingProxyType` is no substitute: it can be neither copied by `copy.deepcopy` nor pickled, and
`dataclasses.asdict` and `json.dumps` refuse it.
"""

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")
MAPPING_TYPES = (dict, Mapping)  # for `isinstance`, which is slow for abstract classes


class FrozenDict(dict[K, V]):
    """A dictionary whose methods for changing it raise TypeError; reading is as quick as in any other."""

    __slots__ = ()

    def _refuse_change(self, *arguments: Any, **named: Any) -> NoReturn:
        raise TypeError("this mapping cannot be changed: make a dict of it first")

    __setitem__ = __delitem__ = __ior__ = _refuse_change
    clear = pop = popitem = setdefault = update = _refuse_change

    def __reduce__(self) -> tuple[type["FrozenDict[K, V]"], tuple[dict[K, V]]]:
        return FrozenDict, (dict(self),)

    def copy(self) -> dict[K, V]:
        """Return a dictionary with the same items that can be changed."""
        return dict(self)
