"""Build the C++ extension of the engine `native`; everything else about the package is in pyproject.toml.

The extension is optional: if it cannot be compiled, masume is installed without it.  `masume genres --engines` shows
whether the engine is available.
"""

import os
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup

SOURCES = Path("native")


def extensions() -> list[Extension]:
    """Return the extension, or nothing if MASUME_NO_NATIVE is set or clingo is missing."""
    clingo = find_spec("clingo")  # a build requirement: its wheel contains the header
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
