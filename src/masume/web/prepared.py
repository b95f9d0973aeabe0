"""Answers that are the same for all clients; workers make each of them once."""

import asyncio

from masume.web.api import Asker
from masume.web.jobs import GENRES, START, STYLE, Job
from masume.web.replies import Reply


class Prepared:
    """Keeps the answers; within its context, a first answer to each job is made in the background."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._answers: dict[str, asyncio.Task[Reply]] = {}

    async def __aenter__(self) -> "Prepared":
        for job in (START, GENRES, STYLE):
            self._task(job)
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in self._answers.values():
            task.cancel()

    async def get(self, job: Job) -> Reply:
        """Return the answer to a job; make it again if there was an error."""
        return await asyncio.shield(self._task(job))

    def _task(self, job: Job) -> "asyncio.Task[Reply]":
        task = self._answers.get(job.name)
        if task is None or (task.done() and (task.cancelled() or task.result().event == "error")):
            task = self._answers[job.name] = asyncio.get_running_loop().create_task(self._asker.ask(job))
        return task
