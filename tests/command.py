"""Run masume's commands in tests: in this process, which is quick, or in a process of their own, as users do."""

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


def run_process(*words: str, text: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Start a process: for exit statuses, signals, streams and environment variables."""
    return subprocess.run([*COMMAND, *words], input=text, capture_output=True, env={**os.environ, **environment})


def run_command(*words: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Call the command without a new process, for what it prints: ten times as fast."""
    result = CliRunner(charset="utf-8").invoke(main, words, input=text, prog_name="masume")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return subprocess.CompletedProcess(words, result.exit_code, result.stdout_bytes, result.stderr_bytes)


def interrupt_after(pattern: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command with a terminal as standard error, and send it Ctrl-C once it has printed a pattern there.

    Between the pattern and Ctrl-C nothing is read from the terminal, so the command waits as soon as the terminal's
    buffer is full.  A command that still has to print more than that cannot end first, however busy the machine is.
    """
    reader, writer = pty.openpty()
    with TemporaryFile() as file:
        with subprocess.Popen(
            [*COMMAND, *words],
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
        return subprocess.CompletedProcess(words, process.returncode, file.read(), errors)


def _read_terminal(reader: int) -> Iterator[bytes]:
    """Yield what is printed on a terminal, until the process that prints has ended."""
    with contextlib.suppress(OSError):  # raised at the end, on Linux
        while chunk := os.read(reader, 1024):
            yield chunk


def output(done: subprocess.CompletedProcess[bytes]) -> str:
    """What a command printed on standard output."""
    return done.stdout.decode()


def complaints(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    """The lines on standard error, without those that a busy machine adds to show progress."""
    return [line for line in done.stderr.decode().splitlines() if " … " not in line]
