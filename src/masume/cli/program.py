"""The command `masume` with all its subcommands."""

from masume.cli.commands import main

__all__ = ["main"]
main.import_when_used(
    {
        "bench": (
            "masume.cli.bench_explain",
            "masume.cli.bench_generate",
            "masume.cli.bench_papers",
            "masume.cli.bench_rate",
            "masume.cli.bench_speed",
        ),
        "explain": ("masume.cli.explain",),
        "generate": ("masume.cli.generate",),
        "hint": ("masume.cli.explain",),
        "minimise": ("masume.cli.setting",),
        "rate": ("masume.cli.rate",),
        "review": ("masume.cli.review",),
        "rules": ("masume.cli.research",),
        "show": ("masume.cli.show",),
        "web": ("masume.cli.web",),
    }
)
