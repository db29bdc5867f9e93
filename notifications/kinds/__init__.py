"""The kinds of the core, a class each. Those of features are in ``features``."""
