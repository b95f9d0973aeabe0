"""Experiments and benchmarks: `ablate`, and the subpackages `explain`, `generate`, `papers`, `rate` and `speed`."""

from masume.bench.ablation import AblationResult, ablate

__all__ = ["AblationResult", "ablate", "explain", "generate", "papers", "rate", "speed"]
