"""What structures on graphs imply, in clauses: the same as the extension finds (`native/`), literal for literal."""
