"""Imports from the optional extra `[pictures]`."""

import importlib
from typing import Any

from masume.core.errors import InputError


def import_extra(module: str, picture_format: str) -> Any:
    """Import a module of the extra when it is needed; raise InputError with the command to install it if missing."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.split(".")[0].replace("_", "-")
        raise InputError(
            f'{picture_format}: the package {package} is missing: pip install "masume[pictures]"'
        ) from None
