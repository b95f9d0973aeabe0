"""The program: `masume` and `python -m masume`."""

from masume.cli import interrupts


def main() -> None:
    """Run the command line."""
    interrupts.install()
    import gc

    gc.set_threshold(50_000)  # imports and short commands create many objects, and hardly any garbage
    from masume.cli.program import main as run_command  # slow: only after Ctrl-C is handled

    run_command(prog_name="masume")


if __name__ == "__main__":
    main()
