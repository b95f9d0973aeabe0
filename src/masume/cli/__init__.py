"""The command line: parse, one call of the public API, show, exit status."""

from masume.cli import bench_explain as bench_explain  # adds its command
from masume.cli import bench_papers as bench_papers  # adds its command
from masume.cli import bench_speed as bench_speed  # adds its command
from masume.cli import explain as explain  # adds its commands
from masume.cli import research as research  # adds its commands
from masume.cli import show as show  # adds its command
from masume.cli.commands import main

__all__ = ["main"]
