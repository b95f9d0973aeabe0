"""What the extra `[pictures]` holds, imported when it is needed, with a sentence where it is missing."""

import importlib
from typing import Any

from masume.core.errors import InputError


def extra(module: str, picture: str) -> Any:
    """A module of the extra `[pictures]`."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.split(".")[0].replace("_", "-")
        raise InputError(f'{picture}: the package {package} is missing: pip install "masume[pictures]"') from None
