"""Explaining: the next step, and why."""
