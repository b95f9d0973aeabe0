"""Nurikabe: shade a sea so that every island holds one number, its size."""

NAMES = ("nurikabe", "ぬりかべ", "cell structure", "islands in the stream")
