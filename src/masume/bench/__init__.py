"""Experiments and benchmarks: `ablate`, and the subpackages `explain`, `papers`, `rate` and `speed`."""

from masume.bench.ablation import AblationResult, ablate

__all__ = ["AblationResult", "ablate", "explain", "papers", "rate", "speed"]
