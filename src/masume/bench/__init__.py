"""Experiments and benchmarks: ablation here, `explain`, `papers` and `speed` in their subpackages."""

from masume.bench.ablation import ablate

__all__ = ["ablate"]
