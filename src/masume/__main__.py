"""The program: `masume` and `python -m masume`."""

from masume.cli import failed_output, garbage_collection, interrupts, look_alikes


def main() -> None:
    """Run the command line."""
    interrupts.install()
    failed_output.install()
    garbage_collection.collect_seldom()
    look_alikes.install()
    from masume.cli.program import main as run_command  # slow: only after Ctrl-C is handled

    try:
        run_command(prog_name="masume")
    except OSError as error:  # help, the version or an error message cannot be written; click does not handle that
        failed_output.exit_if_program(error)


if __name__ == "__main__":
    main()
