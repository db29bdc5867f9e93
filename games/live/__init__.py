"""Live matches: a clock of minutes instead of days, kept by the server alone."""
