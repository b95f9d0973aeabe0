"""The command line: parse, call the public API once, print, exit.

Importing this package imports nothing else, so that `masume.__main__` can handle Ctrl-C before anything slow begins.
"""
