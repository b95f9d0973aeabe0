"""MeasuringProcess: a child process for measurements, which is killed if one takes too long."""

from typing import Any

from masume.core.process_pool import RestartingProcess


class MeasuringProcess(RestartingProcess):
    """A child process whose worker has a method `measure`."""

    def __enter__(self) -> "MeasuringProcess":
        return self

    def __exit__(self, *error: object) -> None:
        self.shut_down()
        self.close()

    def measure(self, timeout: float, **task: Any) -> dict[str, Any]:
        """Return the reply of the worker; see `RestartingProcess.call` for the errors."""
        reply: dict[str, Any] = self.call("measure", timeout, **task)
        return reply
