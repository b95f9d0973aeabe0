"""The program: `masume` and `python -m masume`."""

from masume.cli import garbage_collection, interrupts


def main() -> None:
    """Run the command line."""
    interrupts.install()
    garbage_collection.collect_seldom()
    from masume.cli.program import main as run_command  # slow: only after Ctrl-C is handled

    run_command(prog_name="masume")


if __name__ == "__main__":
    main()
