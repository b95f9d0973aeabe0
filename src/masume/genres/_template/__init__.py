"""Template: copy this folder, rename it, and change it part by part; it is a small genre that works.

Shade cells so that each number counts the shaded cells around it, its own cell included.
"""

NAMES = ("template",)
