"""Template: a small genre that works; copy this folder and change it part by part.

Shade cells so that each number counts the shaded cells around it, its own cell included.

To do in your copy, in this order (ARCHITECTURE.md, "Add a genre in five steps"):

1. This file: write one line "Title: what the puzzle is about." instead of this docstring, and your names into NAMES.
2. `rules.py`: title, layers, options and rules with their checks.
3. `model.py`: the same rules as constraints.
4. `notation.py` and `look.py`: how boards are written by puzz.link and how they are drawn.
5. `specimens.txt`: tiny test boards.  Replace the name `template` there and in `notation.py`, then run `make test`, or
   `pytest tests -k NAME` for the laws on your genre alone.

`formulations/` is optional: edit `tuned.lp` or delete the folder.

If your copy is a package outside masume, it needs an entry point.  In its `pyproject.toml`:

    [project.entry-points."masume.genres"]
    NAME = "PACKAGE"
"""

# The main name (small letters, as the folder), then aliases.
NAMES = ("template",)
