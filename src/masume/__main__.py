"""The program: `masume` and `python -m masume`."""

from masume.cli import interrupts


def main() -> None:
    """Run the command line."""
    interrupts.install()
    import atexit
    import gc

    gc.set_threshold(50_000)  # the imports create many objects, and hardly any garbage
    atexit.register(gc.freeze)  # at the end, Python would look for garbage among all objects, which takes 15 ms
    from masume.cli.program import main as run_command  # slow: only after Ctrl-C is handled

    run_command(prog_name="masume")


if __name__ == "__main__":
    main()
