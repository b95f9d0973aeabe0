"""The command `masume` with all its subcommands."""

from masume.cli import bench_explain as bench_explain  # each of these modules adds its commands to `main`
from masume.cli import bench_papers as bench_papers
from masume.cli import bench_speed as bench_speed
from masume.cli import explain as explain
from masume.cli import research as research
from masume.cli import show as show
from masume.cli.commands import main

__all__ = ["main"]
