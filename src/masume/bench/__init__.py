"""Experiments and benchmarks: `ablate`, and the subpackages `explain`, `papers` and `speed`."""

from masume.bench.ablation import ablate

__all__ = ["ablate"]
