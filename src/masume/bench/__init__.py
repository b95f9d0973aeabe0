"""Experiments: what formulations cost."""

from masume.bench.ablation import ablation

__all__ = ["ablation"]
