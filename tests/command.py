"""Run masume's commands in tests: in this process, which is quick, or in a new process, as users do."""

import contextlib
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from tempfile import TemporaryFile

from click.testing import CliRunner

from masume.cli.program import main

COMMAND = [sys.executable, "-m", "masume"]


def run_process(*arguments: str, text: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a new process: for tests of signals, streams and environment variables."""
    return subprocess.run([*COMMAND, *arguments], input=text, capture_output=True, env={**os.environ, **environment})


def run_command(*arguments: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command in this process, ten times as fast: for tests of what it prints and of its exit status."""
    result = CliRunner(charset="utf-8").invoke(main, arguments, input=text, prog_name="masume")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return subprocess.CompletedProcess(arguments, result.exit_code, result.stdout_bytes, result.stderr_bytes)


def interrupt_after(pattern: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command with a terminal as standard error, and send it Ctrl-C once it has printed a pattern there.

    Between the pattern and Ctrl-C nothing is read from the terminal, so the command waits as soon as the terminal's
    buffer is full.  A command that still has to print more than that cannot end first, however busy the machine is.
    """
    reader, writer = pty.openpty()
    with TemporaryFile() as file:
        with subprocess.Popen(
            [*COMMAND, *arguments],
            stdout=file,
            stderr=writer,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # even if tests run in the background
        ) as process:
            os.close(writer)
            chunks, errors = _read_terminal(reader), b""
            for chunk in chunks:
                errors += chunk
                if re.search(pattern, errors):
                    process.send_signal(signal.SIGINT)
                    break
            errors += b"".join(chunks)
        os.close(reader)
        file.seek(0)
        return subprocess.CompletedProcess(arguments, process.returncode, file.read(), errors)


def _read_terminal(reader: int) -> Iterator[bytes]:
    """Yield what is printed on a terminal, until the process that prints has ended."""
    with contextlib.suppress(OSError):  # raised at the end, on Linux
        while chunk := os.read(reader, 1024):
            yield chunk


def output(result: subprocess.CompletedProcess[bytes]) -> str:
    """Return what a command printed on standard output."""
    return result.stdout.decode()


def error_lines(result: subprocess.CompletedProcess[bytes]) -> list[str]:
    """Return the lines on standard error, except lines about progress, which appear if the machine is busy."""
    return [line for line in result.stderr.decode().splitlines() if " … " not in line]
