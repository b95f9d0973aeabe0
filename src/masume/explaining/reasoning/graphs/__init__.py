"""Graphs: propagators for constraints on graphs.

They find the same clauses as the C++ classes in `native/`, literal for literal.
"""
