"""`python -m masume` is the command line."""

from masume.cli import main

main(prog_name="masume")
