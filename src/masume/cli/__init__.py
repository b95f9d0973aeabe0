"""The command line: parse, one call of the public API, show, exit status."""

from masume.cli.commands import main

__all__ = ["main"]
