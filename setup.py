"""The extension behind the engine `native`; everything else about the package stands in pyproject.toml.

It is optional: where it cannot be compiled, the package installs without it and says so when asked for its engines.
"""

import os
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup

SOURCES = Path("native")


def extensions() -> list[Extension]:
    """The extension, unless MASUME_NO_NATIVE forbids it; clingo's header comes with its wheel, a build requirement."""
    clingo = find_spec("clingo")
    if os.environ.get("MASUME_NO_NATIVE") or clingo is None or clingo.origin is None:
        return []
    return [
        Extension(
            "masume.engines._native",
            sources=sorted(map(str, SOURCES.glob("*.cpp"))),
            depends=sorted(map(str, SOURCES.glob("*.hpp"))),
            include_dirs=[str(Path(clingo.origin).parent)],
            extra_compile_args=["-std=c++17", "-O2", "-fvisibility=hidden", "-g0"],
            language="c++",
            optional=True,
        )
    ]


setup(ext_modules=extensions())
