"""Locality: whether the steps of an explanation stay near each other; for benchmarks."""

from masume.explaining.board_solver import BoardSolver
from masume.explaining.explainer import Explainer
from masume.explaining.nearness import Nearness
from masume.explaining.steps import Step


def steps_apart(first: Step, second: Step) -> int:
    """Return how many cells the marks of two steps are apart."""
    nearness = Nearness(first.board.grid, first.places)
    return min(map(nearness.distance, second.places), default=0)


def has_smaller_step_near(step: Step, before: Step) -> bool:
    """Return whether near the step before there is another one with at most as many reasons as this step has."""
    solver = BoardSolver(step.board)
    goal = solver.find_goal()
    return goal is not None and Explainer(step.board, solver.model).has_step_near(goal, before.places, step)
