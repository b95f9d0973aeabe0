"""The command line: parse, one call of the public API, show, exit status."""

from masume.cli import explaining as explaining  # adds its commands
from masume.cli import explanations as explanations  # adds its command
from masume.cli import papers as papers  # adds its command
from masume.cli import research as research  # adds its commands
from masume.cli import showing as showing  # adds its command
from masume.cli import speed as speed  # adds its command
from masume.cli.commands import main

__all__ = ["main"]
